/** Units that may go somewhere in answer to the enemy: one group for each place that they can go to. */
import type { Area } from "../lib/wire";

/** An order that sends units: planes that rise from a base, or to meet a flight. */
type Sending = Extract<Area.Action, { do: "scramble" | "patrol" | "intercept" | "interdict" }>;

export interface Sortie {
  key: string;
  kind: Sending["do"];
  /** Where the units are, and where they go. */
  from: string;
  to: string;
  /** The most of each unit type that can go, and of all together. */
  most: Readonly<Record<string, number>>;
  together: number;
  /** The order, with some units in it. */
  order: Sending;
}

const KINDS = ["scramble", "patrol", "intercept", "interdict"];

export function isSending(action: Area.Action): action is Sending {
  return KINDS.includes(action.do);
}

function tally(units: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const unit of units) counts[unit] = (counts[unit] ?? 0) + 1;
  return counts;
}

/** What can be sent where, in the order in which the table offers it. */
export function sorties(actions: readonly Area.Action[]): Sortie[] {
  const found = new Map<string, Sortie>();
  for (const order of actions.filter(isSending)) {
    const from = "base" in order ? order.base : order.territory;
    const to = "zone" in order ? order.zone : order.territory;
    const key = `${order.do} ${from} ${to}`;
    const known = found.get(key);
    const most = { ...known?.most };
    for (const [unit, n] of Object.entries(tally(order.units))) most[unit] = Math.max(most[unit] ?? 0, n);
    found.set(key, { key, kind: order.do, from, to, most, together: Math.max(known?.together ?? 0, order.units.length), order });
  }
  return [...found.values()];
}

/** The order that sends these units. */
export function sending(sortie: Sortie, counts: Readonly<Record<string, number>>): Sending {
  const units = Object.entries(counts).flatMap(([unit, n]) => Array<string>(n).fill(unit));
  return { ...sortie.order, units };
}

/** How many more of a unit type can go beside those that were chosen. */
export function room(sortie: Sortie, counts: Readonly<Record<string, number>>, unit: string): number {
  const others = Object.entries(counts).reduce((sum, [one, n]) => sum + (one === unit ? 0 : n), 0);
  return Math.min(sortie.most[unit] ?? 0, sortie.together - others);
}
