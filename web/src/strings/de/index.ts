/** The texts of the page in German. */
import history from "./history";
import odds from "./odds";
import rulebook from "./rulebook";
import statistics from "./statistics";
import study from "./study";
import tutorial from "./tutorial";
import weeks from "./weeks";

export const german = {
  ...history,
  ...statistics,
  ...odds,
  ...rulebook,
  ...tutorial,
  ...study,
  ...weeks,
} as const satisfies Record<string, string>;
