// Arrows along the spaces of a way: a smooth line, the place of its head, and of what is written on it.

import { nearest } from "./camera";
import type { Point, Sheet } from "./camera";

export interface Drawn {
  d: string;
  tip: Point;
  /** Degrees, to the right is 0. */
  angle: number;
  middle: Point;
}

/** The places of a way one after another, over the edge where that is shorter. */
export function unrolled(places: readonly Point[], sheet: Sheet): Point[] {
  const found: Point[] = [];
  for (const at of places) {
    const last = found.at(-1);
    found.push(last ? { x: nearest(at.x, last.x, sheet), y: at.y } : at);
  }
  return found;
}

const BEND = 0.14;

/** A smooth line through places; ``start`` and ``end`` are left free at its ends. */
export function arrow(places: readonly Point[], start: number, end: number): Drawn {
  const line = smooth(places);
  const lengths = [0];
  line.forEach((at, i) => {
    const last = line[i - 1];
    if (last) lengths.push((lengths.at(-1) ?? 0) + Math.hypot(at.x - last.x, at.y - last.y));
  });
  const long = lengths.at(-1) ?? 0;
  // On a short way the ends give way to the arrow itself.
  const squeeze = Math.min(1, (long * 0.5) / Math.max(1e-9, start + end));
  const [from, to] = [start * squeeze, long - end * squeeze];
  const seen = [along(line, lengths, from)];
  line.forEach((at, i) => {
    const far = lengths[i] ?? 0;
    if (far > from && far < to) seen.push(at);
  });
  const tip = along(line, lengths, to);
  seen.push(tip);
  const before = along(line, lengths, Math.max(from, to - long * 0.04 - 1));
  return {
    d: seen.map((at, i) => `${i ? "L" : "M"}${at.x.toFixed(1)} ${at.y.toFixed(1)}`).join(""),
    tip,
    angle: (Math.atan2(tip.y - before.y, tip.x - before.x) * 180) / Math.PI,
    middle: along(line, lengths, (from + to) / 2),
  };
}

/** Points along a curve through all places; between two alone it bends, so that there and back are two lines. */
function smooth(places: readonly Point[]): Point[] {
  const [first, second] = places;
  if (!first || !second) return [...places];
  const knots = [...places];
  if (knots.length === 2) {
    const [dx, dy] = [second.x - first.x, second.y - first.y];
    knots.splice(1, 0, { x: first.x + dx / 2 + dy * BEND, y: first.y + dy / 2 - dx * BEND });
  }
  const found: Point[] = [first];
  for (let i = 0; i + 1 < knots.length; i++) {
    const b = knots[i] as Point;
    const c = knots[i + 1] as Point;
    const a = knots[i - 1] ?? b;
    const d = knots[i + 2] ?? c;
    for (let n = 1; n <= 12; n++)
      found.push({ x: spline(a.x, b.x, c.x, d.x, n / 12), y: spline(a.y, b.y, c.y, d.y, n / 12) });
  }
  return found;
}

function spline(a: number, b: number, c: number, d: number, t: number): number {
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

function along(line: readonly Point[], lengths: readonly number[], far: number): Point {
  let i = lengths.findIndex((length) => length >= far);
  if (i < 0) i = lengths.length - 1;
  const [a, b] = [line[Math.max(0, i - 1)], line[i]];
  if (!a || !b) return line[0] ?? { x: 0, y: 0 };
  const [from, to] = [lengths[i - 1] ?? 0, lengths[i] ?? 0];
  const t = to > from ? (far - from) / (to - from) : 0;
  return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t };
}

/** How far a line from the middle of a box runs before it leaves it, on its way to a place. */
export function clearance(box: { width: number; height: number }, from: Point, to: Point): number {
  const [dx, dy] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  const long = Math.hypot(dx, dy);
  if (!long) return 0;
  return Math.min(dx ? (box.width / 2) * (long / dx) : Infinity, dy ? (box.height / 2) * (long / dy) : Infinity);
}
