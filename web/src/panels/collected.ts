/** The income that was collected last, while it is news. */
import type { Area } from "../lib/wire";

interface Told {
  events: readonly unknown[];
}

/**
 * What one of these powers has just collected: until the next turn is over, or until it has gone on to other things than
 * spending it. Of several the one that is looked at.
 */
export function collected(story: readonly Told[], powers: readonly string[], seat: string | null = null): Area.IncomeCollected | null {
  const own = seat === null ? null : since(story, [seat], 1);
  return own ?? since(story, powers, 2);
}

/** What one of these powers has collected in its last `most` turns. */
function since(story: readonly Told[], powers: readonly string[], most: number): Area.IncomeCollected | null {
  const busy = new Set<string>();
  let turns = 0;
  for (const entry of [...story].reverse()) {
    for (const event of [...(entry.events as readonly Area.Event[])].reverse()) {
      if (event.is === "income-collected" && powers.includes(event.power) && !busy.has(event.power)) return event;
      if (event.is === "phase-began" && event.phase !== "purchase") busy.add(event.power);
      if (event.is === "turn-began") turns += 1;
      if (turns === most) return null;
    }
  }
  return null;
}
