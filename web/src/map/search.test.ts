import { expect, it } from "vitest";

import { matches } from "./search";

const names = [
  "Western Europe",
  "Eastern Europe",
  "West Russia",
  "Norway/Finland",
  "Sea Zone 4",
  "Sea Zone 42",
  "Ukraine",
];

it("finds by the beginning, by words, and by numbers of sea zones", () => {
  expect(matches(names, "west")).toEqual(["West Russia", "Western Europe"]);
  expect(matches(names, "eur")).toEqual(["Eastern Europe", "Western Europe"]);
  expect(matches(names, "finl")).toEqual(["Norway/Finland"]);
  expect(matches(names, "w eu")).toEqual(["Western Europe"]);
  expect(matches(names, "4")).toEqual(["Sea Zone 4"]);
  expect(matches(names, "sz")).toEqual([]);
  expect(matches(names, "")).toEqual([]);
});
