// From space to space by the arrow keys: the neighbour that lies best in a direction.

import { nearest } from "./camera";
import type { Point, Sheet } from "./camera";

export type Direction = "up" | "down" | "left" | "right";

/** The directions of the arrow keys. */
export const DIRECTIONS: Readonly<Record<string, Direction | undefined>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

export const HEADING: Record<Direction, Point> = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};

/** The one of ``others`` that lies best in a direction from ``from``; nothing if none lies there. */
export function ahead(
  from: Point,
  others: readonly { name: string; at: Point }[],
  direction: Direction,
  sheet: Sheet,
): string | undefined {
  const way = HEADING[direction];
  let best: string | undefined;
  let least = Infinity;
  for (const { name, at } of others) {
    const [dx, dy] = [nearest(at.x, from.x, sheet) - from.x, at.y - from.y];
    const far = Math.hypot(dx, dy);
    const straight = (dx * way.x + dy * way.y) / far;
    // Within about sixty degrees of the heading; near is better, and straight is better still.
    if (!(straight > 0.48)) continue;
    const cost = far / straight ** 3;
    if (cost < least) [least, best] = [cost, name];
  }
  return best;
}
