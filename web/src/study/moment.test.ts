import { expect, test } from "vitest";

import { momentOf } from "./moment";

test("the address says which moment is meant", () => {
  expect(momentOf("?at=12", false, 40)).toBe(12);
  expect(momentOf("?at=99", true, 40)).toBe(40);
  expect(momentOf("?at=0", false, 40)).toBe(0);
});

test("otherwise it is now, and in a game that is over before its last decision", () => {
  expect(momentOf("", false, 40)).toBeNull();
  expect(momentOf("?at=x", false, 40)).toBeNull();
  expect(momentOf("", true, 40)).toBe(39);
  expect(momentOf("", true, 0)).toBe(0);
});
