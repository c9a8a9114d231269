import { describe, expect, it } from "vitest";

import { agreed, inFigures, inWords, secondsLeft } from "./clock";

const time = { left: 100, runs: true, late: 0, away: null };

describe("a clock", () => {
  it("counts down only while it runs", () => {
    expect(secondsLeft(time, 0, 30_000)).toBe(70);
    expect(secondsLeft({ ...time, runs: false }, 0, 30_000)).toBe(100);
  });
  it("is read in figures or words", () => {
    expect(inFigures(572)).toBe("9:32");
    expect(inFigures(3_729)).toBe("1:02:09");
    expect(inFigures(-5)).toBe("0:00");
    expect(inWords(2.5 * 86_400)).toBe("2 days");
    expect(inWords(30 * 3_600)).toBe("30 hours");
    expect(inWords(90)).toBe("1 minute");
  });
  it("says what was agreed on", () => {
    expect(agreed(null)).toBe("No clock");
    expect(agreed({ kind: "days", days: 3, grace: 12, end: "bot" })).toBe("3 days per turn, 12 hours grace; then a bot takes over");
    expect(agreed({ kind: "live", minutes: 60, increment: 30, end: "loss" })).toBe(
      "60 minutes per game, plus 30 seconds per turn; then the game is lost",
    );
  });
});
