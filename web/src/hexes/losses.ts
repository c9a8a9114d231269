/** Losses that are being named: a number for each army, for a fort, for a fleet. */
import type { Hexes } from "../lib/wire";
import { each, total } from "./points";
import type { Kind, Points } from "./points";

export interface Losses {
  armies: Readonly<Record<string, Points>>;
  fort: number;
  fleet: number;
}

export const NONE: Losses = { armies: {}, fort: 0, fleet: 0 };

export function counted({ armies, fort, fleet }: Losses): number {
  return Object.values(armies).reduce((sum, points) => sum + total(points), 0) + fort + fleet;
}

/** Change what one army loses of a kind. */
export function changed(losses: Losses, army: string, kind: Kind, count: number): Losses {
  const before = losses.armies[army] ?? {};
  const after = each((one) => (one === kind ? count : (before[one] ?? 0)));
  return { ...losses, armies: { ...losses.armies, [army]: after } };
}

/** As the engine wants them: nothing that is not lost. */
export function actionOf({ armies, fort, fleet }: Losses): Hexes.Lose {
  const some = Object.fromEntries(Object.entries(armies).filter(([, points]) => total(points) > 0));
  return { do: "lose", armies: some, ...(fort ? { fort } : {}), ...(fleet ? { fleet } : {}) };
}

/** What an order of losses says. */
export function lossesOf(action: Hexes.Action | undefined): Losses {
  if (action?.do !== "lose") return NONE;
  return { armies: action.armies ?? {}, fort: action.fort ?? 0, fleet: action.fleet ?? 0 };
}
