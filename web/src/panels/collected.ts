/** The income that was collected last, while it is news. */
import type { Area } from "../lib/wire";

interface Told {
  events: readonly unknown[];
}

/** What one of these powers has just collected: until the next turn is over. */
export function collected(story: readonly Told[], powers: readonly string[]): Area.IncomeCollected | null {
  let turns = 0;
  for (const entry of [...story].reverse()) {
    for (const event of [...(entry.events as readonly Area.Event[])].reverse()) {
      if (event.is === "income-collected" && powers.includes(event.power)) return event;
      if (event.is === "turn-began") turns += 1;
      if (turns > 1) return null;
    }
  }
  return null;
}
