/** The order of a purchase: what it costs, and how it changes. */

export type Order = Readonly<Record<string, number>>;

export function cost(order: Order, prices: ReadonlyMap<string, number>): number {
  return Object.entries(order).reduce((sum, [unit, count]) => sum + count * (prices.get(unit) ?? 0), 0);
}

export function size(order: Order): number {
  return Object.values(order).reduce((sum, count) => sum + count, 0);
}

/** With another number of one unit; none of it: it is not named. */
export function changed(order: Order, unit: string, count: number): Order {
  const others = Object.entries(order).filter(([one]) => one !== unit);
  return Object.fromEntries(count > 0 ? [...others, [unit, count]] : others);
}

/** As much of a wished order as the money allows, unit by unit in its order. */
export function affordable(wished: Order, prices: ReadonlyMap<string, number>, money: number): Order {
  const found: Record<string, number> = {};
  let left = money;
  for (const [unit, count] of Object.entries(wished)) {
    const price = prices.get(unit);
    if (price === undefined) continue;
    const some = price ? Math.min(count, Math.floor(left / price)) : count;
    if (some > 0) found[unit] = some;
    left -= some * price;
  }
  return found;
}
