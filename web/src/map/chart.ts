/** What a map is made of, whatever is played on it. A family makes it from its kit. */
import type { Box, Sheet } from "./camera";
import type { Grain, Spot } from "./layout";

export interface Place extends Spot {
  neighbours: readonly string[];
  /** A ring around its badge: something to fight for stands here. */
  capital: boolean;
  /** Its markers stand in a box beside it. */
  aside: boolean;
  /** What players call it, where that is more than its name. */
  title?: string;
  /** Only looked at: neither the search nor the keyboard goes there. */
  mute?: boolean;
}

/** How a group of markers looks. */
export interface Livery {
  name: string;
  colour: string;
  /** What can be read on that colour. */
  on: string;
  /** A path in a square from -10 to 10. */
  emblem: string;
}

/** A part of the map that one looks at as a whole. */
export interface Theatre {
  name: string;
  box: Box;
}

export interface Chart {
  sheet: Sheet;
  places: readonly Place[];
  liveries: Readonly<Record<string, Livery>>;
  /** Silhouettes by name: paths in a box of 32 by 24. */
  shapes: Readonly<Record<string, string>>;
  theatres: readonly Theatre[];
  /** Names and whose land it is stand on the ground already. */
  lettered?: boolean;
  /** How large its markers are drawn, where others than the usual sizes suit it. */
  grain?: Grain;
  /** Pixels for a unit from which a place is looked at; nothing: the usual. */
  near?: number;
}

/** Like units of one power in one space, drawn as one piece of card. */
export interface Marker {
  key: string;
  /** Whose; empty: nobody's (a factory). */
  group: string;
  shape: string;
  /** What is written on it instead of a silhouette: a name, and figures below it. */
  legend?: readonly [name: string, figures: string];
  count: number;
  /** How many of them can still do something; the rest is drawn dim. */
  ready: number;
  /** It is not counted with others of its group from afar: a fleet beside an army. */
  apart?: boolean;
  /** In words: "3 infantry". */
  text: string;
  /** Shapes of what is aboard. */
  cargo: readonly string[];
  /** In the air over a place where it cannot stay. */
  aloft: boolean;
  /** Came here in this turn. */
  fresh: boolean;
  damaged: boolean;
  /** How many of them the player has picked up. */
  picked: number;
}

/** Something in a space that is no unit, as a small mark above its units: a base, a convoy. */
export interface Work {
  key: string;
  shape: string;
  /** In words: "air base, 2 damage". */
  text: string;
  /** As it should be; damaged; out of action; being built, or of no use to anybody yet; part of the water. */
  condition: "whole" | "hurt" | "out" | "unready" | "afloat";
  /** A number on it; empty: none. */
  badge: string;
}

/** The silhouette of many units together, and that of nobody's things. */
export const ARMY = "army";

/** Markers as one for each group: what a far view shows. */
export function together(markers: readonly Marker[]): Marker[] {
  const groups = new Map<string, Marker[]>();
  const main = markers.filter((one) => one.group && !one.apart);
  for (const one of main.length ? main : markers.filter((each) => each.group)) {
    groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  }
  return [...groups].map(([group, all]) => {
    const count = sum(all, (one) => one.count);
    return {
      key: `all:${group}`,
      group,
      shape: all.length === 1 && all[0] ? all[0].shape : ARMY,
      ...(all.length === 1 && all[0]?.legend ? { legend: all[0].legend } : {}),
      ...(main.length ? {} : { apart: true }),
      count,
      ready: sum(all, (one) => one.ready),
      text: all.map((one) => one.text).join(", "),
      cargo: [],
      aloft: all.every((one) => one.aloft),
      fresh: all.some((one) => one.fresh),
      damaged: false,
      picked: sum(all, (one) => one.picked),
    };
  });
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}
