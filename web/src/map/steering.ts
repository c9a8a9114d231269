// From space to space by the arrow keys: the neighbour that lies best in a direction.

import { nearest } from "./camera";
import type { Point, Sheet } from "./camera";

export type Direction = "up" | "down" | "left" | "right";

const HEADING: Record<Direction, Point> = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};

/** The one of ``others`` that lies best in a direction from ``from``; nothing if none lies there. */
export function ahead(
  from: Point, others: readonly { name: string; at: Point }[], direction: Direction, sheet: Sheet,
): string | undefined {
  const way = HEADING[direction];
  let best: string | undefined;
  let least = Infinity;
  for (const { name, at } of others) {
    const [dx, dy] = [nearest(at.x, from.x, sheet) - from.x, at.y - from.y];
    const [on, off] = [dx * way.x + dy * way.y, Math.abs(dx * way.y) + Math.abs(dy * way.x)];
    // Within about sixty degrees of the heading; near and straight is better.
    if (on <= 0 || off > on * 1.8) continue;
    const cost = on + off * 1.6;
    if (cost < least) [least, best] = [cost, name];
  }
  return best;
}
