/** A bot's plan as a person reads it: what has one reason is one step, as long as no phase ends in between. */
import type { Advised } from "../lib/wire";

export interface Step {
  texts: readonly string[];
  reason: string;
}

export function told(steps: readonly Advised[]): Step[] {
  const found: { texts: string[]; reason: string }[] = [];
  let phase = 0;
  for (const { text, reason } of steps) {
    const same = found.slice(phase).find((one) => one.reason === reason);
    if (same && reason) same.texts.push(text);
    else found.push({ texts: [text], reason });
    if (!reason) phase = found.length; // an end of a phase needs none
  }
  return found;
}
