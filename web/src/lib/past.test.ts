import { describe, expect, it, vi } from "vitest";

import { chapterAt, jump, Past, STRIDE } from "./past";
import type { Chapter, Moments } from "./wire";

/** A game of a number of decisions, whose view counts them. */
function stride(first: number, last: number): Moments {
  const end = Math.min(first + STRIDE, last);
  const steps = Array.from({ length: end - first }, (_, i) => ({
    number: first + i + 1,
    patch: { at: first + i + 1 },
    pending: [],
    headline: `after ${first + i + 1}`,
    winner: "",
  }));
  return { first, view: { at: first, still: { the: "same" } }, pending: [], headline: `after ${first}`, winner: "", steps };
}

describe("the past", () => {
  it("shows any moment, and has those around it at hand", async () => {
    const load = vi.fn((first: number) => Promise.resolve(stride(first, 100)));
    const past = new Past(load);
    expect(past.peek(40)).toBeNull();
    expect((await past.at(40, 100)).view).toEqual({ at: 40, still: { the: "same" } });
    await Promise.resolve();
    expect(load.mock.calls.map(([first]) => first)).toEqual([32, 64, 0]);
    await vi.waitFor(() => expect(past.peek(10)?.headline).toBe("after 10"));
    for (const number of [0, 31, 32, 63, 64, 95]) expect((await past.at(number, 100)).number).toBe(number);
    expect(load).toHaveBeenCalledTimes(4);
  });

  it("keeps what a step does not change", async () => {
    const past = new Past((first) => Promise.resolve(stride(first, 100)));
    const [one, two] = [await past.at(3, 100), await past.at(4, 100)];
    expect((one.view as { still: object }).still).toBe((two.view as { still: object }).still);
  });

  it("asks again for what was taken back, and for nothing else", async () => {
    const load = vi.fn((first: number) => Promise.resolve(stride(first, 70)));
    const past = new Past(load);
    await past.at(70, 70);
    await past.at(5, 70);
    past.forget(66);
    expect(past.peek(5)).not.toBeNull();
    expect(past.peek(66)).toBeNull();
  });

  it("tries again after a failure", async () => {
    const load = vi.fn((first: number) => Promise.resolve(stride(first, 10)));
    load.mockRejectedValueOnce(new Error("offline"));
    const past = new Past(load);
    await expect(past.at(3, 10)).rejects.toThrow("offline");
    expect((await past.at(3, 10)).number).toBe(3);
  });
});

describe("chapters", () => {
  const chapters: Chapter[] = [
    { number: 0, round: 1, seat: "a", phase: "Buy" },
    { number: 4, round: 1, seat: "a", phase: "Fight" },
    { number: 9, round: 2, seat: "a", phase: "Buy" },
  ];

  it("say where a moment is", () => {
    expect(chapterAt(chapters, 4)?.phase).toBe("Fight");
    expect(chapterAt(chapters, 8)?.round).toBe(1);
    expect(chapterAt([], 8)).toBeNull();
  });

  it("are jumped to, back and forth", () => {
    expect([0, 3, 4, 12].map((at) => jump(chapters, at, 12, -1, "phase"))).toEqual([0, 0, 0, 9]);
    expect([0, 4, 9].map((at) => jump(chapters, at, 12, 1, "phase"))).toEqual([4, 9, 12]);
    expect([0, 4, 9].map((at) => jump(chapters, at, 12, 1, "round"))).toEqual([9, 9, 12]);
    expect([12, 9, 5].map((at) => jump(chapters, at, 12, -1, "round"))).toEqual([9, 0, 0]);
  });
});
