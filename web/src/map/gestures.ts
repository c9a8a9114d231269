/** Hands on a map: one finger or the mouse pans, two pinch, the wheel zooms; what stays still is a tap. */
import type { Point } from "./camera";
import type { Lens } from "./lens.svelte";

/** What was under the pointer when it went down. */
export interface Hit {
  space: string;
  marker: string;
  arrow: string;
}

export interface Touch {
  at: Point;
  hit: Hit;
  touch: boolean;
  /** With Shift, or after a long press. */
  more: boolean;
}

export interface Hands {
  lens: Lens;
  tap(touch: Touch): void;
  /** Twice at the same place; true: done, it is not one more tap. */
  twice(touch: Touch): boolean;
  hover(at: Point | null, hit: Hit): void;
  /** May the thing under the pointer be taken up and carried? */
  lift(touch: Touch): boolean;
  carry(at: Point): void;
  /** Put down, or (nothing) dropped out of the hand. */
  drop(touch: Touch | null): void;
}

const STILL = { mouse: 5, touch: 10 };
const LONG = 420;
const TWICE = 320;
const NOTHING: Hit = { space: "", marker: "", arrow: "" };

interface Finger extends Point {
  start: Point;
  touch: boolean;
}

function hitOf(target: EventTarget | null): Hit {
  if (!(target instanceof Element)) return NOTHING;
  const marker = target.closest<SVGElement>("[data-marker]");
  const arrow = target.closest<SVGElement>("[data-arrow]");
  return {
    space: marker?.dataset.space ?? "",
    marker: marker?.dataset.marker ?? "",
    arrow: arrow?.dataset.arrow ?? "",
  };
}

export function gestures(hands: Hands) {
  return (node: HTMLElement): (() => void) => {
    const { lens } = hands;
    const fingers = new Map<number, Finger>();
    let mode: "none" | "press" | "pan" | "lift" | "pinch" = "none";
    let first: Touch | null = null;
    let long = false;
    let patience: ReturnType<typeof setTimeout> | undefined;
    let last = { time: 0, at: { x: 0, y: 0 } };
    let pace: { time: number; at: Point }[] = [];

    const place = (event: PointerEvent | WheelEvent): Point => {
      const box = node.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };

    const down = (event: PointerEvent) => {
      if (event.pointerType === "mouse" && event.button > 1) return;
      const at = place(event);
      const touch = event.pointerType !== "mouse";
      fingers.set(event.pointerId, { ...at, start: at, touch });
      node.setPointerCapture(event.pointerId);
      lens.stop();
      clearTimeout(patience);
      if (fingers.size === 1) {
        first = { at, hit: hitOf(event.target), touch, more: event.shiftKey };
        mode = event.button === 1 ? "pan" : "press";
        long = false;
        pace = [];
        if (touch) patience = setTimeout(() => (long = true), LONG);
      } else {
        if (mode === "lift") hands.drop(null);
        mode = "pinch";
      }
    };

    const move = (event: PointerEvent) => {
      const at = place(event);
      const finger = fingers.get(event.pointerId);
      if (!finger) {
        hands.hover(at, hitOf(event.target));
        return;
      }
      if (mode === "pinch") pinch(event.pointerId, at);
      if (mode === "press" && first && far(at, finger)) {
        clearTimeout(patience);
        mode = (!finger.touch || long) && hands.lift(first) ? "lift" : "pan";
        if (mode === "pan") hands.hover(null, NOTHING);
      }
      if (mode === "pan") {
        lens.pan(at.x - finger.x, at.y - finger.y);
        pace = [...pace.slice(-4), { time: event.timeStamp, at }];
      }
      if (mode === "lift") hands.carry(at);
      finger.x = at.x;
      finger.y = at.y;
    };

    const far = (at: Point, finger: Finger) =>
      Math.hypot(at.x - finger.start.x, at.y - finger.start.y) > (finger.touch ? STILL.touch : STILL.mouse);

    const pinch = (id: number, at: Point) => {
      const [moving, other] = [fingers.get(id), [...fingers].find(([one]) => one !== id)?.[1]];
      if (!moving || !other) return;
      const [before, after] = [
        Math.hypot(moving.x - other.x, moving.y - other.y),
        Math.hypot(at.x - other.x, at.y - other.y),
      ];
      lens.pan((at.x - moving.x) / 2, (at.y - moving.y) / 2);
      if (before > 8 && after > 8) lens.zoom(after / before, { x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
    };

    const up = (event: PointerEvent) => {
      const finger = fingers.get(event.pointerId);
      if (!finger) return;
      fingers.delete(event.pointerId);
      clearTimeout(patience);
      const at = place(event);
      const begun = first;
      if (mode === "press" && begun) press({ ...begun, at, more: begun.more || long }, event.timeStamp);
      if (mode === "lift" && begun) hands.drop({ ...begun, at, more: event.shiftKey });
      if (mode === "pan" && fingers.size === 0) run(event.timeStamp, at);
      mode = fingers.size === 1 ? "pan" : fingers.size ? mode : "none";
      pace = [];
    };

    const press = (touch: Touch, time: number) => {
      const again = time - last.time < TWICE && Math.hypot(touch.at.x - last.at.x, touch.at.y - last.at.y) < 24;
      last = { time: again ? 0 : time, at: touch.at };
      if (again && hands.twice(touch)) return;
      hands.tap(touch);
    };

    const run = (time: number, at: Point) => {
      const then = pace[0];
      if (!then || time - (pace.at(-1)?.time ?? 0) > 60) return;
      const passed = Math.max(1, time - then.time);
      lens.coast((at.x - then.at.x) / passed, (at.y - then.at.y) / passed);
    };

    const cancel = (event: PointerEvent) => {
      if (!fingers.delete(event.pointerId)) return;
      clearTimeout(patience);
      if (mode === "lift") hands.drop(null);
      mode = "none";
    };

    const leave = () => {
      if (!fingers.size) hands.hover(null, NOTHING);
    };

    const wheel = (event: WheelEvent) => {
      event.preventDefault();
      const unit = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? 400 : 1;
      if (event.shiftKey) lens.pan(-(event.deltaX || event.deltaY) * unit, 0);
      else lens.zoom(Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.0016)), place(event));
    };

    node.addEventListener("pointerdown", down);
    node.addEventListener("pointermove", move);
    node.addEventListener("pointerup", up);
    node.addEventListener("pointercancel", cancel);
    node.addEventListener("pointerleave", leave);
    node.addEventListener("wheel", wheel, { passive: false });
    return () => {
      clearTimeout(patience);
      node.removeEventListener("pointerdown", down);
      node.removeEventListener("pointermove", move);
      node.removeEventListener("pointerup", up);
      node.removeEventListener("pointercancel", cancel);
      node.removeEventListener("pointerleave", leave);
      node.removeEventListener("wheel", wheel);
    };
  };
}
