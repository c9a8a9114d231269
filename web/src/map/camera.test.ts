import { describe, expect, it } from "vitest";

import {
  around,
  between,
  copies,
  farthest,
  fitted,
  held,
  NEAREST,
  nearest,
  onSheet,
  panned,
  toScreen,
  toSheet,
  whole,
  zoomed,
} from "./camera";

const globe = { width: 4000, height: 1800, wraps: true };
const flat = { width: 4000, height: 1800, wraps: false };
const desk = { width: 1000, height: 800 };

describe("looking", () => {
  it("finds the same place again from the window", () => {
    const camera = { x: 700, y: 400, k: 0.8 };
    const at = toSheet({ x: 120, y: 640 }, camera, desk);
    expect(toScreen(at, camera, desk).x).toBeCloseTo(120);
    expect(toScreen(at, camera, desk).y).toBeCloseTo(640);
  });

  it("keeps what is under the pointer while it zooms", () => {
    const camera = { x: 2000, y: 900, k: 0.5 };
    const at = { x: 200, y: 300 };
    const before = toSheet(at, camera, desk);
    const after = toSheet(at, zoomed(camera, 1.7, at, globe, desk), desk);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });

  it("zooms neither nearer nor farther than there is something to see", () => {
    const camera = { x: 2000, y: 900, k: 0.5 };
    const middle = { x: 500, y: 400 };
    expect(zoomed(camera, 1000, middle, globe, desk).k).toBe(NEAREST);
    expect(zoomed(camera, 1e-6, middle, globe, desk).k).toBe(farthest(globe, desk));
  });

  it("moves the sheet with the hand", () => {
    expect(panned({ x: 100, y: 100, k: 2 }, 20, -40)).toEqual({ x: 90, y: 120, k: 2 });
  });
});

describe("limits", () => {
  it("shows the whole of a flat sheet, and a round one only once", () => {
    expect(farthest(flat, { width: 1000, height: 180 })).toBeCloseTo(0.1);
    expect(farthest(globe, { width: 1000, height: 180 })).toBeCloseTo(0.25);
    expect(whole(flat, desk)).toEqual({ x: 2000, y: 900, k: 0.25 });
  });

  it("stops at the edges of a flat sheet and goes round the other", () => {
    expect(held({ x: -500, y: -500, k: 1 }, flat, desk)).toEqual({ x: 500, y: 400, k: 1 });
    expect(held({ x: -500, y: 2500, k: 1 }, globe, desk)).toEqual({ x: 3500, y: 1400, k: 1 });
  });

  it("puts a sheet that is lower than the window into its middle", () => {
    expect(held({ x: 2000, y: 20, k: 0.25 }, globe, desk).y).toBe(900);
  });
});

describe("going round", () => {
  it("shows a second copy only at an edge", () => {
    expect(copies({ x: 2000, y: 900, k: 1 }, globe, desk)).toEqual([0]);
    expect(copies({ x: 100, y: 900, k: 1 }, globe, desk)).toEqual([0, -1]);
    expect(copies({ x: 3900, y: 900, k: 1 }, globe, desk)).toEqual([0, 1]);
    expect(copies({ x: 3900, y: 900, k: 1 }, flat, desk)).toEqual([0]);
  });

  it("knows a place beyond the edge", () => {
    expect(onSheet({ x: -10, y: 5 }, globe)).toEqual({ x: 3990, y: 5 });
    expect(onSheet({ x: 4010, y: 5 }, globe)).toEqual({ x: 10, y: 5 });
    expect(nearest(3900, 50, globe)).toBe(-100);
    expect(nearest(3900, 50, flat)).toBe(3900);
  });

  it("takes the short way", () => {
    const on = between({ x: 3900, y: 900, k: 1 }, { x: 100, y: 900, k: 1 }, 0.5, globe);
    expect(on.x).toBeCloseTo(4000);
  });

  it("puts a box around places on both sides of the edge", () => {
    expect(
      around(
        [
          [3800, 100, 100, 50],
          [50, 200, 100, 50],
        ],
        globe,
      ),
    ).toEqual([3800, 100, 350, 150]);
    expect(
      around(
        [
          [3800, 100, 100, 50],
          [50, 200, 100, 50],
        ],
        flat,
      ),
    ).toEqual([50, 100, 3850, 150]);
    expect(
      around(
        [
          [1000, 0, 100, 50],
          [1500, 0, 100, 50],
          [1200, 0, 900, 50],
        ],
        globe,
      ),
    ).toEqual([1000, 0, 1100, 50]);
  });
});

describe("on the way", () => {
  it("begins and ends where it should", () => {
    const from = { x: 500, y: 500, k: 0.3 };
    const to = { x: 1500, y: 900, k: 1.2 };
    expect(between(from, to, 0, globe)).toEqual(from);
    const end = between(from, to, 1, globe);
    expect(end.x).toBeCloseTo(1500);
    expect(end.y).toBeCloseTo(900);
    expect(end.k).toBeCloseTo(1.2);
  });

  it("fits a box into the window", () => {
    const camera = fitted([1000, 400, 1000, 500], flat, desk);
    const corner = toScreen({ x: 1000, y: 400 }, camera, desk);
    const other = toScreen({ x: 2000, y: 900 }, camera, desk);
    expect(corner.x).toBeGreaterThanOrEqual(0);
    expect(corner.y).toBeGreaterThanOrEqual(0);
    expect(other.x).toBeLessThanOrEqual(1000);
    expect(other.y).toBeLessThanOrEqual(800);
  });
});
