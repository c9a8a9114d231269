/** Every text of the page, in English, by id. */
import accounts from "./accounts";
import affairs from "./affairs";
import everywhere from "./everywhere";
import hexes from "./hexes";
import history from "./history";
import hosting from "./hosting";
import lobby from "./lobby";
import making from "./making";
import map from "./map";
import odds from "./odds";
import panels from "./panels";
import puzzles from "./puzzles";
import rulebook from "./rulebook";
import seeing from "./seeing";
import statistics from "./statistics";
import study from "./study";
import table from "./table";
import tutorial from "./tutorial";
import weeks from "./weeks";
import workshop from "./workshop";

export const english = {
  ...everywhere,
  ...lobby,
  ...making,
  ...accounts,
  ...table,
  ...hosting,
  ...map,
  ...panels,
  ...affairs,
  ...hexes,
  ...history,
  ...seeing,
  ...statistics,
  ...odds,
  ...rulebook,
  ...tutorial,
  ...study,
  ...puzzles,
  ...weeks,
  ...workshop,
} as const satisfies Record<string, string>;
