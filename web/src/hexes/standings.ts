/** What each side has, and what changed since a player's last turn. Pure. */
import type { Hexes } from "../lib/wire";
import type { Facts } from "./facts";
import { total } from "./points";

export interface Standing {
  side: string;
  /** Production points that it holds and that are not devastated. */
  production: number;
  /** Strength points in its armies. */
  strength: number;
}

export function standings(facts: Facts, view: Hexes.HexState): Standing[] {
  const found = new Map(facts.scenario.sides.map((side) => [side, { side, production: 0, strength: 0 }]));
  for (const [place, holder] of Object.entries(view.control)) {
    const row = found.get(holder);
    const full = facts.places.get(place)?.production ?? 0;
    if (row) row.production += Math.max(0, full - (view.devastated?.[place] ?? 0));
  }
  for (const army of Object.values(view.armies)) {
    const row = found.get(army.side);
    if (row) row.strength += total(army.points);
  }
  return [...found.values()];
}

/** A place that has another holder now. */
export interface Taken {
  place: string;
  from: string;
  to: string;
}

export interface Since {
  lost: Taken[];
  gained: Taken[];
  /** Armies that are gone: the player's own, and others'. */
  fallen: string[];
  beaten: string[];
  /** By how many strength points each side has grown or shrunk. */
  strength: { side: string; by: number }[];
}

export function since(facts: Facts, before: Hexes.HexState, after: Hexes.HexState, mine: readonly string[]): Since {
  const places = new Set([...Object.keys(before.control), ...Object.keys(after.control)]);
  const taken = [...places].flatMap((place): Taken[] => {
    const [from, to] = [before.control[place] ?? "", after.control[place] ?? ""];
    return from === to ? [] : [{ place, from, to }];
  });
  const gone = Object.entries(before.armies).filter(([name]) => !(name in after.armies));
  const then = new Map(standings(facts, before).map((row) => [row.side, row.strength]));
  return {
    lost: taken.filter((one) => mine.includes(one.from) && !mine.includes(one.to)),
    gained: taken.filter((one) => mine.includes(one.to) && !mine.includes(one.from)),
    fallen: gone.filter(([, army]) => mine.includes(army.side)).map(([name]) => name),
    beaten: gone.filter(([, army]) => !mine.includes(army.side)).map(([name]) => name),
    strength: standings(facts, after)
      .map((row) => ({ side: row.side, by: row.strength - (then.get(row.side) ?? 0) }))
      .filter((row) => row.by !== 0),
  };
}

/** Whether there is nothing to tell a player. */
export function quiet({ lost, gained, fallen, beaten, strength }: Since): boolean {
  return [lost, gained, fallen, beaten, strength].every((rows) => !rows.length);
}
