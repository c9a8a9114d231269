/** The area family: territories, sea zones and stacks. What the shell needs to know of it, its map and its panels. */
import type { Family, Livery, Opening, Stage } from "../lib/family";
import { translated } from "../lib/names.svelte";
import { t } from "../lib/strings";
import type { Area, Decision, Entry } from "../lib/wire";
import type { Die } from "../lib/verify";
import { listed } from "../lib/words";
import { mapOf } from "../map/api.svelte";
import { battlesOf } from "../panels/battle/rounds";
import { collected } from "../panels/collected";
import { shotsOf } from "../panels/shots";
import { unpanelled } from "./actions";
import { factsOf } from "./facts";
import type { Facts, Stack } from "./facts";
import { isAloft, unitWords } from "./forces";
import { listedMoves } from "./marches";
import { sketched } from "./sketch";

const BATTLE = ["casualties", "submerge", "withdraw", "retreat", "aim", "pull-back"];
/** Answers to what the enemy does, chosen from a list and seen on the map. */
const COUNTERMOVES = ["ambush", "intercept", "interdict", "scramble", "air-combat", "strafe", "target", "strike", "raid-losses", "reaction-losses", "patrol", "dogfight"];
const MOVES = ["combat-move", "noncombat-move"];

/** Whether a game has a part. */
function has(kit: unknown, part: string): boolean {
  return kitOf(kit)?.parts.includes(part) ?? false;
}

function kitOf(kit: unknown): Area.Kit | null {
  return kit === null ? null : (kit as Area.Kit);
}

export function stage(kit: unknown, view: unknown, seat: string | null): Stage | null {
  const box = kitOf(kit);
  if (!box) return null;
  const { round, turn } = view as Area.State;
  const active = Object.keys(turn.phases);
  const busy = active.filter((one) => turn.phases[one] && !together(kit, turn.phases[one]));
  const ready = busy.length ? active.filter((one) => !busy.includes(one)) : [];
  const now = (seat && turn.phases[seat]) || turn.phases[busy[0] ?? active[0] ?? ""];
  return { round, active, ready, phases: box.phases, now: now ?? "" };
}

/** Whether a team plays a phase as one. */
function together(kit: unknown, phase: string): boolean {
  return kitOf(kit)?.phases.find((one) => one.id === phase)?.together ?? false;
}

/** Of a team that moves at the same time one says that one is ready; other decisions end with no more orders. */
export function closing(kit: unknown, { kind }: Decision): string {
  if (kind === "aid") return t("end.aid");
  if (kind === "passive") return t("end.passive");
  const phases = kitOf(kit)?.phases ?? [];
  const next = phases[phases.findIndex((one) => one.id === kind) + 1];
  return kind === "combat-move" && next?.together ? t("end.ready") : "";
}

function liveries(kit: unknown): Record<string, Livery> {
  return Object.fromEntries((kitOf(kit)?.powers ?? []).map((power) => [power.id, power]));
}

export function chapter(event: unknown): Opening | null {
  const { is } = event as Area.Event;
  if (is !== "turn-began" && is !== "phase-began") return null;
  const { power, phase, ...more } = event as Area.TurnBegan | Area.PhaseBegan;
  return { seat: power, phase, ...("round" in more ? { round: more.round, mates: more.mates ?? {} } : {}) };
}

/** Money that buys something, or units that wait for a place. */
export function left(kit: unknown, view: unknown, { kind, seat }: Decision): string {
  const { treasury, bought } = view as Area.State;
  if (kind === "purchase") {
    const money = treasury[seat] ?? 0;
    const prices = (kitOf(kit)?.units ?? []).map((unit) => unit.cost).filter((cost) => cost > 0);
    return prices.some((cost) => cost <= money) ? t("end.left.money", { n: money }) : "";
  }
  if (kind === "mobilize") {
    const waiting = Object.values(bought?.[seat] ?? {}).reduce((sum, count) => sum + count, 0);
    return waiting ? t("end.left.units", { n: waiting }) : "";
  }
  return kind === "noncombat-move" ? astray(kit, view as Area.State, seat) : "";
}

/** Planes over water without room on a carrier there, or over land of an enemy: each by its name. */
function astray(kit: unknown, view: Area.State, seat: string): string {
  const box = kitOf(kit);
  if (!box) return "";
  const facts = factsOf(box);
  const found = Object.entries(view.stacks).flatMap(([space, stack]) => {
    const aloft = stack.filter(([piece]) => piece.power === seat && isAloft(facts, view, space, piece));
    const fits = (unit: string): boolean => box.units.some((one) => one.berths.some((berth) => berth.includes(unit)));
    let room = roomAt(facts, stack, seat);
    return aloft.flatMap(([piece, count]) => {
      const landed = fits(piece.unit) ? Math.min(room, count) : 0;
      room -= landed;
      return count > landed ? [{ space, unit: piece.unit, count: count - landed }] : [];
    });
  });
  const n = found.reduce((sum, one) => sum + one.count, 0);
  const units = listed(found.map(({ unit, count, space }) => t("end.left.plane", { unit: unitWords(facts, unit, count), space })));
  return n ? t("end.left.planes", { n, units }) : "";
}

/** Free berths for air units on this power's ships. */
function roomAt(facts: Facts, stack: Stack, seat: string): number {
  const flies = (unit: string): boolean => facts.units.get(unit)?.kind === "air";
  return stack.reduce((sum, [piece, count]) => {
    const berths = facts.units.get(piece.unit)?.berths.filter((berth) => berth.some(flies)).length ?? 0;
    const taken = (piece.cargo ?? []).filter((one) => flies(one.unit)).length;
    return sum + (piece.power === seat ? count * Math.max(0, berths - taken) : 0);
  }, 0);
}

/** An order of units replaces the one before. */
export function replaces(before: Entry, after: Entry): boolean {
  const orders = (entry: Entry): boolean => entry.events.length > 0 && entry.events.every((one) => (one as Area.Event).is === "ordered");
  return before.seat === after.seat && orders(before) && orders(after);
}

/** Where the kit says that an event has its dice. */
export function dice(kit: unknown, event: unknown): Die[] {
  const { is } = event as Area.Event;
  const fields = kitOf(kit)?.dice[is] ?? [];
  return fields.flatMap(({ at, sides }) => facesAt(event, at.split(".")).map((face) => ({ face, sides })));
}

/** The faces in a field: one, several, or those of each entry. */
function facesAt(value: unknown, path: readonly string[]): number[] {
  if (Array.isArray(value)) return value.flatMap((one) => facesAt(one, path));
  const [next, ...rest] = path;
  if (next !== undefined) return facesAt((value as Record<string, unknown>)[next] ?? [], rest);
  return [value as number];
}

export function translate(game: string, kit: unknown): void {
  const box = kitOf(kit);
  if (!box) return;
  translated(game, [box.sides], ...Object.keys(box.sides));
  translated(game, box.powers, "name", "adjective");
  translated(game, box.units, "name", "plural");
  translated(game, box.phases, "name");
}

export const family: Family = {
  translate,
  legend: () => [
    { sign: "2", text: t("legend.cost") },
    { sign: "2", swords: true, text: t("legend.attack") },
    { sign: "72%", swords: true, text: t("legend.odds") },
    { sign: t("shop.values.short"), text: t("legend.values") },
  ],
  stage,
  liveries,
  chapter,
  together,
  closing,
  replaces,
  listed(table) {
    if (!MOVES.includes(table.decision?.kind ?? "")) return new Set();
    const active = Object.keys((table.view as Area.State).turn.phases);
    return listedMoves(table.story as Entry<Area.Family>[], active);
  },
  opening(kit) {
    const box = kitOf(kit);
    return { round: box?.opening.round ?? 1, seat: box?.opening.powers[0] ?? "", phase: box?.phases[0]?.id ?? "" };
  },
  phase: (kit, phase) => kitOf(kit)?.phases.find((one) => one.id === phase)?.name ?? phase,
  ending: (decision) =>
    ["aid", "purchase", "combat-move", "passive", "rocket", "noncombat-move", "mobilize"].includes(decision.kind) ? { do: "done" } : undefined,
  left,
  dice,
  hits(event) {
    const { fire = [] } = event as Partial<Area.Rolled>;
    return fire.reduce((sum, one) => sum + one.hits, 0);
  },
  map: () => import("./AreaMap.svelte"),
  bar: () => import("../panels/EconomyBar.svelte"),
  recap: () => import("../panels/recap/Recap.svelte"),
  editor: () => import("./Editor.svelte"),
  sketch(table, seat, actions) {
    const map = mapOf(table);
    map.sketches = sketched(seat, actions as readonly Area.Action[]);
    return () => (map.sketches = []);
  },
  show: (table, places) => mapOf(table).focus(...places),
  point: (table, places) => {
    mapOf(table).beacons = places;
  },
  odds: () => import("../odds/OddsPanel.svelte"),
  panels: {
    "combat-move": () => import("./MovesPanel.svelte"),
    "noncombat-move": () => import("./MovesPanel.svelte"),
    aid: () => import("../panels/Aid.svelte"),
    interdiction: () => import("../panels/Halt.svelte"),
    passive: () => import("../panels/Reaction.svelte"),
    bomb: () => import("../panels/Bomb.svelte"),
    pin: () => import("../panels/Resolve.svelte"),
    reland: () => import("../panels/Reland.svelte"),
    develop: () => import("../panels/Develop.svelte"),
    overflight: () => import("../panels/Overflight.svelte"),
    rocket: () => import("../panels/Combats.svelte"),
    purchase: () => import("../panels/Purchase.svelte"),
    mobilize: () => import("../panels/Mobilize.svelte"),
    fight: () => import("../panels/Combats.svelte"),
    engage: () => import("../panels/Resolve.svelte"),
    landing: () => import("../panels/Resolve.svelte"),
    casualties: () => import("../panels/battle/BattlePanel.svelte"),
    submerge: () => import("../panels/battle/BattlePanel.svelte"),
    withdraw: () => import("../panels/battle/BattlePanel.svelte"),
    retreat: () => import("../panels/battle/BattlePanel.svelte"),
    aim: () => import("../panels/battle/BattlePanel.svelte"),
    "pull-back": () => import("../panels/battle/BattlePanel.svelte"),
    ...Object.fromEntries(COUNTERMOVES.map((kind) => [kind, () => import("../panels/Countermove.svelte")])),
    entry: () => import("../panels/politics/Entry.svelte"),
  },
  extras: [
    {
      id: "researching",
      title: "track.title",
      when: (table) => table.decision?.kind === "purchase" && has(table.kit, "project-research"),
      panel: () => import("../panels/Track.svelte"),
      deciding: true,
    },
    {
      id: "declare",
      title: "affairs.declare",
      when: (table) => table.decision?.kind === "combat-move" && has(table.kit, "politics"),
      panel: () => import("../panels/politics/Declaring.svelte"),
      deciding: true,
    },
    {
      id: "actions",
      title: "actions.title",
      when: (table) =>
        table.decision !== null &&
        family.panels[table.decision.kind] !== undefined &&
        !COUNTERMOVES.includes(table.decision.kind) && // their panel lists all there is
        unpanelled(table.kit, table.stage?.now ?? "").length > 0,
      panel: () => import("../panels/PartActions.svelte"),
      deciding: true,
    },
    {
      id: "battle",
      title: "battle.title",
      when: (table) => (table.view as Area.State).battle !== undefined && !BATTLE.includes(table.decision?.kind ?? ""),
      panel: () => import("../panels/battle/Watch.svelte"),
    },
    {
      id: "moves",
      title: "moving.list",
      when: (table) => MOVES.includes(table.stage?.now ?? "") && !MOVES.includes(table.decision?.kind ?? ""),
      panel: () => import("./PendingMoves.svelte"),
    },
    {
      id: "collected",
      title: "collected.how",
      when: (table) => table.decision?.kind !== "aid" && collected(table.story, table.mine, table.seat) !== null,
      panel: () => import("../panels/Collected.svelte"),
    },
    {
      id: "flights",
      title: "flights.title",
      when: (table) => table.decision !== null && ["combat-move", "noncombat-move"].includes(table.decision.kind),
      panel: () => import("../panels/Flights.svelte"),
    },
    {
      id: "fought",
      title: "fought.title",
      when: (table) => battlesOf(table.story).some((one) => one.end),
      panel: () => import("../panels/battle/Battles.svelte"),
    },
    {
      id: "shots",
      title: "shots.title",
      when: (table) => table.decision?.kind !== "overflight" && shotsOf(table.story).length > 0,
      panel: () => import("../panels/Shots.svelte"),
    },
    {
      id: "standing",
      title: "standing.title",
      when: (table) => table.seat !== null && table.info.phase === "playing" && !table.past,
      panel: () => import("../panels/Standing.svelte"),
    },
    {
      id: "track",
      title: "track.title",
      when: (table) => table.decision?.kind !== "purchase" && has(table.kit, "project-research"),
      panel: () => import("../panels/Track.svelte"),
    },
    {
      id: "affairs",
      title: "affairs.title",
      when: (table) => has(table.kit, "politics"),
      panel: () => import("../panels/politics/Affairs.svelte"),
    },
    {
      id: "aims",
      title: "aims.title",
      when: (table) => has(table.kit, "objectives"),
      panel: () => import("../panels/aims/Aims.svelte"),
    },
    { id: "powers", title: "powers.title", when: () => true, panel: () => import("../panels/Powers.svelte") },
  ],
};
