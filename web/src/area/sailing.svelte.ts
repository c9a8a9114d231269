/** A transport's voyage, put together: whom it loads, where it sails, where they go ashore. */
import { notices } from "../lib/notices.svelte";
import { t } from "../lib/strings";
import type { Area } from "../lib/wire";
import type { How, Light } from "../map/api.svelte";
import { lightOf } from "./lighting";
import type { Moving } from "./moving.svelte";
import type { Group } from "./picking";

export interface Load {
  zone: string;
  territory: string;
  unit: string;
  count: number;
}

export class Sailing {
  /** The zones that it sails, the first is where it is. */
  path = $state.raw<readonly string[]>([]);
  loads = $state.raw<readonly Load[]>([]);
  readonly ship: Group;
  readonly #moving: Moving;

  readonly question: Area.Sail = $derived.by(() => ({
    ask: "sail",
    zone: this.path[0] ?? "",
    transport: { ...this.ship.pick, count: 1 },
    path: [...this.path],
    loads: this.loads.map((one): [string, string, number] => [one.territory, one.unit, one.count]),
  }));
  /** Who could still come aboard. */
  readonly cargo: readonly Area.Cargo[] = $derived.by(() => this.#moving.voyage.answer?.cargo ?? []);
  /** Where it could go from here: zones to sail on to, coasts to land on. */
  readonly zones: ReadonlyMap<string, Area.Destination> = $derived.by(
    () => new Map((this.#moving.voyage.answer?.zones ?? []).map((one) => [one.space, one])),
  );
  readonly coasts: ReadonlyMap<string, Area.Destination> = $derived.by(
    () => new Map((this.#moving.voyage.answer?.ashore ?? []).map((one) => [one.space, one])),
  );
  readonly lights: Record<string, Light> = $derived.by(() => {
    const found: Record<string, Light> = {};
    for (const one of [...this.zones.values(), ...this.coasts.values()]) {
      const [best] = one.ways ?? [];
      if (best) found[one.space] = lightOf(best);
      else if (one.no) found[one.space] = { tone: "refused", text: t("moving.refused", { why: one.no.why }) };
    }
    for (const one of this.cargo) found[one.territory] ??= { tone: "place", text: t("sailing.loads-here") };
    this.path.forEach((zone, i) => {
      found[zone] = { tone: i ? "waypoint" : "source", text: t(i ? "moving.waypoint" : "moving.source") };
    });
    return found;
  });

  constructor(moving: Moving, ship: Group) {
    this.#moving = moving;
    this.ship = ship;
    this.path = [moving.source];
  }

  load(one: Area.Cargo): void {
    const had = this.loads.find((other) => other.territory === one.territory && other.unit === one.unit);
    const rest = this.loads.filter((other) => other !== had);
    this.loads = [...rest, { zone: one.zone, territory: one.territory, unit: one.unit, count: (had?.count ?? 0) + 1 }];
  }

  unload(one: Load): void {
    this.loads = this.loads.flatMap((other) =>
      other !== one ? [other] : other.count > 1 ? [{ ...other, count: other.count - 1 }] : [],
    );
  }

  /** The voyage ends at sea, where the path does now. */
  end(): void {
    const loads = this.loads.map((one): Area.Load => ({ ...one }));
    void this.#moving.give([{ do: "voyage", transport: { ...this.ship.pick, count: 1 }, path: [...this.path], loads }]);
  }

  /** One zone back. */
  back(): void {
    if (this.path.length > 1) this.path = this.path.slice(0, -1);
  }

  pick(space: string, how: How): void {
    const [landing] = this.coasts.get(space)?.ways ?? [];
    const [sailing] = this.zones.get(space)?.ways ?? [];
    const loading = this.cargo.find((one) => one.territory === space);
    if (landing && !(how.more && loading)) void this.#moving.order(landing);
    else if (sailing) this.path = [...sailing.path];
    else if (loading) this.load(loading);
    else {
      const no = (this.coasts.get(space) ?? this.zones.get(space))?.no ?? this.#moving.voyage.answer?.no;
      if (no) notices.tell(no.why, "refusal", no.rule, this.#moving.table.info.game);
      else notices.tell(t("moving.too-far", { space }), "refusal");
    }
  }
}
