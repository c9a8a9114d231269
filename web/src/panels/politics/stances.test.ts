import { expect, test } from "vitest";

import { facts, stateOf } from "../../area/example";
import { enemies, relation } from "../../area/facts";
import { meetings, neutrals, waiting } from "./stances";

const war = stateOf({});
const peace = { ...war, relations: [["blue", "red", "peace"]] } as typeof war;

test("powers of different sides are at war unless the state says otherwise", () => {
  expect(relation(facts, war, "red", "blue")).toBe("war");
  expect(relation(facts, peace, "red", "blue")).toBe("peace");
  expect(relation(facts, peace, "blue", "red")).toBe("peace");
  expect(relation(facts, peace, "red", "red")).toBe("partners");
  expect(enemies(facts, peace, "red", "blue")).toBe(false);
});

test("land that a side holds together belongs to its powers", () => {
  expect(relation(facts, war, "red", "east")).toBe("partners");
  expect(relation(facts, war, "red", "west")).toBe("war");
});

test("who is at war with nobody is neutral", () => {
  expect(neutrals(facts, war)).toEqual([]);
  expect(neutrals(facts, peace)).toEqual(["red", "blue"]);
});

test("wars that wait for the same thing are told together, those that can begin one by one", () => {
  const when = { says: "round 4 or later", holds: false };
  const found = waiting([
    { on: "a", why_not: "A: not yet", rule: "r", when },
    { on: "b", why_not: "", rule: "" },
    { on: "c", why_not: "C: not yet", rule: "r", when },
    { on: "d", why_not: "", rule: "" },
  ]);
  expect(found.map((one) => one.on)).toEqual([["a", "c"], ["b"], ["d"]]);
});

test("sides meet once, the smaller one in the rows", () => {
  const [red, blue] = facts.kit.powers;
  const kit = { ...facts.kit, powers: [red, blue, { ...red, id: "pink" }] } as typeof facts.kit;
  expect(meetings({ ...facts, kit })).toEqual([{ rows: ["blue"], columns: ["red", "pink"] }]);
});
