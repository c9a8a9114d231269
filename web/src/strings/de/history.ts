/** Looking back: story, replay, links to a moment. */
export default {} as const satisfies Record<string, string>;
