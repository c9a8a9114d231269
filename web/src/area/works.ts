/** What is built in territories, and convoys at sea: small marks on the map, and in words. */
import { t } from "../lib/strings";
import type { Area } from "../lib/wire";
import type { Work } from "../map/chart";
import { CONVOY, enemies } from "./facts";
import type { Facts } from "./facts";
import { memory } from "./memory";

/** A facility as it stands. */
export interface Built {
  unit: string;
  damage: number;
  chips: number;
  condition: Work["condition"];
  /** In a few words: "2 of 6 damage, out of action"; empty: nothing to say. */
  note: string;
}

/** The facilities of a territory, in the order of the unit table. */
export function builtAt(facts: Facts, view: Area.State, space: string): Built[] {
  const rank = (unit: string): number => facts.unitRank.get(unit) ?? 99;
  const pieces = (view.stacks[space] ?? []).map(([piece]) => piece).filter((piece) => facts.kit.facilities[piece.unit]);
  if (!pieces.length) return [];
  const idle = memory(view.parts, "facilities")?.territories?.includes(space) ?? false;
  return pieces.sort((a, b) => rank(a.unit) - rank(b.unit)).map((piece) => built(facts, piece, idle));
}

function built(facts: Facts, piece: Area.Piece, idle: boolean): Built {
  const [damage, chips] = [piece.damage ?? 0, piece.chips ?? 0];
  const { endures = 0, fails_at = 0, capacity = 0 } = facts.kit.facilities[piece.unit] ?? {};
  const out = fails_at > 0 ? damage >= fails_at : capacity > 0 && damage >= capacity;
  const notes = [
    damage ? t("works.damage", { n: damage, of: endures }) : "",
    out ? t("works.out") : capacity && damage ? t("works.capacity", { n: capacity - damage }) : "",
    chips ? t("works.building", { n: chips }) : "",
    idle ? t("works.idle") : "",
  ];
  const condition = out ? "out" : chips || idle ? "unready" : damage ? "hurt" : "whole";
  return { unit: piece.unit, damage, chips, condition, note: notes.filter(Boolean).join(", ") };
}

/** The small marks of all spaces. */
export function worksOf(facts: Facts, view: Area.State, convoys: readonly Area.Convoy[]): Record<string, Work[]> {
  const found: Record<string, Work[]> = {};
  for (const zone of facts.kit.convoys) {
    const risks = convoys.filter((one) => one.zone === zone);
    const dice = Math.max(0, ...risks.map((one) => one.dice));
    found[zone] = [
      {
        key: CONVOY,
        shape: CONVOY,
        text: t("works.convoy"),
        condition: dice ? "out" : "afloat",
        badge: dice ? String(dice) : "",
      },
    ];
  }
  for (const space of Object.keys(view.stacks)) {
    const here = builtAt(facts, view, space);
    if (here.length) found[space] = here.map((one) => mark(facts, one));
  }
  return found;
}

function mark(facts: Facts, one: Built): Work {
  const badge = one.damage || one.chips;
  return { key: one.unit, shape: one.unit, text: inWords(facts, one), condition: one.condition, badge: badge ? String(badge) : "" };
}

/** "air base, 2 of 6 damage". */
export function inWords(facts: Facts, one: Built): string {
  return [facts.units.get(one.unit)?.name ?? one.unit, one.note].filter(Boolean).join(", ");
}

/** Whether enemies of anybody are where convoys sail, so that it is worth asking what they could cost. */
export function raided(facts: Facts, view: Area.State): boolean {
  return facts.kit.convoys.some((zone) => {
    const holders = (facts.spaces.get(zone)?.neighbours ?? []).map((land) => view.control[land] ?? "").filter(Boolean);
    return (view.stacks[zone] ?? []).some(([piece]) => holders.some((holder) => enemies(facts, view, piece.power, holder)));
  });
}

/** How neutral territories lean: a class of the ground for each side that has friends among them. */
export function shadesOf(facts: Facts, view: Area.State): Record<string, string> {
  const found: Record<string, string> = {};
  const sides = Object.keys(facts.kit.sides);
  for (const one of facts.kit.spaces) {
    const to = leaning(facts, view, one.name);
    if (to) found[one.name] = `neutral leans-${sides.indexOf(to)}`;
  }
  return found;
}

/** The side that a neutral territory leans to now; empty: to neither, or it is not neutral. */
export function leaning(facts: Facts, view: Area.State, space: string): string {
  const known = facts.spaces.get(space);
  if (!known?.neutral || view.control[space]) return "";
  const remembered = memory(view.parts, "neutrality") as Area.Leanings | undefined;
  const to = remembered?.to?.[space] ?? known.leans;
  return facts.kit.sides[to] ? to : "";
}

/** Who holds what, as the ground shows it: what a side holds together looks like its first owner's land. */
export function holdersOf(facts: Facts, view: Area.State): Record<string, string> {
  return Object.fromEntries(
    Object.entries(view.control).map(([space, holder]) => [
      space,
      facts.kit.sides[holder] === undefined ? holder : (facts.spaces.get(space)?.owner ?? ""),
    ]),
  );
}
