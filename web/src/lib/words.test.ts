import { describe, expect, it } from "vitest";

import { ago, figure, fill, listed } from "./words";

describe("texts", () => {
  it("name what they are about", () => {
    expect(fill("{who} wins in round {n}.", { who: "Axis", n: 4 })).toBe("Axis wins in round 4.");
  });

  it("count", () => {
    const text = "{n, plural, one {# open seat} other {# open seats}} for {who}";
    expect(fill(text, { n: 1, who: "you" })).toBe("1 open seat for you");
    expect(fill(text, { n: 3, who: "you" })).toBe("3 open seats for you");
  });

  it("have a word for none", () => {
    expect(fill("{n, plural, =0 {No rule} one {# rule} other {# rules}}", { n: 0 })).toBe("No rule");
  });

  it("do not read a value as a pattern", () => {
    expect(fill("{who} says hello", { who: "{n} $1" })).toBe("{n} $1 says hello");
  });

  it("tell how long ago", () => {
    const now = Date.parse("2026-01-02T12:00:00Z");
    expect(ago("2026-01-02T11:59:50Z", now)).toBe("now");
    expect(ago("2026-01-02T11:58:00Z", now)).toBe("2 minutes ago");
    expect(ago("2026-01-01T11:00:00Z", now)).toBe("yesterday");
  });

  it("list", () => {
    expect(listed(["tank"])).toBe("tank");
    expect(listed(["tank", "fighter", "ship"])).toBe("tank, fighter and ship");
    expect(listed(["Panzer", "Jäger", "Schiff"], "de")).toBe("Panzer, Jäger und Schiff");
  });

  it("write figures and times as the language does", () => {
    expect(figure(1234.5, 1, "de")).toBe("1.234,5");
    expect(figure(1234.5, 1, "en")).toBe("1,234.5");
    expect(ago("2026-01-02T11:58:00Z", Date.parse("2026-01-02T12:00:00Z"), "de")).toBe("vor 2 Minuten");
  });
});
