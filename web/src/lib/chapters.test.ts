import { describe, expect, it } from "vitest";

import { family } from "../area/family";
import { chapters, found, lastDecision, pieces } from "./chapters";
import type { Entry } from "./wire";

const KIT = { powers: [{ id: "ussr" }, { id: "germany" }], phases: [{ id: "purchase", name: "Purchase" }, { id: "combat-move", name: "Combat Move" }], opening: { round: 1, powers: ["ussr"] } };

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

  it("has a heading for each power of a team, and one for what it plays as one", () => {
    const kit = { ...KIT, phases: [...KIT.phases, { id: "combat", name: "Combat", together: true }] };
    const by = (number: number, seat: string, text: string[], ...events: unknown[]) => ({ ...entry(number, text, ...events), seat });
    const text = chapters(
      [
        by(1, "ussr", [], { is: "turn-began", round: 1, power: "germany", phase: "purchase", mates: { japan: "purchase" } }),
        by(2, "germany", ["bought"], { is: "phase-began", power: "germany", phase: "combat-move" }),
        by(3, "japan", ["bought too"]),
        by(4, "germany", ["moved"], { is: "phase-began", power: "germany", phase: "combat" }),
        by(5, "japan", [], { is: "phase-began", power: "japan", phase: "combat" }),
        by(6, "japan", ["fought"]),
        by(7, "germany", ["fought"]),
        by(8, "ussr", ["lost"]),
      ],
      family,
      kit,
    );
    expect(text.map(({ seat, phase, entries }) => [seat, phase, entries.length])).toEqual([
      ["germany", "purchase", 1],
      ["japan", "purchase", 1],
      ["germany", "combat-move", 1],
      ["germany", "combat", 3],
    ]);
  });

  it("tells of several orders of units only the one that stands", () => {
    const ordered = (cost: number) => ({ is: "ordered", power: "ussr", units: {}, cost });
    const text = chapters([entry(1, ["3 IPCs"], ordered(3)), entry(2, ["6 IPCs"], ordered(6)), entry(3, ["moved"])], family, KIT);
    expect(text.flatMap(({ entries }) => entries.map((one) => one.text[0]))).toEqual(["6 IPCs", "moved"]);
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

  it("is searched by words, round and phase", () => {
    const text = chapters(
      [
        entry(1, ["The Soviet Union orders 2 infantry."]),
        entry(2, [], { is: "phase-began", power: "ussr", phase: "combat-move" }),
        entry(3, ["2 infantry move to Ukraine."]),
        entry(4, ["A tank stays."], { is: "turn-began", round: 2, power: "germany", phase: "purchase" }),
        entry(5, ["Germany orders a tank."]),
      ],
      family,
      KIT,
    );
    const hits = (words: string, round = 0, phase = "") =>
      found(text, { words, round, phase }, (one) => one.seat).flatMap((one) => one.entries.map((hit) => hit.number));
    expect(hits("infantry")).toEqual([1, 3]);
    expect(hits("INFANTRY ukraine")).toEqual([3]);
    expect(hits("tank", 2)).toEqual([5]);
    expect(hits("", 1, "combat-move")).toEqual([3, 4]);
    expect(hits("germany")).toEqual([5]);
    expect(hits("submarine")).toEqual([]);
  });

  const set = (text: string, kind: string) =>
    pieces(text)
      .filter((piece) => piece.is === kind)
      .map((piece) => piece.text);

  it("sets off counts, not the numbers of sea zones, dice or names", () => {
    const text = "2 infantry sail from Sea Zone 11 to Sea Zone 5 with 1 tank (hit on 3 or less); Gunner 29095 smiles.";
    expect(set(text, "count")).toEqual(["2", "1"]);
    expect(
      pieces(text)
        .map((piece) => piece.text)
        .join(""),
    ).toBe(text);
  });

  it("finds the rule that a sentence cites", () => {
    expect(set("The Axis has won (1941.victory.concession).", "rule")).toEqual(["1941.victory.concession"]);
    expect(set("Moscow (Russia) falls (e.g. at 3.5 to 1).", "rule")).toEqual([]);
  });
});
