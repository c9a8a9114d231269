/** Research: levels, prices and the odds of a roll. Pure. */
import type { Hexes } from "../lib/wire";

type State = Hexes.HexState;
export type Laboratories = NonNullable<Hexes.ScenarioFacts["research"]>;

export interface Study {
  level: number;
  /** What it costs now; null: it can't be built yet. */
  price: number | null;
  /** What it costs at the next level; null: it can't be built then either, or there is none. */
  next: number | null;
  step: number;
  /** The chances of a roll: the next level, a lower price. */
  success: number;
  cheaper: number;
}

export function studyOf(terms: Laboratories, view: State, side: string, item: string): Study | null {
  const facts = terms.items[item];
  if (!facts) return null;
  const known = view.parts?.research as Hexes.Knowledge | undefined;
  const gained = (terms.gains ?? []).filter((one) => one.side === side && one.country in (view.joined ?? {})).map((one) => one.levels[item] ?? 0);
  const level = Math.max(known?.risen?.[side]?.[item] ?? terms.start?.[side]?.[item] ?? 0, ...gained);
  const step = known?.steps?.[side]?.[item] ?? 0;
  const listed = facts.cost[Math.min(level, facts.cost.length - 1)] ?? null;
  const lowered = known?.lowered?.[side]?.[item];
  const results = [...(terms.track[Math.min(step, terms.track.length) - 1] ?? "")];
  const share = (result: string): number => results.filter((one) => one === result).length / 6;
  return {
    level,
    price: listed === null || lowered === undefined ? listed : Math.min(listed, lowered),
    next: facts.cost[level + 1] ?? null,
    step,
    success: share("A"),
    cheaper: share("B"),
  };
}
