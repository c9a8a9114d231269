/** What a host has done to somebody since the last news of the table. */
import type { Excluded } from "../lib/wire";

export interface Deed {
  name: string;
  what: "muted" | "removed" | "unmuted" | "back";
  why: string;
}

export function deeds(before: readonly Excluded[], after: readonly Excluded[]): Deed[] {
  const was = new Map(before.map((one) => [one.name, one]));
  const is = new Map(after.map((one) => [one.name, one]));
  const done = after
    .filter((one) => was.get(one.name)?.removed !== one.removed)
    .map((one): Deed => ({ name: one.name, what: one.removed ? "removed" : "muted", why: one.why }));
  const undone = before
    .filter((one) => !is.has(one.name))
    .map((one): Deed => ({ name: one.name, what: one.removed ? "back" : "unmuted", why: "" }));
  return [...done, ...undone];
}
