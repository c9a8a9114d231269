/** The moves of this phase, read from the log: arrows for the map, lines for the list, arrivals for the markers. */
import type { Area, Entry } from "../lib/wire";
import { arrivalKey } from "./forces";

/** One decision that moved something, as it is drawn. */
export interface March {
  /** The number to take it back by. */
  number: number;
  seat: string;
  /** From where to where, through what. */
  path: readonly string[];
  kind: "land" | "air" | "sea";
  attack: boolean;
  units: Readonly<Record<string, number>>;
  text: string;
}

type AreaEntry = Entry<Area.Family>;

/** The entries of the phase that is going on; of a team that plays at the same time, of each one's own phase. */
export function sincePhase(story: readonly AreaEntry[], active: readonly string[] = []): AreaEntry[] {
  if (active.length < 2) return since(story, (event) => event.is === "phase-began" || event.is === "turn-began");
  const over = new Set<string>();
  const found: AreaEntry[] = [];
  for (const entry of sinceTurn(story).reverse()) {
    for (const event of entry.events) if (event.is === "phase-began") over.add(event.power);
    const gone = active.includes(entry.seat) ? over.has(entry.seat) : over.size > 0;
    if (!gone) found.unshift(entry);
  }
  return found;
}

/** The entries of the turn that is going on. */
export function sinceTurn(story: readonly AreaEntry[]): AreaEntry[] {
  return since(story, (event) => event.is === "turn-began");
}

function since(story: readonly AreaEntry[], begins: (event: Area.Event) => boolean): AreaEntry[] {
  for (let i = story.length - 1; i >= 0; i--) {
    if (story[i]?.events.some(begins)) return story.slice(i + 1);
  }
  return [...story];
}

/** What a decision moved: a march for each way, with all that went it. */
export function marches(entry: AreaEntry, kinds: (unit: string) => string): March[] {
  const ways = new Map<string, { path: string[]; kind: March["kind"]; units: Record<string, number> }>();
  const add = (path: string[], piece: Area.Piece, count: number) => {
    const kind = kinds(piece.unit);
    const known = kind === "air" || kind === "sea" ? kind : "land";
    const key = `${known}:${path.join(">")}`;
    const way = ways.get(key) ?? { path, kind: known, units: {} };
    way.units[piece.unit] = (way.units[piece.unit] ?? 0) + count;
    ways.set(key, way);
  };
  let attack = false;
  for (const event of entry.events) {
    if (event.is === "moved") add(event.path, event.piece, event.count);
    else if (event.is === "loaded") add([event.territory, event.zone], event.piece, 1);
    else if (event.is === "landed") for (const [piece, n] of event.units) add([event.zone, event.territory], piece, n);
    else if (event.is === "announced" || event.is === "engaged") attack = true;
  }
  const text = entry.text.join(" ");
  return [...ways.values()].map((way) => ({ number: entry.number, seat: entry.seat, attack, text, ...way }));
}

/** The moves of this phase: the list of orders has them. A bot's reasons are told only in the log, so its moves stay there. */
export function listedMoves(story: readonly AreaEntry[], active: readonly string[]): Set<number> {
  const moved = sincePhase(story, active).filter((entry) => !entry.reason && marches(entry, () => "land").length);
  return new Set(moved.map((entry) => entry.number));
}

/** The battle that a decision is for, among these: a landing's own, or where its units have gone. */
export function battleOf(entry: AreaEntry, battles: readonly string[]): string {
  const landings = entry.events.flatMap((event) => (event.is === "announced" ? [event.territory] : []));
  const ends = entry.events.flatMap((event) => (event.is === "moved" ? [event.path.at(-1) ?? ""] : []));
  return [...landings, ...ends.reverse()].find((space) => battles.includes(space)) ?? "";
}

/** Marches that go the same way are one arrow. */
export interface Folded extends March {
  id: string;
  /** All decisions in it, the last one first. */
  numbers: readonly number[];
  total: number;
}

export function folded(all: readonly March[]): Folded[] {
  const found = new Map<string, Folded>();
  for (const one of all) {
    const id = `${one.seat}:${one.kind}:${one.path.join(">")}`;
    const had = found.get(id);
    const units = { ...had?.units };
    for (const [unit, count] of Object.entries(one.units)) units[unit] = (units[unit] ?? 0) + count;
    found.set(id, {
      ...one,
      id,
      units,
      attack: one.attack || (had?.attack ?? false),
      text: had && had.number !== one.number ? `${had.text} ${one.text}` : one.text,
      numbers: [...new Set([one.number, ...(had?.numbers ?? [])])],
      total: Object.values(units).reduce((sum, count) => sum + count, 0),
    });
  }
  return [...found.values()];
}

/** What came where in these entries: the last place of everything that moved, and new units. */
export function arrivals(entries: readonly AreaEntry[]): Set<string> {
  const found = new Set<string>();
  for (const { events } of entries) {
    for (const event of events) {
      if (event.is === "moved") {
        const end = event.path.at(-1);
        if (end && event.path.length > 1) found.add(arrivalKey(end, event.after.power, event.after.unit));
      } else if (event.is === "landed") {
        for (const [piece] of event.units) found.add(arrivalKey(event.territory, piece.power, piece.unit));
      } else if (event.is === "mobilized") found.add(arrivalKey(event.space, event.power, event.unit));
    }
  }
  return found;
}
