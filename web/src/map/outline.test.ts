import { describe, expect, it } from "vitest";

import { contains, distance, outline, rings, spaceAt } from "./outline";

const sheet = { width: 1000, height: 500, wraps: true };
const sea = outline("Wide Sea", true, "M0 0l1000 0 0 500 -1000 0zM100 100l50 0 0 50 -50 0z");
const land = outline("Square", false, "M100 100l50 0 0 50 -50 0z");
const rock = outline("Rock", false, "M990.5 200l5 0 0 5 -5 0z");
const all = [sea, land, rock];

describe("outlines", () => {
  it("reads steps as places", () => {
    expect([...(rings("M10 20l5 0 0-5.5 -5 0z")[0] ?? [])]).toEqual([10, 20, 15, 20, 15, 14.5, 10, 14.5]);
  });

  it("knows a hole from what is around it", () => {
    expect(contains(sea, { x: 120, y: 120 })).toBe(false);
    expect(contains(sea, { x: 90, y: 120 })).toBe(true);
    expect(contains(land, { x: 120, y: 120 })).toBe(true);
  });

  it("measures to the nearest border", () => {
    expect(distance(land, { x: 90, y: 120 })).toBeCloseTo(10);
  });
});

describe("what is hit", () => {
  it("is the space under the pointer", () => {
    expect(spaceAt(all, { x: 120, y: 120 }, sheet)).toBe("Square");
    expect(spaceAt(all, { x: 98, y: 120 }, sheet)).toBe("Wide Sea");
    expect(spaceAt(all, { x: 500, y: 900 }, sheet)).toBe("");
    expect(spaceAt(all, { x: 120 - 1000, y: 120 }, sheet)).toBe("Square");
  });

  it("is a small island beside a finger, also over the edge", () => {
    expect(spaceAt(all, { x: 985, y: 202 }, sheet, 12)).toBe("Rock");
    expect(spaceAt(all, { x: 2, y: 202 }, sheet, 12)).toBe("Rock");
  });

  it("leaves the sea beside a large coast to the ships", () => {
    expect(spaceAt(all, { x: 96, y: 120 }, sheet, 5)).toBe("Wide Sea");
  });
});
