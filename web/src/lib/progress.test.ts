import { describe, expect, it } from "vitest";

import { looksLike, stepDue } from "./progress";
import type { Entry, Step } from "./wire";

function line(seq: number, ...events: unknown[]): Entry {
  return { seq, number: seq, kind: "act", seat: "red", by: "me", at: "", action: null, events, text: [], back: 0, reason: "" };
}
const undo = (seq: number): Entry => ({ ...line(seq), kind: "undo", back: 1 });
const step = (...done: Step["done"]): Step => ({ title: {}, text: {}, done });
const on = (like: Record<string, unknown>) => ({ mark: "event" as const, like });
const NONE = { seen: [], passed: [] };

const STEPS = [
  step(on({ is: "bought" })),
  step({ mark: "undo" }),
  step({ mark: "seen", what: "odds" }),
  step(on({ is: "moved", path: ["Ukraine"] }), on({ is: "ended" })),
  step(),
];

describe("a pattern", () => {
  it("names some of what is there", () => {
    expect(looksLike({ is: "moved", piece: { unit: "tank" } }, { is: "moved", piece: { unit: "tank", used: 1 }, count: 2 })).toBe(true);
    expect(looksLike({ is: "moved", piece: { unit: "tank" } }, { is: "moved", piece: { unit: "infantry" } })).toBe(false);
    expect(looksLike({ piece: { unit: "tank" } }, { piece: null })).toBe(false);
  });
  it("finds the members of a list anywhere in it", () => {
    expect(looksLike({ path: ["b"] }, { path: ["a", "b"] })).toBe(true);
    expect(looksLike({ path: ["b", "c"] }, { path: ["a", "b"] })).toBe(false);
    expect(looksLike({ path: ["b"] }, { path: "b" })).toBe(false);
  });
});

describe("a lesson", () => {
  it("begins at the beginning", () => {
    expect(stepDue(STEPS, [], NONE)).toBe(0);
  });
  it("goes on by what happens, in its order", () => {
    expect(stepDue(STEPS, [undo(1)], NONE)).toBe(0);
    expect(stepDue(STEPS, [undo(1), line(2, { is: "bought" })], NONE)).toBe(1);
    expect(stepDue(STEPS, [line(1, { is: "bought" }), undo(2)], NONE)).toBe(2);
    expect(stepDue(STEPS, [line(1, { is: "bought" }), undo(2)], { seen: ["odds"], passed: [] })).toBe(3);
  });
  it("does not go back when something is taken back", () => {
    const log = [line(1, { is: "bought" }), undo(2), line(3, { is: "moved", path: ["Russia", "Ukraine"] }), undo(4)];
    expect(stepDue(STEPS, log, { seen: ["odds"], passed: [] })).toBe(4);
  });
  it("passes over what can no longer be done", () => {
    expect(stepDue(STEPS, [line(1, { is: "bought" }), line(2, { is: "ended" })], NONE)).toBe(4);
  });
  it("lets the learner say when a step was read or shall be skipped", () => {
    expect(stepDue(STEPS, [], { seen: [], passed: [0, 1] })).toBe(2);
    expect(stepDue(STEPS, [line(1, { is: "bought" }), line(2, { is: "ended" })], { seen: [], passed: [4] })).toBe(5);
  });
});
