/**
 * Moving units on the map: take up, see where they can go, go there.
 *
 * The game says what is in reach, and with which orders; here is only what the player has in the hand, and what is lit.
 */
import { untrack } from "svelte";

import { Inquiry } from "../lib/inquiry.svelte";
import { notices } from "../lib/notices.svelte";
import { t } from "../lib/strings";
import type { Table } from "../lib/table.svelte";
import type { Area } from "../lib/wire";
import type { Carried, How, Light, MapApi, Taker } from "../map/api.svelte";
import { ARMY } from "../map/chart";
import type { Facts, Stack } from "./facts";
import { lightOf } from "./lighting";
import { all, groupsAt, more, picks, set, still, toggle, total } from "./picking";
import type { Group, Picked } from "./picking";
import { Sailing } from "./sailing.svelte";

const PHASES = ["combat-move", "noncombat-move"];

export class Moving implements Taker {
  /** Where units are taken up; empty: the hand is empty. */
  source = $state("");
  /** Spaces that the way shall lead through. */
  via = $state.raw<readonly string[]>([]);
  /** Several ways lead there: which one? */
  choosing = $state.raw<Area.Destination | null>(null);
  /** Only some of the units in the hand can go there. */
  partial = $state(false);
  /** A transport whose voyage is being put together. */
  sailing = $state.raw<Sailing | null>(null);
  #wish = $state.raw<Picked>({});
  /** Dropped before the answer came. */
  #dropped = $state("");
  /** A click that came before the answer where the units can go. */
  #early = $state.raw<{ space: string; how: How } | null>(null);

  readonly table: Table;
  readonly facts: Facts;
  readonly map: MapApi;
  readonly reach: Inquiry<Area.ReachAnswer>;
  readonly voyage: Inquiry<Area.SailAnswer>;
  readonly odds: Inquiry<Area.ContestsAnswer>;

  readonly view: Area.State = $derived.by(() => this.table.view as Area.State);
  /** The power that moves now, if it is ours to move. */
  readonly power: string = $derived.by(() => {
    const asked = this.table.decision;
    return asked && this.table.myTurn && PHASES.includes(asked.kind) ? asked.seat : "";
  });
  readonly combat: boolean = $derived.by(() => this.table.decision?.kind === "combat-move");
  readonly groups: readonly Group[] = $derived.by(() =>
    this.source && this.power ? groupsAt(this.facts, this.view, this.power, this.source) : [],
  );
  readonly picked: Picked = $derived.by(() => still(this.#wish, this.groups));
  readonly count: number = $derived.by(() => total(this.picked));
  readonly busy: boolean = $derived(this.count > 0);
  /** The picked units as they would stand elsewhere. */
  readonly held: Stack = $derived.by(() =>
    this.groups.flatMap((group): [Area.Piece, number][] => {
      const count = this.picked[group.key];
      const cargo = group.cargo.map((unit) => ({ power: this.power, unit }));
      return count ? [[{ power: this.power, unit: group.unit, cargo }, count]] : [];
    }),
  );
  readonly question: Area.Reach | null = $derived.by(() =>
    this.count && !this.sailing
      ? { ask: "reach", space: this.source, units: picks(this.picked, this.groups), via: [...this.via] }
      : null,
  );
  readonly destinations: ReadonlyMap<string, Area.Destination> = $derived.by(
    () => new Map((this.reach.answer?.destinations ?? []).map((one) => [one.space, one])),
  );
  /** There is somewhere to go. */
  readonly open: boolean = $derived.by(() => [...this.destinations.values()].some((one) => one.ways?.length));
  readonly lights: Record<string, Light> = $derived.by(() =>
    this.sailing ? this.sailing.lights : this.count ? this.#lit() : {},
  );
  /** The destination under the pointer, or under the keyboard. */
  readonly aim: Area.Destination | null = $derived.by(
    () => this.destinations.get(this.map.hovered) ?? this.destinations.get(this.map.cursor) ?? null,
  );
  /** The attack under the pointer, as it would be with the units in the hand. */
  readonly strike: Area.Contests | null = $derived.by(() => {
    const way = this.combat && this.count && !this.sailing ? this.aim?.ways?.[0] : undefined;
    return way?.attack ? { ask: "contests", orders: way.orders, space: this.aim?.space ?? "" } : null;
  });
  /** What that attack is worth, before it is ordered. */
  readonly chances: Area.Chances | null = $derived.by(
    () => this.odds.answer?.battles.find((one) => one.space === this.aim?.space) ?? null,
  );
  /** The one kind of transport in the hand, if its voyage could be put together. */
  readonly transport: Group | null = $derived.by(() => {
    const held = this.groups.filter((one) => this.picked[one.key]);
    const [only] = held;
    if (held.length !== 1 || !only || only.aboard) return null;
    const berths = this.facts.units.get(only.unit)?.berths ?? [];
    const lands = berths.some((place) => place.some((unit) => this.facts.units.get(unit)?.kind === "land"));
    return lands ? only : null;
  });

  constructor(table: Table, facts: Facts, map: MapApi) {
    this.table = table;
    this.facts = facts;
    this.map = map;
    this.reach = new Inquiry<Area.ReachAnswer>(table, () => this.question);
    this.odds = new Inquiry<Area.ContestsAnswer>(table, () => this.strike);
    this.voyage = new Inquiry<Area.SailAnswer>(table, () => this.sailing?.question ?? null);
    $effect(() => {
      if (!this.power || (this.source && !this.groups.length)) this.clear();
    });
    $effect(() => {
      const space = this.#dropped;
      if (!space || this.reach.asking || !this.reach.answer) return;
      this.#dropped = "";
      this.#go(space);
    });
    $effect(() => {
      const early = this.#early;
      if (!early || this.reach.asking) return;
      this.#early = null;
      untrack(() => this.pick(early.space, early.how));
    });
  }

  /** What was picked of a group. */
  of(group: Group): number {
    return this.picked[group.key] ?? 0;
  }

  take(group: Group, count: number): void {
    this.#wish = set(this.picked, group, count);
    this.#anew();
  }

  takeAll(): void {
    this.#wish = all(this.groups);
    this.#anew();
  }

  cancel(): void {
    if (this.choosing) {
      this.choosing = null;
      return;
    }
    if (this.sailing) {
      this.sailing = null;
      return;
    }
    if (this.via.length) {
      this.via = this.via.slice(0, -1);
      return;
    }
    this.clear();
  }

  clear(): void {
    this.source = "";
    this.#wish = {};
    this.via = [];
    this.choosing = null;
    this.sailing = null;
    this.#dropped = "";
    this.#early = null;
  }

  pick(space: string, how: How): void {
    this.choosing = null;
    if (this.sailing) {
      this.sailing.pick(space, how);
      return;
    }
    if (this.source === space && this.count) {
      if (how.marker) this.#wish = this.#marker(this.picked, how);
      else if (how.touch || !how.more) this.clear();
      return;
    }
    if (this.count && this.reach.asking) {
      this.#early = { space, how };
      return;
    }
    const there = this.count ? this.destinations.get(space) : undefined;
    if (there?.ways?.length) {
      if (how.more) this.via = [...this.via, space];
      else this.#go(space);
      return;
    }
    // Out of reach, but units of one's own: they are what is wanted now.
    if (this.#begin(space, how)) return;
    if (this.count) void this.#some(space);
    else this.map.pinned = this.map.pinned === space ? "" : space;
  }

  readonly drag = {
    lift: (space: string, marker: string): Carried | null => {
      if (this.sailing) return null;
      const held = this.source === space && this.groups.some((one) => one.marker === marker && this.picked[one.key]);
      if (!held && !this.#begin(space, { marker, more: false })) return null;
      const taken = this.groups.filter((one) => this.picked[one.key]);
      const [only] = taken;
      if (!only) return null;
      return { shape: taken.length === 1 ? only.unit : ARMY, group: this.power, count: this.count };
    },
    drop: (space: string): void => {
      if (!space || space === this.source) return;
      if (this.reach.asking || !this.reach.answer) this.#dropped = space;
      else this.#go(space);
    },
  };

  /** Go this way. */
  order(way: Area.Way): Promise<void> {
    return this.give(way.orders);
  }

  async give(orders: readonly Area.Action[]): Promise<void> {
    this.choosing = null;
    const outcome = await this.table.act(orders);
    if (!outcome.ok) return;
    this.clear();
    this.map.regain();
  }

  /** Put a transport's voyage together. */
  embark(): void {
    const ship = this.transport;
    if (ship) this.sailing = new Sailing(this, ship);
  }

  #anew(): void {
    this.via = [];
    this.choosing = null;
  }

  /** Take up units of a space: those of the marker that was hit, or all. */
  #begin(space: string, how: Pick<How, "marker" | "more">): boolean {
    if (!this.power) return false;
    const groups = groupsAt(this.facts, this.view, this.power, space);
    if (!groups.length) return false;
    const known = groups.some((one) => one.marker === how.marker && !one.aboard);
    // A marker of others was hit: a look at the space, not a move.
    if (how.marker && !known && how.marker.startsWith("all:") && how.marker !== `all:${this.power}`) return false;
    const wish = known ? (how.more ? more({}, groups, how.marker) : toggle({}, groups, how.marker)) : all(groups);
    if (!total(wish)) return false;
    this.clear();
    this.source = space;
    this.#wish = wish;
    this.map.pinned = "";
    return true;
  }

  #marker(picked: Picked, how: How): Picked {
    const change = how.more ? more : toggle;
    return change(picked, this.groups, how.marker);
  }

  #go(space: string): void {
    const ways = this.destinations.get(space)?.ways ?? [];
    const [only] = ways;
    if (!only) void this.#some(space);
    else if (ways.length === 1) void this.order(only);
    else [this.choosing, this.partial] = [this.destinations.get(space) ?? null, false];
  }

  /** Not all of them can go there: those who can are offered, or else it is refused. */
  async #some(space: string): Promise<void> {
    const asked = this.question;
    if (!asked || asked.units.length < 2 || asked.via?.length) {
      this.#refuse(space);
      return;
    }
    const answer = await this.table.ask<Area.ReachAnswer>({ ...asked, to: space }, this.power).catch(() => null);
    if (this.question !== asked) return; // the hand has changed meanwhile
    const there = answer?.destinations.find((one) => one.space === space && one.ways?.length);
    if (there) [this.choosing, this.partial] = [there, true];
    else this.#refuse(space);
  }

  #refuse(space: string): void {
    const no = this.destinations.get(space)?.no ?? this.reach.answer?.no;
    if (no) notices.tell(no.why, "refusal", no.rule, this.table.info.game);
    else notices.tell(t("moving.too-far", { space }), "refusal");
  }

  #lit(): Record<string, Light> {
    const found: Record<string, Light> = { [this.source]: { tone: "source", text: t("moving.source") } };
    for (const { space, ways = [], no } of this.destinations.values()) {
      const [best] = ways;
      if (space === this.source && !best) continue;
      if (best) found[space] = lightOf(best);
      else if (no) found[space] = { tone: "refused", text: t("moving.refused", { why: no.why }) };
    }
    for (const space of this.aim?.ways?.[0]?.landing ?? []) {
      if (!found[space] || found[space].tone === "refused") found[space] = { tone: "later", text: t("moving.landing") };
    }
    for (const space of this.via) found[space] = { ...found[space], tone: "waypoint", text: t("moving.waypoint") };
    return found;
  }
}
