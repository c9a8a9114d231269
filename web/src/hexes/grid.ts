/** Hexes with a corner at the top: their outline, and a path of many. */
const ACROSS = Math.sqrt(3) / 2;

/** A hex around a middle, as the ground writes its paths: ``M``, steps, ``z``. */
export function corners(x: number, y: number, size: number): string {
  const [half, side] = [Math.round(size * ACROSS), Math.round(size / 2)];
  const rest = 2 * side;
  return `M${x} ${y - 2 * side}l${half} ${side} 0 ${rest} ${-half} ${side} ${-half} ${-side} 0 ${-rest}z`;
}

interface Spot {
  name: string;
  centre: { x: number; y: number };
}

/** The lines between hexes of different holders, as one path; whoever holds nothing has no front. */
export function frontOf(spots: readonly Spot[], holders: ReadonlyMap<string, string>, size: number): string {
  const [half, side] = [Math.round(size * ACROSS), Math.round(size / 2)];
  const held = new Map<string, string>();
  // Not by the rounded steps: their error would add up across a wide board.
  const key = (x: number, y: number): string => `${Math.round(x / (size * ACROSS))} ${Math.round(y / (size / 2))}`;
  for (const { name, centre } of spots) {
    const holder = holders.get(name);
    if (holder) held.set(key(centre.x, centre.y), holder);
  }
  const lines: string[] = [];
  for (const { name, centre: { x, y } } of spots) {
    const holder = holders.get(name);
    if (!holder) continue;
    // Three of the six neighbours: each line is drawn once.
    const beside: [number, number, string][] = [
      [2 * half, 0, `M${x + half} ${y - side}v${2 * side}`],
      [half, 3 * side, `M${x + half} ${y + side}L${x} ${y + 2 * side}`],
      [-half, 3 * side, `M${x} ${y + 2 * side}L${x - half} ${y + side}`],
    ];
    for (const [dx, dy, line] of beside) {
      const other = held.get(key(x + dx, y + dy));
      if (other && other !== holder) lines.push(line);
    }
  }
  return lines.join("");
}
