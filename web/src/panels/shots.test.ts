import { expect, test } from "vitest";

import { shotsOf } from "./shots";

const gun = { is: "gun-fired", space: "Kiev", value: 1, dice: [1, 4], hits: 1 };
const rocket = { is: "rocket-fired", power: "uk", gun: "Kent", target: "Ruhr", owner: "germany", dice: [5], amount: 5 };

test("the shots of a turn are told in their order, those of the turn before no more", () => {
  const before = { events: [rocket, { is: "turn-began", round: 2, power: "uk", phase: "move" }] };
  expect(shotsOf([before])).toEqual([]);
  expect(shotsOf([before, { events: [{ is: "ordered" }, gun] }, { events: [rocket] }])).toEqual([gun, rocket]);
});
