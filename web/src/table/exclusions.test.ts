import { describe, expect, it } from "vitest";

import { deeds } from "./exclusions";

const bert = { name: "Bert", removed: false, why: "insults" };

describe("what a host did", () => {
  it("is told once", () => {
    expect(deeds([], [bert])).toEqual([{ name: "Bert", what: "muted", why: "insults" }]);
    expect(deeds([bert], [bert])).toEqual([]);
    expect(deeds([bert], [])).toEqual([{ name: "Bert", what: "unmuted", why: "" }]);
  });

  it("tells muting from removing", () => {
    const removed = { ...bert, removed: true };
    expect(deeds([bert], [removed])).toEqual([{ name: "Bert", what: "removed", why: "insults" }]);
    expect(deeds([removed], [])).toEqual([{ name: "Bert", what: "back", why: "" }]);
  });
});
