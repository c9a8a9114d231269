/** Moving points on the map: an army is taken up, the places that it can reach are lit, a click sends it there. */
import { notices } from "../lib/notices.svelte";
import { t } from "../lib/strings";
import type { Table } from "../lib/table.svelte";
import { Trouble } from "../lib/live";
import type { Hexes } from "../lib/wire";
import type { Carried, Dragger, How, Lights, Taker } from "../map/api.svelte";
import { ARMY } from "../map/chart";
import { armyOf, fleetOf, fleetsAt } from "./counters";
import type { Desk } from "./desk.svelte";
import { total } from "./points";

export class Moving implements Taker {
  /** Where the points in the hand can go; nobody has asked: null. */
  reach = $state.raw<Hexes.ReachAnswer | null>(null);

  constructor(
    private readonly table: Table,
    private readonly desk: Desk,
    private readonly seat: string,
  ) {}

  readonly lights: Lights = $derived.by(() => {
    const { picked } = this.desk;
    if (!picked) return {};
    const found: Record<string, Lights[string]> = {};
    for (const { place, room, seas } of this.reach?.destinations ?? []) {
      const tight = room >= 0 && room < total(this.desk.held) && place !== picked.at;
      const way = seas?.length ? t("hexes.reach.by-sea", { seas: seas.join(", ") }) : t("hexes.reach.by-land");
      found[place] = { tone: tight ? "later" : "move", text: tight ? t("hexes.reach.tight", { n: room }) : way };
    }
    return { ...found, [picked.at]: { tone: "source" } };
  });

  get hint(): string {
    return t(this.desk.picked ? "hexes.move.hint.where" : "hexes.move.hint.pick");
  }

  get busy(): boolean {
    return this.desk.army !== "";
  }

  pick(place: string, { marker }: Pick<How, "marker">): void {
    const { desk } = this;
    const named = armyOf(marker);
    const fleet = fleetOf(marker) || (named ? "" : (fleetsAt(desk.view, place, this.seat)[0] ?? ""));
    const from = desk.picked?.at;
    // Before the answer is there, a click on a place means that place, whoever else stands there.
    const reachable = this.reach ? this.reach.destinations.some((one) => one.place === place) : !named;
    if (desk.army && place !== from && reachable) void this.send(place);
    else if (named && named !== desk.army && this.#own(named)) desk.pick(named);
    else if (!named && !fleetOf(marker) && desk.pickAt(place, this.seat)) return;
    else if (fleet && desk.view.fleets?.[fleet]?.side === this.seat) desk.pickFleet(fleet);
    else if (desk.army && place !== from) void this.send(place);
    else desk.drop();
  }

  cancel(): void {
    if (this.desk.choosing) this.desk.choosing = null;
    else this.desk.drop();
  }

  readonly drag: Dragger = {
    lift: (_, marker): Carried | null => {
      const army = armyOf(marker);
      if (!army || !this.#own(army)) return null;
      if (army !== this.desk.army) this.desk.pick(army);
      return { shape: ARMY, group: this.seat, count: total(this.desk.held) };
    },
    drop: (place) => {
      if (place && place !== this.desk.picked?.at) void this.send(place);
    },
  };

  /** Send what is in the hand to a place; several ways to do it are asked about. */
  async send(place: string): Promise<void> {
    const { desk } = this;
    notices.settle();
    const answer = await this.ask(place);
    if (!answer) return;
    const [only, ...more] = answer.orders ?? [];
    if (!only) {
      if (answer.no) notices.problem({ status: 422, what: "refused", ...answer.no }, this.table.info.game);
      return;
    }
    if (more.length) desk.choosing = { place, orders: [only, ...more], give: (action) => this.give(action) };
    else await this.give(only.action);
  }

  async give(action: Hexes.Action): Promise<void> {
    this.desk.choosing = null;
    const outcome = await this.table.act([action], { seat: this.seat });
    if (outcome.ok) this.desk.drop();
  }

  /** Hand points to an army of the same place, or to a counter that is not in play. */
  async hand(into: string): Promise<void> {
    const { army, held, place, whole } = this.desk;
    const points = whole && this.desk.view.armies[into] ? {} : { points: held };
    const outcome = await this.table.act([{ do: "move", army, to: place, into, ...points }], { seat: this.seat });
    if (outcome.ok) this.desk.pick(this.desk.view.armies[army] ? army : into);
  }

  async ask(to = ""): Promise<Hexes.ReachAnswer | null> {
    const { army, held, whole } = this.desk;
    try {
      return await this.table.ask<Hexes.ReachAnswer>({ ask: "reach", army, ...(whole ? {} : { points: held }), to }, this.seat);
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      notices.problem(error.problem, this.table.info.game);
      return null;
    }
  }

  #own(army: string): boolean {
    return this.desk.view.armies[army]?.side === this.seat;
  }
}
