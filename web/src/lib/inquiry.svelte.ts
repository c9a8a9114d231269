/** A question that is asked again whenever the table changes: odds, reach, prices. Use it in a component's script. */
import { tick } from "svelte";

import type { Seat } from "./family";
import { Trouble } from "./live";
import type { Table } from "./table.svelte";
import type { Problem } from "./wire";

const BUSY = 429;
/** Milliseconds until a server without time is asked again. */
const PAUSE = 500;

export class Inquiry<Answer> {
  /** The last answer; it stays while a newer one is on its way, and goes when the question does. */
  answer = $state.raw<Answer | null>(null);
  problem = $state.raw<Problem | null>(null);
  asking = $state(false);
  /** How often the server had no time, so that it is asked again. */
  #again = $state(0);
  #latest: Promise<void> = Promise.resolve();

  /** @param question what to ask now; null: nothing. Whatever it reads of the table is what it depends on. */
  constructor(table: Table, question: () => unknown, seat: () => Seat | null = () => table.seat) {
    $effect(() => {
      const asked = question();
      const by = seat();
      if (asked === null || asked === undefined || !table.ready) {
        this.answer = null;
        this.problem = null;
        return;
      }
      void table.stand; // a new stand makes a new question
      void this.#again;
      let current = true;
      this.asking = true;
      this.#latest = table
        .ask<Answer>(asked, by)
        .then((answer) => {
          if (!current) return;
          this.answer = answer;
          this.problem = null;
        })
        .catch((error: unknown) => {
          if (!(error instanceof Trouble)) throw error;
          if (!current) return;
          if (error.problem.status === BUSY) {
            setTimeout(() => this.#again++, PAUSE);
            return;
          }
          this.answer = null;
          this.problem = error.problem;
        })
        .finally(() => {
          if (current) this.asking = false;
        });
      return () => {
        current = false;
      };
    });
  }
  /** Until the answer is about the table as it stands now. */
  async settled(): Promise<void> {
    let seen: Promise<void> | null = null;
    while (seen !== this.#latest) {
      seen = this.#latest;
      await seen;
      await tick(); // a new stand asks again only once the page has been updated
    }
  }
}
