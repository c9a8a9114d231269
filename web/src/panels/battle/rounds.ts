/** The story of one battle, from the table's log: round by round, volley by volley. */
import type { Area } from "../../lib/wire";

export interface Volley {
  /** Number of the log entry: what is new is shown as it falls. */
  entry: number;
  side: "attack" | "defend";
  step: string;
  fire: readonly Area.Fire[];
  hits: number;
}

export interface Round {
  number: number;
  volleys: Volley[];
}

interface Told {
  seq: number;
  events: readonly unknown[];
}

/** Rounds of the battle that was begun last, in this space. */
export function roundsOf(story: readonly Told[], space: string): Round[] {
  let rounds: Round[] = [];
  for (const entry of story) {
    for (const event of entry.events as readonly Area.Event[]) {
      if (event.is === "battle-began" && event.battle.space === space) rounds = [];
      else if (event.is === "round-began" && event.space === space) rounds.push({ number: event.round, volleys: [] });
      else if (event.is === "rolled" && event.space === space) {
        if (!rounds.length) rounds.push({ number: 0, volleys: [] });
        rounds.at(-1)?.volleys.push({
          entry: entry.seq,
          side: event.side,
          step: event.step,
          fire: event.fire,
          hits: event.fire.reduce((sum, one) => sum + one.hits, 0),
        });
      }
    }
  }
  return rounds;
}
