import { expect, it } from "vitest";

import { combatsOf } from "./combats";
import { facts, stateOf } from "./example";

const red = (unit: string) => ({ power: "red", unit, used: 1 });
const blue = (unit: string) => ({ power: "blue", unit });

it("marks where enemies have come together", () => {
  expect(
    combatsOf(
      facts,
      stateOf({
        Blueland: [
          [red("tank"), 1],
          [blue("infantry"), 1],
        ],
      }),
    ),
  ).toEqual({ Blueland: "due" });
  expect(combatsOf(facts, stateOf({ Blueland: [[blue("infantry"), 1]] }))).toEqual({});
});

it("lets submarines be passed by, unless they are attacked", () => {
  const stacks: Parameters<typeof stateOf>[0] = {
    Bay: [
      [red("destroyer"), 1],
      [blue("submarine"), 1],
    ],
  };
  expect(combatsOf(facts, stateOf(stacks))).toEqual({});
  expect(combatsOf(facts, stateOf(stacks, undefined, { engaged: ["Bay"] }))).toEqual({ Bay: "due" });
  expect(
    combatsOf(
      facts,
      stateOf({
        Bay: [
          [red("submarine"), 1],
          [blue("destroyer"), 1],
        ],
      }),
    ),
  ).toEqual({ Bay: "due" });
});

it("marks combats that are due, landings, and the battle in progress", () => {
  const phases = { red: "combat" };
  const view = stateOf({}, phases, { sites: [{ space: "Blueland" }, { space: "Bay" }], chosen: "Bay" });
  expect(combatsOf(facts, view)).toEqual({ Blueland: "due", Bay: "now" });
  expect(combatsOf(facts, stateOf({}, undefined, { assaults: [["Bay", "Blueland"]] }))).toEqual({ Blueland: "due" });
});
