import { t } from "../lib/strings";
import type { Area } from "../lib/wire";
import type { Light } from "../map/api.svelte";

/** How a space is lit that a way leads to. */
export function lightOf(way: Area.Way): Light {
  const values = { n: way.cost };
  return way.attack
    ? { tone: "attack", mark: String(way.cost), text: t("moving.light.attack", values) }
    : { tone: "move", mark: String(way.cost), text: t("moving.light.move", values) };
}
