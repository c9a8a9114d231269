/** Hexes with a corner at the top: their outline, and a path of many. */
const ACROSS = Math.sqrt(3) / 2;

/** A hex around a middle, as the ground writes its paths: ``M``, steps, ``z``. */
export function corners(x: number, y: number, size: number): string {
  const [half, side] = [Math.round(size * ACROSS), Math.round(size / 2)];
  const rest = 2 * side;
  return `M${x} ${y - 2 * side}l${half} ${side} 0 ${rest} ${-half} ${side} ${-half} ${-side} 0 ${-rest}z`;
}
