/**
 * Light, dark, high contrast, or as the system has it; patterns for owners; remembered in this browser.
 * `theme.js` applies it before the first paint.
 */
import { remember, remembered } from "./memory";

export const THEMES = ["system", "light", "dark", "contrast"] as const;
export type Theme = (typeof THEMES)[number];

/** What the system asks for, as long as the page is open. */
class Wish {
  met = $state(false);

  constructor(query: string, changed: () => void = () => undefined) {
    const media = globalThis.matchMedia?.(query);
    this.met = media?.matches ?? false;
    media?.addEventListener("change", () => {
      this.met = media.matches;
      changed();
    });
  }
}

class Look {
  theme = $state<Theme>(((kept) => THEMES.find((one) => one === kept) ?? "system")(remembered("theme")));
  sound = $state(remembered("sound") === "on");
  /** From 0 to 1. */
  volume = $state(((kept) => (kept === "" || Number.isNaN(Number(kept)) ? 0.6 : Number(kept)))(remembered("volume")));
  /** Whether the player has said if they want sounds. */
  asked = $state(remembered("sound") !== "");
  readonly #night = new Wish("(prefers-color-scheme: dark)");
  readonly #more = new Wish("(prefers-contrast: more)", () => this.#apply());
  readonly #forced = new Wish("(forced-colors: active)", () => this.#apply());
  readonly #finger = new Wish("(pointer: coarse)");
  /** Whether the page is worked with a finger. */
  readonly touch: boolean = $derived(this.#finger.met);
  #patterns = $state(remembered("patterns"));
  /** Whether the page is dark now, by choice or by the system. */
  readonly dark: boolean = $derived(this.theme === "dark" || (this.theme !== "light" && this.#night.met));
  /** Whether everything is to stand out, by choice or by the system. */
  readonly contrast: boolean = $derived(this.theme === "contrast" || this.#more.met || this.#forced.met);
  /** Whether owners are told by patterns and letters, not by colour alone. */
  readonly patterns: boolean = $derived(this.#patterns === "on" || (this.#patterns !== "off" && this.contrast));

  choose(theme: Theme): void {
    this.theme = theme;
    remember("theme", theme);
    this.#apply();
  }

  /** As in `theme.js`. */
  #apply(): void {
    const { dataset } = document.documentElement;
    if (this.theme === "light" || this.theme === "dark") dataset.theme = this.theme;
    else delete dataset.theme;
    if (this.contrast) dataset.contrast = "more";
    else delete dataset.contrast;
  }

  mark(on: boolean): void {
    this.#patterns = on ? "on" : "off";
    remember("patterns", this.#patterns);
  }

  turnTo(volume: number): void {
    this.volume = volume;
    remember("volume", String(volume));
  }

  hear(on: boolean): void {
    this.sound = on;
    this.asked = true;
    remember("sound", on ? "on" : "off");
  }
}

export const look = new Look();
