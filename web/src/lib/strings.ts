/**
 * Every text of the page, by id (web/src/strings): a translation is another folder with the same keys.
 * `{name}` is filled in; `{n, plural, one {…} other {…}}` counts. What shows a text shows it anew in another language.
 */
import { speech } from "./language.svelte";
import type { Key } from "./language.svelte";
import { fill } from "./words";
import type { Values } from "./words";

export type { Key, Texts } from "./language.svelte";

export function t(key: Key, values: Values = {}): string {
  return fill(speech.texts[key], values);
}
