import { describe, expect, it } from "vitest";

import { join, rejoin, standing } from "./log";
import type { Entry } from "./wire";

function act(seq: number, number: number): Entry {
  return {
    seq,
    number,
    kind: "act",
    seat: "uk",
    by: "Ann",
    at: "",
    action: null,
    events: [],
    text: [],
    back: 0,
    reason: "",
  };
}

function undo(seq: number, back: number): Entry {
  return { ...act(seq, 0), kind: "undo", back };
}

describe("the log", () => {
  it("is joined in order and without doubles", () => {
    const log = join([act(1, 1), act(3, 3)], [act(3, 3), act(2, 2)]);
    expect(log.map((entry) => entry.seq)).toEqual([1, 2, 3]);
  });

  it("keeps what leads up to the recent lines", () => {
    const log = rejoin([act(1, 1), act(2, 2)], [act(3, 3)]);
    expect(log.map((entry) => entry.seq)).toEqual([1, 2, 3]);
  });

  it("forgets what lies before a gap", () => {
    const log = rejoin([act(1, 1), act(2, 2)], [act(9, 9)]);
    expect(log.map((entry) => entry.seq)).toEqual([9]);
  });

  it("stands with what was changed by hand", () => {
    const edit: Entry = { ...act(2, 2), kind: "edit", seat: "" };
    expect(standing([act(1, 1), edit]).map((entry) => entry.seq)).toEqual([1, 2]);
    expect(standing([act(1, 1), edit, undo(3, 1)]).map((entry) => entry.seq)).toEqual([1]);
  });

  it("stands without what was taken back", () => {
    const log = [act(1, 1), act(2, 2), act(3, 3), undo(4, 2), act(5, 2)];
    expect(standing(log).map((entry) => entry.seq)).toEqual([1, 5]);
  });

  it("can be read from the middle", () => {
    expect(standing([undo(7, 3), act(8, 5)]).map((entry) => entry.seq)).toEqual([8]);
  });
});
