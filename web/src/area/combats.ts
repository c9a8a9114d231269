/** Where it comes to a fight, as the board shows it. */
import type { Area } from "../lib/wire";
import { enemies } from "./facts";
import type { Facts } from "./facts";
import { isFacility } from "./forces";

export type Combats = Record<string, "due" | "now">;

/** Combats that are due or in progress. While moves are made, who is seen to meet: the rules decide when they are done. */
export function combatsOf(facts: Facts, view: Area.State): Combats {
  const found: Combats = {};
  for (const site of view.turn.sites ?? []) found[site.space] = "due";
  for (const [power, phase] of Object.entries(view.turn.phases)) {
    if (phase !== "combat-move") continue;
    for (const [, territory] of view.turn.assaults ?? []) found[territory] = "due";
    for (const [space, stack] of Object.entries(view.stacks)) {
      if (meets(facts, view, power, space, stack)) found[space] = "due";
    }
  }
  if (view.turn.chosen) found[view.turn.chosen] = "now";
  if (view.battle) found[view.battle.space] = "now";
  return found;
}

function meets(facts: Facts, view: Area.State, power: string, space: string, stack: [Area.Piece, number][]): boolean {
  const foes = stack.filter(([piece]) => enemies(facts, view, power, piece.power) && !isFacility(facts, piece));
  const own = stack.filter(([piece]) => piece.power === power && (piece.used ?? 0) > 0);
  if (!foes.length) return false;
  if (!facts.spaces.get(space)?.sea) return own.length > 0;
  if (view.turn.engaged?.includes(space)) return true;
  // Submarines and transports may be passed by: only a warship on the surface makes a fight certain.
  return own.length > 0 && foes.some(([piece]) => facts.units.get(piece.unit)?.abilities.includes("surface-warship"));
}
