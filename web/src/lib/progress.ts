/** How far a lesson is: told by the log of its table, so that it can be left and taken up again anywhere. */
import type { Lesson } from "./lessons.svelte";
import type { Entry, Step } from "./wire";

/** Whether a value has all that a pattern names; a list has to hold something like each member of the pattern's list. */
export function looksLike(pattern: unknown, value: unknown): boolean {
  if (Array.isArray(pattern)) return Array.isArray(value) && pattern.every((one) => value.some((other) => looksLike(one, other)));
  if (typeof pattern !== "object" || pattern === null) return pattern === value;
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(pattern).every(([name, one]) => looksLike(one, (value as Record<string, unknown>)[name]));
}

type Notes = Pick<Lesson, "seen" | "passed">;

/** The first line from here on that shows that a step was taken; -1: none does. */
function shown(step: Step, log: readonly Entry[], from: number, undos: boolean): number {
  return log.findIndex(
    (entry, at) =>
      at >= from &&
      step.done.some((mark) =>
        mark.mark === "event"
          ? entry.events.some((event) => looksLike(mark.like, event))
          : undos && mark.mark === "undo" && entry.kind === "undo",
      ),
  );
}

/**
 * The step that is due, from 0; as many as there are: the lesson is over. What was taken back has happened all the same.
 * Who has done a later step on the board need not go back to an earlier one.
 */
export function stepDue(steps: readonly Step[], log: readonly Entry[], notes: Notes): number {
  let now = 0;
  let from = 0;
  for (let step = steps[now]; step; step = steps[now]) {
    const at = shown(step, log, from, true);
    const seen = step.done.some((mark) => mark.mark === "seen" && notes.seen.includes(mark.what));
    if (at >= 0) from = at;
    else if (!seen && !notes.passed.includes(now)) {
      const later = steps.findIndex((one, i) => i > now && shown(one, log, from, false) >= 0);
      if (later < 0) break;
      now = later - 1;
    }
    now += 1;
  }
  return now;
}
