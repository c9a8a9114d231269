/** Changing a position by hand: what can stand in a place, and what can be put there. */
import type { Hexes } from "../lib/wire";
import type { State } from "./counters";
import type { Facts } from "./facts";

export const MOST_POINTS = 99;

/** Counters of a side that are not on the board. */
export function spare(view: State, side: Hexes.SideFacts | undefined): { armies: string[]; fleets: string[] } {
  return {
    armies: (side?.armies ?? []).filter((name) => !view.armies[name]),
    fleets: (side?.fleets ?? []).filter((name) => !view.fleets?.[name]),
  };
}

/** Phases in which a turn can begin: forces are set up only once. */
export function phasesOf(facts: Facts): readonly Hexes.PhaseFacts[] {
  return facts.kit.phases.filter((one) => one.id !== "setup");
}

/** Whether a fleet could be based in a place at all. */
export function harbours(place: Hexes.PlaceFacts): boolean {
  return (place.box ?? false) || (place.port !== undefined && place.port !== "none");
}
