/** A small world for tests: two powers, three territories, one sea zone. */
import type { Area, Entry } from "../lib/wire";
import { factsOf } from "./facts";

function unit(
  id: string,
  kind: Area.UnitFacts["kind"],
  move: number,
  more: Partial<Area.UnitFacts> = {},
): Area.UnitFacts {
  return {
    id,
    name: id,
    plural: id === "infantry" ? id : `${id}s`,
    kind,
    cost: 3,
    attack: 1,
    defense: 2,
    move,
    hits: 1,
    abilities: [],
    berths: [],
    fills: [],
    silhouette: "M0 0",
    ...more,
  };
}

function space(name: string, neighbours: string[], more: Partial<Area.SpaceFacts> = {}): Area.SpaceFacts {
  return {
    name,
    sea: false,
    neighbours,
    value: 1,
    city: "",
    points: 0,
    factory: false,
    island: false,
    neutral: false,
    leans: "",
    army: 0,
    owner: "red",
    centre: [0, 0],
    stack: [0, 0, 60, 46],
    label: { lines: [name], x: 0, y: 0, size: 20 },
    box: null,
    ...more,
  };
}

const power = (id: string, side: string, capital: string, adjective: string): Area.PowerFacts => ({
  id,
  name: `${adjective}land`,
  adjective,
  side,
  capital,
  city: "",
  colour: "#aa0000",
  on: "#ffffff",
  emblem: "M0 0",
});

export const facts = factsOf({
  game: "small",
  title: "Small",
  sides: { east: "East", west: "West" },
  powers: [power("red", "east", "Redland", "Red"), power("blue", "west", "Blueland", "Blue")],
  units: [
    unit("infantry", "land", 1),
    unit("tank", "land", 2),
    unit("fighter", "air", 4),
    unit("transport", "sea", 2, { berths: [["infantry", "tank"], ["infantry"]] }),
    unit("destroyer", "sea", 2, { abilities: ["surface-warship"] }),
    unit("submarine", "sea", 2),
  ],
  phases: [],
  opening: { round: 1, powers: ["red"] },
  spaces: [
    space("Redland", ["Middle", "Bay"], { factory: true }),
    space("Middle", ["Redland", "Blueland"], { owner: "", value: 0, neutral: true }),
    space("Blueland", ["Middle", "Bay"], { owner: "blue" }),
    space("Bay", ["Redland", "Blueland"], { sea: true, owner: "", value: 0 }),
  ],
  map: { size: [1000, 500], wraps: false, credit: "", links: [], theatres: {} },
  marks: { factory: "M1 1", army: "M2 2", convoy: "M3 3" },
  rules: [],
  techs: [],
  goals: [],
  aid: {},
  dice: {
    "aimed-fired": [{ at: "rolls.fire.dice", sides: 6 }],
    interdicted: [{ at: "dice", sides: 6 }],
    repaired: [{ at: "die", sides: 6 }],
    rolled: [{ at: "fire.dice", sides: 6 }],
  },
  actions: [],
  parts: [],
  facilities: {},
  convoys: [],
} as Area.Kit);

export function stateOf(
  stacks: Record<string, [Area.Piece, number][]>,
  phases: Record<string, string> = { red: "combat-move" },
  more: Partial<Area.Turn> = {},
): Area.State {
  return {
    round: 1,
    turn: { phases, ...more },
    control: { Redland: "red", Blueland: "blue" },
    treasury: {},
    stacks,
  };
}

export function entry(number: number, events: Area.Event[], seat = "red"): Entry<Area.Family> {
  return {
    seq: number,
    number,
    kind: "act",
    seat,
    by: "",
    at: "",
    action: { do: "done" },
    events,
    text: [`number ${number}`],
    back: 0,
    reason: "",
  };
}
