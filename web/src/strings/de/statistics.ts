/** Charts of a game. */
export default {} as const satisfies Record<string, string>;
