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
  /** The log number of the entry that ended it; 0: it goes on. */
  over: number;
  /** How many decisions stood when it had begun. */
  number: number;
  /** Units that were destroyed, by side. */
  lost: Record<"attack" | "defend", [Area.Piece, number][]>;
  /** How it ended, if it has. */
  end: Area.BattleEnded | null;
}

interface Told {
  seq: number;
  number?: number;
  events: readonly unknown[];
}

/** The battles of the present turn, in the order in which they were begun; or `all` that the story tells. */
export function battlesOf(story: readonly Told[], all = false): Fought[] {
  let battles: Fought[] = [];
  for (const entry of story) {
    for (const event of entry.events as readonly Area.Event[]) {
      if (event.is === "turn-began" && !all) battles = [];
      else if (event.is === "battle-began") {
        const { space, attacker, defend, sequence } = event.battle;
        const defender = (defend.units?.[0] ?? defend.support?.[0])?.[0].power ?? "";
        battles.push({ space, attacker, defender, entry: entry.seq, over: 0, number: entry.number ?? 0, lost: { attack: [], defend: [] }, rounds: [], bombed: null, bombs: [], raid: sequence === "raid" || sequence === "mission", end: null });
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

type OfBattle = Area.RoundBegan | Area.Rolled | Area.Bombed | Area.BattleEnded | Area.AimedFired | Area.Searched | Area.GunsFired | Area.LossesTaken | Area.Defenseless;

function isOfBattle(event: Area.Event): event is OfBattle {
  return ["round-began", "rolled", "bombed", "battle-ended", "aimed-fired", "searched", "guns-fired", "losses-taken", "defenseless"].includes(event.is);
}

function tell(battle: Fought, event: OfBattle, entry: number): void {
  if (event.is === "battle-ended") [battle.end, battle.over] = [event, entry];
  else if (event.is === "bombed") battle.bombed = event;
  else if (event.is === "losses-taken") battle.lost[event.side].push(...event.destroyed);
  else if (event.is === "defenseless") battle.lost[event.side].push(...event.units);
  else if (event.is === "round-began") battle.rounds.push({ number: event.round, volleys: [] });
  else {
    if (!battle.rounds.length) battle.rounds.push({ number: 0, volleys: [] });
    const fire: readonly Shot[] =
      event.is === "rolled" ? event.fire : event.rolls.flatMap((roll) => roll.fire.map((one) => ({ ...one, at: roll.at })));
    if (event.is === "guns-fired") battle.lost[event.side === "attack" ? "defend" : "attack"].push(...event.destroyed);
    const hits = fire.reduce((sum, one) => sum + one.hits, 0);
    const step = "step" in event ? event.step : "";
    battle.rounds.at(-1)?.volleys.push({ entry, side: event.side, step, fire, hits, search: event.is === "searched" });
  }
}
