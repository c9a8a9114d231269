/** Orders in the enemy's turn: where help can go, and the order for a number of units. */
import type { Area } from "../lib/wire";

export interface Targets {
  /** Attacked, and somebody could come. */
  attacked: readonly string[];
  /** Not attacked, but units could go there. */
  elsewhere: readonly string[];
  all: readonly string[];
}

export function targets(answer: Area.ReactionAnswer | null): Targets {
  const all = [...new Set((answer?.sendings ?? []).map((one) => one.to))];
  const attacked = all.filter((space) => answer?.attacked.includes(space));
  const elsewhere = all.filter((space) => !attacked.includes(space)).sort((a, b) => a.localeCompare(b));
  return { attacked, elsewhere, all };
}

/** The order of a sending, for `count` of its units. */
export function orderFor({ order }: Area.Sending, count: number): Area.Support | Area.Reinforce {
  if (order.do === "support") return { ...order, count };
  return { ...order, units: order.units.map((pick) => ({ ...pick, count })) };
}
