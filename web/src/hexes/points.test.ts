import { expect, test } from "vitest";

import { atMost, figures, plus, pointWords, total } from "./points";

test("points are added by kind, and kinds without points are left out", () => {
  expect(plus({ infantry: 2 }, { infantry: 1, mechanized: 3 })).toEqual({ infantry: 3, mechanized: 3 });
  expect(atMost({ infantry: 5, amphibious: 1 }, { infantry: 2 })).toEqual({ infantry: 2 });
  expect(total({ infantry: 2, mechanized: 1, amphibious: 4 })).toBe(7);
});

test("counters show infantry and mechanized points, and amphibious ones where there are some", () => {
  expect(figures({ infantry: 8 })).toBe("8-0");
  expect(figures({ infantry: 2, mechanized: 3, amphibious: 1 })).toBe("2-3-1");
  expect(figures({ infantry: 2, paratroop: 1, tac_air: 4 })).toBe("3-0+4");
  expect(pointWords({ infantry: 2, mechanized: 3 })).toBe("2 infantry and 3 mechanized");
  expect(pointWords({})).toBe("nothing");
});
