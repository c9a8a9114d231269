import { expect, test } from "vitest";

import type { Area } from "../lib/wire";
import { orderFor, targets } from "./reaction";

const fly: Area.Sending = {
  order: { do: "support", unit: "fighter", space: "Kiev", to: "Minsk" }, unit: "fighter", space: "Kiev", to: "Minsk", most: 2, attacked: true,
};
const march: Area.Sending = {
  order: { do: "reinforce", units: [{ unit: "infantry" }], space: "Kiev", to: "Omsk" }, unit: "infantry", space: "Kiev", to: "Omsk", most: 3, attacked: false,
};

test("spaces that are attacked come apart from the others", () => {
  const answer: Area.ReactionAnswer = { about: "reaction", attacked: ["Minsk", "Riga"], sendings: [fly, march], given: [] };
  expect(targets(answer)).toEqual({ attacked: ["Minsk"], elsewhere: ["Omsk"], all: ["Minsk", "Omsk"] });
  expect(targets(null).all).toEqual([]);
});

test("an order is for as many as are sent", () => {
  expect(orderFor(fly, 2)).toMatchObject({ do: "support", count: 2 });
  expect(orderFor(march, 3)).toMatchObject({ do: "reinforce", units: [{ unit: "infantry", count: 3 }] });
});
