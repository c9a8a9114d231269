import { expect, test } from "vitest";

import type { PuzzleInfo, Verdict } from "../lib/wire";
import { amount, combatRows, questionOf } from "./words";

const puzzle: PuzzleInfo = {
  id: "x",
  number: 1,
  game: "1941",
  seat: "germany",
  aim: "take",
  space: "Russia",
  round: 3,
  rating: 1500,
  tries: 0,
  grade: "",
};
const combat = { space: "Russia", win: 0.9, capture: 0.8, swing: 4, prize: 10, exact: true };
const verdict: Verdict = {
  puzzle,
  grade: "good",
  value: 0.6,
  best: 0.8,
  other: 0.5,
  keys: [],
  combats: [{ ...combat, capture: 0.6 }],
  solved: [combat, { ...combat, space: "Sea Zone 5", win: 0.7 }],
  steps: [],
  counted: true,
  before: 1500,
  rating: 1510,
};

test("a question names who and what", () => {
  expect(questionOf(puzzle, "Germany")).toBe("Germany: take Russia this turn");
  expect(questionOf({ ...puzzle, aim: "gain", space: "" }, "Germany")).toBe("Germany: find the best attacks");
});

test("a chance is a percentage, and money has one decimal", () => {
  expect(amount(puzzle, 0.756)).toBe("76%");
  expect(amount({ ...puzzle, aim: "gain" }, 14.25)).toMatch(/^14\.[23] IPCs$/);
});

test("battles of both are beside each other: the chance to take the space that counts, elsewhere the chance to win", () => {
  expect(combatRows(verdict)).toEqual([
    { space: "Russia", mine: "60%", best: "80%" },
    { space: "Sea Zone 5", mine: "–", best: "70%" },
  ]);
});

test("where money counts, each battle says what it is worth", () => {
  const [row] = combatRows({ ...verdict, puzzle: { ...puzzle, aim: "gain", space: "" } });
  expect(row).toEqual({ space: "Russia", mine: "90% · 10.0", best: "90% · 12.0" });
});
