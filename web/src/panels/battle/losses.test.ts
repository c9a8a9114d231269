import { expect, test } from "vitest";

import type { Area } from "../../lib/wire";
import { action, changed, cheapest, linesOf, taken } from "./losses";

const infantry = { power: "ussr", unit: "infantry" } as Area.Piece;
const battleship = { power: "ussr", unit: "battleship" } as Area.Piece;
const lines = linesOf([[infantry, 3], [battleship, 1]], [[battleship, 1]], [[infantry, 1]], (piece) => (piece.unit === "battleship" ? 2 : 1));

test("the proposal is filled in and counted in hits", () => {
  expect(lines.map((line) => [line.damaged, line.destroyed])).toEqual([[0, 1], [1, 0]]);
  expect(taken(lines)).toBe(2);
  expect(taken(changed(lines, JSON.stringify(battleship), "destroyed", 1))).toBe(3);
});

test("a unit cannot be both damaged and lost, nor more be lost than there are", () => {
  const sunk = changed(lines, JSON.stringify(battleship), "destroyed", 1);
  expect(sunk[1]).toMatchObject({ damaged: 0, destroyed: 1 });
  expect(changed(lines, JSON.stringify(infantry), "destroyed", 9)[0]?.destroyed).toBe(3);
});

test("the action names what is hit", () => {
  expect(action(lines)).toEqual({ do: "casualties", damaged: [[battleship, 1]], destroyed: [[infantry, 1]] });
});

test("of planes on their way the cheapest are lost, those that have flown farthest first", () => {
  const plane = (unit: string, used: number) => ({ power: "uk", unit, used }) as Area.Piece;
  const near = plane("fighter", 1), far = plane("fighter", 3), bomber = plane("bomber", 3);
  const cost = ({ unit }: Area.Piece): number => (unit === "bomber" ? 15 : 12);
  expect(cheapest([[bomber, 2], [near, 2], [far, 1]], 2, cost)).toEqual([[far, 1], [near, 1]]);
});
