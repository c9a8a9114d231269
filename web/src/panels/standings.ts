/** What each power has: money, income, units. */
import type { Facts } from "../area/facts";
import { isFacility } from "../area/forces";
import type { Area } from "../lib/wire";

export interface Standing {
  power: string;
  money: number;
  income: number;
  units: number;
  /** What the units cost. */
  worth: number;
}

export function standings(facts: Facts, view: Area.State): Standing[] {
  const found = new Map(
    facts.kit.powers.map(({ id }) => [id, { power: id, money: view.treasury[id] ?? 0, income: 0, units: 0, worth: 0 }]),
  );
  for (const [space, holder] of Object.entries(view.control)) {
    const row = found.get(holder);
    if (row) row.income += facts.spaces.get(space)?.value ?? 0;
  }
  everyUnit(facts, view, (piece, number) => {
    const row = found.get(piece.power);
    if (!row) return;
    row.units += number;
    row.worth += number * (facts.units.get(piece.unit)?.cost ?? 0);
  });
  return [...found.values()];
}

/** What a power has of each kind, in the order of the unit table. */
export function unitsOf(facts: Facts, view: Area.State, power: string): [string, number][] {
  const counts = new Map<string, number>();
  everyUnit(facts, view, (piece, number) => {
    if (piece.power === power) counts.set(piece.unit, (counts.get(piece.unit) ?? 0) + number);
  });
  return [...counts].sort(([a], [b]) => (facts.unitRank.get(a) ?? 0) - (facts.unitRank.get(b) ?? 0));
}

/** All units on the board, also those aboard others and in a battle; no facilities. */
function everyUnit(facts: Facts, view: Area.State, tell: (piece: Area.Piece, number: number) => void): void {
  const count = (piece: Area.Piece, number: number): void => {
    for (const aboard of [...(piece.cargo ?? []), ...(piece.away ?? [])]) count(aboard, number);
    if (!isFacility(facts, piece)) tell(piece, number);
  };
  for (const stack of Object.values(view.stacks)) for (const [piece, number] of stack) count(piece, number);
  const { battle } = view;
  for (const strip of battle ? [battle.attack, battle.defend] : []) {
    for (const [piece, number] of [...(strip.units ?? []), ...(strip.submerged ?? [])]) count(piece, number);
  }
}

/** Points of cities that a side holds, and how many it needs to win. */
export interface Goal {
  side: string;
  held: number;
  points: number;
}

export function pointsHeld(facts: Facts, view: Area.State): Goal[] {
  return facts.kit.goals.map(({ side, points }) => {
    const own = Object.entries(view.control).filter(([, holder]) => facts.powers.get(holder)?.side === side);
    return { side, points, held: own.reduce((sum, [space]) => sum + (facts.spaces.get(space)?.points ?? 0), 0) };
  });
}
