import { describe, expect, it } from "vitest";

import { hex, sha256 } from "./sha256";
import { sealed, verify } from "./verify";
import type { Die } from "./verify";

const SECRET = Uint8Array.from({ length: 32 }, (_, i) => i);
const WORDS = "Anna: grüße|Bert: 7";
// What core/dice.py rolls under this seal: twelve dice with six sides, six with ten, four with twenty.
const FACES = [4, 3, 2, 6, 4, 5, 6, 5, 6, 2, 6, 6, 8, 9, 3, 8, 6, 10, 1, 13, 8, 15];
const COMMITMENT = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";

interface Event {
  dice: number[];
}
const six = (event: unknown): Die[] => (event as Event).dice.map((face) => ({ face, sides: 6 }));

function file(throws: number[][], change: { secret?: string; since?: number; forged?: boolean; words?: string } = {}): string {
  const { since, words = WORDS } = change;
  // What is nothing is left out, as the server does.
  const dice = { source: "seeded", commitment: COMMITMENT, ...(words && { entropy: words }), ...(since && { since }) };
  const lines = [
    JSON.stringify({ format: "sandtable", version: 1, game: "toy", setup: {}, dice }),
    ...throws.map((faces, i) => JSON.stringify({ n: i + 1, seat: "red", action: {}, events: [{ dice: faces }] })),
  ];
  const checksum = hex(sha256(new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""))));
  const closing = { entries: throws.length, digest: "", checksum, secret: change.secret ?? hex(SECRET) };
  const written = change.forged ? lines.map((line) => line.replace("red", "blue")) : lines;
  return [...written, JSON.stringify(closing), ""].join("\n");
}

describe("sealed dice", () => {
  it("fall as on the server, whatever their sides", () => {
    const fall = sealed(SECRET, WORDS);
    expect(FACES.map((_, i) => fall(i, i < 12 ? 6 : i < 18 ? 10 : 20))).toEqual(FACES);
  });
});

describe("a save file", () => {
  it("is good if every die follows from the secret", () => {
    const good = file([FACES.slice(0, 5), [], FACES.slice(5, 12)]);
    expect(verify(good, COMMITMENT, six)).toEqual({ fault: null, dice: 12, before: 0 });
  });

  it("needs no words of the players", () => {
    const fall = sealed(SECRET, "");
    const faces = [0, 1, 2].map((number) => fall(number, 6));
    expect(verify(file([faces], { words: "" }), COMMITMENT, six)).toEqual({ fault: null, dice: 3, before: 0 });
  });

  it("names the first die that does not", () => {
    const { fault, dice } = verify(file([[4, 3], [2, 1]]), COMMITMENT, six);
    expect(fault).toEqual({ what: "die", die: 4, entry: 2, shown: 1, right: 6 });
    expect(dice).toBe(3);
  });

  it("takes no die for granted that fell before its seal", () => {
    expect(verify(file([[1, 1], FACES.slice(0, 4)], { since: 2 }), COMMITMENT, six)).toEqual({ fault: null, dice: 4, before: 2 });
  });

  it.each([
    ["another secret", file([], { secret: "11".repeat(32) }), COMMITMENT, "seal"],
    ["another seal than the table's", file([]), "00".repeat(32), "other-seal"],
    ["changed lines", file([[4]], { forged: true }), COMMITMENT, "checksum"],
    ["no secret", file([], { secret: "" }), COMMITMENT, "file"],
    ["no file", "hello", COMMITMENT, "file"],
  ])("with %s is not", (_, text, commitment, what) => {
    expect(verify(text, commitment, six).fault?.what).toBe(what);
  });
});
