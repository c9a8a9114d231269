/** One variant on the bench: what its files say, and every change to them. The files are the truth. */
import { workshop } from "../lib/api";
import { keep } from "../lib/keep";
import { Trouble } from "../lib/live";
import { notices } from "../lib/notices.svelte";
import { t } from "../lib/strings";
import type { Edit, Fault, Field, Forms, Move, Proof, View } from "./wire";

const LOOK = 2_000;

export const placeOf = (file: string, path: readonly string[]) => `${file}: ${path.join(".")}`;

/** Whether two values of a file are the same. */
export const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export class BenchState {
  view = $state.raw<View | null>(null);
  /** The schemas of nested forms; they are the same for all games. */
  forms = $state.raw<Forms | null>(null);
  busy = $state(false);
  /** What the last check of the scenarios found, and of which files. */
  proof = $state.raw<Proof | null>(null);
  provedAt = $state("");
  checking = $state(false);
  /** Why the game can't be opened at all. */
  closed = $state("");
  /** Changes wait for each other, so that none is lost when they come quickly. */
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;
  /** Counts changes that were not made: what was waiting behind one was based on what is not there. */
  #failed = 0;

  constructor(readonly id: string) {}

  async load(): Promise<void> {
    try {
      this.view = await workshop.open(this.id);
      this.forms ??= await workshop.forms();
      this.closed = "";
    } catch (error) {
      if (!this.view && error instanceof Trouble) this.closed = error.problem.why;
      else notices.trouble(error);
    }
  }

  /** Look whether files were changed by another program, as long as somebody looks at the page. */
  follow(): () => void {
    const timer = setInterval(() => void this.#look(), LOOK);
    return () => clearInterval(timer);
  }

  async #look(): Promise<void> {
    if (document.hidden || this.busy) return;
    try {
      const { stand } = await workshop.stand(this.id);
      if (this.busy || stand === this.view?.stand) return;
      const opened = this.view !== null;
      await this.load();
      if (opened) notices.tell(t("workshop.reloaded"));
    } catch (error) {
      if (error instanceof Trouble && error.problem.status === 404) this.closed = error.problem.why;
    }
  }

  #send(change: (stand: string) => Promise<View>): Promise<boolean> {
    const failed = this.#failed;
    this.#waiting += 1;
    this.busy = true;
    const sent = this.#last.then(() => (failed === this.#failed ? this.#change(change) : false));
    this.#last = sent.finally(() => {
      this.#waiting -= 1;
      this.busy = this.#waiting > 0;
    });
    return sent;
  }

  async #change(change: (stand: string) => Promise<View>): Promise<boolean> {
    if (!this.view) return false;
    try {
      this.view = await change(this.view.stand);
      return true;
    } catch (error) {
      this.#failed += 1;
      notices.trouble(error);
      await this.load();
      return false;
    }
  }

  edit(...edits: Edit[]): Promise<boolean> {
    return this.#send((stand) => workshop.edit(this.id, stand, edits));
  }

  set(field: Field, value: unknown): Promise<boolean> {
    if (!this.busy && same(value, field.value)) return Promise.resolve(true);
    return this.edit({ file: field.file, path: field.path, value });
  }

  place(move: Omit<Move, "stand">): Promise<boolean> {
    return this.#send((stand) => workshop.place(this.id, { ...move, stand }));
  }

  build(): Promise<boolean> {
    return this.#send((stand) => workshop.build(this.id, stand));
  }

  rename(space: string, name: string): Promise<boolean> {
    return this.#send((stand) => workshop.rename(this.id, stand, space, name));
  }

  undo(change: string): Promise<boolean> {
    return this.#send((stand) => workshop.undo(this.id, stand, change));
  }

  async check(): Promise<void> {
    const stand = this.view?.stand ?? "";
    this.checking = true;
    try {
      this.proof = await workshop.check(this.id);
      this.provedAt = stand;
    } catch (error) {
      notices.trouble(error);
    }
    this.checking = false;
  }

  async pack(): Promise<void> {
    try {
      keep(await workshop.pack(this.id), `${this.id}.game.zip`);
    } catch (error) {
      notices.trouble(error);
    }
  }

  /** What is wrong in a place, or below it. */
  faultsAt(place: string): Fault[] {
    return this.view?.faults.filter((one) => one.place === place || one.place.startsWith(`${place}.`)) ?? [];
  }
}
