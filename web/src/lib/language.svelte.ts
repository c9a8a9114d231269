/** The language of the page: as the browser has it, until somebody chooses; remembered in this browser. */
import { english } from "../strings/en";
import { remember, remembered } from "./memory";

export type Key = keyof typeof english;
export type Texts = Readonly<Record<Key, string>>;

/** What the page speaks, each by its own name. */
export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

/** English lists and counts as the texts do, whatever English the browser has. */
const WORDS: Readonly<Record<Language, string>> = { en: "en-GB", de: "de" };

/** English is always here; another language is fetched when somebody reads it. */
const TEXTS: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: () => Promise.resolve(english),
  de: async () => (await import("../strings/de")).german,
};

function known(language: string): language is Language {
  return Object.hasOwn(LANGUAGES, language);
}

/** The first of these that the page speaks; English if it speaks none. */
export function firstSpoken(wanted: readonly string[]): Language {
  return wanted.map((one) => one.toLowerCase().split("-")[0] ?? "").find(known) ?? "en";
}

class Speech {
  language = $state<Language>("en");
  texts = $state.raw<Texts>(english);
  /** For plurals and lists. */
  readonly words: string = $derived(WORDS[this.language]);
  /** For dates and figures: as the browser writes this language, if it does. */
  readonly locale: string = $derived(
    (globalThis.navigator?.languages ?? []).find((one) => one.split("-")[0] === this.language) ?? this.words,
  );

  /** Before the first text is shown. Without its texts the page speaks English, and is a page all the same. */
  async start(): Promise<void> {
    try {
      await this.#speak(firstSpoken([remembered("language"), ...(globalThis.navigator?.languages ?? [])]));
    } catch (error) {
      console.error(error);
    }
  }

  async choose(language: Language): Promise<void> {
    await this.#speak(language);
    remember("language", language);
  }

  async #speak(language: Language): Promise<void> {
    this.texts = await TEXTS[language]();
    this.language = language;
    if (globalThis.document) document.documentElement.lang = language;
  }
}

export const speech = new Speech();
