import { describe, expect, it } from "vitest";

import type { Area } from "../lib/wire";
import { entry, facts } from "./example";
import { arrivals, battleOf, folded, marches, sincePhase, sinceTurn } from "./marches";

const kinds = (unit: string) => facts.units.get(unit)?.kind ?? "land";
const infantry = { power: "red", unit: "infantry" };
const ship = { power: "red", unit: "transport" };

function moved(unit: string, count: number, ...path: string[]): Area.Moved {
  return { is: "moved", piece: { power: "red", unit }, count, path, after: { power: "red", unit, used: 1 } };
}

describe("the battle of a move", () => {
  it("is where its units end, or where they are to land", () => {
    const strike = entry(1, [moved("tank", 1, "Redland", "Middle")]);
    expect(battleOf(strike, ["Middle"])).toBe("Middle");
    expect(battleOf(strike, ["Blueland"])).toBe("");
    const landing = entry(2, [moved("transport", 1, "Bay", "Sound"), { is: "announced", power: "red", zone: "Sound", territory: "Blueland" }]);
    expect(battleOf(landing, ["Sound", "Blueland"])).toBe("Blueland");
  });
});

describe("the log", () => {
  const story = [
    entry(1, [{ is: "turn-began", round: 1, power: "red", phase: "purchase" }]),
    entry(2, [moved("tank", 1, "Redland", "Middle")]),
    entry(3, [{ is: "phase-began", power: "red", phase: "noncombat-move" }]),
    entry(4, [moved("infantry", 2, "Redland", "Middle")]),
  ];

  it("is read from the beginning of the phase, or of the turn", () => {
    expect(sincePhase(story).map((one) => one.number)).toEqual([4]);
    expect(sinceTurn(story).map((one) => one.number)).toEqual([2, 3, 4]);
    expect(sincePhase([])).toEqual([]);
  });

  it("is read for each power of a team from the beginning of its own phase", () => {
    const team = [
      entry(1, [{ is: "turn-began", round: 1, power: "red", phase: "combat-move", mates: { pink: "combat-move" } }]),
      entry(2, [moved("tank", 1, "Redland", "Middle")]),
      entry(3, [moved("infantry", 1, "Redland", "Middle")], "pink"),
      entry(4, [{ is: "phase-began", power: "pink", phase: "window" }], "pink"),
      entry(5, [moved("infantry", 1, "Redland", "Middle")]),
    ];
    expect(sincePhase(team, ["red", "pink"]).map((one) => one.number)).toEqual([2, 5]);
    expect(sincePhase([...team, entry(6, [], "blue")], ["red", "pink"]).map((one) => one.number)).toEqual([2, 5, 6]);
  });

  it("tells what came where", () => {
    expect(arrivals(sinceTurn(story))).toEqual(new Set(["Middle/red/tank", "Middle/red/infantry"]));
  });
});

describe("arrows", () => {
  it("are one for each way of a decision", () => {
    const voyage = entry(7, [
      { is: "loaded", zone: "Bay", territory: "Redland", piece: infantry, transport: ship, after: ship },
      moved("transport", 1, "Bay", "Far Bay"),
      { is: "announced", power: "red", zone: "Far Bay", territory: "Blueland" },
      { is: "landed", zone: "Far Bay", territory: "Blueland", transport: ship, after: ship, units: [[infantry, 1]] },
    ]);
    expect(marches(voyage, kinds).map((one) => [one.kind, one.path.join(" "), one.units, one.attack])).toEqual([
      ["land", "Redland Bay", { infantry: 1 }, true],
      ["sea", "Bay Far Bay", { transport: 1 }, true],
      ["land", "Far Bay Blueland", { infantry: 1 }, true],
    ]);
  });

  it("that go the same way are one, and know all their decisions, the last first", () => {
    const all = [
      entry(4, [moved("infantry", 2, "Redland", "Middle")]),
      entry(5, [moved("tank", 1, "Redland", "Middle")]),
      entry(6, [moved("fighter", 1, "Redland", "Middle")]),
    ].flatMap((one) => marches(one, kinds));
    const [ground, air] = folded(all);
    expect(ground?.total).toBe(3);
    expect(ground?.numbers).toEqual([5, 4]);
    expect(ground?.text).toBe("number 4 number 5");
    expect(air?.kind).toBe("air");
  });
});
