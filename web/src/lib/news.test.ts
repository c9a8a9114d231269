import { describe, expect, it } from "vitest";

import { whatIsNew } from "./news";
import type { Turn } from "./wire";

const turn: Turn = {
  table: "t",
  game: "1941",
  title: "Ours",
  headline: "Round 1",
  turn: "1 ussr",
  seats: ["ussr"],
  since: "2026-06-01T12:00:00Z",
  left: null,
};

describe("what a browser tells", () => {
  it("each turn once", () => {
    const first = whatIsNew({}, [turn]);
    expect(first.news.map((one) => one.turn.table)).toEqual(["t"]);
    expect(whatIsNew(first.told, [turn]).news).toEqual([]);
    expect(whatIsNew(first.told, [{ ...turn, turn: "2 ussr" }]).news).toHaveLength(1);
  });
  it("once more when a day is left", () => {
    const calm = whatIsNew({}, [{ ...turn, left: 100_000 }]);
    const late = whatIsNew(calm.told, [{ ...turn, left: 80_000 }]);
    expect(late.news).toEqual([{ turn: { ...turn, left: 80_000 }, soon: true }]);
    expect(whatIsNew(late.told, [{ ...turn, left: 70_000 }]).news).toEqual([]);
  });
  it("forgets what does not wait any more", () => {
    const { told } = whatIsNew({}, [turn]);
    const away = whatIsNew(told, []);
    expect(away.told).toEqual({});
    expect(whatIsNew(away.told, [turn]).news).toHaveLength(1);
  });
});
