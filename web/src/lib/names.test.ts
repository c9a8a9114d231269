import { describe, expect, it } from "vitest";

import { said } from "./names.svelte";

const book = new Map([
  ["Soviet Union", "Sowjetunion"],
  ["Buy units: {n} IPCs.", "Einheiten kaufen: {n} IPC."],
  ["{power}: press the attack on {space}, or retreat to {where}?", "{power}: in {space} weiter oder zurück nach {where}?"],
]);

describe("names of a game", () => {
  it("are said in the other language, and as they are where there is no word", () => {
    expect(said(book, "Soviet Union")).toBe("Sowjetunion");
    expect(said(book, "Ukraine")).toBe("Ukraine");
  });

  it("keep what stands in a gap, translated if it has a word of its own", () => {
    expect(said(book, "Buy units: 7 IPCs.")).toBe("Einheiten kaufen: 7 IPC.");
    expect(said(book, "Soviet Union: press the attack on Ukraine, or retreat to Russia or Caucasus?")).toBe(
      "Sowjetunion: in Ukraine weiter oder zurück nach Russia or Caucasus?",
    );
  });

  it("leave a sentence alone that only begins like one", () => {
    const text = "Buy units: 7 IPCs. There's no place for tanks.";
    expect(said(book, text)).toBe(text);
  });
});
