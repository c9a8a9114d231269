import { describe, expect, it } from "vitest";

import { frontOf } from "./grid";

const SIZE = 84;
const row = (name: string, column: number, y: number) => ({ name, centre: { x: Math.round(column * Math.sqrt(3) * SIZE), y } });

describe("the front", () => {
  const far = [row("west", 99, 0), row("east", 100, 0), row("south", 99.5, 126), row("beyond", 101, 0)];

  it("runs between hexes of different holders, once", () => {
    const holders = new Map([["west", "axis"], ["east", "soviet"], ["south", "soviet"]]);
    expect(frontOf(far, holders, SIZE).match(/M/g)).toHaveLength(2);
  });

  it("is not between friends, nor towards what nobody holds", () => {
    const holders = new Map([["west", "axis"], ["east", "axis"], ["south", "axis"]]);
    expect(frontOf(far, holders, SIZE)).toBe("");
  });
});
