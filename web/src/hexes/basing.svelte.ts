/** Giving fleets their bases on the map: a fleet is picked, the harbours that take it are lit, a click sends it there. */
import { notices } from "../lib/notices.svelte";
import { t } from "../lib/strings";
import type { Table } from "../lib/table.svelte";
import type { Hexes } from "../lib/wire";
import type { Carried, Dragger, How, Lights, Taker } from "../map/api.svelte";
import { armyOf, fleetOf } from "./counters";
import type { Desk } from "./desk.svelte";
import { FLEET } from "./facts";

export class Basing implements Taker {
  /** Where the picked fleet can go; nobody has asked: null. */
  harbours = $state.raw<Hexes.HarboursAnswer | null>(null);
  /** How many of its points, while it is set up; 0: all. */
  wanted = $state(0);

  constructor(
    private readonly table: Table,
    private readonly desk: Desk,
    private readonly seat: string,
  ) {}

  readonly lights: Lights = $derived.by(() => {
    const found: Record<string, Lights[string]> = {};
    for (const { action } of this.harbours?.orders ?? []) {
      if (action.do === "base") found[action.at] = { tone: "place", text: t("hexes.fleets.harbour") };
    }
    const at = this.desk.view.fleets?.[this.desk.fleet]?.at;
    return at ? { ...found, [at]: { tone: "source" } } : found;
  });

  get hint(): string {
    return t("hexes.fleets.hint.where", { fleet: this.desk.fleet });
  }

  readonly busy = true;

  pick(place: string, { marker }: Pick<How, "marker">): void {
    const { desk } = this;
    const [army, fleet] = [armyOf(marker), fleetOf(marker)];
    const lit = this.lights[place]?.tone === "place";
    if (fleet && fleet !== desk.fleet && desk.view.fleets?.[fleet]?.side === this.seat) desk.pickFleet(fleet);
    else if (army && !lit && desk.view.armies[army]?.side === this.seat) desk.pick(army);
    else if (place === desk.view.fleets?.[desk.fleet]?.at && !this.wanted) desk.drop();
    else void this.send(place);
  }

  cancel(): void {
    this.desk.drop();
  }

  readonly drag: Dragger = {
    lift: (_, marker): Carried | null => {
      const fleet = fleetOf(marker);
      const own = this.desk.view.fleets?.[fleet];
      if (own?.side !== this.seat) return null;
      if (fleet !== this.desk.fleet) this.desk.pickFleet(fleet);
      return { shape: FLEET, group: this.seat, count: own.points };
    },
    drop: (place) => {
      if (place && place !== this.desk.view.fleets?.[this.desk.fleet]?.at) void this.send(place);
    },
  };

  /** Send the fleet to a base; the game says why if it takes none there. */
  async send(place: string): Promise<void> {
    const { fleet } = this.desk;
    notices.settle();
    const points = this.wanted || this.harbours?.points || (this.desk.view.fleets?.[fleet]?.points ?? 0);
    const outcome = await this.table.act([{ do: "base", fleet, at: place, points }], { seat: this.seat });
    if (outcome.ok) this.desk.drop();
  }
}
