/** Light, dark, or as the system has it; remembered in this browser. `theme.js` applies it before the first paint. */

export type Theme = "system" | "light" | "dark";

/** Storage may be switched off; then a choice lasts as long as the page. */
export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Not kept.
  }
}

export function remembered(name: string): string {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

class Look {
  theme = $state<Theme>(((kept) => (kept === "light" || kept === "dark" ? kept : "system"))(remembered("theme")));
  sound = $state(remembered("sound") === "on");
  #system = $state(false);
  /** Whether the page is dark now, by choice or by the system. */
  readonly dark: boolean = $derived(this.theme === "dark" || (this.theme === "system" && this.#system));

  constructor() {
    const query = globalThis.matchMedia?.("(prefers-color-scheme: dark)");
    this.#system = query?.matches ?? false;
    query?.addEventListener("change", () => (this.#system = query.matches));
  }

  choose(theme: Theme): void {
    this.theme = theme;
    remember("theme", theme);
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }

  hear(on: boolean): void {
    this.sound = on;
    remember("sound", on ? "on" : "off");
  }
}

export const look = new Look();
