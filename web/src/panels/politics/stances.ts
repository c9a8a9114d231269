/** Who stands how to whom, ready for a table: the powers of one side against those of another. */
import type { Facts } from "../../area/facts";
import { relation } from "../../area/facts";
import type { Area } from "../../lib/wire";

/** Two sides that meet: rows and columns of a table. */
export interface Meeting {
  rows: string[];
  columns: string[];
}

/** Every pair of sides; the smaller side has the rows, so that the table is wide rather than long. */
export function meetings(facts: Facts): Meeting[] {
  const sides = Object.keys(facts.kit.sides);
  const of = (side: string): string[] => facts.kit.powers.filter((one) => one.side === side).map((one) => one.id);
  return sides.flatMap((one, i) =>
    sides.slice(i + 1).map((other) => {
      const [a, b] = [of(one), of(other)];
      return a.length <= b.length ? { rows: a, columns: b } : { rows: b, columns: a };
    }),
  );
}

/** Powers that are at war with nobody. */
export function neutrals(facts: Facts, view: Area.State): string[] {
  const all = facts.kit.powers.map((one) => one.id);
  return all.filter((one) => all.every((other) => relation(facts, view, one, other) !== "war"));
}

/** Wars that have to wait for the same thing: told once for all of them. */
export function waiting(wars: readonly Area.PossibleWar[]): { on: string[]; war: Area.PossibleWar }[] {
  const groups = new Map<string, { on: string[]; war: Area.PossibleWar }>();
  for (const war of wars) {
    const key = war.why_not ? JSON.stringify([war.rule, war.when?.says ?? war.why_not, war.never]) : war.on;
    const group = groups.get(key);
    if (group) group.on.push(war.on);
    else groups.set(key, { on: [war.on], war });
  }
  return [...groups.values()];
}
