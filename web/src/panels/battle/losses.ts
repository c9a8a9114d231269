/** Choosing losses: a number of hits, and units that can take them. */
import type { Stack } from "../../area/facts";
import type { Area } from "../../lib/wire";

/** Like units on the strip, and what is to happen to them. */
export interface Line {
  key: string;
  piece: Area.Piece;
  count: number;
  /** Hits that one of them still survives, plus one. */
  life: number;
  damaged: number;
  destroyed: number;
}

const key = (piece: Area.Piece): string => JSON.stringify(piece);

/** The lines of a choice, with the proposed losses filled in. */
export function linesOf(
  choosable: Stack, damaged: Stack, destroyed: Stack, life: (piece: Area.Piece) => number,
): Line[] {
  const hurt = new Map(damaged.map(([piece, count]) => [key(piece), count]));
  const lost = new Map(destroyed.map(([piece, count]) => [key(piece), count]));
  return choosable.map(([piece, count]) => ({
    key: key(piece),
    piece,
    count,
    life: life(piece),
    damaged: hurt.get(key(piece)) ?? 0,
    destroyed: lost.get(key(piece)) ?? 0,
  }));
}

/** As many of the cheapest pieces as were hit, those that have moved farthest first. */
export function cheapest(units: Stack, hits: number, cost: (piece: Area.Piece) => number): [Area.Piece, number][] {
  const ranked = units.toSorted(([a], [b]) => cost(a) - cost(b) || (b.used ?? 0) - (a.used ?? 0));
  let left = hits;
  return ranked.flatMap(([piece, count]) => {
    const some = Math.min(count, left);
    left -= some;
    return some ? [[piece, some]] : [];
  });
}

/** Hits that are taken so far. */
export function taken(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + line.damaged + line.destroyed * line.life, 0);
}

/** Another number of lost (or damaged) units of one line, within what is there. */
export function changed(lines: readonly Line[], at: string, what: "damaged" | "destroyed", count: number): Line[] {
  return lines.map((line) => {
    if (line.key !== at) return line;
    const other = what === "damaged" ? line.destroyed : line.damaged;
    const some = Math.max(0, Math.min(count, line.count));
    const kept = Math.min(other, line.count - some);
    return what === "damaged" ? { ...line, damaged: some, destroyed: kept } : { ...line, destroyed: some, damaged: kept };
  });
}

/** The action that takes these losses. */
export function action(lines: readonly Line[]): Area.Action {
  const some = (what: "damaged" | "destroyed"): [Area.Piece, number][] =>
    lines.filter((line) => line[what] > 0).map((line) => [line.piece, line[what]]);
  return { do: "casualties", damaged: some("damaged"), destroyed: some("destroyed") };
}
