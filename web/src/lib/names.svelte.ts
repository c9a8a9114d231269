/**
 * Names out of a game's data (powers, units, phases, what is asked) in the language of the page, where the game has
 * them. Everything else of a game, its rules and its story, is shown as the game has it.
 */
import { api } from "./api";
import { speech } from "./language.svelte";

type Book = ReadonlyMap<string, string>;

const GAP = /\{(\w+)\}/g;

/** A text that has the shape of an entry with gaps, with the same words in the gaps of the translation. */
function shaped(book: Book, text: string): string | undefined {
  for (const [original, translation] of book) {
    if (!original.includes("{")) continue;
    const gaps = [...original.matchAll(GAP)].map((match) => match[1] ?? "");
    const plain = original.split(GAP).filter((_, i) => i % 2 === 0);
    const found = new RegExp(`^${plain.map(quoted).join("(.+?)")}$`).exec(text);
    if (!found) continue;
    const values = new Map(gaps.map((gap, i) => [gap, found[i + 1] ?? ""]));
    return translation.replace(GAP, (_, gap: string) => said(book, values.get(gap) ?? ""));
  }
  return undefined;
}

function quoted(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** What is said instead of a text; the text itself if there is nothing else to say. */
export function said(book: Book, text: string): string {
  return book.get(text) ?? shaped(book, text) ?? text;
}

class Names {
  /** By game and language. */
  #books = $state.raw<ReadonlyMap<string, Book>>(new Map());
  readonly #asked = new Set<string>();

  say(game: string, text: string): string {
    if (speech.language === "en") return text;
    const key = `${game}/${speech.language}`;
    const book = this.#books.get(key);
    if (book) return said(book, text);
    void this.#load(game, speech.language, key);
    return text;
  }

  async #load(game: string, language: string, key: string): Promise<void> {
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    try {
      const book = new Map(Object.entries(await api.names(game, language)));
      this.#books = new Map([...this.#books, [key, book]]);
    } catch {
      this.#asked.delete(key); // English until somebody looks again
    }
  }
}

export const names = new Names();

/** From now on these fields of a game's data say what they say in the language of the page. */
export function translated<T extends object>(game: string, things: readonly T[], ...fields: (keyof T)[]): void {
  for (const thing of things) {
    for (const field of fields) {
      const text = thing[field];
      if (typeof text === "string" && text) Object.defineProperty(thing, field, { get: () => names.say(game, text), enumerable: true });
    }
  }
}
