/** The log as a client holds it: joining what is known with what comes, and what still stands of it. */
import type { Entry } from "./wire";

/** Entries in order, each once; a newer reading of the same line wins. */
export function join(known: readonly Entry[], more: readonly Entry[]): Entry[] {
  const bySeq = new Map<number, Entry>();
  for (const entry of known) bySeq.set(entry.seq, entry);
  for (const entry of more) bySeq.set(entry.seq, entry);
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

/** After a new hello: keep the older lines that lead up to it without a gap. */
export function rejoin(known: readonly Entry[], recent: readonly Entry[]): Entry[] {
  const first = recent[0]?.seq;
  const last = known.at(-1)?.seq;
  if (first === undefined || last === undefined || last < first - 1) return [...recent];
  return join(
    known.filter((entry) => entry.seq < first),
    recent,
  );
}

/** The decisions and edits that stand: an undo takes some of the last ones away. */
export function standing(entries: readonly Entry[]): Entry[] {
  const result: Entry[] = [];
  for (const entry of entries) {
    if (entry.kind !== "undo") result.push(entry);
    else result.length = Math.max(0, result.length - entry.back);
  }
  return result;
}
