/** Which moment of a game is meant. */

/** The moment that the address names (`?at=12`); else now, and in a game that is over the last decision. */
export function momentOf(search: string, over: boolean, decisions: number): number | null {
  const at = new URLSearchParams(search).get("at");
  if (at !== null && /^\d{1,7}$/.test(at)) return Math.min(Number(at), decisions);
  return over ? Math.max(0, decisions - 1) : null;
}
