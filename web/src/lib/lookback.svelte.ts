/** Looking back at a table: which moment is shown, how one gets to another, and the replay. */
import { api } from "./api";
import { notices } from "./notices.svelte";
import { chapterAt, jump, Past } from "./past";
import type { PastStand } from "./past";
import type { Chapter, Entry } from "./wire";

/** What looking back needs of a table. */
export interface Looked {
  readonly id: string;
  /** How many decisions stand. */
  readonly length: number;
  /** The decisions that stand, as far as they are known here. */
  readonly whole: readonly Entry[];
  loadEarlier(): Promise<void>;
  /** Let those who follow the table see a decision happen again. */
  reenact(entry: Entry, before: unknown, after: unknown): void;
}

export const SPEEDS = [0.5, 1, 2, 4, 8] as const;
const PACE = 1_100;
/** Decisions that nobody would mention ("done") pass sooner. */
const BRISK = 250;

export class LookBack {
  /** The moment that is wanted: shown at once by the slider, and by the table as soon as it is here; null: now. */
  at = $state<number | null>(null);
  /** The moment that is shown; null: the table as it stands now. */
  stand = $state.raw<PastStand | null>(null);
  chapters = $state.raw<readonly Chapter[]>([]);
  playing = $state(false);
  speed = $state<number>(1);
  readonly chapter: Chapter | null = $derived(this.at === null ? null : chapterAt(this.chapters, this.at));

  #past: Past;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #chaptersOf = -1;

  constructor(private readonly table: Looked) {
    this.#past = new Past((first) => api.moments(table.id, first));
  }

  /** Show the table as it stood after a number of decisions. */
  async look(number: number): Promise<void> {
    const last = this.table.length;
    const wanted = Math.min(Math.max(Math.trunc(number) || 0, 0), last);
    const before = this.stand;
    this.at = wanted;
    this.#readAll(last);
    try {
      const found = this.#past.peek(wanted) ?? (await this.#past.at(wanted, last));
      if (this.at !== wanted) return; // somebody is in a hurry
      this.stand = found;
      void this.#past.at(wanted, last).catch(() => undefined); // what comes next
      if (before && wanted === before.number + 1) this.#reenact(before, found);
    } catch (error) {
      if (this.at !== wanted) return;
      this.at = this.stand?.number ?? null;
      this.playing = false;
      notices.trouble(error);
    }
  }

  /** Back to the table as it stands. */
  now(): void {
    this.pause();
    this.at = null;
    this.stand = null;
  }

  /** Go a number of decisions forward or back; past the last one is now. */
  step(by: number): void {
    this.pause();
    const from = this.at ?? this.table.length;
    if (this.at !== null && from + by > this.table.length) this.now();
    else if (this.at !== null || by < 0) void this.look(from + by);
  }

  jump(way: -1 | 1, by: "phase" | "round"): void {
    this.pause();
    if (this.at === null && way > 0) return;
    void this.look(jump(this.chapters, this.at ?? this.table.length, this.table.length, way, by));
  }

  play(): void {
    const { length } = this.table;
    if (this.at === null || this.at >= length) void this.look(0);
    this.playing = true;
    this.#wait();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  /** The table has moved on, or something was taken back: the first `stood` decisions have not changed. */
  changed(stood: number): void {
    this.#past.forget(stood);
    this.#chaptersOf = -1;
    if (this.at === null) return;
    this.#readAll(this.table.length);
    if (this.at > this.table.length) void this.look(this.table.length);
    else if (this.stand && this.stand.number > stood) void this.look(this.at);
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const entry = this.at === null ? undefined : this.#entry(this.at + 1);
    const pace = entry && !entry.text.length ? BRISK : PACE;
    this.#timer = setTimeout(() => void this.#advance(), pace / this.speed);
  }

  async #advance(): Promise<void> {
    if (!this.playing || this.at === null) return;
    if (this.at >= this.table.length) {
      this.pause();
      return;
    }
    await this.look(this.at + 1);
    if (this.playing) this.#wait();
  }

  #reenact(before: PastStand, after: PastStand): void {
    const entry = this.#entry(after.number);
    if (entry) this.table.reenact(entry, before.view, after.view);
  }

  #entry(number: number): Entry | undefined {
    return this.table.whole.find((one) => one.number === number);
  }

  /** Chapters, and the whole log: what a moment is told by. */
  #readAll(length: number): void {
    if (this.#chaptersOf === length) return;
    this.#chaptersOf = length;
    api
      .history(this.table.id)
      .then(({ chapters }) => (this.chapters = chapters))
      .catch((error: unknown) => {
        this.#chaptersOf = -1;
        notices.trouble(error);
      });
    this.table.loadEarlier().catch((error: unknown) => notices.trouble(error));
  }
}
