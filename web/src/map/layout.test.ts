import { describe, expect, it } from "vitest";

import { anchor, badgeWidth, DOT, GREAT, layout, MARKED_DOT, type Crowd, type Layout, type Spot, step, WORK } from "./layout";

function spot(name: string, x: number, y: number, weight = 1): Spot {
  return {
    name,
    sea: false,
    centre: { x, y },
    stack: [x - 60, y - 23, 120, 46],
    label: { lines: [name], x, y: y - 30, size: 20 },
    badge: "2",
    weight,
  };
}

const spots = [
  spot("Germany", 500, 500, 9),
  spot("Poland", 640, 500, 5),
  spot("Iceland", 100, 100),
  spot("Peru", 900, 900),
];
const crowds = new Map<string, Crowd>([
  ["Germany", { markers: 4, powers: 1 }],
  ["Poland", { markers: 2, powers: 1 }],
  ["Iceland", { markers: 1, powers: 1 }],
]);

function rectangles(found: Layout, k: number): [string, number, number, number, number][] {
  return spots.flatMap((s) => {
    const stack = found.stacks.get(s.name);
    if (!stack) return [];
    const at = anchor(s);
    const [x, y, w, h] = stack.box;
    return [
      [s.name, at.x * k + x, at.y * k + y, at.x * k + x + w, at.y * k + y + h] as [
        string,
        number,
        number,
        number,
        number,
      ],
    ];
  });
}

describe("a layout", () => {
  it("shows every kind of unit in a near view", () => {
    const near = layout(spots, crowds, 1.5);
    expect([...near.stacks.values()].map((s) => s.detail)).toEqual(["kinds", "kinds", "kinds"]);
    expect([...near.names.keys()].sort()).toEqual(["Germany", "Iceland", "Peru", "Poland"]);
  });

  it("puts units together where there is no room, and only there", () => {
    const far = layout(spots, crowds, 0.33);
    expect(far.stacks.get("Germany")?.detail).not.toBe("kinds");
    expect(far.stacks.get("Iceland")?.detail).toBe("kinds");
  });

  it("puts a row of small marks above the markers, and only marks where nobody stands", () => {
    const built = new Map<string, Crowd>([
      ["Iceland", { markers: 1, powers: 1, works: 3 }],
      ["Peru", { markers: 0, powers: 0, works: 1 }],
    ]);
    const near = layout(spots, built, 1);
    const [bare, both, alone] = [layout(spots, crowds, 1).stacks, near.stacks.get("Iceland"), near.stacks.get("Peru")];
    expect(both?.head).toBeGreaterThan(0);
    expect(both?.box[3]).toBeCloseTo((bare.get("Iceland")?.box[3] ?? 0) + (both?.head ?? 0));
    expect(both?.box[2]).toBeGreaterThanOrEqual(3 * WORK.width);
    expect(alone?.box[3]).toBeCloseTo(alone?.head ?? 0);
    expect([...layout(spots, built, 0.2).stacks.values()].map((one) => one.works)).toEqual([0, 0]);
  });

  it.each([0.25, 0.33, 0.5, 0.7, 1, 1.4, 2])("lets no stacks overlap at %f", (k) => {
    const found = rectangles(layout(spots, crowds, k), k);
    for (const a of found) {
      for (const b of found) {
        if (a[0] >= b[0]) continue;
        const apart = a[1] >= b[3] || b[1] >= a[3] || a[2] >= b[4] || b[2] >= a[4];
        expect(apart, `${a[0]} and ${b[0]}`).toBe(true);
      }
    }
  });

  it("never makes markers or letters too small to read, nor too large", () => {
    for (const k of [0.1, 0.5, 1, 2.5]) {
      const found = layout(spots, crowds, k);
      for (const stack of found.stacks.values()) {
        if (stack.detail === "dots") continue;
        expect(stack.scale * 60).toBeGreaterThan(33.99);
        expect(stack.scale * 60).toBeLessThan(62.01);
      }
      for (const name of found.names.values()) {
        expect(name.size).toBeGreaterThanOrEqual(11);
        expect(name.size).toBeLessThanOrEqual(19);
      }
    }
  });

  it("gives the room to the weightier name", () => {
    const two = [spot("Small Place", 100, 100, 1), spot("Large Place", 110, 100, 7)];
    const found = layout(two, new Map(), 0.1);
    expect([...found.names.keys()]).toEqual(["Large Place"]);
  });

  it("names few from afar, those that weigh most, and all from near", () => {
    const many = Array.from({ length: 100 }, (_, i) => spot(`Land ${i}`, (i % 10) * 300, Math.floor(i / 10) * 200, i));
    const far = layout(many, new Map(), 0.2);
    expect(far.names.size).toBeLessThan(20);
    expect(far.names.has("Land 99")).toBe(true);
    expect(far.names.has("Land 0")).toBe(false);
    expect(layout(many, new Map(), 1).names.size).toBe(100);
  });

  it("writes great names larger from afar, and finds them a place among stacks", () => {
    const crowd: [string, Crowd][] = ["Capital", "West", "East"].map((name) => [name, { markers: 1, powers: 1 }]);
    const found = layout([spot("Capital", 500, 500, GREAT), spot("West", 350, 500), spot("East", 650, 500)], new Map(crowd), 0.12);
    expect(found.names.get("Capital")?.size).toBeGreaterThan(13);
    expect(found.names.get("West")?.size ?? 0).toBeLessThan(12);
  });

  it("has room for the emblem on a dot, and for letters in a badge", () => {
    const alone = new Map<string, Crowd>([["Germany", { markers: 9, powers: 2 }], ["Poland", { markers: 9, powers: 2 }]]);
    const wide = (dot: typeof DOT | typeof MARKED_DOT) => layout(spots, alone, 0.2, dot).stacks.get("Germany")?.box[2] ?? 0;
    expect(wide(MARKED_DOT)).toBeGreaterThan(wide(DOT));
    expect(badgeWidth("3", 20)).toBe(badgeWidth("", 20));
    expect(badgeWidth("SU 3", 20)).toBeGreaterThan(badgeWidth("3", 20));
  });

  it("holds for a while", () => {
    expect(step(0.5)).toBe(0.5);
    expect(step(0.52)).toBe(0.5);
    expect(step(0.6)).toBeGreaterThan(0.5);
  });
});
