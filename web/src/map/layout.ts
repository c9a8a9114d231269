// What is drawn at a zoom: how large markers and names are, which of them fit, and where they go.
//
// The nearer, the more: far away a power's units are one marker, then a dot; a name that finds no room waits for a
// nearer view. Everything here is in pixels of the window around the anchor of a space, so that the drawing only scales.

import type { Box, Point } from "./camera";
import { LEADING, textWidth } from "./letters";

/** Width and height of a marker with its gap, in its own units. */
export const MARKER = { width: 60, height: 46 } as const;
/** How wide a marker is drawn, in pixels. */
const SMALLEST = 34;
/** Markers grow with the map, up to a width. */
export interface Grain {
  /** Pixels for a pixel of the map. */
  natural: number;
  largest: number;
  /** A few markers stand in one row if they can, because names are below it. */
  row?: boolean;
}
/** The most markers in a single row. */
const ROW = 3;
const USUAL: Grain = { natural: 1, largest: 62 };
/** A power's units as a number; and with its emblem before it. */
export const DOT = { width: 26, height: 22 } as const;
export const MARKED_DOT = { width: 36, height: 22 } as const;
/** Below this zoom dots shrink, down to this share: that much of the world must show between them. */
const DOTS = { full: 0.16, least: 0.8 } as const;
/** A small mark above the markers, with its gap. */
export const WORK = { width: 24, height: 20 } as const;
/** Small marks shrink with the map, down to this share; below this zoom they are not drawn. */
const WORKS = { least: 0.72, from: 0.3 } as const;
/** A stack that has no room as it is may be this much wider or narrower instead. */
const OTHERWISE = 2.2;
const GAP = 2;
const LETTERS = { smallest: 11, largest: 19 } as const;
/** A name of this weight is great: it is written at every zoom, and far away larger than others. */
export const GREAT = 100;
const FAR = {
  great: 1.2,
  /** Square pixels of the map for each name of a land: from afar only the weightiest are shown. */
  room: 12000,
  /** How many are shown even in the smallest window. */
  few: 8,
  /** A sea zone that would be written smaller than this on the sheet is not named. */
  sea: 5,
} as const;

interface Area {
  width: number;
  height: number;
}


export interface Label {
  lines: readonly string[];
  x: number;
  y: number;
  size: number;
}

/** Where things of a space go, in units of the sheet. */
export interface Spot {
  name: string;
  sea: boolean;
  centre: Point;
  stack: Box;
  label: Label;
  /** What it is worth, behind its name; nothing: no badge. */
  badge: string;
  /** The order in which names get their room: the highest first. */
  weight: number;
}

/** What stands in a space: how many markers, and how many if each power has but one. */
export interface Crowd {
  markers: number;
  powers: number;
  /** Small marks above the markers. */
  works?: number;
}

/** How much of a stack is told: every kind of unit, one marker a power, or a dot a power. */
export type Detail = "kinds" | "powers" | "dots";

export interface Stacked {
  detail: Detail;
  /** Pixels for a unit of a small mark above the markers; 0: they are not shown. */
  works: number;
  /** The height of the row of small marks, in pixels. */
  head: number;
  columns: number;
  /** Pixels for a unit of a marker. */
  scale: number;
  /** Left, top, width, height: in pixels from the anchor of the space. */
  box: Box;
}

export interface Lettered {
  size: number;
  /** The middle of the first baseline, in pixels from the anchor. */
  x: number;
  y: number;
}

export interface Layout {
  stacks: Map<string, Stacked>;
  names: Map<string, Lettered>;
}

/** The anchor of a space: the middle of where its markers go. */
export function anchor(spot: Spot): Point {
  const [x, y, w, h] = spot.stack;
  return { x: x + w / 2, y: y + h / 2 };
}

/** Zooms are taken in steps, so that a layout holds for a while. */
const STEPS = 4;

export function step(k: number): number {
  return 2 ** (Math.round(Math.log2(k) * STEPS) / STEPS);
}

export function layout(spots: readonly Spot[], crowds: ReadonlyMap<string, Crowd>, k: number, dot: Area = DOT, grain = USUAL): Layout {
  const stacks = settle(spots, crowds, k, dot, grain);
  return { stacks, names: letter(spots, stacks, k) };
}

// -- stacks

interface Choice extends Stacked {
  x: number;
  y: number;
}

function choices(spot: Spot, crowd: Crowd, k: number, dot: Area, grain: Grain): Choice[] {
  const natural = MARKER.width * k * grain.natural;
  const wide = Math.min(grain.largest, Math.max(SMALLEST, natural));
  const shape = spot.stack[2] / spot.stack[3];
  const at = anchor(spot);
  const [x, y] = [at.x * k, at.y * k];
  const found: Choice[] = [];
  const works = k < WORKS.from ? 0 : (crowd.works ?? 0);
  const size = Math.min(1, Math.max(WORKS.least, k));
  const widths = wide > SMALLEST ? [wide, (wide + SMALLEST) / 2, SMALLEST] : [SMALLEST];
  if (grain.row && crowd.markers <= ROW) {
    for (const width of widths) found.push({ detail: "kinds", ...headed(grid(crowd.markers, width / MARKER.width, MARKER, Infinity), works, size), x, y });
  }
  for (const width of widths) {
    const shapes = [shape, shape * OTHERWISE, shape / OTHERWISE];
    const forms = shapes.map((one) => grid(crowd.markers, width / MARKER.width, MARKER, one));
    for (const form of forms.filter((one, i) => forms.findIndex((other) => other.columns === one.columns) === i)) {
      found.push({ detail: "kinds", ...headed(form, works, size), x, y });
    }
  }
  if (crowd.powers < crowd.markers) {
    const grouped = grid(crowd.powers, SMALLEST / MARKER.width, MARKER, shape);
    if (works) found.push({ detail: "powers", ...headed(grouped, works, WORKS.least), x, y });
    found.push({ detail: "powers", ...headed(grouped, 0, 0), x, y });
  }
  const dots = grid(crowd.powers, Math.min(1, Math.max(DOTS.least, k / DOTS.full)), dot, 3);
  if (works) found.push({ detail: "dots", ...headed(dots, works, WORKS.least), x, y });
  found.push({ detail: "dots", ...headed(dots, 0, 0), x, y });
  return found;
}

/** A stack with a row of small marks above it. */
function headed(stack: Omit<Stacked, "detail" | "works" | "head">, works: number, scale: number): Omit<Stacked, "detail"> {
  const [, , width, height] = stack.box;
  if (!works) return { ...stack, works: 0, head: 0 };
  const [w, head] = [Math.max(width, works * WORK.width * scale), WORK.height * scale];
  return { ...stack, works: scale, head, box: [-w / 2, -(height + head) / 2, w, height + head] };
}

/** A number of markers in rows, about as wide for their height as `shape` says. */
function grid(
  count: number,
  scale: number,
  size: Area,
  shape: number,
): Omit<Stacked, "detail" | "works" | "head"> {
  if (!count) return { columns: 1, scale, box: [0, 0, 0, 0] };
  const [width, height] = [size.width * scale, size.height * scale];
  let columns = Math.min(count, Math.max(1, Math.round(Math.sqrt((count * shape * height) / width))));
  columns = Math.ceil(count / Math.ceil(count / columns));
  const [w, h] = [columns * width, Math.ceil(count / columns) * height];
  return { columns, scale, box: [-w / 2, -h / 2, w, h] };
}

/** Everyone begins with the fullest choice; of two that overlap the larger gives way, until none overlaps. */
function settle(spots: readonly Spot[], crowds: ReadonlyMap<string, Crowd>, k: number, dot: Area, grain: Grain): Map<string, Stacked> {
  const names: string[] = [];
  const options: Choice[][] = [];
  for (const spot of spots) {
    const crowd = crowds.get(spot.name);
    if (!crowd || (crowd.markers === 0 && !crowd.works)) continue;
    names.push(spot.name);
    options.push(choices(spot, crowd, k, dot, grain));
  }
  const taken = options.map(() => 0);
  const now = (i: number): Choice => options[i]?.[taken[i] ?? 0] as Choice;
  const again = options.map((_, i) => i);
  while (again.length) {
    const i = again.pop() as number;
    for (let j = 0; j < options.length; j++) {
      if (i === j || !overlap(now(i), now(j))) continue;
      const loser = yields(now(i), canYield(i), now(j), canYield(j)) ? i : j;
      if (!canYield(loser)) continue;
      taken[loser] = (taken[loser] ?? 0) + 1;
      again.push(i);
      break;
    }
  }
  regrow();
  /** Who gave way to somebody that gave way later has room again. */
  function regrow(): void {
    for (let i = 0; i < options.length; i++) {
      const better = (options[i] ?? []).slice(0, taken[i]).findIndex((one) => !options.some((_, j) => j !== i && overlap(one, now(j))));
      if (better >= 0) taken[i] = better;
    }
  }
  function canYield(i: number): boolean {
    return (taken[i] ?? 0) + 1 < (options[i]?.length ?? 0);
  }
  return new Map(names.map((name, i) => [name, now(i)]));
}

function yields(one: Choice, oneCan: boolean, other: Choice, otherCan: boolean): boolean {
  if (oneCan !== otherCan) return oneCan;
  return one.box[2] * one.box[3] >= other.box[2] * other.box[3];
}

function overlap(a: Choice, b: Choice): boolean {
  return Math.abs(a.x - b.x) < (a.box[2] + b.box[2]) / 2 + GAP && Math.abs(a.y - b.y) < (a.box[3] + b.box[3]) / 2 + GAP;
}

// -- names

type Rectangle = [left: number, top: number, right: number, bottom: number];

/** Half the height of a badge behind a name, in sizes of the name's letters. */
export const BADGE = 0.54;
/** The letters of a badge, in halves of its height. */
export const BADGE_LETTERS = 1.42;

/** How wide a badge is: round for a number, longer for more. */
export function badgeWidth(badge: string, size: number): number {
  return Math.max(size * BADGE * 2, textWidth(badge, size * BADGE * BADGE_LETTERS) + size * 0.38);
}

/** The room that a badge takes behind a name. */
function badgeRoom(spot: Spot, size: number): number {
  return spot.badge ? badgeWidth(spot.badge, size) + 3 : 0;
}

/** How much of the sheet the spaces take up. */
function extent(spots: readonly Spot[]): number {
  const at = spots.map(anchor);
  const [xs, ys] = [at.map((one) => one.x), at.map((one) => one.y)];
  return (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys));
}

/** How large a name is written: as on the sheet, but never too small or too large; great ones larger from afar. */
function letterSize(spot: Spot, k: number): number {
  const natural = spot.label.size * k;
  const least = spot.weight >= GREAT ? LETTERS.smallest * FAR.great : LETTERS.smallest;
  return Math.min(LETTERS.largest, Math.max(least, natural));
}

function letter(spots: readonly Spot[], stacks: ReadonlyMap<string, Stacked>, k: number): Map<string, Lettered> {
  const full = new Taken();
  for (const spot of spots) {
    const stack = stacks.get(spot.name);
    if (!stack) continue;
    const at = anchor(spot);
    const [x, y, w, h] = stack.box;
    full.add([at.x * k + x, at.y * k + y, at.x * k + x + w, at.y * k + y + h]);
  }
  const names = new Map<string, Lettered>();
  let lands = Math.max(FAR.few, (extent(spots) * k * k) / FAR.room);
  for (const spot of [...spots].sort((a, b) => b.weight - a.weight || b.label.size - a.label.size)) {
    if (spot.sea ? spot.label.size * k < FAR.sea : lands < 1) continue;
    const size = letterSize(spot, k);
    const at = anchor(spot);
    for (const [x, y] of seats(spot, stacks.get(spot.name), size, k)) {
      const room = roomOf(spot, x + at.x * k, y + at.y * k, size);
      if (full.meets(room)) continue;
      full.add(room);
      names.set(spot.name, { size, x, y });
      if (!spot.sea) lands -= 1;
      break;
    }
  }
  return names;
}

/** Where a name may stand, in pixels from the anchor: where the cartographer put it; above or below the markers. */
function seats(spot: Spot, stack: Stacked | undefined, size: number, k: number): [number, number][] {
  const at = anchor(spot);
  const rows = (spot.label.lines.length - 1) * size * LEADING;
  const [lx, ly] = [(spot.label.x - at.x) * k, (spot.label.y - at.y) * k];
  // The cartographer's baseline belongs to letters of his size: keep the last line where it was.
  const last = ly + (spot.label.lines.length - 1) * spot.label.size * k * LEADING;
  const own: [number, number] = [lx, last - rows];
  const level = size * 0.35 - rows / 2;
  if (!stack) return [own, [lx, level]];
  const [left, top, width, height] = stack.box;
  const half = (Math.max(...spot.label.lines.map((line) => textWidth(line, size))) * 0.92) / 2;
  const badge = badgeRoom(spot, size);
  return [
    own,
    [0, top - size * 0.3 - rows],
    [0, top + height + size * 0.95],
    [lx, top - size * 0.3 - rows],
    [left - half - badge - 3, level],
    [left + width + half + 3, level],
    [left - half - badge, top],
    [left + width + half, top],
    [left - half - badge, top + height + size * 0.6],
    [left + width + half, top + height + size * 0.6],
    ...(spot.weight >= GREAT ? around(half + width / 2, size) : []),
  ];
}

/** Rings around the anchor, for a name that should not be missing. */
function around(half: number, size: number): [number, number][] {
  return [1.4, 2.2, 3].flatMap((far) =>
    [-90, 90, -45, -135, 45, 135, 0, 180].map((degrees): [number, number] => {
      const angle = (degrees * Math.PI) / 180;
      return [Math.cos(angle) * half * Math.min(1.2, far / 2), Math.sin(angle) * size * far];
    }),
  );
}

function roomOf(spot: Spot, x: number, y: number, size: number): Rectangle {
  const { lines } = spot.label;
  const wide = Math.max(...lines.map((line) => textWidth(line, size))) * 0.92;
  const badge = badgeRoom(spot, size);
  return [
    x - wide / 2 - 1,
    y - size * 0.78,
    x + wide / 2 + badge + 1,
    y + (lines.length - 1) * size * LEADING + size * 0.2,
  ];
}

/** Room that is taken, looked up by squares of the map: with hundreds of names each would be held against all others. */
class Taken {
  readonly #squares = new Map<number, Rectangle[]>();

  add(room: Rectangle): void {
    for (const square of squares(room)) {
      const here = this.#squares.get(square);
      if (here) here.push(room);
      else this.#squares.set(square, [room]);
    }
  }

  meets(room: Rectangle): boolean {
    return squares(room).some((square) => this.#squares.get(square)?.some((taken) => meet(taken, room)));
  }
}

const SQUARE = 64;

/** The squares that a rectangle lies on, as numbers. */
function squares([left, top, right, bottom]: Rectangle): number[] {
  const found: number[] = [];
  for (let x = Math.floor(left / SQUARE); x <= Math.floor(right / SQUARE); x++) {
    for (let y = Math.floor(top / SQUARE); y <= Math.floor(bottom / SQUARE); y++) found.push(x * 4096 + y);
  }
  return found;
}

function meet(a: Rectangle, b: Rectangle): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}
