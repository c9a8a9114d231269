/** Who sits where, before a game begins. */
import type { BotInfo, Box, Chair, GameInfo, Option } from "./wire";

export type Plans = Record<string, string>;

const USUAL = ["easy", "medium"];

/** The level that a newcomer should meet first. */
export function firstLevel(bots: readonly BotInfo[]): string {
  return USUAL.find((name) => bots.some((bot) => bot.name === name)) ?? bots[0]?.name ?? "";
}

/** The chairs of a scenario; without a name, of the first. */
export function chairsIn(box: Box, scenario: string): readonly Chair[] {
  const name = scenario || (box.scenarios[0] ?? "");
  return box.chairs.filter((chair) => !chair.scenarios.length || chair.scenarios.includes(name));
}

/** The sides of a scenario with their chairs, as few sides as there can be. */
export function partiesIn(box: Box, scenario: string): ReadonlyMap<string, readonly Chair[]> {
  const chairs = chairsIn(box, scenario);
  const found = new Map<string, Chair[]>();
  for (const chair of chairs) {
    const joined = chair.together && chairs.filter((one) => one.together === chair.together).length > 1;
    const side = joined ? chair.together : chair.side;
    found.set(side, [...(found.get(side) ?? []), chair]);
  }
  return found;
}

/** What can be agreed on in a scenario; without a name, in the first. */
export function optionsIn(box: Box, scenario: string): readonly Option[] {
  const name = scenario || (box.scenarios[0] ?? "");
  return box.options.filter((one) => !one.scenarios.length || one.scenarios.includes(name));
}

/** What was chosen of the options on offer: a tick set for another scenario does not count. */
export function chosenIn(offered: readonly Option[], chosen: Readonly<Record<string, boolean>>): Record<string, boolean> {
  return Object.fromEntries(Object.entries(chosen).filter(([id]) => offered.some((one) => one.id === id)));
}

/** One side for me, the others as `rest` says: `bot:easy`, `open`, `me`. */
export function sidePlans(box: Box, side: string, rest: string, scenario = ""): Plans {
  const mine = partiesIn(box, scenario).get(side) ?? [];
  return Object.fromEntries(chairsIn(box, scenario).map((chair) => [chair.seat, mine.includes(chair) ? "me" : rest]));
}

/** The first game of the shelf that can be played against bots. */
export function gameToPlay(games: readonly GameInfo[]): GameInfo | undefined {
  return games.find((one) => one.bots.length) ?? games[0];
}

/** The side that plays first: a newcomer should not have to wait. */
export function firstSide(box: Box): string {
  return box.chairs[0]?.side ?? "";
}

export type PlanFault = { what: "friend"; seat: string } | { what: "nobody" };

/** What is missing in a plan before a table can be made of it. */
export function faultOf(plans: Plans): PlanFault | null {
  for (const [seat, plan] of Object.entries(plans))
    if (plan.startsWith("friend:") && !plan.slice("friend:".length).trim()) return { what: "friend", seat };
  const someone = Object.values(plans).some((plan) => !plan.startsWith("bot:"));
  return someone ? null : { what: "nobody" };
}
