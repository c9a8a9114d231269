import { expect, it } from "vitest";

import { ahead } from "./steering";

const globe = { width: 1000, height: 500, wraps: true };
const others = [
  { name: "east", at: { x: 600, y: 260 } },
  { name: "north", at: { x: 520, y: 100 } },
  { name: "far east", at: { x: 900, y: 250 } },
];

it("goes to what lies in the direction of the key", () => {
  const from = { x: 500, y: 250 };
  expect(ahead(from, others, "right", globe)).toBe("east");
  expect(ahead(from, others, "up", globe)).toBe("north");
  expect(ahead(from, others, "down", globe)).toBeUndefined();
});

it("goes over the edge", () => {
  expect(ahead({ x: 50, y: 250 }, others, "left", globe)).toBe("far east");
});

it("prefers what lies straight ahead to what is nearer, but aslant", () => {
  const two = [
    { name: "aslant", at: { x: 440, y: 190 } },
    { name: "ahead", at: { x: 300, y: 255 } },
  ];
  expect(ahead({ x: 500, y: 250 }, two, "left", globe)).toBe("ahead");
  expect(ahead({ x: 500, y: 250 }, two, "up", globe)).toBe("aslant");
});
