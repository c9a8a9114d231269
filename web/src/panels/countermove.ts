/** Answers to what the enemy does, as arrows on the map: planes that rise from a base, or strike from it. */
import type { Area } from "../lib/wire";
import type { Arrow } from "../map/api.svelte";

/** An order that leads from a base to a sea zone. */
type Sortie = Extract<Area.Action, { base: string; zone: string }>;

function isSortie(action: Area.Action): action is Sortie {
  return "base" in action && "zone" in action;
}

/** One arrow for each way that planes could fly, with the most that could fly it. */
export function flights(actions: readonly Area.Action[], seat: string): Arrow[] {
  const most = new Map<string, Sortie>();
  for (const one of actions.filter(isSortie)) {
    const key = `${one.base} ${one.zone}`;
    if ((most.get(key)?.units.length ?? 0) < one.units.length) most.set(key, one);
  }
  return [...most].map(([key, { base, zone, units }]) => ({
    id: `countermove ${key}`,
    path: [base, zone],
    tone: "air",
    group: seat,
    mark: String(units.length),
    text: "",
  }));
}

/** Where the answers come from. */
export function sources(actions: readonly Area.Action[]): string[] {
  return [...new Set(actions.filter(isSortie).map((one) => one.base))];
}
