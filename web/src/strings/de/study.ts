/** Study: positions changed by hand, branches, advice. */
export default {} as const satisfies Record<string, string>;
