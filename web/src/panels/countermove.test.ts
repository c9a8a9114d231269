import { expect, test } from "vitest";

import type { Area } from "../lib/wire";
import { flights, sources } from "./countermove";

const actions: Area.Action[] = [
  { do: "scramble", units: ["fighter"], base: "Scotland", zone: "Sea Zone 111" },
  { do: "scramble", units: ["fighter", "fighter"], base: "Scotland", zone: "Sea Zone 111" },
  { do: "scramble", units: ["fighter"], base: "United Kingdom", zone: "Sea Zone 110" },
  { do: "done" },
];

test("each way is one arrow, with the most that could fly it", () => {
  expect(flights(actions, "uk").map((one) => [one.path, one.mark])).toEqual([
    [["Scotland", "Sea Zone 111"], "2"],
    [["United Kingdom", "Sea Zone 110"], "1"],
  ]);
  expect(sources(actions)).toEqual(["Scotland", "United Kingdom"]);
});

test("what is no flight has no arrow", () => {
  expect(flights([{ do: "done" }], "uk")).toEqual([]);
});
