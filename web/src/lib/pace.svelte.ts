/**
 * How fast a player sees what others do. The table itself is always as the server says; what is shown may follow later:
 * one step at a time, paused, or held back until the dice have settled. Whoever wants no animation never waits.
 */
import { remember, remembered } from "./memory";
import type { Entry, Stand } from "./wire";

export const SPEEDS = ["slow", "normal", "fast", "instant"] as const;
export type Speed = (typeof SPEEDS)[number];

/** Milliseconds that a step stays before the next one. */
const STAY: Readonly<Record<Speed, number>> = { slow: 1_500, normal: 500, fast: 150, instant: 0 };
/** Milliseconds between two dice, and from a volley's last die to what comes of it. */
export const DIE = 90;
export const BREATH = 350;
/** However many dice there are, nobody waits longer. */
const LONGEST = 6_000;

/** Something that has happened and is not shown yet. */
export interface Step {
  stand: Stand;
  before: unknown;
  entries: readonly Entry[];
}

export function still(): boolean {
  return globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
}

/** What the player has chosen for all tables. */
class Wishes {
  #speed = $state<Speed | "">(SPEEDS.find((one) => one === remembered("follow.speed")) ?? "");
  #camera = $state(remembered("follow.camera") === "on");

  get speed(): Speed {
    return this.#speed || (still() ? "instant" : "normal");
  }

  /** Whether the map goes where something happens. */
  get camera(): boolean {
    return this.#camera;
  }

  follow(speed: Speed): void {
    this.#speed = speed;
    remember("follow.speed", speed);
  }

  film(on: boolean): void {
    this.#camera = on;
    remember("follow.camera", on ? "on" : "off");
  }
}

export const wishes = new Wishes();

export class Pace {
  /** What is shown while there is more to come; null: the table as it stands. */
  shown = $state.raw<Stand | null>(null);
  /** How many steps are still to be shown. */
  waiting = $state(0);
  paused = $state(false);
  /** The first decision whose dice are still falling; null: all lie. */
  falling = $state<number | null>(null);

  #steps: Step[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #settle: ReturnType<typeof setTimeout> | undefined;
  #settled = 0;

  /** @param show a step is shown now  @param dice how many dice fell in it */
  constructor(
    private readonly show: (step: Step) => void,
    private readonly dice: (entries: readonly Entry[]) => number,
  ) {}

  /** Something has happened. What the player did is shown at once, unless something older waits. */
  take(step: Step, own: boolean): void {
    if (!this.#steps.length && !this.paused && (own || wishes.speed === "instant" || !step.entries.some((one) => one.text.length))) {
      this.#let(step);
      return;
    }
    if (!this.#steps.length && !this.paused && this.#timer === undefined) {
      this.#let(step);
      this.#wait();
      return;
    }
    this.shown ??= { ...step.stand, view: step.before, number: (step.entries[0]?.number ?? step.stand.number + 1) - 1 };
    this.#steps.push(step);
    this.waiting = this.#steps.length;
    if (this.#timer === undefined) this.#wait();
  }

  pause(): void {
    this.paused = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  resume(): void {
    this.paused = false;
    if (this.#steps.length) this.#next();
  }

  /** Show the next step, and stop there. */
  step(): void {
    this.pause();
    this.settle();
    if (this.#steps.length) this.#next();
  }

  /** Show everything: the table as it stands. */
  catchUp(): void {
    this.paused = false;
    this.settle();
    while (this.#steps.length) this.#next();
  }

  /** The whole truth has come: what was waiting is part of it. */
  reset(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#steps = [];
    this.waiting = 0;
    this.shown = null;
    this.settle();
  }

  /** Whatever is still rolling lies. */
  settle(): void {
    clearTimeout(this.#settle);
    this.#settled = 0;
    this.falling = null;
  }

  #let(step: Step): void {
    this.#roll(step.entries);
    this.show(step);
  }

  #next(): void {
    const step = this.#steps.shift();
    this.waiting = this.#steps.length;
    this.shown = this.#steps.length ? (step?.stand ?? null) : null;
    if (step) this.#let(step);
    if (!this.paused) this.#wait();
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const rolling = Math.max(0, this.#settled - performance.now());
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        if (this.#steps.length && !this.paused) this.#next();
      },
      Math.max(STAY[wishes.speed], rolling),
    );
  }

  #roll(entries: readonly Entry[]): void {
    const dice = still() ? 0 : this.dice(entries);
    if (!dice) return;
    const now = performance.now();
    this.#settled = Math.max(now, this.#settled) + Math.min(LONGEST, dice * DIE + BREATH);
    this.falling ??= entries.find((one) => this.dice([one]))?.number ?? null;
    clearTimeout(this.#settle);
    this.#settle = setTimeout(() => this.settle(), this.#settled - now);
  }
}
