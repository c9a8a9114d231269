import { expect, test } from "vitest";

import type { Area } from "../lib/wire";
import { waysDown } from "./landing";

const way = (space: string, to: string): Area.Reland => ({ do: "reland", unit: "fighter", space, to });

test("only planes of the space in question are asked for, and each way is named once", () => {
  const actions: Area.Action[] = [way("Ukraine", "Ukraine"), way("Ukraine", "Ukraine"), way("Karelia", "Ukraine"), { do: "done" }];
  expect(waysDown(actions, "Ukraine")).toEqual([way("Ukraine", "Ukraine")]);
});
