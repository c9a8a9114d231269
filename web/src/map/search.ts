// Finding a space by the letters of its name.

/** Names that fit what was typed: those that begin with it first, then words that do, then any place in them. */
export function matches(names: readonly string[], typed: string, most = 8): string[] {
  const wanted = plain(typed);
  if (!wanted) return [];
  const ranked: [number, string][] = [];
  for (const name of names) {
    const rank = rankOf(plain(name), wanted);
    if (rank >= 0) ranked.push([rank, name]);
  }
  ranked.sort((a, b) => a[0] - b[0] || a[1].length - b[1].length || a[1].localeCompare(b[1]));
  return ranked.slice(0, most).map(([, name]) => name);
}

function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

function rankOf(name: string, wanted: string): number {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (/^\d+$/.test(wanted)) return name.split(" ").includes(wanted) ? 1 : -1;
  if (wanted.split(" ").every((part) => name.split(" ").some((word) => word.startsWith(part)))) return 2;
  return name.includes(wanted) ? 3 : -1;
}
