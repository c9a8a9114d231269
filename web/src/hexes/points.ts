/** Strength points by kind: what an army holds, moves, loses and builds. */
import { t } from "../lib/strings";
import type { Hexes } from "../lib/wire";
import { listed } from "../lib/words";

export type Points = Hexes.Points;
export type Kind = "infantry" | "mechanized" | "amphibious" | "tac_air" | "paratroop";
export const KINDS: readonly Kind[] = ["infantry", "mechanized", "amphibious", "tac_air", "paratroop"];

export function total(points: Points): number {
  return KINDS.reduce((sum, kind) => sum + (points[kind] ?? 0), 0);
}

export function plus(one: Points, other: Points): Points {
  return each((kind) => (one[kind] ?? 0) + (other[kind] ?? 0));
}

/** As many of each kind as both have. */
export function atMost(one: Points, other: Points): Points {
  return each((kind) => Math.min(one[kind] ?? 0, other[kind] ?? 0));
}

/** Kinds without points are left out, as the wire has them. */
export function each(count: (kind: Kind) => number): Points {
  const found: Points = {};
  for (const kind of KINDS) {
    const many = count(kind);
    if (many) found[kind] = many;
  }
  return found;
}

/** As counters have it: infantry, mechanized and, where there are some, amphibious points: "8-3". Paratroops count
 * as infantry, aircraft stand behind a plus: "8-3+2". */
export function figures({ infantry = 0, mechanized = 0, amphibious = 0, tac_air = 0, paratroop = 0 }: Points): string {
  const ground = [infantry + paratroop, mechanized, ...(amphibious ? [amphibious] : [])].join("-");
  return tac_air ? `${ground}+${tac_air}` : ground;
}

/** "8 infantry and 3 mechanized". */
export function pointWords(points: Points): string {
  const words = KINDS.flatMap((kind) => (points[kind] ? [t(`hexes.points.${kind}`, { n: points[kind] })] : []));
  return words.length ? listed(words) : t("hexes.points.none");
}
