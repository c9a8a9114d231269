/** From a battle at a table to the page that works it out, both sides filled in. */
import type { Stack } from "../area/facts";
import { gameId } from "../lib/games.svelte";
import type { Table } from "../lib/table.svelte";
import type { Area } from "../lib/wire";
import { forceOf, oddsPath, USUAL } from "./supposition";
import type { Force, Scene } from "./supposition";

/** Where an attack on a space is worked out; empty: nobody attacks or defends it. */
export function battlePath(table: Table, space: string, power: string, attack: Force, defend: Stack): string {
  const kit = table.kit as Area.Kit;
  const view = table.view as Area.State;
  if (!power || !Object.keys(attack).length || !defend.length) return "";
  const techs = (one: string) => (view.techs ?? []).filter(([owner]) => owner === one).map(([, tech]) => tech);
  const enemy = defend[0]?.[0].power ?? "";
  const sea = kit.spaces.find((one) => one.name === space)?.sea ?? false;
  const landing = (view.turn.assaults ?? []).some(([, territory]) => territory === space);
  const scene: Scene = sea ? "sea" : landing ? "landing" : "land";
  return oddsPath(gameId(table.info.game), {
    scene,
    forces: { attack, defend: forceOf(defend) },
    conduct: { attack: { ...USUAL, techs: techs(power) }, defend: { ...USUAL, techs: techs(enemy) } },
    powers: { attack: power, defend: enemy },
    lowLuck: view.options?.["low-luck"] ?? false,
    space,
    table: table.id,
  });
}
