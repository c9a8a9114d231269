/** Keys of the table: letters, as long as nobody is writing or choosing something else. */

export type Command = "undo" | "end" | "help" | "map" | "orders" | "events" | "talk" | "earlier" | "later" | "earlier-phase" | "later-phase" | "past" | "find" | "pause" | "step" | "side";

export const KEYS: Readonly<Record<string, Command>> = {
  u: "undo",
  d: "end",
  p: "pause",
  ".": "step",
  s: "side",
  "?": "help",
  "/": "find",
  "1": "map",
  "2": "orders",
  "3": "events",
  "4": "talk",
  h: "past",
  ArrowLeft: "earlier",
  ArrowRight: "later",
  "[": "earlier",
  "]": "later",
  "{": "earlier-phase",
  "}": "later-phase",
};

export function shortcut(event: KeyboardEvent): Command | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return null;
  const target = event.target;
  if (target instanceof Element && target.closest("input, textarea, select, [contenteditable], dialog")) return null;
  if (event.shiftKey && event.key === "ArrowLeft") return "earlier-phase";
  if (event.shiftKey && event.key === "ArrowRight") return "later-phase";
  return KEYS[event.key] ?? null;
}
