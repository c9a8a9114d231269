/** The kit of a hex game, ready to be looked up for one scenario, and the map of its board. */
import { t } from "../lib/strings";
import type { Key } from "../lib/strings";
import type { Hexes } from "../lib/wire";
import { ARMY } from "../map/chart";
import type { Chart, Livery, Place } from "../map/chart";
import { corners } from "./grid";

/** Keys of silhouettes. */
export const FORT = "fort";
export const FLEET = "fleet";
export const WING = "wing";

const SHAPES: Readonly<Record<string, string>> = {
  [ARMY]: "M2 4h28v16H2zM4.500 6v12h23V6zM5 6.500 27 17.500M27 6.500 5 17.500",
  [FORT]: "M4 21V8h4v3h4V5h8v6h4V8h4v13h-8v-5a4 4 0 0 0-8 0v5z",
  [FLEET]: "M2 15h28l-4 6H6zM8 13V9h6V4h3v5h7v4z",
  [WING]: "M14 3h4v6l12 5v3l-12-2v5l4 2v2H10v-2l4-2v-5L2 17v-3l12-5z",
};

export interface Facts {
  kit: Hexes.HexKit;
  board: Hexes.BoardFacts;
  scenario: Hexes.ScenarioFacts;
  /** All that the map shows. */
  places: ReadonlyMap<string, Hexes.PlaceFacts>;
  /** The sea hexes that the map shows: fleets can be at sea there. */
  waters: ReadonlySet<string>;
  sides: ReadonlyMap<string, Hexes.SideFacts>;
  /** Names of armies and fleets, short enough for a counter. */
  brief: ReadonlyMap<string, string>;
}

export function factsOf(kit: Hexes.HexKit, scenario: string): Facts {
  const played = kit.scenarios.find((one) => one.id === scenario) ?? kit.scenarios[0];
  const board = kit.boards.find((one) => one.id === played?.board) ?? kit.boards[0];
  if (!played || !board) throw new Error(`the kit of ${kit.game} has no scenario ${scenario}`);
  const shown = board.places.filter((one) => within(board, one.at));
  return {
    kit,
    board,
    scenario: played,
    places: new Map(shown.map((one) => [one.id, one])),
    waters: new Set(board.waters.map((one) => one.id)),
    sides: new Map(kit.sides.map((one) => [one.id, one])),
    brief: new Map(kit.sides.flatMap((side) => [...abridged(side.armies), ...abridged(side.fleets)])),
  };
}

function within({ view: [left, top, width, height] }: Hexes.BoardFacts, [x, y]: readonly [number, number]): boolean {
  return x >= left && x <= left + width && y >= top && y <= top + height;
}

/** Longer names than this can't be read on a counter. */
const LEGIBLE = 10;

/** Words that several of them have become letters: "Army Group North" is "AG North"; of a long name, all but the first. */
export function abridged(names: readonly string[]): [string, string][] {
  const count = new Map<string, number>();
  for (const word of names.flatMap((name) => name.split(" "))) count.set(word, (count.get(word) ?? 0) + 1);
  return names.map((name) => {
    const words = name.split(" ");
    const short = words.map((word) => ((count.get(word) ?? 0) > 1 && words.length > 1 && word.length > 3 ? (word[0] ?? "") : word));
    const told = short.reduce((text, word, i) => {
      const letters = word.length === 1 && short[i - 1]?.length === 1;
      return text + (i && !letters ? " " : "") + word;
    }, "");
    const initials = words.slice(1).map((word) => word[0] ?? "").join("");
    return [name, name.length <= 8 ? name : told.length <= LEGIBLE || !initials ? told : `${words[0]} ${initials}`];
  });
}

const ITEMS = ["infantry", "mechanized", "amphibious", "tac_air", "paratroop", "asw", "u_boat", "capital_ship", "carrier", "air_defense", "bomber", "escort",
  "missile", "atomic_bomb"];

/** What players call something that is built or researched. */
export function itemName(item: string): string {
  return ITEMS.includes(item) ? t(`hexes.kind.${item}` as Key) : item.replaceAll("_", " ");
}

/** What players call a place: "Smolensk (1143)". */
export function titleOf(facts: Facts, place: string): string {
  return facts.places.get(place)?.title ?? place;
}

// -- the map of it

export function chartOf(facts: Facts): Chart {
  const { board, kit } = facts;
  const [left, top, width, height] = board.view;
  const spot = (x: number, y: number) => ({ x: x - left + board.margin, y: y - top + board.margin });
  const room = board.size;
  const placed = (name: string, at: readonly [number, number], sea: boolean): Place => {
    const centre = spot(at[0], at[1]);
    return {
      name,
      sea,
      centre,
      // Above the middle, where the ground has neither names nor signs.
      stack: [centre.x - room * 0.7, centre.y - room * 0.9, room * 1.4, room * 0.9],
      label: { lines: [], x: centre.x, y: centre.y, size: 0 },
      badge: "",
      weight: 0,
      neighbours: [],
      capital: false,
      aside: false,
    };
  };
  const land = [...facts.places.values()].map((one): Place => ({
    ...placed(one.id, one.at, false),
    title: one.title,
    neighbours: [...(one.near ?? []), ...(one.over_sea ?? [])].filter((near) => facts.places.has(near)),
    capital: one.capital ?? false,
    aside: one.box ?? false,
  }));
  const water = board.waters
    .filter((one) => !facts.places.has(one.id))
    .map((one): Place => ({ ...placed(one.id, one.at, true), title: one.seas.join(", "), mute: true }));
  const liveries: Record<string, Livery> = Object.fromEntries(kit.sides.map((side) => [side.id, side]));
  return {
    sheet: { width: width + 2 * board.margin, height: height + 2 * board.margin, wraps: false },
    places: [...land, ...water],
    liveries,
    shapes: SHAPES,
    theatres: Object.entries(board.views ?? {}).map(([name, [x, y, w, h]]) => {
      const corner = spot(x, y);
      return { name, box: [corner.x, corner.y, w, h] };
    }),
    lettered: true,
    near: 0.5,
    grain: { natural: 2, largest: 124, row: true },
  };
}

/** A hex as a path around the middle of a place. */
export function hexPath(place: Place, size: number): string {
  return corners(place.centre.x, place.centre.y, size);
}
