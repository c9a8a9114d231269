/**
 * Every text of the page, by id (web/src/strings): a translation is another folder with the same keys.
 * `{name}` is filled in; `{n, plural, one {…} other {…}}` counts.
 */
import { english } from "../strings/en";
import { fill } from "./words";
import type { Values } from "./words";

export { english };

export type Key = keyof typeof english;
export type Texts = Readonly<Record<Key, string>>;

let texts: Texts = english;

/** Speak another language. */
export function speak(other: Texts): void {
  texts = other;
}

export function t(key: Key, values: Values = {}): string {
  return fill(texts[key], values);
}
