/** What the player has on the desk: the army that is looked at, points in the hand, the supply that is shown. */
import type { Table } from "../lib/table.svelte";
import type { Hexes } from "../lib/wire";
import { armiesAt } from "./counters";
import { atMost, total } from "./points";
import type { Points } from "./points";

export class Desk {
  /** The army that was picked; empty: none. */
  army = $state("");
  /** The fleet that was picked; empty: none. An army and a fleet are never picked together. */
  fleet = $state("");
  /** Those of its points that shall go somewhere; null: all. */
  part = $state.raw<Points | null>(null);
  /** The place whose armies are laid out; empty: none. */
  place = $state("");
  /** Orders of which one has to be chosen, at a place, and what is done with it. */
  choosing = $state.raw<{ place: string; orders: readonly Hexes.Order[]; give: (action: Hexes.Action) => unknown } | null>(null);
  /** The side whose supply lies on the map; empty: none. */
  supply = $state("");
  /** Places that an attack shall go through, one after another. */
  path = $state.raw<readonly string[]>([]);

  constructor(private readonly table: Table) {}

  get view(): Hexes.HexState {
    return this.table.view as Hexes.HexState;
  }

  /** The picked army, while it is in play. */
  get picked(): Hexes.Army | null {
    return this.view.armies[this.army] ?? null;
  }

  /** The points in the hand: never more than the army has. */
  get held(): Points {
    const all = this.picked?.points ?? {};
    return this.part ? atMost(this.part, all) : all;
  }

  /** Nothing is left out. */
  get whole(): boolean {
    return total(this.held) === total(this.picked?.points ?? {});
  }

  pick(army: string, part: Points | null = null): void {
    this.drop();
    this.army = army;
    this.part = part;
    this.place = this.picked?.at ?? "";
  }

  pickFleet(fleet: string): void {
    this.drop();
    this.fleet = fleet;
  }

  /** The first army of a seat in a place, or the one after the picked one. */
  pickAt(place: string, seat: string): boolean {
    const own = armiesAt(this.view, place).filter(([, army]) => army.side === seat).map(([name]) => name);
    const next = own[(own.indexOf(this.army) + 1) % Math.max(1, own.length)];
    if (next === undefined) return false;
    this.pick(next);
    return true;
  }

  drop(): void {
    this.army = "";
    this.fleet = "";
    this.part = null;
    this.place = "";
    this.choosing = null;
    this.path = [];
  }
}

const desks = new WeakMap<object, Desk>();

/** The desk of a table: the same for the map and for every panel beside it. */
export function deskOf(table: Table): Desk {
  let found = desks.get(table);
  if (!found) desks.set(table, (found = new Desk(table)));
  return found;
}
