/** The running text: what happened, under headings of round, power and phase. */
import type { Chapter, Family, Opening } from "./family";
import type { Entry } from "./wire";

export interface Paragraph extends Chapter {
  /** The log number of its first entry: stable while the text grows. */
  key: number;
  /** Whether its heading is known; the log may have been joined in the middle of one. */
  known: boolean;
  entries: Entry[];
}

/** The standing entries under their headings; those that nobody would mention are left out. */
export function chapters(story: readonly Entry[], family: Family, kit: unknown): Paragraph[] {
  const first = story[0];
  if (!first) return [];
  const known = first.number === 1;
  let heading: Chapter = known ? family.opening(kit) : { round: 0, seat: "", phase: "" };
  let sure = known;
  let open: Paragraph | null = null;
  let team = new Map<string, Chapter>();
  const result: Paragraph[] = [];
  for (const [at, entry] of story.entries()) {
    const after = story[at + 1];
    if (entry.text.length && !(after && family.replaces?.(entry, after))) {
      const above = ownHeading(team, entry.seat, (phase) => family.together?.(kit, phase) ?? false) ?? heading;
      if (!open || open.seat !== above.seat || open.phase !== above.phase) {
        open = { ...above, key: entry.seq, known: sure, entries: [] };
        result.push(open);
      }
      open.entries.push(entry);
    }
    for (const event of entry.events) {
      const opening: Opening | null = family.chapter(event);
      if (!opening) continue;
      const { mates, ...next } = opening;
      heading = { ...heading, ...next };
      if (next.round !== undefined) team = teamOf(heading, mates ?? {});
      else if (team.has(heading.seat)) team.set(heading.seat, heading);
      sure = true;
      open = null;
    }
  }
  return result;
}

/** Where each power of a team begins; nobody where one plays alone. */
function teamOf(lead: Chapter, mates: Readonly<Record<string, string>>): Map<string, Chapter> {
  const others = Object.entries(mates).map(([seat, phase]) => [seat, { ...lead, seat, phase }] as const);
  return new Map(others.length ? [[lead.seat, lead], ...others] : []);
}

/** The heading of a decision in a team's turn: its own power's phase; what the team plays as one is under its first. */
function ownHeading(team: ReadonlyMap<string, Chapter>, seat: string, together: (phase: string) => boolean): Chapter | undefined {
  const own = team.get(seat) ?? [...team.values()][0];
  return own && together(own.phase) ? { ...own, seat: [...team.keys()][0] ?? own.seat } : own;
}

/** What somebody looks for in a story: words that must all be there, a round, a phase; empty: any. */
export interface Search {
  words: string;
  round: number;
  phase: string;
}

/** The paragraphs that fit, each with the entries that do; `heading` is what is written above a paragraph. */
export function found(
  text: readonly Paragraph[],
  { words, round, phase }: Search,
  heading: (paragraph: Paragraph) => string,
): Paragraph[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return text.flatMap((paragraph) => {
    if ((round && paragraph.round !== round) || (phase && paragraph.phase !== phase)) return [];
    if (!wanted.length) return [paragraph];
    const above = heading(paragraph).toLowerCase();
    const entries = paragraph.entries.filter((entry) => {
      const said = `${above} ${entry.text.join(" ").toLowerCase()}`;
      return wanted.every((word) => said.includes(word));
    });
    return entries.length ? [{ ...paragraph, entries }] : [];
  });
}

/** What the last decision was, for a player who may take it back: in words, or the phase that it ended. */
export function lastDecision(
  story: readonly Entry[],
  family: Family,
  kit: unknown,
): { text: string } | { phase: string } | null {
  const last = story.at(-1);
  if (!last) return null;
  const [text] = last.text;
  if (text !== undefined) return { text };
  if (!last.events.some((event) => family.chapter(event))) return { text: "" };
  const teams = story.some((entry) => entry.events.some((event) => Object.keys(family.chapter(event)?.mates ?? {}).length));
  for (const entry of story.slice(0, -1).reverse())
    for (const event of [...entry.events].reverse()) {
      const opening = family.chapter(event);
      const phase = opening?.mates?.[last.seat] ?? opening?.phase;
      if (phase && (!teams || opening?.seat === last.seat || opening?.mates?.[last.seat]))
        return { phase: family.phase(kit, phase) };
    }
  return { phase: story[0]?.number === 1 ? family.phase(kit, family.opening(kit).phase) : "" };
}

/** A piece of a sentence: plain words, a count of units, or the id of a rule. */
export interface Piece {
  is: "words" | "count" | "rule";
  text: string;
}

// A number of units, not of a sea zone or on a die; or a rule's id, as stories cite it.
const SET_OFF = /(?<count>(?<!\b[Zz]one )(?<![\w.,-])\d{1,3}(?= (?!or\b)[a-z]))|(?<=\()(?<rule>[\w-]+(?:\.[a-z][\w-]*){2,})(?=\))/g;

/** A sentence with its counts and rules apart, so that they can be set off: "2 infantry and 1 tank". */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(SET_OFF)) {
    if (match.index > end) found.push({ is: "words", text: text.slice(end, match.index) });
    found.push({ is: match.groups?.rule === undefined ? "count" : "rule", text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) found.push({ is: "words", text: text.slice(end) });
  return found;
}
