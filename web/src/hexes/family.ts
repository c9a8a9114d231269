/** The hex family: armies that hold strength points, attacks that roll on, supply. What the shell needs to know of it. */
import type { Chapter, Family, Livery, Stage } from "../lib/family";
import { translated } from "../lib/names.svelte";
import { t } from "../lib/strings";
import type { Decision, Entry, Hexes } from "../lib/wire";
import type { Die } from "../lib/verify";
import { mapOf } from "../map/api.svelte";
import { armiesOf } from "./counters";
import { total } from "./points";
import { rolls, rollsOf } from "./rolls";
import { worthABoard } from "./warboard";

const ENDED = ["setup", "strategic", "naval", "movement", "announce", "assault", "advance", "exploitation", "production", "research"];

function kitOf(kit: unknown): Hexes.HexKit | null {
  return kit === null ? null : (kit as Hexes.HexKit);
}

export function stage(kit: unknown, view: unknown): Stage | null {
  const box = kitOf(kit);
  if (!box) return null;
  const { scenario, turn, side, phase } = view as Hexes.HexState;
  const own = box.scenarios.find((one) => one.id === scenario);
  const name = own?.turns[turn - 1];
  const phases = own?.phases ? box.phases.filter((one) => own.phases.includes(one.id)) : box.phases;
  return { round: turn, ...(name ? { name } : {}), active: [side], ready: [], phases, now: phase };
}

function liveries(kit: unknown): Record<string, Livery> {
  return Object.fromEntries((kitOf(kit)?.sides ?? []).map((side) => [side.id, side]));
}

export function chapter(event: unknown): Partial<Chapter> | null {
  const one = event as Hexes.Event;
  if (one.event === "turn-began") return { round: one.turn, seat: one.side, phase: "movement" };
  if (one.event === "set-up") return { seat: one.side, phase: "setup" };
  return one.event === "phase-began" ? { phase: one.phase } : null;
}

/** Production that would be lost, or armies in the reach of nobody's order. */
export function left(kit: unknown, view: unknown, { kind, seat }: Decision): string {
  const { budget = 0, combat, reserve } = view as Hexes.HexState;
  const cheapest = Math.min(...Object.values(kitOf(kit)?.tables.cost ?? {}));
  if (kind === "production") return budget >= cheapest ? t("hexes.left.budget", { n: budget }) : "";
  if (kind === "setup") return total(reserve?.[seat] ?? {}) ? t("hexes.left.reserve") : "";
  if (kind === "announce") return combat?.attacks?.length ? "" : attackless(view as Hexes.HexState, seat);
  const named = combat?.attacks?.length ?? 0;
  return kind === "advance" && named ? t("hexes.left.advances", { n: named }) : "";
}

function attackless(view: Hexes.HexState, seat: string): string {
  return armiesOf(view, seat).length ? t("hexes.left.attacks") : "";
}

/** As `dice_of` of the game has them. */
export function dice(_: unknown, event: unknown): Die[] {
  return rollsOf(event as Hexes.Event).map((face) => ({ face, sides: 6 }));
}

export function translate(game: string, kit: unknown): void {
  const box = kitOf(kit);
  if (!box) return;
  translated(game, box.sides, "name", "adjective");
  translated(game, box.phases, "name");
}

const ORDERS = () => import("./OrdersPanel.svelte");

export const family: Family = {
  translate,
  legend: () => [
    { sign: "5-3", text: t("legend.army") },
    { sign: "5-3+2", text: t("legend.air") },
    { sign: "72%", text: t("legend.chance") },
    { sign: "1–6", text: t("legend.low") },
  ],
  stage,
  liveries,
  chapter,
  opening(kit) {
    const box = kitOf(kit);
    return { round: 1, seat: box?.sides[0]?.id ?? "", phase: box?.phases[0]?.id ?? "" };
  },
  phase: (kit, phase) => kitOf(kit)?.phases.find((one) => one.id === phase)?.name ?? phase,
  ending: (decision) => (ENDED.includes(decision.kind) ? { do: "done" } : undefined),
  closing: (_, { kind }) => (kind === "announce" || kind === "assault" || kind === "advance" ? t(`hexes.end.${kind}`) : ""),
  left,
  dice,
  map: () => import("./HexMap.svelte"),
  bar: () => import("./SideBar.svelte"),
  recap: () => import("./Recap.svelte"),
  editor: () => import("./Editor.svelte"),
  show: (table, places) => mapOf(table).focus(...places),
  point: (table, places) => {
    mapOf(table).beacons = places;
  },
  panels: {
    setup: () => import("./SetupPanel.svelte"),
    naval: () => import("./NavalPanel.svelte"),
    movement: () => import("./MovementPanel.svelte"),
    announce: () => import("./AttackPanel.svelte"),
    exploitation: () => import("./AttackPanel.svelte"),
    defence: () => import("./DefencePanel.svelte"),
    losses: () => import("./LossesPanel.svelte"),
    retreat: () => import("./RetreatPanel.svelte"),
    production: () => import("./ProductionPanel.svelte"),
    research: () => import("./ResearchPanel.svelte"),
    strategic: ORDERS,
    invasion: ORDERS,
    intercept: ORDERS,
    strike: ORDERS,
    attack: ORDERS,
    assault: ORDERS,
    advance: ORDERS,
    offer: ORDERS,
    forfeit: ORDERS,
    reinforcements: ORDERS,
    "home-forces": ORDERS,
    leader: ORDERS,
  },
  extras: [
    {
      id: "rolls",
      title: "hexes.rolls",
      when: (table) => rolls(table.story as Entry<Hexes.Family>[]).length > 0,
      panel: () => import("./Rolls.svelte"),
    },
    {
      id: "standing",
      title: "standing.title",
      when: (table) => table.seat !== null && table.info.phase === "playing" && !table.past,
      panel: () => import("./Standing.svelte"),
    },
    {
      id: "war",
      title: "hexes.war",
      when: (table) => table.view !== null && worthABoard(table.view as Hexes.HexState),
      panel: () => import("./WarBoard.svelte"),
    },
    { id: "goals", title: "hexes.goals", when: () => true, panel: () => import("./Goals.svelte") },
  ],
};
