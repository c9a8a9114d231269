/** Shots at enemies that are named: each enemy is one of its own, and each gun fires once. */
import type { Stack } from "../../area/facts";
import type { Area } from "../../lib/wire";

/** An enemy that can be fired at, and how many shots it gets. */
export interface Mark {
  piece: Area.Piece;
  shots: number;
}

/** All enemies one by one, with the shots dealt out: those first that one hit destroys, the dearest among them. */
export function spread(marks: Stack, shots: number, life: (piece: Area.Piece) => number, cost: (piece: Area.Piece) => number): Mark[] {
  const each = marks
    .flatMap(([piece, count]) => Array.from({ length: count }, () => piece))
    .sort((a, b) => life(a) - life(b) || cost(b) - cost(a));
  return each.map((piece, i) => ({ piece, shots: Math.floor(shots / each.length) + (i < shots % each.length ? 1 : 0) }));
}

/** Shots that are dealt out. */
export function aimed(marks: readonly Mark[]): number {
  return marks.reduce((sum, one) => sum + one.shots, 0);
}

/** The action that fires so: the guns in their order, those that hit best first. */
export function action(marks: readonly Mark[], guns: Stack): Area.Aim {
  const ready = guns.flatMap(([piece, count]) => Array.from({ length: count }, () => piece));
  let next = 0;
  const shots = marks.flatMap(({ piece, shots: count }): Area.Shots[] => {
    if (!count) return [];
    const by = ready.slice(next, next + count);
    next += count;
    return [{ at: piece, by: tally(by) }];
  });
  return { do: "aim", shots };
}

function tally(pieces: readonly Area.Piece[]): [Area.Piece, number][] {
  const found = new Map<string, [Area.Piece, number]>();
  for (const piece of pieces) {
    const key = JSON.stringify(piece);
    found.set(key, [piece, (found.get(key)?.[1] ?? 0) + 1]);
  }
  return [...found.values()];
}
