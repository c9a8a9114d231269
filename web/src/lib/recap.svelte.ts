/** Since your last turn: where it began, how the table stood there, and whether the player has read about it. */
import { api } from "./api";
import type { Seat } from "./family";
import { remember, remembered } from "./memory";
import type { Table } from "./table.svelte";

/** Where a turn, or a phase of it, begins: after a number of decisions. */
export interface Mark {
  number: number;
  round: number;
  seat: Seat;
}

/**
 * After how many decisions the others began to play, the last time before now; null: nobody else has played.
 * Somebody without a seat looks back to the beginning of the round.
 */
export function othersBegan(marks: readonly Mark[], own: (seat: Seat) => boolean, watching: boolean): number | null {
  if (watching) return marks.find((one) => one.round === marks.at(-1)?.round)?.number ?? null;
  let at = marks.length - 1;
  while (at >= 0 && own(marks[at]?.seat ?? "")) at -= 1;
  if (at < 0) return null;
  while (at > 0 && !own(marks[at - 1]?.seat ?? "")) at -= 1;
  return marks[at]?.number ?? null;
}

export class Recap {
  /** The decisions that stood when the others began, or the round if nobody else plays; null: nothing has happened. */
  from = $state<number | null>(null);
  /** What the player saw then. */
  view = $state.raw<unknown>(null);
  /** The recap lies over the map. */
  open = $state(false);

  #turn = "";

  constructor(private readonly table: Table) {}

  /** A turn has begun, or the player has come: look where the last one ended, and tell if it is the player's now. */
  async read(turn: string): Promise<void> {
    this.#turn = turn;
    const { table } = this;
    if (!table.myTurn) this.open = false;
    const others = await this.#begin(!table.mine.length);
    const from = others ?? (await this.#begin(true));
    if (this.#turn !== turn) return;
    if (from === null || from >= table.length) {
      this.from = null;
      this.view = null;
      return;
    }
    const { view } = await api.moments(table.id, from);
    if (this.#turn !== turn) return;
    if (table.whole[0] && table.whole[0].number > from + 1) await table.loadEarlier();
    if (this.#turn !== turn) return;
    this.from = from;
    this.view = view;
    if (others !== null && table.myTurn && remembered(this.#key) !== turn) this.open = true;
  }

  close(): void {
    this.open = false;
    remember(this.#key, this.#turn);
  }

  /** See it happen again. */
  replay(): void {
    const { from, table } = this;
    this.close();
    if (from !== null) void table.back.look(from).then(() => table.back.play());
  }

  get #key(): string {
    return `recap ${this.table.id}`;
  }

  /** From the log as far as it is known here, else from the server. */
  async #begin(watching: boolean): Promise<number | null> {
    const { table } = this;
    const sides = new Set(table.mine.map((seat) => table.chair(seat)?.side ?? ""));
    const team = (table.stage?.active.length ?? 0) > 1;
    const own = (seat: Seat): boolean => table.mine.includes(seat) || (team && sides.has(table.chair(seat)?.side ?? ""));
    const known = this.#marks();
    const began = othersBegan(known, own, watching);
    if (began !== null && began !== known[0]?.number) return began;
    return othersBegan((await api.history(table.id)).chapters, own, watching);
  }

  #marks(): Mark[] {
    const { table } = this;
    let [round, seat] = [0, ""];
    const marks: Mark[] = [];
    for (const entry of table.whole)
      for (const event of entry.events) {
        const opening = table.family.chapter(event);
        if (!opening) continue;
        round = opening.round ?? round;
        seat = opening.seat ?? seat;
        marks.push({ number: entry.number, round, seat });
      }
    return marks;
  }
}
