import { describe, expect, it } from "vitest";

import { othersBegan } from "./recap.svelte";
import type { Mark } from "./recap.svelte";

function marks(...seats: string[]): Mark[] {
  return seats.map((seat, i) => ({ number: i * 10, round: 1 + Math.floor(i / 3), seat }));
}

describe("since your last turn", () => {
  const red = (seat: string) => seat === "red";

  it("begins where the others began", () => {
    expect(othersBegan(marks("red", "blue", "green", "red"), red, false)).toBe(10);
    expect(othersBegan(marks("red", "blue", "red", "blue", "green"), red, false)).toBe(30);
  });

  it("begins with the game if the others were first", () => {
    expect(othersBegan(marks("blue", "red"), red, false)).toBe(0);
  });

  it("is nothing while nobody else has played", () => {
    expect(othersBegan(marks("red"), red, false)).toBeNull();
    expect(othersBegan(marks("red", "blue"), () => true, false)).toBeNull();
    expect(othersBegan([], red, false)).toBeNull();
  });

  it("is this round for somebody who watches", () => {
    expect(othersBegan(marks("red", "blue", "green", "red", "blue"), () => false, true)).toBe(30);
  });
});
