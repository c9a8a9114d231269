import { describe, expect, it } from "vitest";

import { pieces, wordsIn } from "./passages";

const KNOWN = new Set(["demo.map.islands"]);
const shown = (text: string, search: string) =>
  pieces(text, wordsIn(search), KNOWN)
    .map(({ text, hit, rule }) => (rule ? `<${text}>` : hit ? `[${text}]` : text))
    .join("");

describe("a passage", () => {
  it("shows every hit, whatever its letters", () => {
    expect(shown("Tanks blitz. A tank may.", "TANK")).toBe("[Tank]s blitz. A [tank] may.");
    expect(shown("tanks", "tank tanks")).toBe("[tanks]");
  });
  it("takes a search as it is written", () => {
    expect(shown("Is (this) all?", "(this) ?")).toBe("Is [(this)] all[?]");
    expect(shown("Nothing.", "  ")).toBe("Nothing.");
  });
  it("links the rules that it names, and no others", () => {
    expect(shown("See demo.map.islands. Or demo.map.nowhere.", "")).toBe("See <demo.map.islands>. Or demo.map.nowhere.");
  });
});
