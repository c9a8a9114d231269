/** The odds page. */
export default {} as const satisfies Record<string, string>;
