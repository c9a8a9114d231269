import { expect, test } from "vitest";

import { actionOf, changed, counted, lossesOf, NONE } from "./losses";

test("losses are named by army and kind, and what is not lost is not said", () => {
  const some = changed(changed(NONE, "First", "infantry", 2), "Second", "mechanized", 1);
  expect(counted({ ...some, fort: 1 })).toBe(4);
  const less = changed(some, "Second", "mechanized", 0);
  expect(actionOf(less)).toEqual({ do: "lose", armies: { First: { infantry: 2 } } });
  expect(actionOf({ ...less, fort: 2, fleet: 1 })).toMatchObject({ fort: 2, fleet: 1 });
});

test("what is proposed is what the form begins with", () => {
  expect(lossesOf({ do: "lose", armies: { First: { infantry: 1 } }, fort: 2 })).toEqual({
    armies: { First: { infantry: 1 } },
    fort: 2,
    fleet: 0,
  });
  expect(lossesOf({ do: "done" })).toEqual(NONE);
});
