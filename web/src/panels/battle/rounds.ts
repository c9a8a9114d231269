/** The story of battles, from the table's log: battle by battle, round by round, volley by volley. */
import type { Area } from "../../lib/wire";

export interface Volley {
  /** Number of the log entry: what is new is shown as it falls. */
  entry: number;
  side: "attack" | "defend";
  /** What is done in this step, in words. */
  step: string;
  fire: readonly Shot[];
  hits: number;
  /** Guns that look for planes: what they find is no hit yet. */
  search?: boolean;
}

/** Dice of like units, perhaps at an enemy that was named. */
export type Shot = Area.Fire & { at?: Area.Piece };

export interface Round {
  number: number;
  volleys: Volley[];
}

export interface Fought {
  space: string;
  /** Number of the log entry that began it. */
  entry: number;
  attacker: string;
  /** The power, or the first of the powers, that defends. */
  defender: string;
  rounds: Round[];
  /** What bombs on a factory have cost, where it is a raid that got so far. */
  bombed: Area.Bombed | null;
  /** What missions have dropped, by target. */
  bombs: Area.BombsFell[];
  raid: boolean;
  /** How it ended, if it has. */
  end: Area.BattleEnded | null;
}

interface Told {
  seq: number;
  events: readonly unknown[];
}

/** The battles of the present turn, in the order in which they were begun. */
export function battlesOf(story: readonly Told[]): Fought[] {
  let battles: Fought[] = [];
  for (const entry of story) {
    for (const event of entry.events as readonly Area.Event[]) {
      if (event.is === "turn-began") battles = [];
      else if (event.is === "battle-began") {
        const { space, attacker, defend, sequence } = event.battle;
        const defender = (defend.units?.[0] ?? defend.support?.[0])?.[0].power ?? "";
        battles.push({ space, attacker, defender, entry: entry.seq, rounds: [], bombed: null, bombs: [], raid: sequence === "raid" || sequence === "mission", end: null });
      } else if (event.is === "bombs-fell") {
        battles.findLast((one) => one.space === event.space && one.raid)?.bombs.push(event); // after its battle
      } else if (isOfBattle(event)) {
        const battle = battles.findLast((one) => one.space === event.space && !one.end);
        if (battle) tell(battle, event, entry.seq);
      }
    }
  }
  return battles;
}

type OfBattle = Area.RoundBegan | Area.Rolled | Area.Bombed | Area.BattleEnded | Area.AimedFired | Area.Searched | Area.GunsFired;

function isOfBattle(event: Area.Event): event is OfBattle {
  return ["round-began", "rolled", "bombed", "battle-ended", "aimed-fired", "searched", "guns-fired"].includes(event.is);
}

function tell(battle: Fought, event: OfBattle, entry: number): void {
  if (event.is === "battle-ended") battle.end = event;
  else if (event.is === "bombed") battle.bombed = event;
  else if (event.is === "round-began") battle.rounds.push({ number: event.round, volleys: [] });
  else {
    if (!battle.rounds.length) battle.rounds.push({ number: 0, volleys: [] });
    const fire: readonly Shot[] =
      event.is === "rolled" ? event.fire : event.rolls.flatMap((roll) => roll.fire.map((one) => ({ ...one, at: roll.at })));
    const hits = fire.reduce((sum, one) => sum + one.hits, 0);
    const step = "step" in event ? event.step : "";
    battle.rounds.at(-1)?.volleys.push({ entry, side: event.side, step, fire, hits, search: event.is === "searched" });
  }
}
