/** Filling in texts: `{name}`, and `{n, plural, one {# seat} other {# seats}}` as translators know it. */
import { speech } from "./language.svelte";

export type Values = Record<string, string | number>;

const PLURAL = /\{(\w+), plural, ((?:[=\w]+ \{[^{}]*\}\s*)+)\}/g;
const CASE = /([=\w]+) \{([^{}]*)\}/g;

export function fill(text: string, values: Values, language = speech.words): string {
  const rules = new Intl.PluralRules(language);
  const chosen = text.replace(PLURAL, (_, name: string, body: string) => {
    const count = Number(values[name] ?? 0);
    const cases = new Map([...body.matchAll(CASE)].map((match) => [match[1] ?? "", match[2] ?? ""]));
    return (cases.get(`=${count}`) ?? cases.get(rules.select(count)) ?? cases.get("other") ?? "").replaceAll("#", String(count));
  });
  return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** How long ago, in words: "3 hours ago". */
export function ago(then: string, now: number, language = speech.words): string {
  const passed = now - Date.parse(then);
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  for (const [unit, length] of STEPS) if (passed >= length) return format.format(-Math.floor(passed / length), unit);
  return format.format(0, "second");
}

/** "a", "a and b", "a, b and c". */
export function listed(words: readonly string[], language = speech.words): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(words);
}

/** A number with a fixed number of decimals. */
export function figure(value: number, digits = 0, language = speech.locale): string {
  return new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
}

/** "14:05". */
export function clock(at: string, language = speech.locale): string {
  return new Date(at).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
}
