/** A bot's plan as a person reads it: what has one reason is one step. */
import type { Advised } from "../lib/wire";

export interface Step {
  texts: readonly string[];
  reason: string;
}

export function told(steps: readonly Advised[]): Step[] {
  const found: { texts: string[]; reason: string }[] = [];
  for (const { text, reason } of steps) {
    const last = found.at(-1);
    if (last && reason && last.reason === reason) last.texts.push(text);
    else found.push({ texts: [text], reason });
  }
  return found;
}
