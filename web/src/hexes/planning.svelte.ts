/** Planning attacks on the map: an army is picked, a click names its target, further clicks think about what may follow. */
import { Trouble } from "../lib/live";
import { notices } from "../lib/notices.svelte";
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
        if (!one.target && one.aims?.some((aim) => aim.order && !aim.friendly)) found[one.at] = { tone: "chosen", text: t("hexes.plan.could") };
      }
      return found;
    }
    for (const aim of chosen.target ? [] : (chosen.aims ?? [])) {
      if (!aim.order) continue;
      const mark = aim.friendly ? "" : percent(aim.chance ?? 0) + (aim.spend ? ` −${aim.spend}` : "");
      found[aim.place] ??= {
        tone: aim.friendly ? "move" : aim.spend ? "later" : "attack",
        ...(mark ? { mark } : {}),
        text: aimWords(aim),
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
    const own = armyOf(marker);
    const idle = desk.army !== "" && !chosen?.target;
    const aimed = idle && (chosen?.aims ?? []).some((one) => one.place === place && one.order && !(one.friendly && own));
    if (aimed) void this.name(place);
    else if (desk.army && desk.path.at(-1) === place && desk.path.length > 2) desk.path = desk.path.slice(0, -1);
    else if (desk.army && this.further.includes(place)) desk.path = [...desk.path, place];
    else if (own && own !== desk.army && desk.view.armies[own]?.side === this.seat) this.turn(own);
    else if (!own && desk.pickAt(place, this.seat)) this.turn(desk.army);
    else if (idle && place !== chosen?.at) void this.name(place);
    else desk.drop();
  }

  cancel(): void {
    if (this.desk.choosing) this.desk.choosing = null;
    else this.desk.drop();
  }

  /** Turn to an army; one that has a target is thought about further. */
  turn(army: string): void {
    this.desk.pick(army);
    const target = this.attackers.find((one) => one.army === army)?.target;
    const at = this.desk.picked?.at;
    if (target && at) this.desk.path = [at, target];
  }

  /** Name the target; several ways to get there are asked about, and what is against it is told. */
  async name(place: string): Promise<void> {
    const { army } = this.desk;
    notices.settle();
    const answer = await this.#ask(army, place);
    const [only, ...more] = answer?.orders ?? [];
    if (answer?.no) notices.problem({ status: 422, what: "refused", ...answer.no }, this.table.info.game);
    if (!only) return;
    const give = (action: Hexes.Action): Promise<void> => this.#give(action, place);
    if (more.length) this.desk.choosing = { place, orders: [only, ...more], give };
    else await give(only.action);
  }

  async #ask(army: string, to: string): Promise<Hexes.ApproachAnswer | null> {
    try {
      return await this.table.ask<Hexes.ApproachAnswer>({ ask: "approach", army, to }, this.seat);
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      notices.problem(error.problem, this.table.info.game);
      return null;
    }
  }

  /** After an attack over land the player may think on. */
  async #give(action: Hexes.Action, place: string): Promise<void> {
    const from = this.desk.picked?.at ?? "";
    const outcome = await this.table.act([action], { seat: this.seat });
    if (!outcome.ok) return;
    if (action.do === "attack") this.desk.path = [from, place];
    else this.desk.drop();
  }
}

/** What an aim means: "attack alone: 83%". */
export function aimWords(aim: Hexes.Aim): string {
  const chance = percent(aim.chance ?? 0);
  if (aim.by_sea) return aim.spend ? t("hexes.plan.by-sea.spend", { n: aim.spend, chance }) : t("hexes.plan.by-sea", { chance });
  return aim.friendly ? t("hexes.plan.friendly") : t("hexes.plan.alone", { chance: percent(aim.chance ?? 0) });
}
