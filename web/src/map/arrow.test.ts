import { describe, expect, it } from "vitest";

import { arrow, clearance, unrolled } from "./arrow";

const globe = { width: 4000, height: 1800, wraps: true };

describe("an arrow", () => {
  it("leaves its ends free", () => {
    const drawn = arrow(
      [
        { x: 0, y: 0 },
        { x: 100, y: 0 },
        { x: 200, y: 0 },
      ],
      20,
      30,
    );
    expect(drawn.d.startsWith("M20.0 0.0")).toBe(true);
    expect(drawn.tip.x).toBeCloseTo(170);
    expect(drawn.angle).toBeCloseTo(0);
    expect(drawn.middle.x).toBeCloseTo(95);
  });

  it("is still there on a way that is shorter than its ends", () => {
    const drawn = arrow(
      [
        { x: 0, y: 0 },
        { x: 5, y: 0 },
        { x: 10, y: 0 },
      ],
      20,
      30,
    );
    expect(drawn.tip.x).toBeGreaterThan(Number(/^M(-?[\d.]+)/.exec(drawn.d)?.[1]));
  });

  it("bends, so that there and back can be told apart", () => {
    const there = arrow(
      [
        { x: 0, y: 0 },
        { x: 100, y: 0 },
      ],
      0,
      0,
    ).middle;
    const back = arrow(
      [
        { x: 100, y: 0 },
        { x: 0, y: 0 },
      ],
      0,
      0,
    ).middle;
    expect(Math.abs(there.y - back.y)).toBeGreaterThan(10);
  });

  it("stays in place for units that attack where they are", () => {
    const drawn = arrow([{ x: 7, y: 9 }], 20, 30);
    expect(drawn.tip).toEqual({ x: 7, y: 9 });
  });

  it("goes over the edge where that is shorter", () => {
    expect(
      unrolled(
        [
          { x: 3900, y: 0 },
          { x: 100, y: 0 },
          { x: 300, y: 0 },
        ],
        globe,
      ).map((p) => p.x),
    ).toEqual([3900, 4100, 4300]);
  });

  it("ends beside what stands there, not on it", () => {
    const box = { width: 40, height: 20 };
    expect(clearance(box, { x: 0, y: 0 }, { x: 100, y: 0 })).toBeCloseTo(20);
    expect(clearance(box, { x: 0, y: 0 }, { x: 0, y: -50 })).toBeCloseTo(10);
    expect(clearance(box, { x: 3, y: 3 }, { x: 3, y: 3 })).toBe(0);
  });
});
