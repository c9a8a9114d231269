/** Attacks as arrows: those that are announced, with what they are worth, and the one that is being planned. */
import { t } from "../lib/strings";
import type { Table } from "../lib/table.svelte";
import type { Hexes } from "../lib/wire";
import type { Arrow } from "../map/api.svelte";
import type { Desk } from "./desk.svelte";
import { percent } from "../lib/chance";

const TAKEN_BACK = ["announce", "assault", "advance"];

export function attackArrows(
  table: Table,
  view: Hexes.HexState,
  worth: Hexes.AnnouncedAnswer | null,
  desk: Pick<Desk, "army" | "path">,
): Arrow[] {
  const { combat } = view;
  const own = table.decision !== null && table.decision.seat === view.side && TAKEN_BACK.includes(table.decision.kind);
  const arrows = (combat?.attacks ?? []).flatMap((attack): Arrow[] => {
    const army = view.armies[attack.army];
    if (!army) return [];
    const chance = worth?.targets.find((one) => one.place === attack.target)?.outlook?.captured;
    const path = attack.route?.length ? [army.at, ...attack.route] : [army.at, attack.target];
    return [
      {
        id: `attack:${attack.army}`,
        path,
        tone: attack.route?.length ? "sea" : "attack",
        group: army.side,
        ...(chance === undefined ? {} : { mark: percent(chance) }),
        text: t("hexes.attack.arrow", { army: attack.army }),
        ...(own ? { remove: () => void table.act([{ do: "call-off", army: attack.army }]) } : {}),
      },
    ];
  });
  for (const { fleet = "", target, route = [] } of combat?.supports ?? []) {
    const base = view.fleets?.[fleet];
    if (!base) continue;
    arrows.push({
      id: `support:${fleet}`,
      path: [base.at, ...(route.length ? route : [target])],
      tone: "sea",
      group: base.side,
      text: t("hexes.support.arrow", { fleet }),
      ...(own ? { remove: () => void table.act([{ do: "call-off", army: fleet }]) } : {}),
    });
  }
  const start = view.armies[desk.army];
  if (start && desk.path.length > 1) {
    arrows.push({ id: "plan", path: desk.path, tone: "preview", group: start.side, text: "" });
  }
  return arrows;
}

/** Places that are fought for. */
export function contested({ combat }: Hexes.HexState): Record<string, "due" | "now"> {
  const found: Record<string, "due" | "now"> = {};
  for (const { target } of combat?.attacks ?? []) found[target] = "due";
  if (combat?.landing) found[combat.landing.target] = "now";
  if (combat?.toll?.fort) found[combat.toll.fort] = "now";
  return found;
}
