/** Quick pairing: what somebody wants of an opponent. */
import type { Clock, Pair, TableInfo } from "./wire";

export type Pace = "live" | "days";
export const PACES: readonly Pace[] = ["live", "days"];

/** How long to wait before a bot is offered, and between two looks for somebody, in milliseconds. */
export const PATIENCE = 60_000;
export const LOOK_AGAIN = 8_000;

const CLOCKS: Record<Pace, Clock | null> = {
  live: null,
  days: { kind: "days", days: 1, grace: 12, end: "bot" },
};
/** In a rated game no bot plays on: who lets the time run out has lost. */
const RATED: Record<Pace, Clock> = {
  live: { kind: "live", minutes: 90, increment: 60, end: "loss" },
  days: { kind: "days", days: 1, grace: 12, end: "loss" },
};

export function wishes(game: string, scenario: string, side: string, pace: Pace, rated: boolean): Pair {
  return { game, scenario, side, clock: rated ? RATED[pace] : CLOCKS[pace], rated };
}

/** The same wishes, as the table says them where somebody waits. */
export function wishesAt(info: TableInfo): Pair {
  const side = info.pairing === "any" ? "" : info.pairing;
  return { game: info.game, scenario: info.scenario, side, clock: info.clock, rated: info.rated };
}
