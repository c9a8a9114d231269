import { expect, test } from "vitest";

import type { Area } from "../../lib/wire";
import { action, aimed, spread } from "./aiming";

const enemy = (unit: string, damage = 0): Area.Piece => ({ power: "blue", unit, ...(damage ? { damage } : {}) });
const submarine = { power: "red", unit: "submarine" };
const jet = { power: "red", unit: "fighter" };
const life = (piece: Area.Piece): number => (piece.unit === "carrier" ? 2 : 1) - (piece.damage ?? 0);
const cost = (piece: Area.Piece): number => ({ carrier: 15, destroyer: 10, transport: 8 })[piece.unit] ?? 0;

test("shots go to those first whom one hit destroys, the dearest among them", () => {
  const marks = spread([[enemy("transport"), 1], [enemy("carrier"), 1], [enemy("destroyer"), 1]], 4, life, cost);
  expect(marks.map(({ piece, shots }) => [piece.unit, shots])).toEqual([["destroyer", 2], ["transport", 1], ["carrier", 1]]);
  expect(aimed(marks)).toBe(4);
});

test("like enemies are told apart, and each gun fires once", () => {
  const marks = spread([[enemy("transport"), 2]], 3, life, cost);
  expect(action(marks, [[submarine, 2], [jet, 1]])).toEqual({
    do: "aim",
    shots: [
      { at: enemy("transport"), by: [[submarine, 2]] },
      { at: enemy("transport"), by: [[jet, 1]] },
    ],
  });
});

test("who gets no shot is not named", () => {
  expect(action([{ piece: enemy("carrier"), shots: 0 }, { piece: enemy("destroyer"), shots: 1 }], [[submarine, 1]]).shots).toHaveLength(1);
});
