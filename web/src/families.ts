/** The families that the page knows, loaded when a table needs them. */
import { PLAIN } from "./lib/family";
import type { Family } from "./lib/family";

const FAMILIES: Readonly<Record<string, () => Promise<{ family: Family }>>> = {
  area: () => import("./area/family"),
  hexes: () => import("./hexes/family"),
};

export async function familyOf(name: string): Promise<Family> {
  const load = Object.hasOwn(FAMILIES, name) ? FAMILIES[name] : undefined;
  return load ? (await load()).family : PLAIN;
}
