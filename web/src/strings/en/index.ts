/** Every text of the page, in English, by id. */
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

export const english = {
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
} as const satisfies Record<string, string>;
