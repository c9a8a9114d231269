/** Small choices that this browser remembers. */

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
