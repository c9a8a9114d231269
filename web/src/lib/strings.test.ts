import { describe, expect, it } from "vitest";

import { german } from "../strings/de";
import { english } from "../strings/en";
import { firstSpoken, speech } from "./language.svelte";
import { handed, t } from "./strings";

const sources: Record<string, string> = import.meta.glob(["../**/*.svelte", "../**/*.ts", "!../strings/**", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const code = Object.values(sources).join("\n");
const quoted = new Set([...code.matchAll(/["']([a-z][\w.-]*)(?=["'])/gi)].map((match) => match[1] ?? ""));
/** Keys that are put together: the beginning stands in the code. */
const begun = [...code.matchAll(/`([a-z][a-z.-]*\.)\$\{/g)].map((match) => match[1] ?? "");

describe("the texts", () => {
  it("are all used", () => {
    const used = (key: string) => quoted.has(key) || begun.some((start) => key.startsWith(start));
    expect(Object.keys(english).filter((key) => !used(key))).toEqual([]);
  });
});

describe("a text for a mouse and for a finger", () => {
  const both = [...Object.entries(english), ...Object.entries(german)].filter(([key]) => !key.startsWith("weeks.mail"));

  it("says click to one and tap to the other", () => {
    expect(handed(english["moving.hint"], false)).toBe("Click a destination. Shift-click adds a waypoint; Escape puts them back.");
    expect(handed(english["moving.hint"], true)).toBe("Tap a destination. Long-press adds a waypoint.");
    expect(handed(german["place.hint"], true)).toBe("Tipp auf das Feld für: {unit}");
  });

  it("never asks a finger to click, nor a mouse to tap", () => {
    expect(both.filter(([, text]) => /\b(an)?[ck]lick/i.test(handed(text, true)))).toEqual([]);
    expect(both.filter(([, text]) => /\btap(ping)?\b|\btipp(en)?\b/i.test(handed(text, false)))).toEqual([]);
  });
});

/** What is filled into a text, and what it counts with the cases that it tells apart. */
function gaps(text: string): string[] {
  const counted = [...text.matchAll(/\{(\w+), plural, ((?:[=\w]+ \{[^{}]*\}\s*)+)\}/g)].map(
    ([, name, cases]) => `${name}: ${[...(cases ?? "").matchAll(/([=\w]+) \{/g)].map((one) => one[1]).join()}`,
  );
  const plain = text.replace(/\{\w+, plural, (?:[=\w]+ \{[^{}]*\}\s*)+\}/g, "");
  const filled = [...plain.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? "");
  return [...new Set([...counted, ...filled])].sort();
}

describe("German", () => {
  it("has the same gaps as English, and counts the same things", () => {
    const odd = Object.entries(english).filter(
      ([key, text]) => gaps(german[key as keyof typeof german]).join("; ") !== gaps(text).join("; "),
    );
    expect(odd.map(([key]) => key)).toEqual([]);
  });

  it("has the same texts, and none is empty", () => {
    expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort());
    expect(Object.values(german).filter((text) => !text.trim())).toEqual([]);
  });

  it("is spoken when it is chosen", async () => {
    await speech.choose("de");
    expect(t("lobby.waiting.players", { n: 1 })).toBe("1 Platz ist frei");
    expect(t("lobby.waiting.players", { n: 3 })).toBe("3 Plätze sind frei");
    await speech.choose("en");
    expect(t("lobby.waiting.players", { n: 1 })).toBe("1 seat is free");
  });

  it("is what a browser gets that wants it before anything else that the page speaks", () => {
    expect(firstSpoken(["", "fr-CH", "de-AT", "en"])).toBe("de");
    expect(firstSpoken(["en-US", "de"])).toBe("en");
    expect(firstSpoken(["fr"])).toBe("en");
  });
});
