/** Lessons that are under way in this browser: which table, and what the game itself does not know about them. */
import { remember, remembered } from "./memory";

export interface Lesson {
  game: string;
  table: string;
  /** Parts of the page that were looked at. */
  seen: readonly string[];
  /** Steps that the learner has read or skipped, by number from 0. */
  passed: readonly number[];
  /** The learner has put the coach away. */
  away: boolean;
}

const NAME = "lessons";

function read(): readonly Lesson[] {
  try {
    const kept: unknown = JSON.parse(remembered(NAME) || "[]");
    return Array.isArray(kept) ? kept.filter(isLesson) : [];
  } catch {
    return [];
  }
}

function isLesson(one: unknown): one is Lesson {
  const lesson = one as Partial<Lesson> | null;
  return typeof lesson?.game === "string" && typeof lesson.table === "string" && Array.isArray(lesson.seen) && Array.isArray(lesson.passed);
}

class Lessons {
  #all = $state.raw<readonly Lesson[]>(read());

  /** The lesson at a table, if there is one. */
  at(table: string): Lesson | undefined {
    return this.#all.find((one) => one.table === table);
  }

  /** The last lesson of a game. */
  of(game: string): Lesson | undefined {
    return this.#all.find((one) => one.game === game);
  }

  begin(game: string, table: string): void {
    this.#keep([{ game, table, seen: [], passed: [], away: false }, ...this.#all.filter((one) => one.game !== game)]);
  }

  /** The learner has looked at something; without a table: whichever lesson is under way. */
  saw(what: string, table = ""): void {
    this.#change((one) => (!table || one.table === table) && !one.seen.includes(what), (one) => ({ seen: [...one.seen, what] }));
  }

  pass(table: string, step: number): void {
    this.#change((one) => one.table === table, (one) => ({ passed: [...one.passed, step] }));
  }

  putAway(table: string, away: boolean): void {
    this.#change((one) => one.table === table, () => ({ away }));
  }

  #change(which: (one: Lesson) => boolean, change: (one: Lesson) => Partial<Lesson>): void {
    if (this.#all.some(which)) this.#keep(this.#all.map((one) => (which(one) ? { ...one, ...change(one) } : one)));
  }

  #keep(all: readonly Lesson[]): void {
    this.#all = all;
    remember(NAME, JSON.stringify(all));
  }
}

export const lessons = new Lessons();
