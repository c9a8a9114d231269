/** Whose a territory is, told without colour: a pattern for each power, and the letters of its name. */

/** The side of a tile. */
export const TILE = 24;
/** Tiles: what is drawn on the land of the first power, the second … as many as a board has powers. */
export const TILES = [
  "M-6 6 6-6M-6 30 30-6M18 30 30 18", // rising lines
  "M7 12a5 5 0 1 0 10 0a5 5 0 1 0-10 0z", // balls
  "M-6 18 6 30M-6-6 30 30M18-6 30 6", // falling lines
  "M0 6H24M0 18H24", // level lines
  "M0 12H24M12 0V24", // a grid
  "M6 0V24M18 0V24", // upright lines
  "M0 18 6 6 12 18 18 6 24 18", // waves
  "M12 4V20M4 12H20", // crosses
  "M12 3 21 12 12 21 3 12z", // diamonds
  "M0 0H12V12H0zM12 12H24V24H12z", // a chessboard
  "M12 5 19 18H5z", // triangles
  "M0 0 24 24M24 0 0 24", // lattice
] as const;

/** Two letters for each power: the first of its words, or of its only word. */
export function lettersOf(powers: Readonly<Record<string, { name: string }>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(powers).map(([power, { name }]) => {
      const words = name.split(/[\s-]+/).filter(Boolean);
      const initials = words.length > 1 ? words.map((word) => word[0]).join("") : name;
      return [power, initials.slice(0, 2).toUpperCase()];
    }),
  );
}
