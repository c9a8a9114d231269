import { expect, test } from "vitest";

import type { Entry, Hexes } from "../lib/wire";
import { chapter, dice, left, stage } from "./family";
import { arrivals, sceneOf, sincePhase } from "./marches";
import { placeOf } from "./orders";
import { rolls } from "./rolls";

let seq = 0;

function entry(...events: Hexes.Event[]): Entry<Hexes.Family> {
  seq += 1;
  return { seq, number: seq, kind: "act", seat: "axis", by: "", at: "", action: null, events, text: [], back: 0, reason: "" };
}

const FIRED: Hexes.Event = { event: "fired", side: "axis", at: "1542", frm: "1541", armies: ["South"], strength: 10, die: 1, hits: 4 };
const ROLLED: Hexes.Event = {
  event: "advance-rolled",
  army: "South",
  target: "1542",
  strength: 7,
  defence: 1,
  need: 6,
  die: 2,
  modifier: 1,
  success: true,
};
const COMBAT = entry({ event: "phase-began", phase: "combat" });
const VIEW = {
  scenario: "first",
  turn: 2,
  side: "axis",
  phase: "combat",
  control: {},
  armies: { South: { side: "axis", at: "1541", points: { infantry: 3, mechanized: 7 } } },
  combat: { attacks: [{ army: "South", target: "1542" }] },
} as Hexes.HexState;

test("the dice of a phase, the latest first", () => {
  const found = rolls([entry(FIRED), COMBAT, entry(FIRED), entry(ROLLED)]);
  expect(found.map((one) => [one.kind, one.face, one.hits, one.need])).toEqual([
    ["advance", 2, 0, 6],
    ["fire", 1, 4, undefined],
  ]);
  expect(dice(null, ROLLED)).toEqual([{ face: 2, sides: 6 }]);
  expect(sincePhase([COMBAT])).toEqual([]);
});

test("who came where in this turn, and what is seen to go", () => {
  const advanced = entry({ event: "advanced", army: "South", to: "1542" }, { event: "lost", side: "axis", armies: { South: { infantry: 1 } } });
  expect(arrivals([entry({ event: "turn-began", turn: 1, side: "axis" }), advanced])).toEqual(new Set(["South"]));
  const { glides, fades } = sceneOf(advanced, VIEW);
  expect(glides).toEqual([{ path: ["1541", "1542"], shape: "army", group: "axis", count: 10 }]);
  expect(fades).toEqual([{ space: "1542", shape: "army", group: "axis", text: "1 infantry" }]);
});

test("orders are about a place", () => {
  expect(placeOf(VIEW, { do: "attack", army: "South", target: "1542" })).toBe("1542");
  expect(placeOf(VIEW, { do: "advance", army: "South" })).toBe("1542");
  expect(placeOf(VIEW, { do: "call-off", army: "South" })).toBe("1541");
  expect(placeOf(VIEW, { do: "done" })).toBe("");
});

test("the stage is called by its season, and chapters follow sides and phases", () => {
  const kit = { phases: [], scenarios: [{ id: "first", turns: ["Summer 1941", "Winter 1941"] }], tables: { cost: { infantry: 2, mechanized: 5 } } };
  expect(stage(kit, VIEW)).toMatchObject({ round: 2, name: "Winter 1941", active: ["axis"], now: "combat" });
  expect(chapter({ event: "turn-began", turn: 3, side: "soviet" })).toEqual({ round: 3, seat: "soviet", phase: "movement" });
  expect(chapter(FIRED)).toBeNull();
  const spend = { seat: "axis", kind: "production", space: "", prompt: "" };
  expect(left(kit, { ...VIEW, budget: 3 }, spend)).toContain("3");
  expect(left(kit, { ...VIEW, budget: 1 }, spend)).toBe("");
  expect(left(kit, VIEW, { ...spend, kind: "announce" })).toBe("");
  expect(left(kit, { ...VIEW, reserve: { axis: { infantry: 1 } } }, { ...spend, kind: "setup" })).not.toBe("");
  expect(left(kit, { ...VIEW, reserve: { axis: {} } }, { ...spend, kind: "setup" })).toBe("");
});
