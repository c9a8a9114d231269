/** The first ten minutes. */
export default {} as const satisfies Record<string, string>;
