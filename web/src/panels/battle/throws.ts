/** When dice are seen to fall: one volley after the other, each once, and only what happens while one looks on. */
import { BREATH, DIE } from "../../lib/pace.svelte";
import type { Table } from "../../lib/table.svelte";

export const PACE = DIE;

export class Throws {
  readonly #begins = new Map<string, number>();
  /** When the last die of all that are on their way has fallen. */
  #over = 0;

  /** Milliseconds until the first die of a volley falls: less than nothing if it has begun; null: all lie already. */
  wait(volley: string, dice: number, now: number): number | null {
    let begins = this.#begins.get(volley);
    if (begins === undefined) {
      begins = Math.max(now, this.#over);
      this.#begins.set(volley, begins);
      this.#over = begins + dice * PACE + BREATH;
    }
    return begins + dice * PACE + BREATH < now ? null : begins - now;
  }

  /** Enough seen: whatever is on its way lies. */
  skip(): void {
    for (const volley of this.#begins.keys()) this.#begins.set(volley, -Infinity);
    this.#over = 0;
  }
}

const tables = new WeakMap<Table, Throws>();

/** The dice of a table: a battle is shown by one part after another, and each goes on where the last one was. */
export function throwsOf(table: Table): Throws {
  const known = tables.get(table) ?? new Throws();
  tables.set(table, known);
  return known;
}
