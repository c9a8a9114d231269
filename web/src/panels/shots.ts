/** Dice of this turn that belong to no battle: guns that fire at planes on their way, and rockets. */
import type { Area } from "../lib/wire";

export type Shot = Area.GunFired | Area.RocketFired;

interface Told {
  events: readonly unknown[];
}

/** The shots of the present turn, in the order in which they were fired. */
export function shotsOf(story: readonly Told[]): Shot[] {
  let shots: Shot[] = [];
  for (const entry of story) {
    for (const event of entry.events as readonly Area.Event[]) {
      if (event.is === "turn-began") shots = [];
      else if (event.is === "gun-fired" || event.is === "rocket-fired") shots.push(event);
    }
  }
  return shots;
}
