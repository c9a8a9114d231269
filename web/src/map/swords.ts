/** Crossed swords around the origin, as lines: a combat. */
export const SWORDS =
  "M-4.500-5 3.200 3.200M4.500-5-3.200 3.200M1 5.200 5.200 1M-1 5.200-5.200 1M3.200 3.200 5 5M-3.200 3.200-5 5";
