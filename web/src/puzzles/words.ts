/** A puzzle's question and its numbers, in words. */
import { percent } from "../lib/chance";
import { t } from "../lib/strings";
import { figure } from "../lib/words";
import type { PuzzleInfo, Verdict } from "../lib/wire";

export function questionOf(puzzle: PuzzleInfo, seat: string): string {
  return puzzle.aim === "take" ? t("puzzle.take", { seat, space: puzzle.space }) : t("puzzle.gain", { seat });
}

export function measureOf(puzzle: PuzzleInfo): string {
  return t(puzzle.aim === "take" ? "puzzle.take.how" : "puzzle.gain.how");
}

/** A measure as people say it: a chance, or money. */
export function amount(puzzle: PuzzleInfo, value: number): string {
  return puzzle.aim === "take" ? percent(value) : t("puzzle.money", { n: figure(value, 1) });
}

/** How a counted answer moved the rating: "1500 → 1532". */
export function change(verdict: Verdict): string {
  return t("puzzle.change", { before: Math.round(verdict.before), after: Math.round(verdict.rating) });
}

export interface CombatRow {
  space: string;
  mine: string;
  best: string;
}

/** The battles of an answer beside those of the solution: the chance to win, or what each is worth. */
export function combatRows(verdict: Verdict): CombatRow[] {
  const spaces = [...new Set([...verdict.solved, ...verdict.combats].map((one) => one.space))];
  const shown = (combats: Verdict["combats"], space: string) => {
    const one = combats.find((combat) => combat.space === space);
    if (!one) return "–";
    if (verdict.puzzle.aim === "take") return percent(space === verdict.puzzle.space ? one.capture : one.win);
    return `${percent(one.win)} · ${figure(one.swing + one.capture * one.prize, 1)}`;
  };
  return spaces.map((space) => ({ space, mine: shown(verdict.combats, space), best: shown(verdict.solved, space) }));
}
