// Written by `python -m sandtable.workshop.typescript FILE`: change the Python types, not this file.

/** A variant that can be opened, and its location. */
export interface Bench {
  id: string
  path: string
  like: string
  /** Why it can't be opened, if even its first lines can't be read. */
  problem: string
}

/** All of this user's variants, and the games that new ones can be based on. */
export interface Benches {
  mine: Bench[]
  parents: string[]
}

/** The schemas of nested forms. */
export interface Forms {
  defs: Record<string, unknown>
  /** A step of a battle. */
  step: unknown
  /** A victory condition. */
  victory: unknown
  /** The settings of each part. */
  parts: Record<string, unknown>
  /** What each part is. */
  parts_said: Record<string, string>
  /** What the rules do with each ability. */
  abilities: Record<string, string>
}

/** One field of a form. */
export interface Field {
  file: string
  path: string[]
  label: string
  help: string
  kind: "choice" | "list" | "number" | "other" | "switch" | "text"
  choices: string[]
  value: unknown
  /** The parent game's value; None if it has none. */
  parent: unknown
  /** The schema of a value that needs more than one input; its definitions are in `Forms`. */
  schema: unknown
}

/** An item with its fields: a unit, a territory, an option, a part, a rule. */
export interface Row {
  id: string
  name: string
  fields: Field[]
  /** The parent doesn't have it. */
  new: boolean
}

/** A power, for lists to choose from. */
export interface Power {
  id: string
  name: string
  colour: string
}

/** A difference from the parent, which can be undone. */
export interface Change {
  id: string
  topic: string
  words: string
  /** The places it changes: `units.yaml: tank.cost`. */
  places: string[]
}

/** An error in the files, and where. */
export interface Fault {
  file: string
  line: number
  /** As in a change; empty if only the file is known. */
  place: string
  what: string
}

/** Everything the page needs. */
export interface View {
  id: string
  title: string
  parent: string
  family: "area" | "hexes"
  path: string
  /** The fingerprint of the files; a change names the one it is based on. */
  stand: string
  topics: Record<string, string>
  changes: Change[]
  faults: Fault[]
  about: Field[]
  units: Row[]
  powers: Power[]
  money: Field[]
  sides: string[]
  scenarios: string[]
  /** By scenario, power, space and unit. */
  setup: Record<string, Record<string, Record<string, Record<string, number>>>>
  parent_setup: Record<string, Record<string, Record<string, Record<string, number>>>>
  board: Row[]
  options: Row[]
  parts: Row[]
  more_parts: string[]
  conduct: Field[]
  victory: unknown[]
  /** The steps of each sequence. */
  battle: Record<string, unknown[]>
  rules: Row[]
  /** Of a hex game: each scenario, and its sides. */
  scenario_forms: Record<string, Row[]>
  /** Of a hex game: combat tables and costs. */
  tables: Field[]
  /** Files, or keys in them, that can't be changed here yet. */
  by_hand: string[]
}

/** One place of a space, or one point of a line of places, on the sheet. */
export interface Place {
  /** Its index in the file's list, */
  spot: number
  /** and its index in a line; -1 if it isn't a line. */
  point: number
  x: number
  y: number
  lon: number
  lat: number
}

/** Something drawn differently from the board's data, and where on the sheet, if anywhere. */
export interface Wrong {
  words: string
  spaces: string[]
  x: number
  y: number
}

/** The current map or a draft, with its places and whether it matches the board. */
export interface Sheet {
  picture: string
  /** Made from the current places, and not saved yet. */
  draft: boolean
  /** The places have changed since the map was built. */
  stale: boolean
  places: Record<string, Place[]>
  wrong: Wrong[]
}

/** A scenario that doesn't come out as written, and its first failure. */
export interface Outcome {
  title: string
  rules: string[]
  where: string
  what: string
}

/** The result of a check. */
export interface Proof {
  /** How many scenarios the author has written. */
  own: number
  failed: Outcome[]
  /** The parent games whose scenarios were played. */
  games: string[]
  played: number
  /** How many of the parents' scenarios now come out differently. */
  changed: number
  /** The first of them. */
  effects: Outcome[]
}

/** Sets the value of one place; `gone` removes it. */
export interface Edit {
  file: string
  path: string[]
  value?: unknown
  gone?: boolean
}

/** Moves a place to another point on the sheet; `spot` -1 adds one, `gone` removes it. */
export interface Move {
  stand: string
  space: string
  spot?: number
  point?: number
  x?: number
  y?: number
  gone?: boolean
}

export type FieldKind = "choice" | "list" | "number" | "other" | "switch" | "text"
