import { expect, test } from "vitest";

import { told } from "./steps";

const step = (text: string, reason = "") => ({ action: null, text, reason });

test("what has one reason is told as one step", () => {
  const [kiev, riga] = ["Take Kiev.", "Take Riga."];
  expect(
    told([step("buy"), step("march", kiev), step("sail", riga), step("fly", kiev), step("end"), step("rest", kiev)]),
  ).toEqual([
    { texts: ["buy"], reason: "" },
    { texts: ["march", "fly"], reason: kiev },
    { texts: ["sail"], reason: riga },
    { texts: ["end"], reason: "" },
    { texts: ["rest"], reason: kiev },
  ]);
});
