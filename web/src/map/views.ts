/** Where somebody last looked on a map: each power of a table has its own view, for as long as the tab is open. */
import type { Camera } from "./camera";

const PREFIX = "view ";
const known = new Map<string, Camera>();

export function keepView(whose: string, camera: Camera): void {
  known.set(whose, camera);
  try {
    sessionStorage.setItem(PREFIX + whose, JSON.stringify(camera));
  } catch {
    // Not kept for a reload.
  }
}

export function keptView(whose: string): Camera | null {
  const found = known.get(whose);
  if (found) return found;
  try {
    const read = JSON.parse(sessionStorage.getItem(PREFIX + whose) ?? "null") as Camera | null;
    return read && [read.x, read.y, read.k].every(Number.isFinite) ? read : null;
  } catch {
    return null;
  }
}
