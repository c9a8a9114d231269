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
import { factsOf } from "./facts";
import type { Facts, Stack } from "./facts";
import { isAloft } from "./forces";
import { sketched } from "./sketch";

const BATTLE = ["casualties", "submerge", "withdraw", "retreat", "aim", "pull-back"];
const MOVES = ["combat-move", "noncombat-move"];

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

/** Planes over water without room on a carrier there, or over land of an enemy. */
function astray(kit: unknown, view: Area.State, seat: string): string {
  const box = kitOf(kit);
  if (!box) return "";
  const facts = factsOf(box);
  const found = Object.entries(view.stacks).flatMap(([space, stack]) => {
    const aloft = stack.filter(([piece]) => piece.power === seat && isAloft(facts, view, space, piece));
    const planes = aloft.reduce((sum, [, count]) => sum + count, 0) - roomAt(facts, stack, seat);
    return planes > 0 ? [{ space, planes }] : [];
  });
  const n = found.reduce((sum, one) => sum + one.planes, 0);
  return n ? t("end.left.planes", { n, spaces: listed(found.map((one) => one.space)) }) : "";
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

/** As `dice_of` of the game has them. */
export function dice(kit: unknown, event: unknown): Die[] {
  const one = event as Area.Event;
  const six = (faces: readonly number[]): Die[] => faces.map((face) => ({ face, sides: 6 }));
  switch (one.is) {
    case "rolled":
    case "bombed":
      return six(one.fire.flatMap((fire) => fire.dice));
    case "researched": {
      const sides = kitOf(kit)?.techs.length ?? 0;
      return [...six(one.dice), ...(one.second ?? []).map((face) => ({ face, sides }))];
    }
    case "gun-fired":
    case "rocket-fired":
    case "research-rolled":
    case "interdicted":
    case "bombs-fell":
      return six(one.dice);
    case "aimed-fired":
    case "searched":
    case "guns-fired":
      return six(one.rolls.flatMap((roll) => roll.fire.flatMap((fire) => fire.dice)));
    case "repaired":
      return six([one.die]);
    default:
      return [];
  }
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
  stage,
  liveries,
  chapter,
  together,
  closing,
  replaces,
  opening(kit) {
    const box = kitOf(kit);
    return { round: box?.opening.round ?? 1, seat: box?.opening.powers[0] ?? "", phase: box?.phases[0]?.id ?? "" };
  },
  phase: (kit, phase) => kitOf(kit)?.phases.find((one) => one.id === phase)?.name ?? phase,
  ending: (decision) =>
    ["aid", "purchase", "combat-move", "passive", "rocket", "noncombat-move", "mobilize"].includes(decision.kind) ? { do: "done" } : undefined,
  left,
  dice,
  map: () => import("./AreaMap.svelte"),
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
    passive: () => import("../panels/Window.svelte"),
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
  },
  extras: [
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
    { id: "powers", title: "powers.title", when: () => true, panel: () => import("../panels/Powers.svelte") },
  ],
};
