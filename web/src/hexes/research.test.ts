import { expect, test } from "vitest";

import type { Hexes } from "../lib/wire";
import { studyOf, type Laboratories } from "./research";

const TERMS = {
  items: { asw: { cost: [8, 5, 3] }, bomber: { cost: [null, 7] } },
  track: ["ABCCCC", "AABBCC"],
  setback: [0, 1, 2, 2, 3, 5],
  start: { axis: { asw: 1 } },
  gains: [{ country: "United States", side: "allied", levels: { asw: 2 } }],
} as unknown as Laboratories;

function view(research: object, joined: object = {}): Hexes.HexState {
  return { parts: { research }, joined } as unknown as Hexes.HexState;
}

test("prices follow levels: those at the start, those researched, those that a country brings", () => {
  expect(studyOf(TERMS, view({}), "axis", "asw")).toMatchObject({ level: 1, price: 5, next: 3, step: 0, success: 0 });
  expect(studyOf(TERMS, view({ risen: { axis: { asw: 2 } } }), "axis", "asw")).toMatchObject({ level: 2, price: 3, next: null });
  expect(studyOf(TERMS, view({}, { "United States": {} }), "allied", "asw")).toMatchObject({ level: 2 });
  expect(studyOf(TERMS, view({ lowered: { axis: { asw: 4 } } }), "axis", "asw")).toMatchObject({ price: 4 });
});

test("what can't be built yet has no price", () => {
  expect(studyOf(TERMS, view({}), "axis", "bomber")).toMatchObject({ price: null, next: 7 });
  expect(studyOf(TERMS, view({}), "axis", "tank")).toBeNull();
});

test("the odds of a roll are those of the marker's step", () => {
  const study = studyOf(TERMS, view({ steps: { axis: { asw: 2 } } }), "axis", "asw");
  expect(study?.success).toBeCloseTo(1 / 3);
  expect(study?.cheaper).toBeCloseTo(1 / 3);
});
