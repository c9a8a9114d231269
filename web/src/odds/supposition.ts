/**
 * A battle that somebody supposes: both forces and how they fight. It lives in the address of the page, so that a link
 * says all of it: `/odds/1941?scene=sea&a=2submarine,1carrier&d=1battleship!1,1transport~infantry~tank`.
 */
import type { Area } from "../lib/wire";

export type Scene = Area.Field["scene"];
export type Side = "attack" | "defend";
/** Like units by name: `tank`, `battleship!1` (hit once), `transport~infantry~tank` (with these aboard). */
export type Force = Readonly<Record<string, number>>;

/** When the defender leaves, where that is allowed. */
export type Leaving = Pick<Retreat, "after" | "below" | "chance">;

export interface Retreat {
  /** After this many rounds; 0: for no such reason. */
  after: number;
  /** With fewer units than this left to fire. */
  below: number;
  /** When the chance to win is under this many percent. */
  chance: number;
  planes: boolean;
  /** When that is worth more than fighting on, with a value for the territory. */
  best: boolean;
  territory: number;
}

export interface Conduct {
  /** A named order of losses, or units from first to last. */
  losses: string | readonly string[];
  keepLand: boolean;
  submerge: boolean;
  /** Planes are pulled back as soon as they may. */
  planesBack: boolean;
  /** Aimed shots all go at the most valuable. */
  mass: boolean;
  techs: readonly string[];
}

export interface Supposition {
  scene: Scene;
  forces: Readonly<Record<Side, Force>>;
  conduct: Readonly<Record<Side, Conduct>>;
  retreat: Retreat;
  leaving: Leaving;
  lowLuck: boolean;
  /** Whose colours the sides have; empty: anybody's. */
  powers: Readonly<Record<Side, string>>;
  /** Where it would be fought, and at which table; empty: nowhere. */
  space: string;
  table: string;
}

export const NEVER: Retreat = { after: 0, below: 0, chance: 0, planes: false, best: false, territory: 0 };
export const STAYS: Leaving = { after: 0, below: 0, chance: 0 };
export const USUAL: Conduct = {
  losses: "cheapest",
  keepLand: false,
  submerge: false,
  planesBack: false,
  mass: false,
  techs: [],
};
export const NOTHING: Supposition = {
  scene: "land",
  forces: { attack: {}, defend: {} },
  conduct: { attack: USUAL, defend: USUAL },
  retreat: NEVER,
  leaving: STAYS,
  lowLuck: false,
  powers: { attack: "", defend: "" },
  space: "",
  table: "",
};
const SCENES: readonly Scene[] = ["land", "landing", "sea", "raid"];
const GROUP = /^(\d{1,3})([a-z][a-z_-]*(?:!\d)?(?:~[a-z][a-z_-]*)*)$/;
const MOST = 200;

// -- like units

export interface Like {
  unit: string;
  damage: number;
  cargo: readonly string[];
}

export function keyOf({ unit, damage, cargo }: Like): string {
  return [damage ? `${unit}!${damage}` : unit, ...cargo].join("~");
}

export function likeOf(key: string): Like {
  const [body = "", ...cargo] = key.split("~");
  const [unit = "", damage = "0"] = body.split("!");
  return { unit, damage: Number(damage), cargo };
}

/** With another number of one kind; none of it: it is not named. */
export function withCount(force: Force, key: string, count: number): Force {
  const others = Object.entries(force).filter(([one]) => one !== key);
  return Object.fromEntries(count > 0 ? [...others, [key, count]] : others);
}

/** Units on the board as a force. */
export function forceOf(stack: readonly (readonly [Area.Piece, number])[]): Force {
  const found: Record<string, number> = {};
  for (const [{ unit, damage = 0, cargo = [] }, count] of stack) {
    const key = keyOf({ unit, damage, cargo: cargo.map((one) => one.unit).sort() });
    found[key] = (found[key] ?? 0) + count;
  }
  return found;
}

export function size(force: Force): number {
  return Object.values(force).reduce((sum, count) => sum + count, 0);
}

export function swapped(battle: Supposition): Supposition {
  const other = <T>({ attack, defend }: Readonly<Record<Side, T>>): Record<Side, T> => ({ attack: defend, defend: attack });
  return { ...battle, forces: other(battle.forces), conduct: other(battle.conduct), powers: other(battle.powers), space: "" };
}

// -- the address

function writeForce(force: Force): string {
  return Object.entries(force)
    .map(([key, count]) => `${count}${key}`)
    .join(",");
}

function readForce(text: string | null): Force {
  const found: Record<string, number> = {};
  for (const part of (text ?? "").split(",")) {
    const [, count = "", key = ""] = GROUP.exec(part) ?? [];
    if (key && Number(count) > 0) found[key] = Math.min(MOST, Number(count));
  }
  return found;
}

const writeLosses = (losses: Conduct["losses"]): string => (typeof losses === "string" ? losses : losses.join(","));

/** The part of the address behind the question mark; what is as usual is not named. */
export function toSearch(battle: Supposition): string {
  const { scene, forces, conduct, retreat, leaving, lowLuck, powers, space, table } = battle;
  const said: [string, string][] = [
    ["scene", scene === "land" ? "" : scene],
    ["a", writeForce(forces.attack)],
    ["d", writeForce(forces.defend)],
    ["al", conduct.attack.losses === "cheapest" ? "" : writeLosses(conduct.attack.losses)],
    ["dl", conduct.defend.losses === "cheapest" ? "" : writeLosses(conduct.defend.losses)],
    ["keep", conduct.attack.keepLand ? "1" : ""],
    ["as", conduct.attack.submerge ? "1" : ""],
    ["ds", conduct.defend.submerge ? "1" : ""],
    ["ab", conduct.attack.planesBack ? "1" : ""],
    ["db", conduct.defend.planesBack ? "1" : ""],
    ["am", conduct.attack.mass ? "1" : ""],
    ["dm", conduct.defend.mass ? "1" : ""],
    ["at", conduct.attack.techs.join(",")],
    ["dt", conduct.defend.techs.join(",")],
    ["after", retreat.after ? String(retreat.after) : ""],
    ["below", retreat.below ? String(retreat.below) : ""],
    ["chance", retreat.chance ? String(retreat.chance) : ""],
    ["planes", retreat.planes ? "1" : ""],
    ["best", retreat.best ? "1" : ""],
    ["territory", retreat.territory ? String(retreat.territory) : ""],
    ["leave-after", leaving.after ? String(leaving.after) : ""],
    ["leave-below", leaving.below ? String(leaving.below) : ""],
    ["leave-chance", leaving.chance ? String(leaving.chance) : ""],
    ["luck", lowLuck ? "low" : ""],
    ["ap", powers.attack],
    ["dp", powers.defend],
    ["space", space],
    ["table", table],
  ];
  // Commas and the like may stand in an address as they are, and a link that people can read is worth it.
  const plain = (text: string) => encodeURIComponent(text).replaceAll("%2C", ",").replaceAll("%20", "+");
  const named = said.filter(([, value]) => value).map(([name, value]) => `${name}=${plain(value)}`);
  return named.length ? `?${named.join("&")}` : "";
}

export function fromSearch(search: string): Supposition {
  const said = new URLSearchParams(search);
  const text = (name: string) => said.get(name) ?? "";
  const list = (name: string) => text(name).split(",").filter(Boolean);
  const number = (name: string, most: number) => Math.min(most, Math.max(0, Math.round(Number(text(name)) || 0)));
  const losses = (name: string): Conduct["losses"] => {
    const named = list(name);
    return named.length > 1 ? named : (named[0] ?? "cheapest");
  };
  const ways = (side: string) => ({
    submerge: said.has(`${side}s`),
    planesBack: said.has(`${side}b`),
    mass: said.has(`${side}m`),
  });
  return {
    scene: SCENES.find((one) => one === text("scene")) ?? "land",
    forces: { attack: readForce(said.get("a")), defend: readForce(said.get("d")) },
    conduct: {
      attack: { losses: losses("al"), keepLand: said.has("keep"), ...ways("a"), techs: list("at") },
      defend: { losses: losses("dl"), keepLand: false, ...ways("d"), techs: list("dt") },
    },
    retreat: {
      after: number("after", 99),
      below: number("below", MOST),
      chance: number("chance", 100),
      planes: said.has("planes"),
      best: said.has("best"),
      territory: number("territory", 99),
    },
    leaving: {
      after: number("leave-after", 99),
      below: number("leave-below", MOST),
      chance: number("leave-chance", 100),
    },
    lowLuck: text("luck") === "low",
    powers: { attack: text("ap"), defend: text("dp") },
    space: text("space"),
    table: text("table"),
  };
}

/** The page of these odds. */
export function oddsPath(game: string, battle: Partial<Supposition>): string {
  return `/odds/${encodeURIComponent(game)}${toSearch({ ...NOTHING, ...battle })}`;
}

// -- the question

function groups(force: Force, field: Area.Field, side: Side): Area.Group[] {
  const able = new Set(field[side].map((one) => one.unit));
  return Object.entries(force).flatMap(([key, count]) => {
    const { unit, damage, cargo } = likeOf(key);
    return able.has(unit) ? [{ unit, count, damage, cargo: [...cargo] }] : [];
  });
}

function policy(conduct: Conduct, field: Area.Field): Area.Policy {
  return {
    losses: typeof conduct.losses === "string" ? conduct.losses : [...conduct.losses],
    keep_land: conduct.keepLand && field.scene !== "sea",
    submerge: conduct.submerge && field.leaves !== "",
    planes_back: conduct.planesBack && field.both,
    aim: conduct.mass && field.aimed ? "mass" : "spread",
  };
}

/** Reasons to break off, as the game asks for them. */
function reasons({ after, below, chance }: Leaving): Area.PolicyRetreat {
  return { after_rounds: after || null, below_units: below || null, below_chance: chance ? chance / 100 : null };
}

/** What to ask the game; null: there is nobody on one side yet. */
export function questionOf(battle: Supposition, field: Area.Field): Area.Suppose | null {
  const attack = groups(battle.forces.attack, field, "attack");
  const defend = groups(battle.forces.defend, field, "defend");
  if (!attack.length || (!defend.length && field.scene !== "raid")) return null;
  const { planes, best, territory } = battle.retreat;
  return {
    ask: "suppose",
    scene: field.scene,
    attack,
    defend,
    attacker: {
      ...policy(battle.conduct.attack, field),
      retreat: field.retreat
        ? { ...reasons(battle.retreat), only_planes: planes, best, territory: best ? territory : 0 }
        : {},
    },
    defender: { ...policy(battle.conduct.defend, field), retreat: field.both ? reasons(battle.leaving) : {} },
    attacker_techs: [...battle.conduct.attack.techs],
    defender_techs: [...battle.conduct.defend.techs],
    low_luck: battle.lowLuck,
  };
}
