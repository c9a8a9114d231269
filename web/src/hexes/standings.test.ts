import { describe, expect, it } from "vitest";

import type { Hexes } from "../lib/wire";
import type { Facts } from "./facts";
import { since, standings } from "./standings";

const facts = {
  scenario: { sides: ["axis", "soviet"] },
  places: new Map([
    ["1", { id: "1", title: "Minsk", production: 4 }],
    ["2", { id: "2", title: "Kiev", production: 3 }],
  ]),
} as unknown as Facts;

function view(control: Record<string, string>, armies: Record<string, [string, number]>, devastated = {}): Hexes.HexState {
  const named = Object.entries(armies).map(([name, [side, infantry]]) => [name, { side, at: "1", points: { infantry } }]);
  return { control, armies: Object.fromEntries(named), devastated } as unknown as Hexes.HexState;
}

describe("sides", () => {
  const before = view({ "1": "soviet", "2": "soviet" }, { North: ["axis", 5], Front: ["soviet", 4] });
  const after = view({ "1": "axis", "2": "soviet" }, { North: ["axis", 3] }, { "2": 1 });

  it("have the production that is not devastated, and the strength of their armies", () => {
    expect(standings(facts, after)).toEqual([
      { side: "axis", production: 4, strength: 3 },
      { side: "soviet", production: 2, strength: 0 },
    ]);
  });

  it("lose places, armies and strength between two turns", () => {
    expect(since(facts, before, after, ["soviet"])).toEqual({
      lost: [{ place: "1", from: "soviet", to: "axis" }],
      gained: [],
      fallen: ["Front"],
      beaten: [],
      strength: [
        { side: "axis", by: -2 },
        { side: "soviet", by: -4 },
      ],
    });
    expect(since(facts, before, after, ["axis"]).beaten).toEqual(["Front"]);
  });
});
