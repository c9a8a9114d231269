import { expect, test } from "vitest";

import { moved } from "./ranking";

test("an item goes to its new place, the others close up", () => {
  expect(moved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
  expect(moved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
  expect(moved(["a"], 5, 0)).toEqual(["a"]);
});
