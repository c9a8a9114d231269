/** What the others did since a player's last turn, from the log and the two positions. Pure. */
import { enemies, relation } from "../../area/facts";
import type { Facts, Stack } from "../../area/facts";
import type { Area, Entry } from "../../lib/wire";
import { battlesOf } from "../battle/rounds";
import type { Fought } from "../battle/rounds";

/** A territory that has another holder now. */
export interface Land {
  space: string;
  value: number;
  from: string;
  to: string;
}

export interface Since {
  /** Land that went from the player's side to the enemy, and to the player's side from somebody else. */
  lost: Land[];
  gained: Land[];
  battles: Fought[];
  /** What enemies have placed, by power and kind. */
  bought: [string, [string, number][]][];
  /** Units that are gone: the player's own, and their enemies'. */
  fallen: Stack;
  killed: Stack;
}

export function since(
  facts: Facts,
  before: Area.State,
  after: Area.State,
  entries: readonly Entry<Area.Family>[],
  mine: readonly string[],
): Since {
  const own = (power: string): boolean => mine.includes(power);
  const foe = (power: string): boolean => mine.some((one) => enemies(facts, after, one, power));
  const changed = Object.entries(after.control).flatMap(([space, to]): Land[] => {
    const from = before.control[space] ?? "";
    return from === to ? [] : [{ space, value: facts.spaces.get(space)?.value ?? 0, from, to }];
  });
  const bought = new Map<string, Map<string, number>>();
  const gone: [Area.Piece, number][] = [];
  for (const entry of entries)
    for (const event of entry.events) {
      if (event.is === "mobilized" && foe(event.power)) {
        const units = bought.get(event.power) ?? new Map<string, number>();
        bought.set(event.power, units.set(event.unit, (units.get(event.unit) ?? 0) + event.count));
      } else if (event.is === "losses-taken" || event.is === "guns-fired") gone.push(...event.destroyed);
      else if (event.is === "defenseless" || event.is === "air-lost" || event.is === "shot-down") gone.push(...event.units);
    }
  return {
    lost: changed.filter((one) => one.from && !foe(one.from) && foe(one.to)),
    gained: changed.filter((one) => !foe(one.to) && one.to in after.treasury && (!one.from || foe(one.from))),
    battles: battlesOf(entries, true).filter((one) => one.end || one.bombed),
    bought: [...bought].map(([power, units]) => [power, [...units]]),
    fallen: gone.filter(([piece]) => own(piece.power)),
    killed: gone.filter(([piece]) => foe(piece.power)),
  };
}

/** The capitals that a player and their partners hold, each with its own power. */
export function capitals(facts: Facts, view: Area.State, mine: readonly string[]): { power: string; space: string }[] {
  return facts.kit.powers
    .filter(({ id }) => mine.includes(id) || mine.some((one) => relation(facts, view, one, id) === "partners"))
    .filter(({ id, capital }) => capital && view.control[capital] === id)
    .map(({ id, capital }) => ({ power: id, space: capital }));
}
