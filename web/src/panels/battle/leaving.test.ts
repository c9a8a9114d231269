import { expect, test } from "vitest";

import { action, allTo, BELOW, gone, leaversOf, placesOf, sent, total } from "./leaving";

const infantry = { power: "red", unit: "infantry" };
const fighter = { power: "red", unit: "fighter" };
const submarine = { power: "red", unit: "submarine" };
const ways = [
  { piece: infantry, count: 3, places: ["Minsk", "Kiev"], below: false },
  { piece: fighter, count: 1, places: [""], below: false },
  { piece: submarine, count: 2, places: [], below: true },
];

test("units go to several places, and nobody goes twice", () => {
  const [foot] = leaversOf(ways);
  const key = foot?.key ?? "";
  let some = sent(leaversOf(ways), key, "Minsk", 2);
  some = sent(some, key, "Kiev", 2);
  expect(some.map(gone)).toEqual([3, 0, 0]);
  expect(action(some)).toEqual({
    do: "pullback",
    parties: [{ units: [[infantry, 2]], to: "Minsk" }, { units: [[infantry, 1]], to: "Kiev" }],
    below: [],
  });
});

test("all of them go where they can", () => {
  const all = allTo(leaversOf(ways), "Kiev");
  expect(total(all)).toBe(6);
  expect(action(all)).toEqual({
    do: "pullback",
    parties: [{ units: [[infantry, 3]], to: "Kiev" }, { units: [[fighter, 1]], to: "" }],
    below: [[submarine, 2]],
  });
});

test("a place that is no way out is refused", () => {
  const leavers = leaversOf(ways);
  expect(total(sent(leavers, leavers[0]?.key ?? "", BELOW, 1))).toBe(0);
  expect(placesOf(leavers)).toEqual(["Minsk", "Kiev", "", BELOW]);
});
