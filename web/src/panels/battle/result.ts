/** How a battle ended: in a sentence, with its losses and its luck. */
import type { Facts, Stack } from "../../area/facts";
import { memory } from "../../area/memory";
import { t } from "../../lib/strings";
import type { Table } from "../../lib/table.svelte";
import type { Area } from "../../lib/wire";
import { listed } from "../../lib/words";
import type { Fought } from "./rounds";

const FACES = 6;

export function outcomeOf(table: Table, { space, attacker, defender, raid, bombed, bombs, end }: Fought): string {
  if (bombs.length) return listed(bombs.map(({ at, amount }) => t(`fought.bombs.${at}`, { n: amount })));
  if (bombed) return t("fought.bombed", { owner: table.name(bombed.owner), n: bombed.amount });
  // Bombers that have come through, and whose bombs are still to fall.
  const loaded = memory((table.view as Area.State).turn.parts, "missions")?.released ?? [];
  if (raid && loaded.some((one) => one.space === space)) return t("fought.over");
  return raid ? t("fought.raid") : t(`fought.${end?.outcome ?? "none"}`, { attacker: table.name(attacker), defender: table.name(defender) });
}

/** What a side's dice hit, and what they would have hit on average. */
export interface Luck {
  hits: number;
  expected: number;
}

export function luckOf({ rounds }: Fought, side: "attack" | "defend"): Luck {
  let [hits, expected] = [0, 0];
  for (const { volleys } of rounds)
    for (const volley of volleys) {
      if (volley.side !== side || volley.search) continue;
      hits += volley.hits;
      for (const fire of volley.fire) {
        // With low luck one die stands for what is left over after the sure hits.
        expected += fire.units ? (fire.units * fire.value) / FACES : (fire.dice.length * fire.value) / FACES;
      }
    }
  return { hits, expected };
}

/** What units cost together. */
export function worth(facts: Facts, units: Stack): number {
  return units.reduce((sum, [piece, count]) => sum + count * (facts.units.get(piece.unit)?.cost ?? 0), 0);
}
