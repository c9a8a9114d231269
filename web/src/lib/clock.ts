/** Clocks as people read them. */
import { t } from "./strings";
import type { Clock, SeatTime } from "./wire";

const HOUR = 3_600;
const DAY = 86_400;

/** Seconds left at a moment, of a clock that was received at `got` (both as `Date.now()` has it). */
export function secondsLeft(time: SeatTime, got: number, now: number): number {
  return time.runs ? time.left - (now - got) / 1_000 : time.left;
}

/** "2 days", "5 hours", "12 minutes". */
export function inWords(seconds: number): string {
  if (seconds >= 2 * DAY) return t("weeks.days", { n: Math.floor(seconds / DAY) });
  if (seconds >= 2 * HOUR) return t("weeks.hours", { n: Math.floor(seconds / HOUR) });
  return t("weeks.minutes", { n: Math.max(Math.floor(seconds / 60), 0) });
}

/** "1:02:09", "9:32". */
export function inFigures(seconds: number): string {
  const whole = Math.max(Math.ceil(seconds), 0);
  const two = (value: number): string => String(value).padStart(2, "0");
  const hours = Math.floor(whole / HOUR);
  const minutes = Math.floor((whole % HOUR) / 60);
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** What was agreed on: "3 days a turn, 12 hours of grace; then a bot plays on". */
export function agreed(clock: Clock | null): string {
  if (!clock) return t("weeks.clock.none");
  const end = t(`weeks.end.${clock.end}.short`);
  if (clock.kind === "live") return t("weeks.clock.live.agreed", { minutes: clock.minutes, seconds: clock.increment, end });
  const days = t("weeks.clock.days.agreed", { n: clock.days });
  const grace = clock.grace ? t("weeks.clock.grace.agreed", { n: clock.grace }) : "";
  return `${days}${grace}; ${end}`;
}

/** In a list: "3 days a turn", "10 min + 30 s". */
export function agreedShort(clock: Clock): string {
  return clock.kind === "live"
    ? t("weeks.clock.live.short", { minutes: clock.minutes, seconds: clock.increment })
    : t("weeks.clock.days.agreed", { n: clock.days });
}

/** A day, in the language of the page. */
export function day(moment: string | Date, style: Intl.DateTimeFormatOptions = { day: "numeric", month: "long" }): string {
  return new Intl.DateTimeFormat(document.documentElement.lang || "en", style).format(new Date(moment));
}
