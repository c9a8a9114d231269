/** Every text of the page in German. One that is missing here, or has no English, does not compile. */
import type { Key } from "../../lib/strings";
import accounts from "./accounts";
import everywhere from "./everywhere";
import hexes from "./hexes";
import history from "./history";
import lobby from "./lobby";
import making from "./making";
import map from "./map";
import odds from "./odds";
import panels from "./panels";
import rulebook from "./rulebook";
import statistics from "./statistics";
import study from "./study";
import table from "./table";
import tutorial from "./tutorial";
import weeks from "./weeks";

const topics = {
  ...everywhere,
  ...lobby,
  ...making,
  ...accounts,
  ...table,
  ...map,
  ...panels,
  ...hexes,
  ...history,
  ...statistics,
  ...odds,
  ...rulebook,
  ...tutorial,
  ...study,
  ...weeks,
} as const;

export const german = topics satisfies Record<Key, string> & Record<Exclude<keyof typeof topics, Key>, never>;
