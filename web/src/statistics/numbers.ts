/** Numbers for people, and the lines of a chart. */
import type { Livery } from "../lib/family";
import { speech } from "../lib/language.svelte";
import type { Contest, GameInfo, Line, Luck } from "../lib/wire";

/** A line of a chart, as it is drawn and named. */
export interface Drawn {
  who: string;
  name: string;
  colour: string;
  /** On and off, in pixels; empty: drawn through. Colours alone do not tell lines apart for everybody. */
  dash: readonly number[];
  livery: Livery | undefined;
  values: readonly number[];
}

const DASHES: readonly (readonly number[])[] = [[], [9, 4], [2, 4], [12, 4, 2, 4], [5, 3], [14, 6]];
const SPARE = ["#7a5510", "#2f6f8f", "#8c2f22", "#4d7a3a", "#6b4a86", "#3c4a52"];

/** Lines with names and colours; a side has those of its first seat. */
export function drawn(
  lines: readonly Line[],
  by: "seat" | "side",
  { box }: GameInfo,
  liveries: Readonly<Record<string, Livery>>,
): Drawn[] {
  return lines.map(({ who, values }, at) => {
    const chair = box.chairs.find((one) => (by === "seat" ? one.seat : one.side) === who);
    const livery = chair && liveries[chair.seat];
    return {
      who,
      name: nameOf(who, by, box),
      colour: livery?.colour || chair?.colour || (SPARE[at % SPARE.length] ?? ""),
      dash: DASHES[at % DASHES.length] ?? [],
      livery: by === "seat" ? livery : undefined,
      values,
    };
  });
}

export function nameOf(who: string, by: "seat" | "side", box: GameInfo["box"]): string {
  return (by === "side" ? box.sides[who] : box.chairs.find((one) => one.seat === who)?.name) ?? who;
}

/** At most one decimal, with a real minus. */
export function tidy(value: number, language = speech.locale): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value).replace("-", "−");
}

/** With its sign: what somebody is ahead or behind. */
export function signed(value: number, least = 1, language = speech.locale): string {
  const text = new Intl.NumberFormat(language, {
    maximumFractionDigits: 1,
    minimumFractionDigits: least,
    signDisplay: "exceptZero",
  });
  return text.format(value).replace("-", "−");
}

export function difference({ scored, expected }: Luck): number {
  return scored - expected;
}

export type Order = "time" | "lucky" | "unlucky";

/** One line of the table of battles: somebody's dice in one of them. */
export interface Share {
  contest: Contest;
  luck: Luck;
}

/** Everybody's share of every battle, in the order that is wanted: by difference, the extreme first. */
export function shares(contests: readonly Contest[], order: Order): Share[] {
  const found = contests.flatMap((contest) => contest.luck.map((luck) => ({ contest, luck })));
  if (order === "time") return found;
  const way = order === "lucky" ? -1 : 1;
  return found.sort((a, b) => way * (a.luck.percentile - b.luck.percentile) || a.contest.number - b.contest.number);
}
