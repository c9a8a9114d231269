import { expect, test } from "vitest";

import { told } from "./steps";

const step = (text: string, reason = "") => ({ action: null, text, reason });

test("what has one reason is told as one step", () => {
  expect(told([step("buy"), step("march", "Take Kiev."), step("fly", "Take Kiev."), step("end")])).toEqual([
    { texts: ["buy"], reason: "" },
    { texts: ["march", "fly"], reason: "Take Kiev." },
    { texts: ["end"], reason: "" },
  ]);
});
