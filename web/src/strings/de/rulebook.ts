/** The rulebook. */
export default {} as const satisfies Record<string, string>;
