/**
 * Every text of the page, by id (web/src/strings): a translation is another folder with the same keys.
 * `{name}` is filled in; `{n, plural, one {…} other {…}}` counts; `[click|tap]` is for a mouse and for a finger.
 * What shows a text shows it again in another language.
 */
import { speech } from "./language.svelte";
import type { Key } from "./language.svelte";
import { look } from "./theme.svelte";
import { fill } from "./words";
import type { Values } from "./words";

export type { Key, Texts } from "./language.svelte";

export function t(key: Key, values: Values = {}): string {
  return fill(handed(speech.texts[key], look.touch), values);
}

/** A text for a mouse, or for a finger. */
export function handed(text: string, touch: boolean): string {
  return text.replace(/\[([^[|\]]*)\|([^[|\]]*)\]/g, touch ? "$2" : "$1");
}
