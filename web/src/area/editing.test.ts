import { expect, test } from "vitest";

import type { Area } from "../lib/wire";
import { fitting, likely, standing } from "./editing";
import type { Facts } from "./facts";

const view = {
  control: { Kiev: "ussr" },
  stacks: {
    Kiev: [
      [{ power: "ussr", unit: "infantry" }, 2],
      [{ power: "ussr", unit: "infantry", moved: true }, 1],
    ],
    "Sea Zone 1": [[{ power: "uk", unit: "transport", cargo: [{ power: "uk", unit: "infantry" }, { power: "uk", unit: "infantry" }] }, 2]],
  },
} as unknown as Area.State;

test("units of one kind are counted in whatever state, and those aboard too", () => {
  expect(standing(view, "Kiev", "ussr", "infantry")).toBe(3);
  expect(standing(view, "Sea Zone 1", "uk", "infantry")).toBe(4);
  expect(standing(view, "Sea Zone 1", "uk", "transport")).toBe(2);
  expect(standing(view, "Kiev", "uk", "infantry")).toBe(0);
  expect(standing(view, "Riga", "uk", "infantry")).toBe(0);
});

test("ships are offered at sea, buildings on land", () => {
  const units = ["land", "air", "sea", "facility"].map((kind) => ({ id: kind, kind }));
  const spaces = new Map([["Kiev", { sea: false }], ["Sea Zone 1", { sea: true }]]);
  const facts = { kit: { units }, spaces } as unknown as Facts;
  expect(fitting(facts, "Kiev").map((one) => one.id)).toEqual(["land", "air", "facility"]);
  expect(fitting(facts, "Sea Zone 1").map((one) => one.id)).toEqual(["land", "air", "sea"]);
});

test("the power that one has just changed stays chosen where it stands", () => {
  expect(likely(view, "Kiev", "uk")).toBe("ussr");
  expect(likely(view, "Sea Zone 1", "germany")).toBe("uk");
  expect(likely(view, "Sea Zone 1", "uk")).toBe("uk");
  expect(likely(view, "Sea Zone 2", "japan")).toBe("japan");
});
