import { expect, test } from "vitest";

import { lacking, leaves, progress } from "./findings";

const war = { says: "Red at war with Blue", holds: true };
const cities = { says: "at least 2 of A, B and C held by Red", holds: false, missing: ["B", "C"], met: ["A"], needs: 2, count: 1 };

test("a finding is ticked off part by part", () => {
  const whole = { says: "both", holds: false, of: [war, { says: "for a round", holds: false, of: [cities] }] };
  expect(leaves(whole)).toEqual([war, cities]);
  expect(lacking(whole)).toEqual(["B", "C"]);
  expect(progress(whole)).toEqual({ held: 1, needed: 2 });
});

test("what is only missing in the whole stands for itself", () => {
  const held = { ...cities, holds: true, missing: [], count: 3 };
  const lasting = { says: "for a round", holds: false, missing: ["hold it until Red's next turn"], of: [held] };
  expect(lacking(lasting)).toEqual(["hold it until Red's next turn"]);
  expect(progress(lasting)).toEqual({ held: 2, needed: 2 });
});

test("an aim without parts is one line", () => {
  expect(leaves(war)).toEqual([war]);
  expect(lacking(war)).toEqual([]);
  expect(progress(war)).toBeNull();
});
