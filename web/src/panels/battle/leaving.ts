/** Pulling back: which units leave a battle, and where each goes. */
import type { Area } from "../../lib/wire";

/** Under water: no place of the map. */
export const BELOW = "↓";

/** Like units, and how many of them go where: a place, the air (empty) or under water. */
export interface Leaver {
  key: string;
  piece: Area.Piece;
  count: number;
  ways: readonly string[];
  going: Readonly<Record<string, number>>;
}

export function leaversOf(ways: readonly Area.WayOut[]): Leaver[] {
  return ways.map(({ piece, count, places, below }) => ({
    key: JSON.stringify(piece),
    piece,
    count,
    ways: [...places, ...(below ? [BELOW] : [])],
    going: {},
  }));
}

/** Every place that somebody could go to, in the order in which they come. */
export function placesOf(leavers: readonly Leaver[]): string[] {
  return [...new Set(leavers.flatMap((one) => one.ways))];
}

export function gone(leaver: Leaver): number {
  return Object.values(leaver.going).reduce((sum, count) => sum + count, 0);
}

export function total(leavers: readonly Leaver[]): number {
  return leavers.reduce((sum, one) => sum + gone(one), 0);
}

/** Send `count` of these units to a place; the others can go elsewhere. */
export function sent(leavers: readonly Leaver[], key: string, place: string, count: number): Leaver[] {
  return leavers.map((one) => {
    if (one.key !== key || !one.ways.includes(place)) return one;
    const free = one.count - gone(one) + (one.going[place] ?? 0);
    return { ...one, going: { ...one.going, [place]: Math.max(0, Math.min(count, free)) } };
  });
}

/** Everybody who can goes to a place; who cannot goes where it can first. */
export function allTo(leavers: readonly Leaver[], place: string): Leaver[] {
  return leavers.map((one) => {
    const way = one.ways.includes(place) ? place : one.ways[0];
    return way === undefined ? one : { ...one, going: { [way]: one.count } };
  });
}

/** The action that pulls them back. */
export function action(leavers: readonly Leaver[]): Area.PullBack {
  const to = (place: string): [Area.Piece, number][] =>
    leavers.flatMap((one): [Area.Piece, number][] => (one.going[place] ? [[one.piece, one.going[place]]] : []));
  const parties = placesOf(leavers)
    .filter((place) => place !== BELOW)
    .map((place) => ({ units: to(place), to: place }))
    .filter((party) => party.units.length > 0);
  return { do: "pullback", parties, below: to(BELOW) };
}
