// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { BREATH, DIE, Pace, wishes } from "./pace.svelte";
import type { Step } from "./pace.svelte";
import type { Entry, Stand } from "./wire";

function step(number: number, text = "Something happens."): Step {
  const entry = { seq: number, number, text: text ? [text] : [], events: [] } as unknown as Entry;
  return { stand: { seq: number, number, view: number } as Stand, before: number - 1, entries: [entry] };
}

describe("the pace at which others are shown", () => {
  let shown: number[];
  let pace: Pace;
  let dice = 0;

  beforeEach(() => {
    vi.useFakeTimers();
    shown = [];
    dice = 0;
    wishes.follow("normal");
    pace = new Pace(
      ({ stand }) => shown.push(stand.number),
      () => dice,
    );
  });
  afterEach(() => {
    pace.reset();
    vi.useRealTimers();
  });

  it("shows one step after the other, and the table as it stands at the end", () => {
    for (const number of [1, 2, 3]) pace.take(step(number), false);
    expect([shown, pace.waiting, pace.shown?.number]).toEqual([[1], 2, 1]);
    vi.advanceTimersByTime(500);
    expect([shown, pace.shown?.number]).toEqual([[1, 2], 2]);
    vi.advanceTimersByTime(500);
    expect([shown, pace.shown, pace.waiting]).toEqual([[1, 2, 3], null, 0]);
  });

  it("lets nobody wait who wants no animation, nor for what they did themselves", () => {
    pace.take(step(1), true);
    pace.take(step(2), true);
    expect(shown).toEqual([1, 2]);
    wishes.follow("instant");
    for (const number of [3, 4]) pace.take(step(number), false);
    expect([shown, pace.shown]).toEqual([[1, 2, 3, 4], null]);
  });

  it("pauses, steps and catches up", () => {
    pace.pause();
    for (const number of [1, 2, 3]) pace.take(step(number), false);
    vi.advanceTimersByTime(10_000);
    expect([shown, pace.shown?.number, pace.shown?.view]).toEqual([[], 0, 0]);
    pace.step();
    vi.advanceTimersByTime(10_000);
    expect([shown, pace.shown?.number]).toEqual([[1], 1]);
    pace.catchUp();
    expect([shown, pace.shown, pace.paused]).toEqual([[1, 2, 3], null, false]);
  });

  it("tells nothing before the dice have settled", () => {
    dice = 4;
    pace.take(step(7), true);
    expect(pace.falling).toBe(7);
    vi.advanceTimersByTime(4 * DIE + BREATH - 1);
    expect(pace.falling).toBe(7);
    vi.advanceTimersByTime(1);
    expect(pace.falling).toBeNull();
    pace.take(step(8), true);
    pace.settle();
    expect(pace.falling).toBeNull();
  });

  it("forgets what waited when the whole truth comes", () => {
    for (const number of [1, 2, 3]) pace.take(step(number), false);
    pace.reset();
    expect([pace.shown, pace.waiting]).toEqual([null, 0]);
  });
});
