import { describe, expect, it } from "vitest";

import type { Contest, GameInfo, Luck } from "../lib/wire";
import { drawn, shares, signed, tidy } from "./numbers";

const GAME = {
  box: {
    chairs: [
      { seat: "red", name: "Red", side: "warm", colour: "#aa0000" },
      { seat: "blue", name: "Blue", side: "cold", colour: "" },
    ],
    sides: { warm: "Warm", cold: "Cold" },
  },
} as unknown as GameInfo;

function luck(who: string, percentile: number): Luck {
  return { who, what: "hits", dice: 6, expected: 2, scored: 3, percentile };
}

describe("numbers", () => {
  it("are short, and signed where they are a difference", () => {
    expect(tidy(3)).toBe("3");
    expect(tidy(-2.345)).toBe("−2.3");
    expect(signed(1.25)).toBe("+1.3");
    expect(signed(-4)).toBe("−4.0");
    expect(signed(0)).toBe("0.0");
    expect(tidy(1.5, "de")).toBe("1,5");
  });
});

describe("lines", () => {
  it("have names and differ without colours", () => {
    const lines = [
      { who: "red", values: [1] },
      { who: "blue", values: [2] },
    ];
    const found = drawn(lines, "seat", GAME, {});
    expect(found.map((one) => one.name)).toEqual(["Red", "Blue"]);
    expect(found[0]?.colour).toBe("#aa0000");
    expect(found[1]?.colour).toMatch(/^#/);
    expect(found[0]?.dash).not.toEqual(found[1]?.dash);
    expect(drawn([{ who: "warm", values: [1] }], "side", GAME, {})[0]).toMatchObject({ name: "Warm", colour: "#aa0000" });
  });
});

describe("shares of battles", () => {
  const contests = [
    { number: 3, luck: [luck("red", 40), luck("blue", 90)] },
    { number: 8, luck: [luck("red", 5)] },
  ] as unknown as Contest[];
  const order = (how: "time" | "lucky" | "unlucky") => shares(contests, how).map((one) => one.luck.percentile);

  it("come as they came, or the extreme first", () => {
    expect(order("time")).toEqual([40, 90, 5]);
    expect(order("lucky")).toEqual([90, 40, 5]);
    expect(order("unlucky")).toEqual([5, 40, 90]);
  });
});
