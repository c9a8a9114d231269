import { expect, test } from "vitest";

import { sketched } from "./sketch";

test("what goes the same way is one arrow, and ships carry on to the coast", () => {
  const arrows = sketched("uk", [
    { do: "order", units: { infantry: 2 } },
    { do: "move", units: [{ unit: "infantry", count: 2 }], path: ["A", "B"] },
    { do: "move", units: [{ unit: "tank" }], path: ["A", "B"] },
    { do: "voyage", transport: { unit: "transport" }, path: ["S1", "S2"], loads: [{ zone: "S1", territory: "A", unit: "infantry" }], land: "C" },
    { do: "move", units: [{ unit: "submarine" }], path: ["S3"], attack: true },
  ]);
  expect(arrows.map((one) => [one.path.join(">"), one.mark])).toEqual([
    ["A>B", "3"],
    ["A>S1", "1"],
    ["S1>S2>C", "1"],
  ]);
  expect(new Set(arrows.map((one) => one.tone))).toEqual(new Set(["preview"]));
});
