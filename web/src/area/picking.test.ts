import { describe, expect, it } from "vitest";

import { facts, stateOf } from "./example";
import { all, byMarker, groupsAt, more, picks, set, still, toggle, total } from "./picking";

const view = stateOf({
  Redland: [
    [{ power: "red", unit: "infantry" }, 3],
    [{ power: "red", unit: "tank" }, 2],
    [{ power: "red", unit: "tank", used: 1 }, 1],
    [{ power: "red", unit: "infantry", used: 1 }, 4],
    [{ power: "blue", unit: "infantry" }, 5],
  ],
  Bay: [
    [{ power: "red", unit: "transport", cargo: [{ power: "red", unit: "infantry" }] }, 1],
    [{ power: "red", unit: "transport" }, 1],
    [{ power: "blue", unit: "transport", cargo: [{ power: "red", unit: "tank" }] }, 1],
  ],
});
const land = groupsAt(facts, view, "red", "Redland");
const sea = groupsAt(facts, view, "red", "Bay");

describe("what can be picked", () => {
  it("is one's own, and not used up", () => {
    expect(land.map((one) => [one.unit, one.count, one.left])).toEqual([
      ["infantry", 3, 1],
      ["tank", 2, 2],
      ["tank", 1, 1],
    ]);
  });

  it("is a ship with troops aboard, also when it has sailed its way", () => {
    const sailed = { power: "red", unit: "transport", used: 2 };
    const loaded = { ...sailed, cargo: [{ power: "red", unit: "infantry" }] };
    const bay = stateOf({
      Bay: [
        [sailed, 1],
        [loaded, 1],
      ],
    });
    expect(groupsAt(facts, bay, "red", "Bay").map((one) => one.key)).toEqual([
      "red/transport/infantry:2",
      "aboard:red:infantry",
    ]);
  });

  it("tells tanks by the movement they have left, where it differs", () => {
    expect(picks(all(land), land)).toEqual([
      { unit: "infantry", count: 3, used: 0 },
      { unit: "tank", count: 2, used: 0 },
      { unit: "tank", count: 1, used: 1 },
    ]);
  });

  it("tells transports by what is aboard, and names who could go ashore", () => {
    expect(sea.map((one) => [one.unit, one.cargo, one.aboard, one.pick])).toEqual([
      ["transport", ["infantry"], "", { unit: "transport", cargo: ["infantry"] }],
      ["infantry", [], "transport", { unit: "infantry" }],
      ["transport", [], "", { unit: "transport", cargo: [] }],
      ["tank", [], "transport", { unit: "tank", aboard: "blue" }],
    ]);
    expect(total(all(sea))).toBe(2);
  });
});

describe("picking", () => {
  const [infantry] = land;

  it("takes all of a marker, then none of it, then one", () => {
    const tanks = toggle({}, land, "red/tank");
    expect(byMarker(tanks, land)).toEqual({ "red/tank": 3 });
    expect(toggle(tanks, land, "red/tank")).toEqual({});
    expect(byMarker(more(more({}, land, "red/tank"), land, "red/infantry"), land)).toEqual({
      "red/tank": 1,
      "red/infantry": 1,
    });
  });

  it("stays within what is there", () => {
    if (!infantry) throw new Error("no infantry");
    expect(set({}, infantry, 9)).toEqual({ [infantry.key]: 3 });
    expect(set({ [infantry.key]: 2 }, infantry, -1)).toEqual({});
    expect(still({ [infantry.key]: 3, gone: 2 }, [{ ...infantry, count: 1 }])).toEqual({ [infantry.key]: 1 });
  });
});
