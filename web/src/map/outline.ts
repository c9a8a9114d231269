// The outlines of the spaces, read from the ground: which space lies under a place, and how far away another is.

import { onSheet } from "./camera";
import type { Point, Sheet } from "./camera";

export interface Outline {
  name: string;
  sea: boolean;
  /** The path as the ground draws it. */
  d: string;
  /** Closed rings of x, y, x, y … */
  rings: Float64Array[];
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Reads paths as the ground writes them: ``M`` and ``z``, and between them ``l`` with steps. */
export function rings(d: string): Float64Array[] {
  const found: Float64Array[] = [];
  for (const part of d.split("z")) {
    const numbers = part.match(/-?\d*\.?\d+/g)?.map(Number) ?? [];
    if (numbers.length < 6) continue;
    const ring = new Float64Array(numbers);
    for (let i = 2; i + 1 < ring.length; i += 2) {
      ring[i] = (ring[i] ?? 0) + (ring[i - 2] ?? 0);
      ring[i + 1] = (ring[i + 1] ?? 0) + (ring[i - 1] ?? 0);
    }
    found.push(ring);
  }
  return found;
}

export function outline(name: string, sea: boolean, d: string): Outline {
  const made: Outline = {
    name,
    sea,
    d,
    rings: rings(d),
    left: Infinity,
    top: Infinity,
    right: -Infinity,
    bottom: -Infinity,
  };
  for (const ring of made.rings) {
    for (let i = 0; i < ring.length; i += 2) {
      made.left = Math.min(made.left, ring[i] ?? 0);
      made.right = Math.max(made.right, ring[i] ?? 0);
      made.top = Math.min(made.top, ring[i + 1] ?? 0);
      made.bottom = Math.max(made.bottom, ring[i + 1] ?? 0);
    }
  }
  return made;
}

/** Whether a place lies in a space: a ray to the right crosses its rings an odd number of times. */
export function contains(space: Outline, { x, y }: Point): boolean {
  if (x < space.left || x > space.right || y < space.top || y > space.bottom) return false;
  let odd = false;
  for (const ring of space.rings) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [xi, yi, xj, yj] = [ring[i] ?? 0, ring[i + 1] ?? 0, ring[j] ?? 0, ring[j + 1] ?? 0];
      if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd;
    }
  }
  return odd;
}

/** How far a place is from the nearest border of a space. */
export function distance(space: Outline, { x, y }: Point): number {
  let least = Infinity;
  for (const ring of space.rings) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [ax, ay, bx, by] = [ring[i] ?? 0, ring[i + 1] ?? 0, ring[j] ?? 0, ring[j + 1] ?? 0];
      const [dx, dy] = [bx - ax, by - ay];
      const long = dx * dx + dy * dy;
      const t = long ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / long)) : 0;
      least = Math.min(least, Math.hypot(x - ax - t * dx, y - ay - t * dy));
    }
  }
  return least;
}

/** The space at a place. Land is found within ``reach`` of it too: a small island is hit by a finger beside it. */
export function spaceAt(spaces: readonly Outline[], place: Point, sheet: Sheet, reach = 0): string {
  const at = onSheet(place, sheet);
  const hit = spaces.find((space) => contains(space, at));
  if (hit && (!hit.sea || reach <= 0)) return hit.name;
  let best = hit?.name ?? "";
  let least = reach;
  for (const space of spaces) {
    if (space.sea) continue;
    for (const x of sheet.wraps ? [at.x - sheet.width, at.x, at.x + sheet.width] : [at.x]) {
      const near = { x, y: at.y };
      if (x < space.left - reach || x > space.right + reach) continue;
      if (at.y < space.top - reach || at.y > space.bottom + reach) continue;
      // Only what is too small to be hit gets the room around it: a coast must leave the sea to the ships.
      if (Math.max(space.right - space.left, space.bottom - space.top) > 6 * reach) continue;
      const far = distance(space, near);
      if (far < least) [least, best] = [far, space.name];
    }
  }
  return best;
}
