/** Play over weeks: clocks, messages, ladder, results. */
export default {} as const satisfies Record<string, string>;
