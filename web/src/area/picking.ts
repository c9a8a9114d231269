/** Which units a player has taken up in a space: all, one, some. */
import type { Area } from "../lib/wire";
import type { Facts } from "./facts";
import { cargoOf, isFacility, isSpent, markerKey, ordered, unitsAt } from "./forces";

/** Own units that are alike and can still move. */
export interface Group {
  key: string;
  /** The marker of the map that shows them. */
  marker: string;
  unit: string;
  count: number;
  cargo: readonly string[];
  /** Movement left. */
  left: number;
  /** Aboard a ship: land units that could go ashore, air units of a partner's carrier. */
  aboard: string;
  pick: Area.Pick;
}

export type Picked = Readonly<Record<string, number>>;

/** The groups of a power in a space that can still move. */
export function groupsAt(facts: Facts, view: Area.State, power: string, space: string): Group[] {
  const found = new Map<string, Group>();
  const put = (group: Group) => {
    const had = found.get(group.key);
    found.set(group.key, had ? { ...had, count: had.count + group.count } : group);
  };
  const stack = ordered(facts, unitsAt(view, space));
  for (const [piece, count] of stack) {
    const own = piece.power === power;
    // A ship that has sailed its way may still put somebody ashore.
    const able = !isSpent(facts, view, piece) || (piece.cargo ?? []).length > 0;
    if (own && able && !isFacility(facts, piece)) put(groupOf(facts, piece, count));
    for (const guest of piece.cargo ?? []) {
      const kind = facts.units.get(guest.unit)?.kind;
      // One's own planes on one's own carrier are in the stack while one moves; those of a partner's are its guests.
      if (guest.power !== power || (own && kind === "air")) continue;
      put(guestOf(facts, piece, guest, count));
    }
  }
  return told(stack, power, [...found.values()]);
}

function groupOf(facts: Facts, piece: Area.Piece, count: number): Group {
  const unit = facts.units.get(piece.unit);
  const cargo = cargoOf(piece);
  const used = piece.used ?? 0;
  const pick: Area.Pick = { unit: piece.unit };
  if (unit?.berths.length) pick.cargo = cargo;
  const marker = markerKey(piece);
  return {
    key: `${marker}:${used}`,
    marker,
    unit: piece.unit,
    count,
    cargo,
    left: (unit?.move ?? 0) - used,
    aboard: "",
    pick,
  };
}

function guestOf(facts: Facts, ship: Area.Piece, guest: Area.Piece, count: number): Group {
  const pick: Area.Pick = { unit: guest.unit };
  if (ship.power !== guest.power) pick.aboard = ship.power;
  return {
    key: `aboard:${ship.power}:${guest.unit}`,
    marker: markerKey(ship),
    unit: guest.unit,
    count,
    cargo: [],
    left: facts.units.get(guest.unit)?.move ?? 0,
    aboard: ship.unit,
    pick,
  };
}

/** Where like units have spent different amounts of movement, the picks say which are meant. */
function told(stack: readonly (readonly [Area.Piece, number])[], power: string, groups: Group[]): Group[] {
  const spent = new Map<string, Set<number>>();
  for (const [piece] of stack) {
    if (piece.power !== power) continue;
    spent.set(piece.unit, (spent.get(piece.unit) ?? new Set()).add(piece.used ?? 0));
  }
  return groups.map((group) => {
    if (group.aboard || (spent.get(group.unit)?.size ?? 0) < 2) return group;
    return { ...group, pick: { ...group.pick, used: Number(group.key.split(":").at(-1)) } };
  });
}

/** Everything; what is aboard goes with its ship and is not taken by itself. */
export function all(groups: readonly Group[]): Picked {
  return Object.fromEntries(groups.filter((one) => !one.aboard).map((one) => [one.key, one.count]));
}

/** A number of one group, within what there is. */
export function set(picked: Picked, group: Group, count: number): Picked {
  const held = Math.min(group.count, Math.max(0, count));
  const rest = Object.entries(picked).filter(([key]) => key !== group.key);
  return Object.fromEntries(held ? [...rest, [group.key, held]] : rest);
}

/** A click on a marker: all of it, or (again) none of it. */
export function toggle(picked: Picked, groups: readonly Group[], marker: string): Picked {
  const meant = groups.filter((one) => one.marker === marker && !one.aboard);
  const full = meant.every((one) => (picked[one.key] ?? 0) === one.count);
  return meant.reduce((sofar, one) => set(sofar, one, full ? 0 : one.count), picked);
}

/** One more of a marker. */
export function more(picked: Picked, groups: readonly Group[], marker: string): Picked {
  const next = groups.find((one) => one.marker === marker && !one.aboard && (picked[one.key] ?? 0) < one.count);
  return next ? set(picked, next, (picked[next.key] ?? 0) + 1) : picked;
}

/** What is still there of what was picked: others may have moved since. */
export function still(picked: Picked, groups: readonly Group[]): Picked {
  return groups.reduce<Picked>((sofar, one) => set(sofar, one, Math.min(one.count, picked[one.key] ?? 0)), {});
}

/** As the game names them. */
export function picks(picked: Picked, groups: readonly Group[]): Area.Pick[] {
  return groups.flatMap((one) => {
    const count = picked[one.key] ?? 0;
    return count ? [{ ...one.pick, count }] : [];
  });
}

/** How many of each marker are picked. */
export function byMarker(picked: Picked, groups: readonly Group[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const one of groups) {
    if (!one.aboard && picked[one.key]) found[one.marker] = (found[one.marker] ?? 0) + (picked[one.key] ?? 0);
  }
  return found;
}

export function total(picked: Picked): number {
  return Object.values(picked).reduce((sum, count) => sum + count, 0);
}
