/** Moments of a table's past, fetched a stride at a time: the first in full, the others by what they change. */
import { applyPatch } from "./patch";
import type { Chapter, Decision, Moments } from "./wire";

/** How many decisions come with one answer of the server. */
export const STRIDE = 32;

/** The table as it stood after a number of decisions. */
export interface PastStand {
  number: number;
  view: unknown;
  pending: readonly Decision[];
  headline: string;
  winner: string;
}

export function unfolded({ first, view, pending, headline, winner, steps }: Moments): PastStand[] {
  const found: PastStand[] = [{ number: first, view, pending, headline, winner }];
  let last = view;
  for (const { patch, ...step } of steps) {
    last = applyPatch(last, patch);
    found.push({ ...step, view: last });
  }
  return found;
}

export class Past {
  #known = new Map<number, PastStand[]>();
  #coming = new Map<number, Promise<PastStand[]>>();

  /** @param load a stride of moments from the server */
  constructor(private readonly load: (first: number) => Promise<Moments>) {}

  /** A moment, if it is here already. */
  peek(number: number): PastStand | null {
    return this.#known.get(strideOf(number))?.[number - strideOf(number)] ?? null;
  }

  /** A moment; those around it are fetched in advance. */
  async at(number: number, last: number): Promise<PastStand> {
    const first = strideOf(number);
    const found = this.peek(number) ?? (await this.#stride(first))[number - first];
    for (const near of [first + STRIDE, first - STRIDE])
      if (near >= 0 && near <= last) this.#stride(near).catch(() => undefined); // it will be asked for again
    if (!found) throw new RangeError(`no moment ${number}`);
    return found;
  }

  /** The game has changed from this moment on. */
  forget(from: number): void {
    for (const first of [...this.#known.keys(), ...this.#coming.keys()])
      if (first + STRIDE >= from) {
        this.#known.delete(first);
        this.#coming.delete(first);
      }
  }

  #stride(first: number): Promise<PastStand[]> {
    const known = this.#known.get(first);
    if (known) return Promise.resolve(known);
    let coming = this.#coming.get(first);
    if (!coming) {
      coming = this.load(first).then(unfolded);
      this.#coming.set(first, coming);
      coming.then(
        (found) => {
          if (this.#coming.get(first) !== coming) return; // forgotten since
          this.#coming.delete(first);
          this.#known.set(first, found);
        },
        () => this.#coming.delete(first),
      );
    }
    return coming;
  }
}

function strideOf(number: number): number {
  return Math.floor(number / STRIDE) * STRIDE;
}

/** The chapter that a moment belongs to. */
export function chapterAt(chapters: readonly Chapter[], number: number): Chapter | null {
  return chapters.findLast((one) => one.number <= number) ?? null;
}

/** The beginning of the chapter (or round) before or after a moment; the ends of the game are beginnings too. */
export function jump(
  chapters: readonly Chapter[],
  number: number,
  last: number,
  way: -1 | 1,
  by: "phase" | "round",
): number {
  const starts = chapters
    .filter((one, at) => by === "phase" || one.round !== chapters[at - 1]?.round)
    .map((one) => one.number);
  if (way < 0) return starts.findLast((one) => one < number) ?? 0;
  return starts.find((one) => one > number) ?? last;
}
