/**
 * Did the dice of a finished game fall as they were sealed? Worked out here, from the save file alone: the secret opens
 * the seal, and every die follows from the secret, the players' words and its number (as core/dice.py says).
 */
import { fromHex, hex, hmac, sha256 } from "./sha256";

/** A die that fell: what it shows and how many sides it has. */
export interface Die {
  face: number;
  sides: number;
}

export interface Fault {
  /** What is wrong. */
  what: "file" | "seal" | "other-seal" | "checksum" | "die";
  /** For a die: its number, the decision that threw it, what the log shows and what follows from the secret. */
  die?: number;
  entry?: number;
  shown?: number;
  right?: number;
}

export interface Verdict {
  fault: Fault | null;
  /** Dice that were recomputed and found right. */
  dice: number;
  /** Dice that fell before this seal: an imported game. */
  before: number;
}

interface Header {
  dice: { source: string; commitment: string; entropy?: string; secret?: string; since?: number };
}
interface Line {
  n: number;
  events: unknown[];
}
interface Closing {
  checksum: string;
  secret?: string;
}

const RANGE = 1n << 256n;

/** The dice under a seal, by number and sides. */
export function sealed(secret: Uint8Array, entropy: string): (number: number, sides: number) => number {
  const keyed = hmac(secret);
  const text = new TextEncoder();
  return (number, sides) => {
    const fair = RANGE - (RANGE % BigInt(sides));
    for (let attempt = 0; ; attempt++) {
      const value = BigInt(`0x${hex(keyed(text.encode(`${entropy}|${number}|${attempt}`)))}`);
      if (value < fair) return Number(value % BigInt(sides)) + 1;
    }
  };
}

/**
 * @param file the save file of a finished game
 * @param commitment the seal as this page knows it from the table
 * @param diceOf the dice in an event, in order: the family of the game knows
 */
export function verify(file: string, commitment: string, diceOf: (event: unknown) => readonly Die[]): Verdict {
  const bad = (fault: Fault, dice = 0, before = 0): Verdict => ({ fault, dice, before });
  const lines = file.replace(/\n+$/, "").split("\n");
  let header: Header, entries: Line[], closing: Closing;
  try {
    header = JSON.parse(lines[0] ?? "") as Header;
    entries = lines.slice(1, -1).map((line) => JSON.parse(line) as Line);
    closing = JSON.parse(lines.at(-1) ?? "") as Closing;
  } catch {
    return bad({ what: "file" });
  }
  const secret = fromHex(closing.secret ?? header.dice?.secret ?? "");
  if (!secret?.length) return bad({ what: "file" });
  if (hex(sha256(secret)) !== header.dice.commitment) return bad({ what: "seal" });
  if (header.dice.commitment !== commitment) return bad({ what: "other-seal" });
  const above = lines.slice(0, -1).map((line) => `${line}\n`);
  if (hex(sha256(new TextEncoder().encode(above.join("")))) !== closing.checksum) return bad({ what: "checksum" });

  const since = header.dice.since ?? 0;
  const fall = sealed(secret, header.dice.entropy ?? "");
  let rolled = 0;
  for (const { n, events } of entries)
    for (const event of events)
      for (const { face, sides } of diceOf(event)) {
        if (rolled >= since) {
          const right = fall(rolled - since, sides);
          if (face !== right) return bad({ what: "die", die: rolled + 1, entry: n, shown: face, right }, rolled - since, since);
        }
        rolled += 1;
      }
  return { fault: null, dice: Math.max(0, rolled - since), before: Math.min(since, rolled) };
}
