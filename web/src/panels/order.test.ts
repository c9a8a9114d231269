import { expect, test } from "vitest";

import { affordable, cost, size, changed } from "./order";

const prices = new Map([["infantry", 3], ["tank", 6], ["fighter", 10]]);

test("an order has a price and a size", () => {
  expect(cost({ infantry: 2, fighter: 1 }, prices)).toBe(16);
  expect(size({ infantry: 2, fighter: 1 })).toBe(3);
});

test("a number of none takes a unit off the order", () => {
  expect(changed({ infantry: 2, tank: 1 }, "tank", 0)).toEqual({ infantry: 2 });
  expect(changed({ infantry: 2 }, "tank", 3)).toEqual({ infantry: 2, tank: 3 });
});

test("last turn's order is cut to the money and to what is for sale", () => {
  expect(affordable({ infantry: 4, tank: 1, zeppelin: 2 }, prices, 16)).toEqual({ infantry: 4 });
  expect(affordable({ tank: 5 }, prices, 13)).toEqual({ tank: 2 });
});
