/** Changes by hand that are clicked together: we wait a little for more clicks on a stepper before they are made. */
import type { Table } from "../lib/table.svelte";

const PAUSE = 350;

export class Clicks<Change> {
  #wanted = $state.raw<Readonly<Record<string, Change>>>({});
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly table: Table) {}

  /** What is wanted of a thing and not yet sent. */
  of(thing: string): Change | undefined {
    return this.#wanted[thing];
  }

  want(thing: string, change: Change): void {
    this.#wanted = { ...this.#wanted, [thing]: change };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.send(), PAUSE);
  }

  /** All that was clicked together is one change after the other, taken or refused together. */
  send(): void {
    clearTimeout(this.#timer);
    const sent = this.#wanted;
    if (!Object.keys(sent).length) return;
    void this.table.edit(Object.values(sent)).then(() => {
      if (this.#wanted === sent) this.#wanted = {};
    });
  }

  /** Send what there is, and begin with something else. */
  turn(): void {
    this.send();
    this.#wanted = {};
  }
}
