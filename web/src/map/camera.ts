// Where the view looks: pure arithmetic of panning, zooming, fitting, and of a sheet that goes round the world.

export interface Point {
  x: number;
  y: number;
}

/** Left, top, width, height. */
export type Box = readonly [number, number, number, number];

/** The window that the map is seen through, in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** The map, in its own units. */
export interface Sheet extends Size {
  /** Whether one may go over its left and right edge. */
  wraps: boolean;
}

/** The place of the sheet in the middle of the window, and how many pixels a unit has. */
export interface Camera extends Point {
  k: number;
}

/** Pixels a unit at most. */
export const NEAREST = 2.6;

/** The farthest view: the whole sheet; one that goes round is never seen twice. */
export function farthest(sheet: Sheet, size: Size): number {
  const across = size.width / sheet.width;
  return Math.min(NEAREST, sheet.wraps ? across : Math.min(across, size.height / sheet.height));
}

/** The view that shows the whole sheet, or as much of it as a tall window can show in a readable size. */
export function whole(sheet: Sheet, size: Size): Camera {
  return held({ x: sheet.width / 2, y: sheet.height / 2, k: farthest(sheet, size) }, sheet, size);
}

/** The camera, brought back to where there is something to see. */
export function held(camera: Camera, sheet: Sheet, size: Size): Camera {
  const k = Math.min(NEAREST, Math.max(farthest(sheet, size), camera.k));
  return {
    x: sheet.wraps ? round(camera.x, sheet.width) : inside(camera.x, sheet.width, size.width / k),
    y: inside(camera.y, sheet.height, size.height / k),
    k,
  };
}

function round(x: number, width: number): number {
  return ((x % width) + width) % width;
}

function inside(middle: number, whole: number, seen: number): number {
  return seen >= whole ? whole / 2 : Math.min(whole - seen / 2, Math.max(seen / 2, middle));
}

export function toScreen(at: Point, camera: Camera, size: Size): Point {
  return { x: (at.x - camera.x) * camera.k + size.width / 2, y: (at.y - camera.y) * camera.k + size.height / 2 };
}

/** A place of the window on the sheet; on one that goes round, it may lie beyond an edge. */
export function toSheet(at: Point, camera: Camera, size: Size): Point {
  return { x: (at.x - size.width / 2) / camera.k + camera.x, y: (at.y - size.height / 2) / camera.k + camera.y };
}

/** A place of the sheet itself for one that lies beyond an edge. */
export function onSheet(at: Point, sheet: Sheet): Point {
  return sheet.wraps ? { x: round(at.x, sheet.width), y: at.y } : at;
}

/** The copy of ``x`` that lies nearest to ``to``. */
export function nearest(x: number, to: number, sheet: Sheet): number {
  return sheet.wraps ? x + Math.round((to - x) / sheet.width) * sheet.width : x;
}

export function panned(camera: Camera, dx: number, dy: number): Camera {
  return { x: camera.x - dx / camera.k, y: camera.y - dy / camera.k, k: camera.k };
}

/** Nearer or farther by ``factor``; what is at ``at`` (in the window) stays there. */
export function zoomed(camera: Camera, factor: number, at: Point, sheet: Sheet, size: Size): Camera {
  const k = Math.min(NEAREST, Math.max(farthest(sheet, size), camera.k * factor));
  const there = toSheet(at, camera, size);
  return { x: there.x - (at.x - size.width / 2) / k, y: there.y - (at.y - size.height / 2) / k, k };
}

/** The view that shows a box, with some room around it. */
export function fitted(box: Box, sheet: Sheet, size: Size, most = 1.4): Camera {
  const [left, top, width, height] = box;
  const room = 0.92;
  const k = Math.min((size.width / width) * room, (size.height / height) * room, most);
  return held({ x: left + width / 2, y: top + height / 2, k }, sheet, size);
}

/** The box around boxes. On a sheet that goes round it goes over the edge if that makes it smaller. */
export function around(boxes: readonly Box[], sheet: Sheet): Box {
  const top = Math.min(...boxes.map((b) => b[1]));
  const bottom = Math.max(...boxes.map((b) => b[1] + b[3]));
  const spans = boxes.map((b) => [b[0], b[0] + b[2]] as const).sort((a, b) => a[0] - b[0]);
  let [left, right] = [spans[0]?.[0] ?? 0, Math.max(...spans.map((s) => s[1]))];
  if (sheet.wraps) {
    let reach = left;
    let widest = left + sheet.width - right;
    spans.forEach(([start, end]) => {
      if (start - reach > widest) {
        widest = start - reach;
        [left, right] = [start, reach + sheet.width];
      }
      reach = Math.max(reach, end);
    });
  }
  return [left, top, right - left, bottom - top];
}

/** A camera on the way from one to another: ``t`` from 0 to 1, the short way round. */
export function between(from: Camera, to: Camera, t: number, sheet: Sheet): Camera {
  const goal = nearest(to.x, from.x, sheet);
  const k = from.k * (to.k / from.k) ** t;
  // In step with the zoom, so that the goal does not fly past while the scale changes.
  const share = Math.abs(to.k - from.k) < 1e-6 ? t : (1 / from.k - 1 / k) / (1 / from.k - 1 / to.k);
  return { x: from.x + (goal - from.x) * share, y: from.y + (to.y - from.y) * share, k };
}

/** By how many sheets the copies are shifted that can be seen: 0 first, and -1 or 1 at an edge. */
export function copies(camera: Camera, sheet: Sheet, size: Size): number[] {
  if (!sheet.wraps) return [0];
  const half = size.width / camera.k / 2;
  const found: number[] = [];
  for (let n = Math.floor((camera.x - half) / sheet.width); n * sheet.width < camera.x + half; n++) found.push(n);
  return found.sort((a, b) => Math.abs(a) - Math.abs(b));
}
