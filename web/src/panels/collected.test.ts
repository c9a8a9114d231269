import { expect, test } from "vitest";

import { collected } from "./collected";

const income = { is: "income-collected", power: "uk", amount: 12 };
const turn = { is: "turn-began", power: "japan", round: 1, phase: "purchase" };

test("an income is news during the next turn, and no longer", () => {
  expect(collected([{ events: [income, turn] }, { events: [] }], ["uk"])).toEqual(income);
  expect(collected([{ events: [income, turn] }, { events: [turn] }], ["uk"])).toBeNull();
  expect(collected([], ["uk"])).toBeNull();
});

test("of several own powers that have collected the one in front is told", () => {
  const other = { ...income, power: "usa", amount: 30 };
  expect(collected([{ events: [turn, income, other] }], ["uk", "usa"], "uk")).toEqual(income);
  expect(collected([{ events: [turn, other] }], ["uk", "usa"], "uk")).toEqual(other);
});

test("it is old news once the money is spent and the power moves", () => {
  const phase = (name: string) => ({ is: "phase-began", power: "uk", phase: name });
  expect(collected([{ events: [turn, income, phase("purchase")] }], ["uk"], "uk")).toEqual(income);
  expect(collected([{ events: [turn, income, phase("purchase"), phase("combat-move")] }], ["uk"], "uk")).toBeNull();
});

test("only one's own income is told", () => {
  expect(collected([{ events: [income, turn] }], ["germany"])).toBeNull();
});
