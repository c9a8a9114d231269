import { describe, expect, it } from "vitest";

import { family } from "../area/family";
import { chapters, counted, lastDecision } from "./chapters";
import type { Entry } from "./wire";

const KIT = { powers: [{ id: "ussr" }, { id: "germany" }], phases: [{ id: "purchase", name: "Purchase" }, { id: "combat-move", name: "Combat Move" }] };

function entry(number: number, text: string[], ...events: unknown[]): Entry {
  return { seq: number, number, kind: "act", seat: "ussr", by: "", at: "", action: null, events, text, back: 0, reason: "" };
}

describe("the running text", () => {
  it("has a heading for each phase in which something happened", () => {
    const text = chapters(
      [
        entry(1, ["bought"], { is: "phase-began", power: "ussr", phase: "combat-move" }),
        entry(2, [], { is: "turn-began", round: 1, power: "germany", phase: "purchase" }),
        entry(3, ["bought too"]),
        entry(4, ["and more"], { is: "turn-began", round: 2, power: "ussr", phase: "purchase" }),
        entry(5, ["again"]),
      ],
      family,
      KIT,
    );
    expect(text.map(({ round, seat, phase, entries }) => [round, seat, phase, entries.length])).toEqual([
      [1, "ussr", "purchase", 1],
      [1, "germany", "purchase", 2],
      [2, "ussr", "purchase", 1],
    ]);
  });

  it("says that it does not know the heading when it begins in the middle", () => {
    const text = chapters([entry(40, ["moved"])], family, KIT);
    expect(text.map(({ known }) => known)).toEqual([false]);
  });

  it("is nothing without a story", () => {
    expect(chapters([], family, KIT)).toEqual([]);
  });

  it("names the last decision by its text, or by the phase that it ended", () => {
    const bought = entry(1, ["bought"]);
    const ended = entry(2, [], { is: "phase-began", power: "ussr", phase: "combat-move" });
    const again = entry(3, [], { is: "phase-began", power: "ussr", phase: "combat" });
    expect(lastDecision([bought], family, KIT)).toEqual({ text: "bought" });
    expect(lastDecision([bought, ended], family, KIT)).toEqual({ phase: "Purchase" });
    expect(lastDecision([bought, ended, again], family, KIT)).toEqual({ phase: "Combat Move" });
    expect(lastDecision([], family, KIT)).toBeNull();
  });

  it("sets off counts, not the numbers of sea zones", () => {
    const parts = counted("2 infantry sail from sea zone 11 to sea zone 5 with 1 tank.");
    expect(parts.filter((part) => part.count).map((part) => part.text)).toEqual(["2", "1"]);
    expect(parts.map((part) => part.text).join("")).toBe("2 infantry sail from sea zone 11 to sea zone 5 with 1 tank.");
  });
});
