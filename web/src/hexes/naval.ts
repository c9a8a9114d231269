/** The orders of naval movement, sorted: by fleet, searches, shipping, and what is left. */
import type { Choices } from "../lib/wire";

type Choice = Choices["choices"][number];

export interface Sorted {
  fleets: Map<string, Choice[]>;
  search: Choice[];
  shipping: Choice[];
  others: Choice[];
}

const SHIPPING = ["open-route", "close-route", "open-sea", "close-sea", "move-shipping", "transfer-shipping"];

/** The place that an order of a fleet leads to; empty: none. */
export function goalOf(action: unknown): string {
  const { to = "", at = "" } = action as { to?: string; at?: string };
  return to || at;
}

export function sorted(choices: readonly Choice[]): Sorted {
  const found: Sorted = { fleets: new Map(), search: [], shipping: [], others: [] };
  for (const choice of choices) {
    const { do: verb, fleet } = choice.action as { do: string; fleet?: string };
    if (verb === "done") continue;
    if (fleet) found.fleets.set(fleet, [...(found.fleets.get(fleet) ?? []), choice]);
    else if (verb.startsWith("search")) found.search.push(choice);
    else if (SHIPPING.includes(verb) || verb.includes("shipping")) found.shipping.push(choice);
    else found.others.push(choice);
  }
  return found;
}
