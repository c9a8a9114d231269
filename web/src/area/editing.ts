/** Changing a position by hand: what stands where, and what could. */
import type { Area } from "../lib/wire";
import type { Facts } from "./facts";

export const MOST_UNITS = 99;
export const MOST_MONEY = 9999;
export const MOST_ROUNDS = 999;

/** How many units of a kind a power has in a space, those aboard ships included. */
export function standing(view: Area.State, space: string, power: string, unit: string): number {
  const is = (piece: Area.Piece): number => Number(piece.power === power && piece.unit === unit);
  return (view.stacks[space] ?? []).reduce(
    (sum, [piece, count]) => sum + count * (is(piece) + (piece.cargo ?? []).reduce((aboard, one) => aboard + is(one), 0)),
    0,
  );
}

/** The kinds of units that could stand in a space: ships at sea, what is built on land, the others on both. */
export function fitting(facts: Facts, space: string): Area.UnitFacts[] {
  const sea = facts.spaces.get(space)?.sea ?? false;
  return facts.kit.units.filter((unit) => (unit.kind === "sea" || unit.kind === "facility" ? (unit.kind === "sea") === sea : true));
}

/** Whose units one most likely wants to change there: the holder's, those of a power with units there, else one's last choice. */
export function likely(view: Area.State, space: string, last: string): string {
  const here = (view.stacks[space] ?? []).map(([piece]) => piece.power);
  if (here.includes(last)) return last;
  return view.control[space] ?? here[0] ?? last;
}
