import { describe, expect, it } from "vitest";

import type { Area } from "../lib/wire";
import { forceOf, fromSearch, keyOf, likeOf, NOTHING, oddsPath, questionOf, size, swapped, toSearch, withCount } from "./supposition";
import type { Supposition } from "./supposition";

const fighter = (unit: string, kind: Area.Fighter["kind"]): Area.Fighter => ({ unit, kind, hits: 1, supports: false });
const LAND: Area.Field = {
  scene: "land",
  attack: [fighter("infantry", "land"), fighter("tank", "land")],
  defend: [fighter("infantry", "land")],
  retreat: true,
  leaves: "",
  both: false,
  aimed: false,
};

const RICH: Supposition = {
  scene: "sea",
  forces: { attack: { submarine: 2, "battleship!1": 1 }, defend: { "transport~infantry~tank": 1 } },
  conduct: {
    attack: { losses: ["submarine", "battleship"], keepLand: true, submerge: true, planesBack: true, mass: false, techs: ["super-submarines"] },
    defend: { losses: "planes-last", keepLand: false, submerge: true, planesBack: false, mass: true, techs: [] },
  },
  retreat: { after: 2, below: 3, chance: 30, planes: true, best: true, territory: 6 },
  leaving: { after: 1, below: 2, chance: 40 },
  lowLuck: true,
  powers: { attack: "japan", defend: "usa" },
  space: "Sea Zone 45",
  table: "abc",
};

describe("a supposed battle", () => {
  it("says all of it in its address, and only what is not as usual", () => {
    expect(fromSearch(toSearch(RICH))).toEqual(RICH);
    expect(toSearch(NOTHING)).toBe("");
    expect(fromSearch("")).toEqual(NOTHING);
    expect(oddsPath("1941", { forces: { attack: { tank: 2 }, defend: { infantry: 3 } }, space: "West Russia" })).toBe(
      "/odds/1941?a=2tank&d=3infantry&space=West+Russia",
    );
  });

  it("does not believe everything that an address says", () => {
    const odd = fromSearch("?scene=moon&a=9999tank,0infantry,-1tank,tank,3tank&d=999infantry&after=-3&chance=x");
    expect(odd.scene).toBe("land");
    expect(odd.forces).toEqual({ attack: { tank: 3 }, defend: { infantry: 200 } });
    expect(odd.retreat).toEqual(NOTHING.retreat);
  });

  it("names units by what sets them apart", () => {
    const like = { unit: "transport", damage: 1, cargo: ["infantry", "tank"] };
    expect(keyOf(like)).toBe("transport!1~infantry~tank");
    expect(likeOf(keyOf(like))).toEqual(like);
    const piece = (unit: string, more: Partial<Area.Piece> = {}): Area.Piece => ({ power: "usa", unit, ...more });
    expect(
      forceOf([
        [piece("tank", { used: 1 }), 1],
        [piece("tank"), 2],
        [piece("battleship", { damage: 1 }), 1],
        [piece("transport", { cargo: [piece("tank"), piece("infantry")] }), 1],
      ]),
    ).toEqual({ tank: 3, "battleship!1": 1, "transport~infantry~tank": 1 });
  });

  it("changes, and changes sides", () => {
    expect(withCount({ tank: 1, infantry: 2 }, "tank", 0)).toEqual({ infantry: 2 });
    expect(size({ tank: 1, infantry: 2 })).toBe(3);
    expect(swapped(RICH).forces.attack).toEqual(RICH.forces.defend);
    expect(swapped(RICH).powers).toEqual({ attack: "usa", defend: "japan" });
  });

  it("asks for who can fight there, and only if there are two sides", () => {
    const both = { ...NOTHING, forces: { attack: { tank: 2, carrier: 1 }, defend: { infantry: 1 } } };
    const asked = questionOf({ ...both, retreat: { ...NOTHING.retreat, chance: 30 } }, LAND);
    expect(asked?.attack).toEqual([{ unit: "tank", count: 2, damage: 0, cargo: [] }]);
    expect(asked?.attacker?.retreat).toMatchObject({ below_chance: 0.3, after_rounds: null, territory: 0 });
    expect(questionOf({ ...both, retreat: { ...NOTHING.retreat, after: 2 } }, { ...LAND, retreat: false })?.attacker?.retreat).toEqual({});
    const leaving = { ...both, leaving: { after: 0, below: 0, chance: 40 } };
    expect(questionOf(leaving, { ...LAND, both: true })?.defender?.retreat).toMatchObject({ below_chance: 0.4 });
    expect(questionOf(leaving, LAND)?.defender?.retreat).toEqual({});
    expect(questionOf({ ...both, forces: { attack: { tank: 2 }, defend: {} } }, LAND)).toBeNull();
    expect(questionOf({ ...both, forces: { attack: { carrier: 2 }, defend: { infantry: 1 } } }, LAND)).toBeNull();
  });
});
