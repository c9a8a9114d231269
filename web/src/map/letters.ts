// How much room letters take: the same estimate as the cartographer's, rather too wide than too narrow.

const NARROW = "iljtfrI.,'/ -1";
const WIDE = "mwMW";

/** From line to line, in sizes of the letters. */
export const LEADING = 1.08;

/** Widths of what is written again and again, in sizes of the letters. */
const known = new Map<string, number>();

export function textWidth(text: string, size: number): number {
  let width = known.get(text);
  if (width === undefined) known.set(text, (width = measured(text)));
  return width * size;
}

function measured(text: string): number {
  let sum = 0;
  for (const c of text) {
    if (NARROW.includes(c)) sum += 0.33;
    else if (WIDE.includes(c)) sum += 0.9;
    else sum += c !== c.toLowerCase() ? 0.69 : 0.56;
  }
  return sum;
}
