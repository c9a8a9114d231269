/** The kit of an area game, ready to be looked up. */
import type { Area } from "../lib/wire";
import { ARMY } from "../map/chart";
import type { Chart, Livery, Place } from "../map/chart";
import { GREAT } from "../map/layout";

export type Stack = readonly (readonly [Area.Piece, number])[];

/** The key of a factory's silhouette. */
export const FACTORY = "factory";
/** The key of a convoy's silhouette. */
export const CONVOY = "convoy";

export interface Facts {
  kit: Area.Kit;
  spaces: ReadonlyMap<string, Area.SpaceFacts>;
  units: ReadonlyMap<string, Area.UnitFacts>;
  powers: ReadonlyMap<string, Area.PowerFacts>;
  /** The order of units in the unit table, and of powers in play. */
  unitRank: ReadonlyMap<string, number>;
  powerRank: ReadonlyMap<string, number>;
}

export function factsOf(kit: Area.Kit): Facts {
  return {
    kit,
    spaces: new Map(kit.spaces.map((one) => [one.name, one])),
    units: new Map(kit.units.map((one) => [one.id, one])),
    powers: new Map(kit.powers.map((one) => [one.id, one])),
    unitRank: new Map(kit.units.map((one, i) => [one.id, i])),
    powerRank: new Map(kit.powers.map((one, i) => [one.id, i])),
  };
}

export type Relation = "partners" | "war" | "peace";

/** How two powers stand to each other; a side stands for what its powers hold together. */
export function relation(facts: Facts, view: Area.State, one: string, other: string): Relation {
  if (one === other) return "partners";
  const [a, b] = one < other ? [one, other] : [other, one];
  const known = view.relations?.find(([x, y]) => x === a && y === b);
  if (known) return known[2];
  const side = (name: string): string | undefined => facts.powers.get(name)?.side ?? name;
  return side(one) === side(other) ? "partners" : "war";
}

/** Whether two powers are at war. */
export function enemies(facts: Facts, view: Area.State, one: string, other: string): boolean {
  return relation(facts, view, one, other) === "war";
}

// -- the map of it

export function chartOf(facts: Facts): Chart {
  const { kit } = facts;
  const [width, height] = kit.map.size;
  const sheet = { width, height, wraps: kit.map.wraps };
  const capitals = new Set(kit.powers.map((power) => power.capital));
  const places = kit.spaces.map((space): Place => ({
    name: space.name,
    sea: space.sea,
    centre: { x: space.centre[0], y: space.centre[1] },
    stack: space.stack,
    label: space.label,
    badge: space.value ? String(space.value) : "",
    weight: (capitals.has(space.name) ? GREAT : 0) + (space.sea ? 0 : 10) + space.value * 4 + (space.neutral ? -5 : 0),
    neighbours: space.neighbours,
    capital: capitals.has(space.name) || space.city !== "",
    aside: space.box !== null,
  }));
  const liveries: Record<string, Livery> = Object.fromEntries(kit.powers.map((power) => [power.id, power]));
  const shapes = Object.fromEntries(kit.units.map((unit) => [unit.id, unit.silhouette]));
  return {
    sheet,
    places,
    liveries,
    shapes: { ...shapes, [FACTORY]: kit.marks.factory, [ARMY]: kit.marks.army, [CONVOY]: kit.marks.convoy },
    theatres: Object.entries(kit.map.theatres).map(([name, box]) => ({ name, box })),
  };
}
