/** What a state remembers of the war beyond the armies, as rows of the war board. */
import type { Hexes } from "../lib/wire";

type State = Hexes.HexState;

interface Route {
  name: string;
  /** The hexes it passes. */
  path: readonly string[];
  /** The fleet that escorts it; empty: none. */
  escort: string;
  /** Points sunk that are missing from the next budget. */
  sunk: number;
}

/** The routes that production and lend-lease take over the sea. */
export function routesOf(view: State): Route[] {
  const links = view.parts?.["sea-links"] as Hexes.Losses | undefined;
  const escorts = (view.parts?.fleets as Hexes.Navy | undefined)?.escorts ?? {};
  const names = new Set([...Object.keys(links?.paths ?? {}), ...Object.keys(links?.sunk ?? {}), ...Object.keys(escorts)]);
  return [...names].map((name) => ({ name, path: links?.paths?.[name] ?? [], escort: escorts[name] ?? "", sunk: links?.sunk?.[name] ?? 0 }));
}

/** Bombers, escorts and air defense by base. */
export function wingsOf(view: State): { at: string; side: string; bombers: number; escorts: number; defence: number }[] {
  const wings = (view.parts?.strategic as Hexes.Strategy | undefined)?.wings ?? {};
  return Object.entries(wings).map(([at, { side, bomber = 0, escort = 0, air_defense = 0 }]) => ({
    at,
    side,
    bombers: bomber,
    escorts: escort,
    defence: air_defense,
  }));
}

/** What each side has researched: levels reached, and markers on the track. */
export function levelsOf(view: State): { side: string; items: { item: string; level: number; step: number }[] }[] {
  const known = view.parts?.research as Hexes.Knowledge | undefined;
  const sides = new Set([...Object.keys(known?.risen ?? {}), ...Object.keys(known?.steps ?? {})]);
  return [...sides].map((side) => {
    const [risen, steps] = [known?.risen?.[side] ?? {}, known?.steps?.[side] ?? {}];
    const items = [...new Set([...Object.keys(risen), ...Object.keys(steps)])].sort();
    return { side, items: items.map((item) => ({ item, level: risen[item] ?? 0, step: steps[item] ?? 0 })) };
  });
}

/** The countries that have joined each side, or surrendered to it. */
export function countriesOf(view: State): { side: string; joined: string[]; surrendered: string[] }[] {
  const found = new Map<string, { joined: string[]; surrendered: string[] }>();
  const row = (side: string): { joined: string[]; surrendered: string[] } => {
    const old = found.get(side) ?? { joined: [], surrendered: [] };
    found.set(side, old);
    return old;
  };
  for (const [country, entry] of Object.entries(view.joined ?? {})) if (entry.side) row(entry.side).joined.push(country);
  for (const [country, side] of Object.entries(view.surrendered ?? {})) if (side) row(side).surrendered.push(country);
  return [...found].map(([side, row]) => ({ side, ...row }));
}

/** The war beyond the armies has begun: there is something to read on its board. */
export function worthABoard(view: State): boolean {
  const atSea = Object.keys((view.parts?.fleets as Hexes.Navy | undefined)?.patrols ?? {});
  return [routesOf(view), wingsOf(view), levelsOf(view), countriesOf(view), atSea].some((rows) => rows.length > 0);
}
