import { expect, it } from "vitest";

import { bytesOf } from "./push";

it("reads a key as push services write them, without padding", () => {
  expect([...bytesOf("-_8")]).toEqual([251, 255]);
});
