import { describe, expect, it } from "vitest";

import { applyPatch } from "./patch";

describe("a merge patch", () => {
  // The examples of RFC 7396, appendix A.
  it.each<[unknown, unknown, unknown]>([
    [{ a: "b" }, { a: "c" }, { a: "c" }],
    [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
    [{ a: "b" }, { a: null }, {}],
    [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
    [{ a: ["b"] }, { a: "c" }, { a: "c" }],
    [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
    [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
    [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
    [["a", "b"], ["c", "d"], ["c", "d"]],
    [{ a: "b" }, ["c"], ["c"]],
    [{ a: "foo" }, null, null],
    [{ a: "foo" }, "bar", "bar"],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: "b", c: null }, { a: "b" }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])("%j with %j is %j", (target, patch, result) => {
    expect(applyPatch(target, patch)).toEqual(result);
  });

  it("leaves its target as it was and shares what it does not touch", () => {
    const target = { stacks: { a: [1], b: [2] }, round: { number: 1 } };
    const result = applyPatch(target, { round: { number: 2 } }) as typeof target;
    expect(target.round.number).toBe(1);
    expect(result.stacks).toBe(target.stacks);
  });

  it("takes a member called __proto__ as data", () => {
    const result = applyPatch({}, JSON.parse('{"__proto__": {"owned": true}}')) as Record<string, unknown>;
    expect(({} as Record<string, unknown>).owned).toBeUndefined();
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
  });
});
