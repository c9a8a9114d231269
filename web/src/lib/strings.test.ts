import { describe, expect, it } from "vitest";

import { english } from "./strings";

const sources: Record<string, string> = import.meta.glob(["../**/*.svelte", "../**/*.ts", "!../strings/**", "!../**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const code = Object.values(sources).join("\n");
/** Keys that are put together: the beginning stands in the code. */
const begun = [...code.matchAll(/`([a-z][a-z.-]*\.)\$\{/g)].map((match) => match[1] ?? "");

describe("the texts", () => {
  it("are all used", () => {
    const used = (key: string) =>
      code.includes(`"${key}"`) || code.includes(`'${key}'`) || begun.some((start) => key.startsWith(start));
    expect(Object.keys(english).filter((key) => !used(key))).toEqual([]);
  });
});
