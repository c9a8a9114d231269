import { describe, expect, it } from "vitest";

import type { MapApi, Tone } from "./api.svelte";
import type { Atlas } from "./atlas";
import type { Touch } from "./gestures";
import type { Lens } from "./lens.svelte";
import { Pointing } from "./pointing.svelte";

/** A click on an arrow that lies on Ukraine, which is lit like this. */
function clicked(tone?: Tone): { picked: string[]; arrow: string } {
  const picked: string[] = [];
  const api = {
    lights: tone ? { Ukraine: { tone, text: "" } } : {},
    taker: { pick: (space: string) => picked.push(space) },
    skip: () => undefined,
  };
  const atlas = { under: () => "Ukraine" };
  const pointing = new Pointing(api as unknown as MapApi, {} as Lens, atlas as unknown as Atlas);
  const touch: Touch = { at: { x: 1, y: 1 }, hit: { space: "", marker: "", arrow: "first" }, touch: false, more: false };
  pointing.tap(touch);
  return { picked, arrow: pointing.arrow };
}

describe("a click on the arrow of an earlier order", () => {
  it("is for the space below it where that is highlighted", () => {
    expect(clicked("attack")).toEqual({ picked: ["Ukraine"], arrow: "" });
    expect(clicked("move")).toEqual({ picked: ["Ukraine"], arrow: "" });
  });

  it("opens the arrow anywhere else", () => {
    expect(clicked()).toEqual({ picked: [], arrow: "first" });
    expect(clicked("source")).toEqual({ picked: [], arrow: "first" });
    expect(clicked("refused")).toEqual({ picked: [], arrow: "first" });
  });
});
