/** A rule's text in pieces: what a search has hit, and rules that it names. */

export interface Piece {
  text: string;
  hit: boolean;
  /** The rule that is named here; empty: plain words. */
  rule: string;
}

const RULE = /[a-z0-9-]+(?:\.[a-z0-9-]+){2,}/g;

/** The words of a search, in small letters. */
export function wordsIn(search: string): string[] {
  return search.toLowerCase().split(/\s+/).filter(Boolean);
}

export function pieces(text: string, words: readonly string[], known: ReadonlySet<string>): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(RULE)) {
    if (!known.has(match[0])) continue;
    found.push(...lit(text.slice(from, match.index), words));
    found.push({ text: match[0], hit: words.some((word) => match[0].includes(word)), rule: match[0] });
    from = match.index + match[0].length;
  }
  found.push(...lit(text.slice(from), words));
  return found;
}

/** Every place where one of the words stands, the longest first. */
function lit(text: string, words: readonly string[]): Piece[] {
  const plain = (part: string, hit: boolean): Piece[] => (part ? [{ text: part, hit, rule: "" }] : []);
  if (!words.length) return plain(text, false);
  const longest = [...words].sort((a, b) => b.length - a.length).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return text.split(new RegExp(`(${longest.join("|")})`, "gi")).flatMap((part, i) => plain(part, i % 2 === 1));
}
