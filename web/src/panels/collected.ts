/** The income that was collected last, while it is news. */
import type { Area } from "../lib/wire";

interface Told {
  events: readonly unknown[];
}

/** What one of these powers has just collected: until the next turn is over. Of several the one that is looked at. */
export function collected(story: readonly Told[], powers: readonly string[], seat: string | null = null): Area.IncomeCollected | null {
  const own = seat === null ? null : thisTurn(story, seat);
  return own ?? lately(story, powers);
}

/** What a power has collected since the turn began. */
function thisTurn(story: readonly Told[], seat: string): Area.IncomeCollected | null {
  for (const entry of [...story].reverse()) {
    for (const event of [...(entry.events as readonly Area.Event[])].reverse()) {
      if (event.is === "income-collected" && event.power === seat) return event;
      if (event.is === "turn-began") return null;
    }
  }
  return null;
}

function lately(story: readonly Told[], powers: readonly string[]): Area.IncomeCollected | null {
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
