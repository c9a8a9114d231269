/** Short words to the player: refusals with their rule, and what else must be said without stopping the game. */
import { Trouble } from "./live";
import { t } from "./strings";
import type { Problem } from "./wire";

export interface Notice {
  id: number;
  tone: "refusal" | "trouble" | "news";
  text: string;
  /** The rule that refused, and the game whose book has it. */
  rule: string;
  game: string;
}

const LASTS = 9_000;

class Notices {
  shown = $state.raw<readonly Notice[]>([]);
  /** The rule whose text is open, if any. */
  open = $state.raw<{ game: string; rule: string } | null>(null);
  #next = 1;

  tell(text: string, tone: Notice["tone"] = "news", rule = "", game = ""): void {
    const same = this.shown.find((one) => one.text === text && one.rule === rule);
    if (same) this.dismiss(same.id);
    const notice = { id: this.#next++, tone, text, rule, game };
    this.shown = [...this.shown.slice(-2), notice];
    setTimeout(() => this.dismiss(notice.id), tone === "news" ? LASTS / 2 : LASTS);
  }

  problem(problem: Problem, game = ""): void {
    if (problem.what === "closed") return;
    this.tell(problem.why, problem.rule ? "refusal" : "trouble", problem.rule, game);
  }

  /** What went wrong in something that was awaited. */
  trouble(error: unknown, game = ""): void {
    if (error instanceof Trouble) this.problem(error.problem, game);
    else {
      console.error(error);
      this.tell(t("trouble.page"), "trouble");
    }
  }

  dismiss(id: number): void {
    this.shown = this.shown.filter((one) => one.id !== id);
  }

  /** Something else is tried: what was refused before is no longer asked about. */
  settle(): void {
    this.shown = this.shown.filter((one) => one.tone !== "refusal");
  }

  showRule(game: string, rule: string): void {
    this.open = { game, rule };
  }
}

export const notices = new Notices();
