import { expect, test } from "vitest";

import type { Area } from "../lib/wire";
import { room, sending, sorties } from "./sorties";

const actions: Area.Action[] = [
  { do: "scramble", units: ["fighter"], base: "Scotland", zone: "Sea Zone 111" },
  { do: "scramble", units: ["fighter", "fighter"], base: "Scotland", zone: "Sea Zone 111" },
  { do: "scramble", units: ["fighter", "tactical_bomber"], base: "Scotland", zone: "Sea Zone 111" },
  { do: "scramble", units: ["fighter"], base: "Scotland", zone: "Sea Zone 110" },
  { do: "patrol", units: ["fighter", "fighter", "fighter"], territory: "France" },
  { do: "done" },
];

test("units are counted once for each place they can go to", () => {
  expect(sorties(actions).map(({ kind, from, to, most, together }) => [kind, from, to, most, together])).toEqual([
    ["scramble", "Scotland", "Sea Zone 111", { fighter: 2, tactical_bomber: 1 }, 2],
    ["scramble", "Scotland", "Sea Zone 110", { fighter: 1 }, 1],
    ["patrol", "France", "France", { fighter: 3 }, 3],
  ]);
});

test("a base sends no more planes than it can", () => {
  const [scotland] = sorties(actions);
  if (!scotland) throw new Error("no sortie");
  expect(room(scotland, {}, "fighter")).toBe(2);
  expect(room(scotland, { tactical_bomber: 1 }, "fighter")).toBe(1);
  expect(room(scotland, { fighter: 2 }, "tactical_bomber")).toBe(0);
});

test("an order names each unit that goes", () => {
  const patrol = sorties(actions).at(-1);
  if (!patrol) throw new Error("no sortie");
  expect(sending(patrol, { fighter: 2, tactical_bomber: 0 })).toEqual({ do: "patrol", units: ["fighter", "fighter"], territory: "France" });
});
