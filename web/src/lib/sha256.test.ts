import { describe, expect, it } from "vitest";

import { fromHex, hex, hmac, sha256 } from "./sha256";

const bytes = (text: string) => new TextEncoder().encode(text);

describe("SHA-256", () => {
  // Examples of FIPS 180-4, and lengths around the end of a block.
  it.each([
    ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    ["abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"],
  ])("of %j", (text, digest) => {
    expect(hex(sha256(bytes(text)))).toBe(digest);
  });

  it("is the browser's own, for every length around a block", async () => {
    for (let length = 50; length < 140; length++) {
      const text = bytes("x".repeat(length));
      expect(hex(sha256(text))).toBe(hex(new Uint8Array(await crypto.subtle.digest("SHA-256", text))));
    }
  });
});

describe("HMAC", () => {
  // Examples of RFC 4231.
  it.each([
    ["0b".repeat(20), "Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"],
    [hex(bytes("Jefe")), "what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"],
    ["aa".repeat(131), "Test Using Larger Than Block-Size Key - Hash Key First", "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"],
  ])("with key %s", (key, text, digest) => {
    expect(hex(hmac(fromHex(key) as Uint8Array)(bytes(text)))).toBe(digest);
  });
});

describe("hex", () => {
  it("is read and written", () => {
    expect(hex(fromHex("00ff1a") as Uint8Array)).toBe("00ff1a");
    expect(fromHex("0")).toBeNull();
    expect(fromHex("zz")).toBeNull();
  });
});
