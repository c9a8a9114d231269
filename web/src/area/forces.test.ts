import { describe, expect, it } from "vitest";

import type { Area } from "../lib/wire";
import { facts, stateOf } from "./example";
import { factsOf } from "./facts";
import { arrivalKey, forceWords, markersOf, spaceWords, unitsAt } from "./forces";

const none = { arrivals: new Set<string>(), source: "", picked: {} };

describe("markers", () => {
  it("put like units together, in the order of play and of the unit table", () => {
    const view = stateOf({
      Middle: [
        [{ power: "blue", unit: "infantry" }, 2],
        [{ power: "red", unit: "tank", used: 1 }, 1],
        [{ power: "red", unit: "infantry" }, 1],
        [{ power: "red", unit: "infantry", used: 1 }, 3],
      ],
    });
    expect(markersOf(facts, view, none).Middle?.map((one) => [one.group, one.shape, one.count, one.ready])).toEqual([
      ["red", "infantry", 4, 1],
      ["red", "tank", 1, 1],
      ["blue", "infantry", 2, 2],
    ]);
  });

  it("dim only what the power that moves has used up", () => {
    const stack: [{ power: string; unit: string; used: number }, number][] = [
      [{ power: "red", unit: "infantry", used: 1 }, 1],
    ];
    expect(markersOf(facts, stateOf({ Redland: stack }), none).Redland?.[1]?.ready).toBe(0);
    expect(markersOf(facts, stateOf({ Redland: stack }, { red: "mobilize" }), none).Redland?.[1]?.ready).toBe(1);
    expect(markersOf(facts, stateOf({ Redland: stack }, { blue: "combat-move" }), none).Redland?.[1]?.ready).toBe(1);
  });

  it("show planes in the air over water and over the enemy, not at home", () => {
    const plane: [{ power: string; unit: string }, number][] = [[{ power: "red", unit: "fighter" }, 1]];
    const markers = markersOf(facts, stateOf({ Redland: plane, Blueland: plane, Bay: plane }), none);
    expect(markers.Redland?.[1]?.aloft).toBe(false);
    expect(markers.Blueland?.[0]?.aloft).toBe(true);
    expect(markers.Bay?.[0]?.aloft).toBe(true);
  });

  it("tell apart what is loaded, what came, and what is picked up", () => {
    const loaded = { power: "red", unit: "transport", cargo: [{ power: "red", unit: "tank" }] };
    const view = stateOf({
      Bay: [
        [loaded, 1],
        [{ power: "red", unit: "transport" }, 2],
      ],
    });
    const markers = markersOf(facts, view, {
      arrivals: new Set([arrivalKey("Bay", "red", "transport")]),
      source: "Bay",
      picked: { "red/transport": 1 },
    });
    expect(markers.Bay?.map((one) => [one.cargo, one.count, one.picked, one.fresh])).toEqual([
      [["tank"], 1, 0, true],
      [[], 2, 1, true],
    ]);
  });

  it("show a factory once: as it is printed, or as it was built", () => {
    const view = stateOf({
      Redland: [
        [{ power: "red", unit: "infantry" }, 1],
        [{ power: "red", unit: "works" }, 1],
      ],
    });
    const building = factsOf({
      ...facts.kit,
      units: [...facts.kit.units, { ...(facts.kit.units[0] as Area.UnitFacts), id: "works", kind: "facility" }],
    });
    expect(markersOf(facts, stateOf({}), none).Redland?.map((one) => one.shape)).toEqual(["factory"]);
    expect(markersOf(building, view, none).Redland?.map((one) => one.shape)).toEqual(["works", "infantry"]);
  });

  it("keep units on the map while they fight", () => {
    const view = stateOf({});
    view.battle = {
      space: "Blueland",
      sequence: "land",
      attacker: "red",
      attack: { units: [[{ power: "red", unit: "tank" }, 1]] },
      defend: { units: [[{ power: "blue", unit: "infantry" }, 2]], casualties: [[{ power: "blue", unit: "tank" }, 1]] },
    };
    expect(unitsAt(view, "Blueland").map(([piece, n]) => [piece.unit, n])).toEqual([
      ["tank", 1],
      ["infantry", 2],
      ["tank", 1],
    ]);
    expect(markersOf(facts, view, none).Blueland).toHaveLength(3);
  });
});

describe("words for a space", () => {
  it("name holder and units", () => {
    const view = stateOf({
      Blueland: [
        [{ power: "blue", unit: "infantry" }, 3],
        [{ power: "blue", unit: "tank" }, 1],
      ],
    });
    expect(spaceWords(facts, view, "Blueland")).toBe("Blueland, Blue, 3 infantry, 1 tank");
    expect(spaceWords(facts, view, "Redland")).toBe("Redland, Red, factory");
    expect(spaceWords(facts, view, "Middle")).toBe("Middle, neutral");
  });

  it("say whose units are in a foreign space, and what is aboard", () => {
    const loaded = {
      power: "red",
      unit: "transport",
      cargo: [
        { power: "red", unit: "infantry" },
        { power: "red", unit: "infantry" },
      ],
    };
    expect(spaceWords(facts, stateOf({ Bay: [[loaded, 1]] }), "Bay")).toBe(
      "Bay, Red 1 transport with 2 infantry aboard",
    );
  });
});

it("counts units of several powers together where they read alike", () => {
  const stack: [{ power: string; unit: string; damage?: number }, number][] = [
    [{ power: "red", unit: "infantry" }, 2],
    [{ power: "blue", unit: "infantry" }, 1],
    [{ power: "blue", unit: "tank" }, 1],
  ];
  expect(forceWords(facts, stateOf({ Middle: stack }).stacks.Middle ?? [])).toEqual(["3 infantry", "1 tank"]);
});
