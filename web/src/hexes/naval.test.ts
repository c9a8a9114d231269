import { describe, expect, it } from "vitest";

import { goalOf, sorted } from "./naval";

const order = (action: object) => ({ text: "", action }) as never;

describe("orders of naval movement", () => {
  it("go to their fleet, or to a list of their own", () => {
    const found = sorted([
      order({ do: "patrol", fleet: "Home Fleet", to: "1129" }),
      order({ do: "change-base", fleet: "Home Fleet", to: "1131" }),
      order({ do: "search-route", route: "Atlantic route" }),
      order({ do: "open-route", frm: "1131", to: "1810" }),
      order({ do: "call-to-arms" }),
      order({ do: "done" }),
    ]);
    expect(found.fleets.get("Home Fleet")).toHaveLength(2);
    expect([found.search.length, found.shipping.length, found.others.length]).toEqual([1, 1, 1]);
  });

  it("lead somewhere", () => {
    expect(goalOf({ do: "patrol", to: "1129" })).toBe("1129");
    expect(goalOf({ do: "attack-route", at: "1811" })).toBe("1811");
    expect(goalOf({ do: "escort-route", route: "Atlantic route" })).toBe("");
  });
});
