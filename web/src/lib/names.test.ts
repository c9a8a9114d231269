import { describe, expect, it } from "vitest";

import { said } from "./names.svelte";

const book = new Map([
  ["Soviet Union", "Sowjetunion"],
  ["Order new units: {n} to spend.", "Bestelle neue Einheiten: {n} zum Ausgeben."],
  ["{power}: press the attack on {space}, or retreat to {where}?", "{power}: in {space} weiter oder zurück nach {where}?"],
]);

describe("names of a game", () => {
  it("are said in the other language, and as they are where there is no word", () => {
    expect(said(book, "Soviet Union")).toBe("Sowjetunion");
    expect(said(book, "Ukraine")).toBe("Ukraine");
  });

  it("keep what stands in a gap, translated if it has a word of its own", () => {
    expect(said(book, "Order new units: 7 to spend.")).toBe("Bestelle neue Einheiten: 7 zum Ausgeben.");
    expect(said(book, "Soviet Union: press the attack on Ukraine, or retreat to Russia or Caucasus?")).toBe(
      "Sowjetunion: in Ukraine weiter oder zurück nach Russia or Caucasus?",
    );
  });

  it("leave a sentence alone that only begins like one", () => {
    const text = "Order new units: 7 to spend. As things stand there is no place for tanks.";
    expect(said(book, text)).toBe(text);
  });
});
