/** Where a plane can come down. */
import type { Area } from "../lib/wire";

/** The ways down for the planes of a space, each once: planes that are alike have the same ways. */
export function waysDown(actions: readonly Area.Action[], space: string): Area.Reland[] {
  const found = actions.flatMap((action) => (action.do === "reland" && action.space === space ? [action] : []));
  return [...new Map(found.map((way) => [JSON.stringify(way), way])).values()];
}
