import { expect, test } from "vitest";

import type { Hexes } from "../lib/wire";
import { contains, outline } from "../map/outline";
import { abridged, chartOf, factsOf, titleOf } from "./facts";
import { corners } from "./grid";
import { scoped } from "./ground";

const KIT = {
  game: "toy",
  sides: [
    { id: "red", name: "Red", armies: ["Red One"], fleets: [] },
    { id: "blue", name: "Blue", armies: ["Blue One"], fleets: [] },
    { id: "green", name: "Green", armies: [], fleets: [] },
  ],
  boards: [
    {
      id: "land",
      view: [1000, 500, 600, 400],
      margin: 130,
      size: 100,
      places: [
        { id: "0101", title: "Here (0101)", at: [1100, 600], near: ["0102", "9999"] },
        { id: "0102", title: "0102", at: [1273, 600], near: ["0101"] },
        { id: "9999", title: "Far away", at: [9000, 600] },
      ],
      waters: [{ id: "0103", at: [1446, 600], seas: ["Lake"] }],
    },
  ],
  scenarios: [{ id: "first", board: "land", sides: ["red", "blue", "green"] }],
  signs: {},
} as unknown as Hexes.HexKit;

test("words that several counters have become letters", () => {
  const names = ["OKW", "Army Group North", "Army Group South", "Fourth Army", "Moscow", "White Russian Front"];
  expect(Object.fromEntries(abridged(names))).toEqual({
    OKW: "OKW",
    "Army Group North": "AG North",
    "Army Group South": "AG South",
    "Fourth Army": "Fourth A",
    Moscow: "Moscow",
    "White Russian Front": "White RF",
  });
});

test("the map has what its board shows, from a corner of its own; seas are only looked at", () => {
  const facts = factsOf(KIT, "first");
  const chart = chartOf(facts);
  expect(chart.places.map((one) => [one.name, one.mute ?? false])).toEqual([
    ["0101", false],
    ["0102", false],
    ["0103", true],
  ]);
  expect(chart.places[0]).toMatchObject({ centre: { x: 230, y: 230 }, neighbours: ["0102"] });
  expect(chart.sheet).toEqual({ width: 860, height: 660, wraps: false });
  expect(titleOf(facts, "0101")).toBe("Here (0101)");
});

test("a hex is hit within its corners alone", () => {
  const hex = outline("0101", false, corners(200, 200, 100));
  expect(contains(hex, { x: 200, y: 110 })).toBe(true);
  expect(contains(hex, { x: 280, y: 200 })).toBe(true);
  expect(contains(hex, { x: 280, y: 120 })).toBe(false);
});

test("rules of the drawing hold within it alone", () => {
  expect(scoped(".sandtable-hexes text{a:b}.place,.area{c:d}")).toBe(
    ".sandtable-hexes text{a:b}.sandtable-hexes .place,.sandtable-hexes .area{c:d}",
  );
});
