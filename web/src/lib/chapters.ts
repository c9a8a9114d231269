/** The running text: what happened, under headings of round, power and phase. */
import type { Chapter, Family } from "./family";
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
  const result: Paragraph[] = [];
  for (const entry of story) {
    if (entry.text.length) {
      if (!open) {
        open = { ...heading, key: entry.seq, known: sure, entries: [] };
        result.push(open);
      }
      open.entries.push(entry);
    }
    for (const event of entry.events) {
      const next = family.chapter(event);
      if (!next) continue;
      heading = { ...heading, ...next };
      sure = true;
      open = null;
    }
  }
  return result;
}

/** What the last decision was, for who thinks of taking it back: in words, or the phase that it ended. */
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
  for (const entry of story.slice(0, -1).reverse())
    for (const event of [...entry.events].reverse()) {
      const phase = family.chapter(event)?.phase;
      if (phase !== undefined) return { phase: family.phase(kit, phase) };
    }
  return { phase: story[0]?.number === 1 ? family.phase(kit, family.opening(kit).phase) : "" };
}

/** A sentence with its counts apart, so that they can be set off: "2 infantry and 1 tank". */
export function counted(text: string): { text: string; count: boolean }[] {
  const parts: { text: string; count: boolean }[] = [];
  let end = 0;
  for (const match of text.matchAll(/(?<!\bzone )(?<![\w.,-])\d+(?= [a-z])/g)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), count: false });
    parts.push({ text: match[0], count: true });
    end = match.index + match[0].length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), count: false });
  return parts;
}
