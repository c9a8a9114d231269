import { describe, expect, it } from "vitest";

import { inWords, titleOf } from "./summaries";

describe("a value in words", () => {
  it("has a title, which is not repeated", () => {
    const step = { step: "volley", name: "Guns fire", side: "attack", who: { kinds: ["land", "sea"] } };
    expect(titleOf(step, "1")).toBe("Guns fire");
    expect(inWords(step, "Guns fire")).toBe("step: volley, side: attack, who (kinds: land, sea)");
  });

  it("is anything that a file can hold", () => {
    expect(titleOf([1, 2], "limits")).toBe("limits");
    expect(titleOf({ need: "war" }, "1")).toBe("war");
    expect(inWords([{ need: "war", against: ["ussr"] }, "x", null])).toBe("(need: war, against: ussr), x, ");
    expect(inWords(true)).toBe("true");
    expect(inWords(null)).toBe("");
  });
});
