/** What the pointer does on a map: it shows, picks, lifts and carries. */
import type { How, MapApi } from "./api.svelte";
import type { Atlas } from "./atlas";
import type { Point } from "./camera";
import type { Hands, Hit, Touch } from "./gestures";
import type { Lens } from "./lens.svelte";

/** A finger is less exact than a mouse: pixels beside a small island that still mean it. */
const SLACK = { mouse: 9, touch: 22 };
/** How long the pointer rests before a card opens. */
const REST = 480;
/** Near the edge of the window what is carried moves the map. */
const EDGE = 28;
const PUSH = 9;

export class Pointing implements Hands {
  readonly api: MapApi;
  readonly lens: Lens;
  readonly #atlas: Atlas;
  /** Where the pointer is, in the window. */
  at = $state.raw<Point | null>(null);
  /** The space that is explained at the pointer. */
  told = $state("");
  /** The arrow that was clicked. */
  arrow = $state("");
  /** A marker of the map is being carried. */
  grabbed = $state(false);
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(api: MapApi, lens: Lens, atlas: Atlas) {
    this.api = api;
    this.lens = lens;
    this.#atlas = atlas;
  }

  readonly tap = (touch: Touch): void => {
    const { api } = this;
    api.skip();
    this.hush();
    if (touch.hit.arrow && !this.#lit(this.#under(touch.at, touch.touch))) {
      this.arrow = this.arrow === touch.hit.arrow ? "" : touch.hit.arrow;
      return;
    }
    this.arrow = "";
    const space = touch.hit.space || this.#under(touch.at, touch.touch);
    if (space) this.pick(space, { ...touch, marker: touch.hit.marker });
    else {
      api.pinned = "";
      api.taker?.cancel?.();
    }
  };

  pick(space: string, { more, touch, marker, at }: How): void {
    if (this.api.taker) this.api.taker.pick(space, { more, touch, marker, at });
    else this.api.pinned = space;
  }

  readonly twice = (touch: Touch): boolean => {
    // Where a click means something, a second one is not for the zoom.
    if (touch.hit.marker || touch.hit.arrow || Object.keys(this.api.lights).length) return false;
    this.lens.nearer(touch.more ? 0.5 : 2, touch.at);
    this.api.pinned = "";
    return true;
  };

  readonly hover = (at: Point | null, hit: Hit): void => {
    this.at = at;
    const space = at ? hit.space || this.#under(at, false) : "";
    if (space === this.api.hovered) return;
    this.api.hovered = space;
    this.hush();
    if (space && !this.grabbed && !this.api.taker?.busy) this.#rest = setTimeout(() => (this.told = space), REST);
  };

  /** Nothing is explained any more. */
  hush(): void {
    clearTimeout(this.#rest);
    this.told = "";
  }

  readonly lift = (touch: Touch): boolean => {
    const { space, marker } = touch.hit;
    const carried = marker ? this.api.taker?.drag?.lift(space, marker) : null;
    if (!carried) return false;
    this.hush();
    this.grabbed = true;
    this.api.carried = carried;
    this.at = touch.at;
    return true;
  };

  readonly carry = (at: Point): void => {
    this.at = at;
    this.api.hovered = this.#under(at, false);
    const { width, height } = this.lens.size;
    const push = (place: number, size: number) => (place < EDGE ? PUSH : place > size - EDGE ? -PUSH : 0);
    const [dx, dy] = [push(at.x, width), push(at.y, height)];
    if (dx || dy) this.lens.pan(dx, dy);
  };

  readonly drop = (touch: Touch | null): void => {
    this.grabbed = false;
    this.api.carried = null;
    const space = touch ? this.#under(touch.at, touch.touch) : "";
    const how = {
      more: touch?.more ?? false,
      touch: touch?.touch ?? false,
      marker: "",
      at: touch?.at ?? { x: 0, y: 0 },
    };
    this.api.taker?.drag?.drop(space, how);
  };

  /** Something is carried here from outside, where the pointer went down: follow it until it is let go. */
  follow(frame: HTMLElement): () => void {
    const place = (event: PointerEvent): Point => {
      const box = frame.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    const within = ({ x, y }: Point) => x >= 0 && y >= 0 && x < this.lens.size.width && y < this.lens.size.height;
    const move = (event: PointerEvent) => {
      const at = place(event);
      if (within(at)) this.carry(at);
      else [this.at, this.api.hovered] = [at, ""];
    };
    const up = (event: PointerEvent) => {
      const at = place(event);
      const touch = event.pointerType !== "mouse";
      const space = within(at) ? this.#under(at, touch) : "";
      this.api.carried = null;
      if (space) this.pick(space, { at, touch, more: event.shiftKey, marker: "" });
    };
    const away = () => (this.api.carried = null);
    document.addEventListener("pointermove", move);
    document.addEventListener("pointerup", up);
    document.addEventListener("pointercancel", away);
    return () => {
      document.removeEventListener("pointermove", move);
      document.removeEventListener("pointerup", up);
      document.removeEventListener("pointercancel", away);
    };
  }

  /** A click there is for the space, whatever lies above it. */
  #lit(space: string): boolean {
    const tone = this.api.lights[space]?.tone;
    return tone !== undefined && tone !== "source" && tone !== "refused";
  }

  #under(at: Point, touch: boolean): string {
    return this.#atlas.under(at, this.lens, touch ? SLACK.touch : SLACK.mouse);
  }
}
