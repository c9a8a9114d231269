/**
 * What panels can do with the map: light spaces, take over the clicks, show a place, draw arrows.
 *
 * Whoever wants the player to choose a space takes the map (`take`) and gives it back when done. The last one who took
 * it has it; nobody: the family's own way to move units. Nothing here knows a game.
 */
import { untrack } from "svelte";
import type { Snippet } from "svelte";

import type { Point } from "./camera";

/**
 * How a lit space looks: reachable, to be attacked, a place to put something, on the way, where it starts, a place to go to
 * afterwards, refused; or merely the one that something is about (the others stay bright then).
 */
export type Tone = "move" | "attack" | "place" | "waypoint" | "source" | "later" | "refused" | "chosen";

export interface Light {
  tone: Tone;
  /** A short mark on the space: what it costs, how many fit. */
  mark?: string;
  /** What it means, for the card and for screen readers: "attack, 2 movement". */
  text?: string;
}
export type Lights = Readonly<Record<string, Light>>;

/** How a space was picked. */
export interface How {
  /** With Shift, or by a long press: add to what there is. */
  more: boolean;
  touch: boolean;
  /** The marker that was hit, if one was. */
  marker: string;
  /** Where, in the window of the map. */
  at: Point;
}

export interface Taker {
  /** Spaces to light now (a getter may compute them: they are read again whenever they change). */
  readonly lights?: Lights;
  /** A sentence above the map that says what to do. */
  readonly hint?: string;
  /** Something is in the hand: spaces under the pointer are not explained by themselves. */
  readonly busy?: boolean;
  /** A space was picked. */
  pick(space: string, how: How): void;
  /** Escape, or a click beside everything. */
  cancel?(): void;
  /** Something was dragged from one space and dropped on another; nothing: there is no dragging now. */
  drag?: Dragger;
}

/** How markers are dragged. */
export interface Dragger {
  /** What hangs at the pointer when this marker is taken up; nothing: it may not be. */
  lift(space: string, marker: string): Carried | null;
  /** Let go over a space, or (empty) over nothing. */
  drop(space: string, how: How): void;
}

export interface Arrow {
  id: string;
  /** The spaces of the way. */
  path: readonly string[];
  tone: "move" | "attack" | "sea" | "air" | "preview";
  /** Whose units go there: a power of the map's liveries. */
  group: string;
  /** What is written on it: how many. */
  mark?: string;
  /** What it means, in words. */
  text: string;
  /** It can be taken back. */
  remove?: () => void;
}

/** What hangs at the pointer: a key of the map's shapes, whose, and how many. */
export interface Carried {
  shape: string;
  group: string;
  count: number;
}

/** Units that are seen on their way. */
export interface Glide {
  path: readonly string[];
  shape: string;
  group: string;
  count: number;
}

/** Something that is seen to go: losses. */
export interface Fade {
  space: string;
  shape: string;
  group: string;
  text: string;
}

export interface Scene {
  id: number;
  glides: readonly Glide[];
  fades: readonly Fade[];
}

/** Scenes that wait; when there are more, the oldest are not shown: nobody should wait for the past. */
const WAITING = 6;

const DARK: Lights = {};

export class MapApi {
  arrows = $state.raw<readonly Arrow[]>([]);
  /** Arrows of what is only thought of: a bot's advice. */
  sketches = $state.raw<readonly Arrow[]>([]);
  /** The space under the pointer. */
  hovered = $state("");
  /** The space that the keyboard stands on. */
  cursor = $state("");
  /** How often the focus was called back to the map. */
  regained = $state(0);
  /** What hangs at the pointer, carried from outside the map. */
  carried = $state.raw<Carried | null>(null);
  /** Spaces that are marked for somebody who is new. */
  beacons = $state.raw<readonly string[]>([]);
  /** Where the map shall look; the map itself goes there. */
  wanted = $state.raw<readonly string[] | null>(null);

  /** What is in the hand, with its steppers: a panel beside a small map shows it instead of the map. */
  hand = $state.raw<Snippet | null>(null);
  /** The space whose card stays open. */
  pinned = $state("");
  /** What is played now, and what comes after it. */
  scenes = $state.raw<readonly Scene[]>([]);

  #scene = 0;
  #takers = $state.raw<readonly Taker[]>([]);

  // Not $derived: that would end with the part of the page which happened to be the first to ask for this map.
  /** Who has the map now: the last one who took it. */
  get taker(): Taker | null {
    return this.#takers.at(-1) ?? null;
  }

  get lights(): Lights {
    return this.taker?.lights ?? DARK;
  }

  /** Take the map: its clicks come here, and these spaces are lit, until it is given back by calling the result. */
  take(taker: Taker): () => void {
    return this.#seat((others) => [...others, taker], taker);
  }

  /** The first taker of all: what the map does when nobody else has it. */
  base(taker: Taker): () => void {
    return this.#seat((others) => [taker, ...others], taker);
  }

  /** Not tracked: an effect that takes the map must not run again because somebody has taken it. */
  #seat(place: (others: readonly Taker[]) => readonly Taker[], taker: Taker): () => void {
    untrack(() => (this.#takers = place(this.#takers)));
    return () => {
      untrack(() => (this.#takers = this.#takers.filter((one) => one !== taker)));
    };
  }

  /** Let something be seen that has happened. */
  play(glides: readonly Glide[], fades: readonly Fade[]): void {
    if (!glides.length && !fades.length) return;
    this.scenes = [...this.scenes, { id: ++this.#scene, glides, fades }].slice(-WAITING);
  }

  /** The scene is over. */
  played(id: number): void {
    this.scenes = this.scenes.filter((one) => one.id !== id);
  }

  /** Enough of it. */
  skip(): void {
    if (this.scenes.length) this.scenes = [];
  }

  /** Show a space, or all of several. */
  focus(...spaces: readonly string[]): void {
    if (spaces.length) this.wanted = spaces;
  }

  /** An order was given: the focus belongs to the map, unless it is somewhere else by now. */
  regain(): void {
    this.regained += 1;
  }

  /** Begin to carry something onto the map; it is put down by a click or by letting go over a space. */
  carry(carried: Carried | null): void {
    this.carried = carried;
  }
}

const maps = new WeakMap<object, MapApi>();

/** The map of a table: the same for the map itself and for every panel beside it. */
export function mapOf(table: object): MapApi {
  let found = maps.get(table);
  if (!found) maps.set(table, (found = new MapApi()));
  return found;
}
