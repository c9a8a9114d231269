/** Texts that a game brings in several languages. */

/** In the language of the page, or in English. */
export function said(words: Readonly<Record<string, string>>): string {
  return words[document.documentElement.lang.slice(0, 2)] ?? words.en ?? "";
}
