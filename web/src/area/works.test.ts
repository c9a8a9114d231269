import { expect, test } from "vitest";

import type { Area } from "../lib/wire";
import { facts as plain, stateOf } from "./example";
import { factsOf } from "./facts";
import { markersOf, spaceWords } from "./forces";
import { builtAt, holdersOf, leaning, raided, shadesOf, worksOf } from "./works";

const base = { attack: 0, defense: 0, move: 0, chips: 1, flights: 1, voyages: 0 };
const facility = { ...plain.kit.units[0], kind: "facility" };
const facts = factsOf({
  ...plain.kit,
  units: [...plain.kit.units, { ...facility, id: "works", name: "works" }, { ...facility, id: "base", name: "base" }],
  spaces: plain.kit.spaces.map((one) => (one.name === "Middle" ? { ...one, leans: "west" } : one)),
  facilities: { works: { ...base, endures: 6, fails_at: 0, capacity: 3 }, base: { ...base, endures: 6, fails_at: 3, capacity: 0 } },
  convoys: ["Bay"],
} as unknown as Area.Kit);

const piece = (unit: string, more: Partial<Area.Piece> = {}): [Area.Piece, number] => [{ power: "red", unit, ...more }, 1];
const notes = { arrivals: new Set<string>(), source: "", picked: {} };

test("a facility says what is wrong with it", () => {
  const view = stateOf({ Redland: [piece("base", { damage: 3 }), piece("works", { damage: 2 })] });
  const [works, air] = builtAt(facts, view, "Redland");
  expect(works).toMatchObject({ unit: "works", condition: "hurt", note: "2 of 6 damage, capacity 1" });
  expect(air).toMatchObject({ unit: "base", condition: "out", note: "3 of 6 damage, out of action" });
  expect(spaceWords(facts, view, "Redland")).toContain("base, 3 of 6 damage, out of action");
});

test("what is being built or was just taken serves nobody yet", () => {
  const taken = { ...stateOf({ Redland: [piece("base", { chips: 2 })] }), parts: { facilities: { part: "facilities", territories: ["Redland"] } } };
  const [one] = builtAt(facts, taken as Area.State, "Redland");
  expect(one).toMatchObject({ condition: "unready", note: "2 turns of building left, captured: usable from its holder's next turn" });
});

test("facilities are small marks and no markers; a convoy in danger shows its dice", () => {
  const view = stateOf({ Redland: [piece("base", { damage: 1 }), piece("infantry")] });
  expect(markersOf(facts, view, notes).Redland?.map((one) => one.shape)).toEqual(["infantry"]);
  const works = worksOf(facts, view, [{ zone: "Bay", power: "red", dice: 4, stake: 3, expected: 2 }]);
  expect(works.Redland).toMatchObject([{ shape: "base", badge: "1", condition: "hurt" }]);
  expect(works.Bay).toMatchObject([{ badge: "4", condition: "out" }]);
  expect(worksOf(facts, view, []).Bay).toMatchObject([{ badge: "", condition: "afloat" }]);
});

test("convoys are worth asking about when enemies are beside somebody's coast", () => {
  expect(raided(facts, stateOf({ Bay: [] }))).toBe(false);
  const view = stateOf({ Bay: [piece("submarine")] });
  expect(raided(facts, view)).toBe(true);
  expect(raided(facts, { ...view, relations: [["blue", "red", "peace"]] } as Area.State)).toBe(false);
});

test("neutrals lean to a side until somebody holds them or they change their mind", () => {
  const view = stateOf({});
  expect(leaning(facts, view, "Middle")).toBe("west");
  expect(shadesOf(facts, view)).toEqual({ Middle: "neutral leans-1" });
  expect(leaning(facts, { ...view, control: { Middle: "red" } }, "Middle")).toBe("");
  const angry = { ...view, parts: { neutrality: { part: "neutrality", to: { Middle: "east" } } } } as Area.State;
  expect(leaning(facts, angry, "Middle")).toBe("east");
});

test("what a side holds together looks like its first owner's land", () => {
  const view = { ...stateOf({}), control: { Redland: "east", Blueland: "blue" } };
  expect(holdersOf(facts, view)).toEqual({ Redland: "red", Blueland: "blue" });
});
