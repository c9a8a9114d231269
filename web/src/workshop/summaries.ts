/** Values of files in a line of words, for lists in which one is chosen to be edited. */
import { wordsOf } from "../lib/schema";

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** What an item of a list is called. */
export function titleOf(value: unknown, otherwise: string): string {
  if (!isRecord(value)) return otherwise;
  const named = value.name ?? value.side ?? value.power ?? value.step ?? value.need;
  return typeof named === "string" && named ? named : otherwise;
}

/** The rest of it. What its title says is not said again. */
export function inWords(value: unknown, title = ""): string {
  if (Array.isArray(value)) return value.map((one) => (isRecord(one) ? `(${inWords(one)})` : inWords(one))).join(", ");
  if (!isRecord(value)) return value === null || value === undefined ? "" : String(value as string | number | boolean);
  return Object.entries(value)
    .filter(([, one]) => one !== title)
    .map(([key, one]) => (isRecord(one) ? `${wordsOf(key)} (${inWords(one)})` : `${wordsOf(key)}: ${inWords(one)}`))
    .join(", ");
}
