import { expect, test } from "vitest";

import { PACE, Throws } from "./throws";

test("volleys fall one after the other, each once", () => {
  const throws = new Throws();
  expect(throws.wait("a", 3, 1000)).toBe(0);
  const second = throws.wait("b", 2, 1000) ?? 0;
  expect(second).toBeGreaterThanOrEqual(3 * PACE);
  expect(throws.wait("a", 3, 1100)).toBe(-100);
  expect(throws.wait("a", 3, 100_000)).toBeNull();
});

test("who has seen enough sees them lie", () => {
  const throws = new Throws();
  throws.wait("a", 20, 1000);
  throws.skip();
  expect(throws.wait("a", 20, 1001)).toBeNull();
  expect(throws.wait("b", 2, 1001)).toBe(0);
});
