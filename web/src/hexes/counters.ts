/** What stands where, as counters of the map and in words. */
import { t } from "../lib/strings";
import type { Hexes } from "../lib/wire";
import type { Marker } from "../map/chart";
import { ARMY } from "../map/chart";
import { FLEET, FORT, titleOf, WING } from "./facts";
import type { Facts } from "./facts";
import { figures, pointWords, total } from "./points";
import { wingsOf } from "./warboard";

export type State = Hexes.HexState;
export type NamedArmy = readonly [name: string, army: Hexes.Army];

/** The armies of a place; those that have to retreat are nowhere. */
export function armiesAt(view: State, place: string): NamedArmy[] {
  const away = view.combat?.displaced ?? [];
  return Object.entries(view.armies).filter(([name, army]) => army.at === place && !away.includes(name));
}

export function armiesOf(view: State, side: string): NamedArmy[] {
  return Object.entries(view.armies).filter(([, army]) => army.side === side);
}

/** Who leads an army, as far as anybody knows, after a comma; nothing if it has no leader marker. */
export function leaderWords(view: Hexes.HexState, name: string): string {
  const staff = view.parts?.leaders as Hexes.Staff | undefined;
  const leader = staff?.led?.[name];
  if (leader) return `, ${t("hexes.leader", { name: leader })}`;
  return staff?.hidden?.[name] === undefined ? "" : `, ${t("hexes.leader.hidden")}`;
}

/** Whether an army neither moves nor attacks in this turn: it had no full supply when the turn began. */
export function isCutOff(view: State, army: Hexes.Army): boolean {
  return army.side === view.side && (view.cut_off ?? []).includes(army.at);
}

const KEY = { army: "army:", fort: "fort:", fleet: "fleet:", wing: "wing:" };

/** The army that a marker stands for; empty: none. */
export function armyOf(marker: string): string {
  return marker.startsWith(KEY.army) ? marker.slice(KEY.army.length) : "";
}

/** The fleet that a marker stands for; empty: none. */
export function fleetOf(marker: string): string {
  return marker.startsWith(KEY.fleet) ? marker.slice(KEY.fleet.length) : "";
}

/** The fleets of a side in a place, by name. */
export function fleetsAt(view: State, place: string, side: string): string[] {
  return Object.entries(view.fleets ?? {}).flatMap(([name, fleet]) => (fleet.at === place && fleet.side === side ? [name] : []));
}

function made(key: string, group: string, shape: string, count: number, text: string): Marker {
  return { key, group, shape, count, ready: count, text, cargo: [], aloft: false, fresh: false, damaged: false, picked: 0 };
}

interface Picked {
  army: string;
  fleet: string;
}

/** The markers of every place: armies, forts, fleets. */
export function markersOf(facts: Facts, view: State, picked: Picked, fresh: ReadonlySet<string>): Record<string, Marker[]> {
  const found: Record<string, Marker[]> = {};
  const put = (place: string, marker: Marker): void => {
    if (facts.places.has(place) || facts.waters.has(place)) (found[place] ??= []).push(marker);
  };
  const away = new Set(view.combat?.displaced ?? []);
  for (const [name, army] of Object.entries(view.armies)) {
    if (away.has(name)) continue;
    const count = total(army.points);
    put(army.at, {
      ...made(KEY.army + name, army.side, ARMY, count, armyWords(name, army)),
      legend: [facts.brief.get(name) ?? name, figures(army.points)],
      ready: isCutOff(view, army) ? 0 : count,
      fresh: fresh.has(name),
      picked: picked.army === name ? count : 0,
    });
  }
  for (const [place, fort] of Object.entries(view.forts ?? {})) {
    put(place, { ...made(KEY.fort, "", FORT, fort.points ?? 0, fortWords(fort)), legend: ["", fortFigures(fort)] });
  }
  const patrols = (view.parts?.fleets as Hexes.Navy | undefined)?.patrols ?? {};
  for (const [name, fleet] of Object.entries(view.fleets ?? {})) {
    put(patrols[name] ?? fleet.at, {
      ...made(KEY.fleet + name, fleet.side, FLEET, ships(fleet), fleetWords(name, fleet)),
      apart: true,
      ready: (view.expended ?? []).includes(name) ? 0 : ships(fleet),
      picked: picked.fleet === name ? ships(fleet) : 0,
    });
  }
  for (const { at, side, bombers, escorts, defence } of wingsOf(view)) {
    const text = t("hexes.war.wing", { bombers, escorts, defence });
    put(at, { ...made(KEY.wing + at, side, WING, bombers + escorts + defence, text), apart: true });
  }
  return found;
}

// -- words

export function armyWords(name: string, army: Hexes.Army): string {
  return t("hexes.army.words", { army: name, points: pointWords(army.points) });
}

/** "3", and behind a plus what is being built. */
function fortFigures({ points = 0, building = 0 }: Hexes.Fort): string {
  return building ? `${points}+${building}` : String(points);
}

export function fortWords({ points = 0, building = 0 }: Hexes.Fort): string {
  return building ? t("hexes.fort.building", { n: points, more: building }) : t("hexes.fort", { n: points });
}

/** All points of a fleet. */
export function ships({ points, asw = 0, submarines = 0, carriers = 0 }: Hexes.Fleet): number {
  return points + asw + submarines + carriers;
}

export function fleetWords(name: string, { points, asw = 0, submarines = 0 }: Hexes.Fleet): string {
  if (submarines) return t("hexes.fleet.submarines", { fleet: name, n: submarines });
  if (asw) return t("hexes.fleet.escorts", { fleet: name, n: points, asw });
  return t("hexes.fleet.words", { fleet: name, n: points });
}

/** A place as a screen reader says it: "Smolensk (1143), Soviet, Moscow with 4 infantry". */
export function placeWords(facts: Facts, view: State, place: string): string {
  const holder = facts.sides.get(view.control[place] ?? "");
  const fort = view.forts?.[place];
  return [
    titleOf(facts, place),
    holder?.adjective ?? t("map.neutral"),
    ...armiesAt(view, place).map(([name, army]) => armyWords(name, army)),
    ...(fort ? [fortWords(fort)] : []),
    ...Object.entries(view.fleets ?? {}).flatMap(([name, fleet]) => (fleet.at === place ? [fleetWords(name, fleet)] : [])),
    ...((view.devastated?.[place] ?? 0) ? [t("hexes.devastated", { n: view.devastated?.[place] ?? 0 })] : []),
  ].join(", ");
}
