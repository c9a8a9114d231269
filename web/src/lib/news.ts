/** Which turns a browser should announce: each once, and again when a day is left. Pure. */
import type { Turn } from "./wire";

export interface News {
  turn: Turn;
  /** A day is left. */
  soon: boolean;
}

/** For each table, what was told last. */
export type Told = Readonly<Record<string, string>>;

const DAY = 86_400;

function soon(turn: Turn): boolean {
  return turn.left !== null && turn.left < DAY;
}

/** What is new since `told`, and what is told then; tables that do not wait any more are forgotten. */
export function whatIsNew(told: Told, turns: readonly Turn[]): { news: News[]; told: Told } {
  const news: News[] = [];
  const next: Record<string, string> = {};
  for (const turn of turns) {
    const known = told[turn.table] ?? "";
    const [name = "", warned = ""] = known.split("|");
    const fresh = known === "" || name !== turn.turn;
    const urgent = soon(turn);
    if (fresh || (urgent && !warned)) news.push({ turn, soon: !fresh });
    next[turn.table] = `${turn.turn}|${urgent ? "soon" : ""}`;
  }
  return { news, told: next };
}
