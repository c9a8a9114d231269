import { describe, expect, it } from "vitest";

import { lettersOf, TILES } from "./patterns";

const named = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { name }]));

describe("what tells owners apart without colour", () => {
  it("is a pattern for each power of the largest board, no two alike", () => {
    expect(TILES.length).toBeGreaterThanOrEqual(10);
    expect(new Set(TILES).size).toBe(TILES.length);
  });

  it.each([
    ["Soviet Union", "Germany", "United Kingdom", "Japan", "United States", "Italy", "France", "China", "ANZAC", "Netherlands"],
    ["Sowjetunion", "Deutschland", "Großbritannien", "Japan", "USA"],
  ])("is two letters, no two alike", (...names) => {
    const letters = Object.values(lettersOf(named(...names)));
    expect(letters.every((two) => /^[A-Z]{2}$/.test(two))).toBe(true);
    expect(new Set(letters).size).toBe(names.length);
  });

  it("takes the beginnings of words where there are several", () => {
    expect(lettersOf(named("United Kingdom", "Japan"))).toEqual({ "United Kingdom": "UK", Japan: "JA" });
  });
});
