/** Rolls of the dice in a hex game: who rolled, and what came of it. */
import type { Entry, Hexes } from "../lib/wire";
import { sincePhase } from "./marches";

/** The dice of an event, in the order in which they fell. */
export function rollsOf(event: Hexes.Event): number[] {
  switch (event.event) {
    case "fired":
      return [event.die ?? 0];
    case "advance-rolled":
    case "naval-fire":
    case "air-struck":
    case "interception-rolled":
    case "route-attacked":
      return [event.die];
    case "supply-failed":
      return event.dice ?? [];
    default:
      return [];
  }
}

/** One roll as it is watched. */
export interface Roll {
  key: string;
  kind: "fire" | "defence" | "advance" | "naval" | "air" | "meeting";
  /** Whose; empty: told by the army. */
  side: string;
  who: readonly string[];
  /** The place, army or fleet that it is rolled against. */
  at: string;
  face: number;
  modifier: number;
  strength: number;
  /** The highest modified die that succeeds; nothing: losses are counted. */
  need?: number;
  hits: number;
  success: boolean;
}

/** The rolls of this phase, the latest first. */
export function rolls(story: readonly Entry<Hexes.Family>[]): Roll[] {
  return sincePhase(story)
    .flatMap((entry) => entry.events.flatMap((event, i) => rolled(`${entry.seq}.${i}`, event) ?? []))
    .reverse();
}

function rolled(key: string, event: Hexes.Event): Roll | null {
  switch (event.event) {
    case "fired": {
      const { side, at, armies, forts = [], defensive, die = 0, modifier = 0, strength = 0, hits = 0 } = event;
      const kind = defensive ? "defence" : "fire";
      return { key, kind, side, who: [...armies, ...forts], at, face: die, modifier, strength, hits, success: hits > 0 };
    }
    case "advance-rolled": {
      const { army, target, die, modifier, strength, need, success } = event;
      return { key, kind: "advance", side: "", who: [army], at: target, face: die, modifier, strength, need, hits: 0, success };
    }
    case "naval-fire": {
      const { side, fleet, at, die, modifier, strength, hits } = event;
      return { key, kind: "naval", side, who: [fleet], at, face: die, modifier, strength, hits, success: hits > 0 };
    }
    case "interception-rolled": {
      const { fleet, at, die, needed: need, success } = event;
      return { key, kind: "meeting", side: "", who: [fleet], at, face: die, modifier: 0, strength: 0, need, hits: 0, success };
    }
    case "route-attacked": {
      const { fleet, at, die, modifier, strength, lost } = event;
      return { key, kind: "naval", side: "", who: [fleet], at, face: die, modifier, strength, hits: lost, success: lost > 0 };
    }
    case "air-struck": {
      const { side, at, army, die, strength, hits } = event;
      return { key, kind: "air", side, who: [at], at: army, face: die, modifier: 0, strength, hits, success: hits > 0 };
    }
    default:
      return null;
  }
}
