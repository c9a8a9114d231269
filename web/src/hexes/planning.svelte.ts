/** Planning attacks on the map: an army is picked, a click names its target, further clicks think about what may follow. */
import { t } from "../lib/strings";
import type { Table } from "../lib/table.svelte";
import type { Hexes } from "../lib/wire";
import { percent } from "../lib/chance";
import type { How, Light, Lights, Taker } from "../map/api.svelte";
import { armyOf } from "./counters";
import type { Desk } from "./desk.svelte";
import type { Facts } from "./facts";

export class Planning implements Taker {
  /** Who could attack what; the panel asks. */
  attackers = $state.raw<readonly Hexes.Attacker[]>([]);

  constructor(
    private readonly table: Table,
    private readonly facts: Facts,
    private readonly desk: Desk,
    private readonly seat: string,
  ) {}

  readonly chosen: Hexes.Attacker | null = $derived.by(() => this.attackers.find((one) => one.army === this.desk.army) ?? null);

  readonly lights: Lights = $derived.by(() => {
    const found: Record<string, Light> = {};
    const { chosen } = this;
    if (!chosen) {
      for (const one of this.attackers) {
        if (!one.target && one.aims?.some((aim) => aim.order)) found[one.at] = { tone: "chosen", text: t("hexes.plan.could") };
      }
      return found;
    }
    for (const aim of chosen.target ? [] : (chosen.aims ?? [])) {
      if (!aim.order) continue;
      const chance = percent(aim.chance ?? 0);
      const mark = aim.by_sea || aim.friendly ? "" : chance;
      found[aim.place] = {
        tone: aim.friendly ? "move" : "attack",
        ...(mark ? { mark } : {}),
        text: aim.by_sea ? t("hexes.plan.by-sea") : t("hexes.plan.alone", { chance }),
      };
    }
    for (const place of this.further) found[place] = { tone: "later", text: t("hexes.plan.further") };
    return { ...found, [chosen.at]: { tone: "source" } };
  });

  /** Where a thought could go on from the end of the path. */
  readonly further: readonly string[] = $derived.by(() => {
    const { path } = this.desk;
    const last = path.at(-1);
    if (!last || path.length < 2) return [];
    return (this.facts.places.get(last)?.near ?? []).filter((place) => !path.includes(place) && this.facts.places.has(place));
  });

  get hint(): string {
    if (!this.desk.army) return t("hexes.plan.hint.pick");
    return this.desk.path.length > 1 ? t("hexes.plan.hint.further") : t("hexes.plan.hint.target");
  }

  get busy(): boolean {
    return this.desk.army !== "";
  }

  pick(place: string, { marker }: Pick<How, "marker">): void {
    const { desk, chosen } = this;
    const aims = chosen?.target ? [] : (chosen?.aims ?? []).filter((one) => one.place === place && one.order);
    const own = armyOf(marker);
    if (aims.length) void this.name(place, aims);
    else if (desk.army && desk.path.at(-1) === place && desk.path.length > 2) desk.path = desk.path.slice(0, -1);
    else if (desk.army && this.further.includes(place)) desk.path = [...desk.path, place];
    else if (own && own !== desk.army && desk.view.armies[own]?.side === this.seat) this.turn(own);
    else if (!own && desk.pickAt(place, this.seat)) this.turn(desk.army);
    else desk.drop();
  }

  cancel(): void {
    this.desk.drop();
  }

  /** Turn to an army; one that has a target is thought about further. */
  turn(army: string): void {
    this.desk.pick(army);
    const target = this.attackers.find((one) => one.army === army)?.target;
    const at = this.desk.picked?.at;
    if (target && at) this.desk.path = [at, target];
  }

  /** Name the target; a landing may take a fleet along. */
  async name(place: string, aims: readonly Hexes.Aim[]): Promise<void> {
    const [aim] = aims;
    if (!aim?.order) return;
    const fleets = aim.by_sea ? this.fleets : [];
    if (aim.by_sea && fleets.length) {
      const order = aim.order;
      this.desk.choosing = {
        place,
        orders: [
          { text: t("hexes.plan.no-fleet"), action: order },
          ...fleets.map((fleet) => ({ text: t("hexes.plan.fleet", { fleet }), action: { ...order, fleet } as Hexes.Action })),
        ],
      };
      return;
    }
    const from = this.desk.picked?.at ?? "";
    const outcome = await this.table.act([aim.order], { seat: this.seat });
    if (outcome.ok && aim.order.do === "attack") this.desk.path = [from, place];
  }

  /** Fleets that could still sail. */
  get fleets(): string[] {
    const { fleets = {}, expended = [], combat } = this.desk.view;
    const sailing = new Set((combat?.attacks ?? []).map((one) => one.fleet));
    return Object.keys(fleets).filter((name) => fleets[name]?.side === this.seat && !expended.includes(name) && !sailing.has(name));
  }
}
