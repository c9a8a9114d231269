/** Who is at this browser. */
import { api } from "./api";
import { forgetViews } from "./lastview";
import { remember, remembered } from "./memory";
import { stopPush } from "./push";
import type { Me, Person } from "./wire";

class Session {
  person = $state.raw<Person | null>(null);
  known = $state(false);
  /** Whether this person may install games on the server. */
  operator = $state(false);

  async load(): Promise<void> {
    this.#take(await api.me());
  }

  /** Somebody, at least a guest: whoever wants to play needs a name. */
  async somebody(name?: string): Promise<Person> {
    if (!this.known) await this.load();
    if (!this.person) this.#take(await api.visit(name));
    if (!this.person) throw new Error("a visit without a person");
    return this.person;
  }

  async signUp(name: string, password: string): Promise<void> {
    this.#take(await api.signUp(name, password));
  }

  async signIn(name: string, password: string): Promise<void> {
    this.#take(await api.signIn(name, password));
  }

  async signOut(): Promise<void> {
    await stopPush();
    await api.signOut();
    this.gone();
  }

  /** The account is deleted. */
  gone(): void {
    this.person = null;
    this.operator = false;
    this.#changed();
  }

  #take(me: Me): void {
    this.person = me.person;
    this.operator = me.operator;
    this.known = true;
    this.#changed();
  }

  /** What one person has seen is not kept for the next. */
  #changed(): void {
    const viewer = this.person?.id ?? "";
    if (remembered("viewer") === viewer) return;
    remember("viewer", viewer);
    void forgetViews();
  }
}

export const session = new Session();
