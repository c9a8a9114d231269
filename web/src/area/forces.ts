/** What stands where, as markers of the map and in words. */
import { t } from "../lib/strings";
import type { Area } from "../lib/wire";
import { listed } from "../lib/words";
import type { Marker } from "../map/chart";
import { enemies, FACTORY } from "./facts";
import type { Facts, Stack } from "./facts";
import { builtAt, inWords } from "./works";

const MOVES = ["combat-move", "noncombat-move"];

/** The phase that a power is in now, if it is its turn. */
export function phaseOf(view: Area.State, power: string): string {
  return view.turn.phases[power] ?? "";
}

/** Everything in a space; those of a battle in progress are off the board, and still there. */
export function unitsAt(view: Area.State, space: string): Stack {
  const standing: Stack = view.stacks[space] ?? [];
  const { battle } = view;
  if (battle?.space !== space) return standing;
  const strips = [battle.attack, battle.defend].flatMap((strip) => [
    ...(strip.units ?? []),
    ...(strip.casualties ?? []),
    ...(strip.submerged ?? []),
  ]);
  return [...standing, ...strips];
}

export function isFacility(facts: Facts, piece: Area.Piece): boolean {
  return facts.units.get(piece.unit)?.kind === "facility";
}

/** Whether a factory is printed on the board here; where factories are built, they stand among the units. */
export function hasPrintedFactory(facts: Facts, space: string): boolean {
  if (facts.kit.units.some((unit) => unit.kind === "facility")) return false;
  return facts.spaces.get(space)?.factory ?? false;
}

/** Whether a unit has nothing left to do in this movement phase. */
export function isSpent(facts: Facts, view: Area.State, piece: Area.Piece): boolean {
  if (!MOVES.includes(phaseOf(view, piece.power))) return false;
  const unit = facts.units.get(piece.unit);
  if (!unit) return false;
  const out = (piece.used ?? 0) >= unit.move;
  return unit.kind === "air" ? out || (piece.landed ?? false) : out || (piece.moved ?? false);
}

/** Whether an air unit is over a place where it cannot stay: water, or land of an enemy. */
export function isAloft(facts: Facts, view: Area.State, space: string, piece: Area.Piece): boolean {
  if (facts.units.get(piece.unit)?.kind !== "air") return false;
  if (facts.spaces.get(space)?.sea) return true;
  const holder = view.control[space] ?? "";
  return holder !== "" && enemies(facts, view, piece.power, holder);
}

/** What is aboard, sorted: the same for transports that are loaded alike. */
export function cargoOf(piece: Area.Piece): string[] {
  return (piece.cargo ?? []).map((one) => one.unit).sort();
}

/** The marker that a piece belongs to. */
export function markerKey(piece: Area.Piece): string {
  return [piece.power, piece.unit, ...cargoOf(piece)].join("/");
}

/** An arrival in this turn, as ``markersOf`` looks it up. */
export function arrivalKey(space: string, power: string, unit: string): string {
  return [space, power, unit].join("/");
}

export interface Notes {
  /** Units that came here in this turn, by ``arrivalKey``. */
  arrivals: ReadonlySet<string>;
  /** Where units are picked up, and how many of each marker. */
  source: string;
  picked: Readonly<Record<string, number>>;
}

/** The markers of every space. */
export function markersOf(facts: Facts, view: Area.State, notes: Notes): Record<string, Marker[]> {
  const found: Record<string, Marker[]> = {};
  for (const { name } of facts.kit.spaces) {
    const stack = unitsAt(view, name);
    const printed = hasPrintedFactory(facts, name);
    if (!stack.length && !printed) continue;
    const markers = printed ? [plain(FACTORY, t("map.factory"))] : [];
    markers.push(...grouped(facts, view, name, stack, notes));
    if (markers.length) found[name] = markers;
  }
  return found;
}

function plain(shape: string, text: string): Marker {
  return {
    key: shape,
    group: "",
    shape,
    count: 1,
    ready: 1,
    text,
    cargo: [],
    aloft: false,
    fresh: false,
    damaged: false,
    picked: 0,
  };
}

function grouped(facts: Facts, view: Area.State, space: string, stack: Stack, notes: Notes): Marker[] {
  const groups = new Map<string, Marker>();
  for (const [piece, count] of ordered(facts, stack)) {
    if (facts.kit.facilities[piece.unit]) continue; // a mark of its own
    if (isFacility(facts, piece)) {
      groups.set(piece.unit, plain(piece.unit, unitWords(facts, piece.unit, count)));
      continue;
    }
    const key = markerKey(piece);
    const had = groups.get(key);
    const all = (had?.count ?? 0) + count;
    groups.set(key, {
      key,
      group: piece.power,
      shape: piece.unit,
      count: all,
      ready: (had?.ready ?? 0) + (isSpent(facts, view, piece) ? 0 : count),
      text: unitWords(facts, piece.unit, all),
      cargo: cargoOf(piece),
      aloft: isAloft(facts, view, space, piece),
      fresh: notes.arrivals.has(arrivalKey(space, piece.power, piece.unit)),
      damaged: (had?.damaged ?? false) || (piece.damage ?? 0) > 0,
      picked: notes.source === space ? (notes.picked[key] ?? 0) : 0,
    });
  }
  return [...groups.values()];
}

/** What is built first, then in the order of play and of the unit table. */
export function ordered(facts: Facts, stack: Stack): Stack {
  const rank = (piece: Area.Piece) =>
    (isFacility(facts, piece) ? -1e6 : 0) +
    (facts.powerRank.get(piece.power) ?? 99) * 1000 +
    (facts.unitRank.get(piece.unit) ?? 99);
  return [...stack].sort(([a], [b]) => rank(a) - rank(b));
}

// -- words

/** "3 infantry", "1 tank". */
export function unitWords(facts: Facts, unit: string, count: number): string {
  const known = facts.units.get(unit);
  const name = known ? (count === 1 ? known.name : known.plural) : unit.replaceAll("_", " ");
  return `${count} ${name}`;
}

/** "3 infantry, 1 transport with 1 tank": units that read alike are counted together, whoever owns them. */
export function forceWords(facts: Facts, stack: Stack): string[] {
  const groups = new Map<string, { piece: Area.Piece; count: number }>();
  for (const [piece, count] of ordered(facts, stack)) {
    const key = [piece.unit, ...cargoOf(piece)].join(" ");
    groups.set(key, { piece, count: (groups.get(key)?.count ?? 0) + count });
  }
  return [...groups.values()].map(({ piece, count }) => {
    const units = unitWords(facts, piece.unit, count);
    const cargo = cargoOf(piece);
    return cargo.length ? t("map.with-cargo", { units, cargo: listed(tally(facts, cargo)) }) : units;
  });
}

function tally(facts: Facts, units: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const unit of units) counts.set(unit, (counts.get(unit) ?? 0) + 1);
  return [...counts].map(([unit, count]) => unitWords(facts, unit, count));
}

/** The powers in a space, in order of play, each with its units. */
export function byPower(facts: Facts, stack: Stack): [string, Stack][] {
  const groups = new Map<string, (readonly [Area.Piece, number])[]>();
  for (const group of ordered(facts, stack)) {
    const { power } = group[0];
    groups.set(power, [...(groups.get(power) ?? []), group]);
  }
  return [...groups];
}

/** A space as a screen reader says it: "Ukraine, German, 3 infantry, 1 tank". */
export function spaceWords(facts: Facts, view: Area.State, space: string): string {
  const known = facts.spaces.get(space);
  const holder = view.control[space] ?? "";
  const words = [space];
  if (known && !known.sea) words.push(facts.powers.get(holder)?.adjective ?? t("map.neutral"));
  const units = unitsAt(view, space).filter(([piece]) => !facts.kit.facilities[piece.unit]);
  for (const [power, stack] of byPower(facts, units)) {
    const force = forceWords(facts, stack);
    const adjective = facts.powers.get(power)?.adjective ?? power;
    if (power === holder) words.push(...force);
    else words.push(...force.map((one) => t("map.units-of", { adjective, units: one })));
  }
  if (hasPrintedFactory(facts, space)) words.push(t("map.factory"));
  words.push(...builtAt(facts, view, space).map((one) => inWords(facts, one)));
  return words.join(", ");
}
