import { expect, test } from "vitest";
import type { Hexes } from "../lib/wire";
import { countriesOf, levelsOf, routesOf, wingsOf, worthABoard } from "./warboard";

const view = {
  joined: { Italy: { side: "axis", turn: 2 }, Poland: { side: "", turn: 1 } },
  surrendered: { France: "axis" },
  parts: {
    "sea-links": { part: "sea-links", sunk: { "Atlantic route": 3 }, paths: { "Atlantic route": ["1909", "1131"] } },
    fleets: { part: "fleets", escorts: { "Atlantic route": "Home Fleet", "lend-lease to 0646": "Force H" } },
    strategic: { part: "strategic", wings: { "1333": { side: "allied", bomber: 4 } } },
    research: { part: "research", risen: { axis: { infantry: 1 } }, steps: { axis: { mechanized: 3 } } },
  },
} as unknown as Hexes.HexState;

test("routes with what was sunk and who escorts them", () => {
  expect(routesOf(view)).toEqual([
    { name: "Atlantic route", path: ["1909", "1131"], escort: "Home Fleet", sunk: 3 },
    { name: "lend-lease to 0646", path: [], escort: "Force H", sunk: 0 },
  ]);
});

test("aircraft by base, research by side, countries by side", () => {
  expect(wingsOf(view)).toEqual([{ at: "1333", side: "allied", bombers: 4, escorts: 0, defence: 0 }]);
  expect(levelsOf(view)).toEqual([
    {
      side: "axis",
      items: [
        { item: "infantry", level: 1, step: 0 },
        { item: "mechanized", level: 0, step: 3 },
      ],
    },
  ]);
  expect(countriesOf(view)).toEqual([{ side: "axis", joined: ["Italy"], surrendered: ["France"] }]);
});

test("the board shows as soon as it has something to say", () => {
  const quiet = { joined: {}, surrendered: {}, parts: {} } as unknown as Hexes.HexState;
  expect(worthABoard(quiet)).toBe(false);
  expect(worthABoard({ ...quiet, joined: { Poland: { side: "", turn: 1 } } } as unknown as Hexes.HexState)).toBe(false);
  expect(worthABoard({ ...quiet, surrendered: { France: "axis" } } as unknown as Hexes.HexState)).toBe(true);
  expect(worthABoard(view)).toBe(true);
});
