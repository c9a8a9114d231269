/**
 * SHA-256 and HMAC (FIPS 180-4, RFC 2104), to verify dice. Our own, because a browser lends its cryptography only to
 * pages that came over HTTPS, and dice are verified at a table in the living room too.
 */

const BLOCK = 64;

/** The first bits of the roots of the first primes: square roots to begin with, cube roots for the rounds. */
const [START, ROUNDS] = (() => {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const part = (root: number) => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;
  return [Int32Array.from(primes.slice(0, 8), (p) => part(Math.sqrt(p))), Int32Array.from(primes, (p) => part(Math.cbrt(p)))];
})();

const turn = (x: number, n: number) => (x >>> n) | (x << (32 - n));

/** One block into the state. */
function stir(state: Int32Array, bytes: Uint8Array, at: number): void {
  const words = new Int32Array(64);
  const read = new DataView(bytes.buffer, bytes.byteOffset + at, BLOCK);
  const word = (i: number) => words[i] as number;
  for (let i = 0; i < 16; i++) words[i] = read.getInt32(i * 4);
  for (let i = 16; i < 64; i++) {
    const [early, late] = [word(i - 15), word(i - 2)];
    const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[i] = word(i - 16) + s0 + word(i - 7) + s1;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + (ROUNDS[i] as number) + word(i)) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, i) => (state[i] = (state[i] as number) + value));
}

/** The digest of `bytes`, where `before` bytes have been stirred into `state` already. */
function finish(state: Int32Array, bytes: Uint8Array, before: number): Uint8Array {
  const length = Math.ceil((bytes.length + 9) / BLOCK) * BLOCK;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const bits = (before + bytes.length) * 8;
  const write = new DataView(padded.buffer);
  write.setUint32(length - 8, Math.floor(bits / 2 ** 32));
  write.setUint32(length - 4, bits >>> 0);
  for (let at = 0; at < length; at += BLOCK) stir(state, padded, at);
  const digest = new Uint8Array(32);
  state.forEach((value, i) => new DataView(digest.buffer).setInt32(i * 4, value));
  return digest;
}

export function sha256(bytes: Uint8Array): Uint8Array {
  return finish(START.slice(), bytes, 0);
}

/** HMAC with this key; the key is stirred in once, so that many messages are quick. */
export function hmac(key: Uint8Array): (message: Uint8Array) => Uint8Array {
  const short = key.length > BLOCK ? sha256(key) : key;
  const keyed = (pad: number): Int32Array => {
    const block = new Uint8Array(BLOCK).fill(pad);
    short.forEach((byte, i) => (block[i] = byte ^ pad));
    const state = START.slice();
    stir(state, block, 0);
    return state;
  };
  const [inner, outer] = [keyed(0x36), keyed(0x5c)];
  return (message) => finish(outer.slice(), finish(inner.slice(), message, BLOCK), BLOCK);
}

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes of a hex text; null if it is none. */
export function fromHex(text: string): Uint8Array | null {
  if (!/^([0-9a-f]{2})*$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
