// Written by `python -m sandtable.server.typescript`: change the Python types, not this file.

/** What a family of games says over the wire. */
export interface Family {
  action: unknown
  event: unknown
  state: unknown
  question: unknown
  answer: unknown
  standing: unknown
  query: unknown
  reply: unknown
  kit: unknown
  change: unknown
}

/** An optional rule. */
export interface Option {
  id: string
  name: string
  text: string
  default: boolean
  /** The rules of the book that apply only with this option. */
  rules: string[]
  /** The scenarios that offer it; empty: all. */
  scenarios: string[]
}

/** A seat as shown on the box. */
export interface Chair {
  seat: string
  name: string
  side: string
  colour: string
  /** The scenarios it takes part in; empty: all. */
  scenarios: string[]
  /** The side it belongs to if one player has all chairs that name it; empty: none. */
  together: string
}

/** What the box says: everything that can be agreed on before a game starts. */
export interface Box {
  id: string
  title: string
  summary: string
  /** Which panels a page uses. A page that doesn't know the family offers a list of choices. */
  family: string
  chairs: Chair[]
  sides: Record<string, string>
  scenarios: string[]
  options: Option[]
  /** Titles of scenarios, where they differ from the id. */
  titles: Record<string, string>
  /** The number of rounds of scenarios that end on a fixed date. */
  lengths: Record<string, number>
}

/** Where in a game a position is: the heading of a chapter. */
export interface Moment {
  round: number
  /** Whose turn it is; empty: all act at the same time. */
  seat: string
  /** The name of the phase. */
  phase: string
}

/** A statistic by round. */
export interface Measure {
  id: string
  name: string
  /** What exactly is counted, as a sentence. */
  text: string
  by: "seat" | "side"
  /** The value at the end of a round, the sum within a round, or the running total. */
  how: "running" | "stand" | "sum"
}

/** What an event adds to a summed measure. */
export interface Tally {
  measure: string
  /** A seat or a side, depending on the measure. */
  who: string
  amount: number
}

/** A dice roll with the score of each face: enough to tell how lucky it was. */
export interface Throw {
  /** Who rolled. */
  seat: string
  /** What is scored: `hits`, `damage` ... Different kinds aren't added up. */
  what: string
  /** Where; rolls in one place within one turn belong together. */
  place: string
  dice: number[]
  /** By face, from 1; one for each side of the die. */
  scores: number[]
}

/** Every error response, over HTTP and the socket. */
export interface Problem {
  status: number
  /** A short name for programs: `refused`, `conflict`, `not-yours`, `too-fast`, `bad-request` ... */
  what: string
  /** A sentence that says what to do. */
  why: string
  /** The id of the rule that refused an action; its text is at `/api/games/{game}/rules/{rule}`. */
  rule: string
}

export interface Person {
  id: string
  name: string
  guest: boolean
}

/** The signed-in person; null: nobody. */
export interface Me {
  person: Person | null
  email: string
  /** Whether they may install games on this server. */
  operator: boolean
}

/** Create an account. A guest keeps their tables. */
export interface SignUp {
  name: string
  password: string
}

export interface SignIn {
  name: string
  password: string
}

/** Play as a guest. Without a name, one is made up. */
export interface Visit {
  name?: string | null
}

export interface NewPassword {
  old: string
  new: string
}

export interface NewToken {
  label: string
}

export interface Token {
  id: string
  label: string
  made: string
  used: string | null
  /** Only in the response that creates it. */
  secret: string
}

export interface BotInfo {
  name: string
  text: string
}

export interface GameInfo {
  box: Box
  bots: BotInfo[]
  /** Whether it answers questions without a table, such as the odds of a battle. */
  answers: boolean
  /** Whether there is a tutorial. */
  lesson: boolean
}

/** A number of days per seat and turn. */
export interface DaysClock {
  kind: "days"
  days: number
  /** Extra hours before anything happens. */
  grace: number
  end: "bot" | "loss" | "mark"
}

/** A number of minutes for the whole game, plus some seconds for each turn. */
export interface LiveClock {
  kind: "live"
  minutes: number
  increment: number
  end: "bot" | "loss" | "mark"
}

export interface NewTable {
  game: string
  scenario?: string
  options?: Record<string, boolean>
  /** Omitted seats are open. */
  seats?: Record<string, string>
  title?: string
  /** Shown in the list of open games; otherwise only people with the link can join. */
  listed?: boolean
  /** A study: all seats are the host's (`me` or `bot:LEVEL`), and the position can be edited. */
  study?: boolean
  /** Words the host mixes into the dice. */
  entropy?: string
  clock?: DaysClock | LiveClock | null
  /** Counts for the ladder: people with accounts in all seats, on opposite sides. */
  rated?: boolean
}

/** Find an opponent who wants the same game. */
export interface Pair {
  game: string
  scenario?: string
  /** Empty: either. */
  side?: string
  clock?: DaysClock | LiveClock | null
  rated?: boolean
}

/** A seat's clock when this was sent. */
export interface SeatTime {
  /** Seconds; negative during grace. */
  left: number
  runs: boolean
  /** How often time ran out. */
  late: number
  /** On vacation until then; the clock is stopped. */
  away: string | null
}

/** Somebody the host has muted at this table; `removed`: they can't sit down either. */
export interface Excluded {
  name: string
  removed: boolean
  why: string
}

/** Who plays a seat. */
export interface Chairholder {
  seat: string
  person: Person | null
  /** The level of the bot that plays it, also when standing in for `person`. */
  bot: string
  /** The name of an invited friend. */
  invited: string
  /** Whether the person is watching the table now. */
  here: boolean
  conceded: boolean
  time: SeatTime | null
}

/** A table as lists show it. */
export interface TableInfo {
  /** Also the link: anyone who has it can watch, and take an open seat. */
  id: string
  /** The game's id, plus `@` and the edition if the game's files have changed since. */
  game: string
  title: string
  scenario: string
  options: Record<string, boolean>
  phase: "abandoned" | "finished" | "playing" | "waiting"
  listed: boolean
  host: Person
  seats: Chairholder[]
  /** Seats that owe a decision now. */
  turn: string[]
  /** The viewer's seats. */
  mine: string[]
  /** Where the game is, in a few words: `Round 3, Japan, Combat Move`. */
  headline: string
  winner: string
  made: string
  moved: string
  seq: number
  /** The table of the rematch. */
  next: string
  /** A private study, which can be edited. */
  study: boolean
  /** The table it branched from. */
  source: string
  /** How many of that table's decisions it starts with. */
  moment: number
  clock: DaysClock | LiveClock | null
  rated: boolean
  /** The side its host wants while waiting for an opponent, or `any`; empty: no quick pairing. */
  pairing: string
  /** Why it was closed, if a reason was given. */
  closed: string
  /** The puzzle that a study sets. */
  puzzle: string
  /** Who is muted or removed. Visible to the host and the players; others see only themselves. */
  excluded: Excluded[]
}

export interface Tables {
  tables: TableInfo[]
  /** The cursor of the next page. */
  more: string
}

export interface TakeSeat {
  seat: string
  /** Words the player mixes into the dice, before the game starts. */
  entropy?: string
}

/** Start with bots in the free seats. */
export interface Start {
  /** Their level; empty: the default. */
  bot?: string
}

/** Resign a seat; empty: your first one. */
export interface Resign {
  seat?: string
}

/** Play again with the same people; `swap`: on opposite sides. */
export interface Rematch {
  swap?: boolean
}

/** Hand a seat to a bot (`bot:hard`), or back to its person (`me`). The host can open an empty one. */
export interface SetSeat {
  plan: string
}

/** A line of the log, as the viewer may see it. */
export interface Entry<F extends Family = Family> {
  /** Its number in the log, where undos count too. */
  seq: number
  /** Its number among the current decisions, from 1; 0 for an undo. */
  number: number
  /** A decision, an undo, or an edit (in a study). */
  kind: "act" | "edit" | "undo"
  /** The seat that decided; empty for an edit. */
  seat: string
  /** Who acted: a person's name, a bot's level, or `standing` for standing orders. */
  by: string
  at: string
  /** Null while hidden from the viewer, and for an edit, which its events describe. */
  action: F["action"] | null
  events: F["event"][]
  /** The events as sentences. */
  text: string[]
  /** For an undo: how many decisions were taken back. */
  back: number
  /** A bot's reason, if it gives one. */
  reason: string
}

/** The current table, for one viewer. */
export interface Stand<F extends Family = Family> {
  seq: number
  /** How many current decisions there are. */
  number: number
  view: F["state"]
  pending: Decision[]
  headline: string
  /**
   * For each of the viewer's seats that can undo: the number of its first undoable decision.
   *
   * In a study, an empty name stands for edits.
   */
  undo: Record<string, number>
  /** The standing orders of the viewer's seats. */
  standing: Record<string, F["standing"]>
  winner: string
  /** Of the view. */
  digest: string
}

/** An open decision: whose, of what kind, and where. */
export interface Decision {
  seat: string
  kind: string
  space: string
  prompt: string
}

/** The dice: committed before the first roll, revealed at the end. */
export interface Seal {
  source: string
  commitment: string
  entropy: string
  secret: string
  rolled: number
  /** How many dice were rolled before this source took over: an imported game gets fresh dice. */
  since: number
}

/** Everything a page needs to show a table. */
export interface TableView<F extends Family = Family> {
  info: TableInfo
  stand: Stand<F>
  /** The end of the log, at least this turn's lines. */
  recent: Entry<F>[]
  chat: Said[]
  dice: Seal
}

export interface Said {
  id: number
  person: string
  at: string
  /** Plain text. */
  text: string
  /** Only for this side; empty: for everybody. */
  side: string
}

/** Take actions in order: all, or none if one is refused. */
export interface Act<F extends Family = Family> {
  type: "act"
  key: string
  seat: string
  /** The last log number the client knows. An action on a stale table is a conflict. */
  seq: number
  actions: F["action"][]
}

/**
 * Undo the last decision, or (`number`) one decision of this stretch.
 *
 * Decisions that depend on it are undone too, as is everything after the end of its phase.
 */
export interface Undo {
  type: "undo"
  key: string
  seat: string
  seq: number
  number?: number
}

/** Set standing orders, or (null) clear them. */
export interface Standing<F extends Family = Family> {
  type: "standing"
  key: string
  seat: string
  orders: F["standing"] | null
}

/** Edit your study's position: all changes, or none if one is refused. */
export interface Edit<F extends Family = Family> {
  type: "edit"
  key: string
  seq: number
  changes: F["change"][]
}

/**
 * A question in the game's vocabulary, or one that every game answers.
 *
 * `{"ask": "choices"}` lists the legal actions. `{"ask": "ending"}` fails with the refusal that ending the
 * phase would meet; otherwise the answer is empty.
 */
export interface Ask<F extends Family = Family> {
  type: "ask"
  id: number
  question: F["question"]
  seat?: string | null
  /** Ask about the table after this many current decisions; null: now. */
  at?: number | null
}

/** A chat message. With a key, the socket confirms it with `done`, and a retry is posted once. */
export interface Say {
  type: "say"
  text: string
  side?: string
  key?: string | null
}

export interface Ping {
  type: "ping"
}

/** A legal action. */
export interface Choice<F extends Family = Family> {
  text: string
  action: F["action"]
}

/** The first legal actions of a seat; `more`: there are others. */
export interface Choices<F extends Family = Family> {
  choices: Choice<F>[]
  more: boolean
  /** JSON Schema of the actions, for a form. */
  schema: unknown
}

/**
 * The request with this key was accepted; `seq` is the end of the log after it. A retry gets the same
 * response.
 */
export interface Done {
  type: "done"
  key: string
  seq: number
  /** For an undo in the middle: later decisions that were dropped with it, in words. */
  dropped: string[]
}

/** A request failed and changed nothing. `key` or `id` identify it. */
export interface Failed<F extends Family = Family> {
  type: "failed"
  problem: Problem
  key: string
  id: number
  /** For a conflict: the latest log lines since the one the request was based on. */
  changed: Entry<F>[]
}

/** First message of a connection, and again whenever the client must start over. */
export interface Hello<F extends Family = Family> {
  type: "hello"
  table: TableView<F>
  me: Person | null
}

/** New log entries, and a JSON merge patch (RFC 7396) from the view at `after`. */
export interface Happened<F extends Family = Family> {
  type: "happened"
  /** The log number the patch starts from. A client at another number reconnects. */
  after: number
  entries: Entry<F>[]
  patch: unknown
  /** With `view` null: apply the patch. */
  stand: Stand<F>
}

/** Seats, presence, title, phase. */
export interface TableChanged {
  type: "table"
  info: TableInfo
}

export interface Chatted {
  type: "said"
  said: Said
}

export interface Answered<F extends Family = Family> {
  type: "answer"
  id: number
  answer: F["answer"]
}

/** The game is over: the secret of the dice. */
export interface Opened {
  type: "opened"
  dice: Seal
}

export interface Pong {
  type: "pong"
  seq: number
}

/** A stretch of a game: one phase of a turn. */
export interface Chapter {
  /** How many current decisions came before it. */
  number: number
  round: number
  seat: string
  /** The name of the phase. */
  phase: string
}

/** What a scrubber needs: the length of the game, and where its chapters begin. */
export interface History {
  /** How many current decisions there are. */
  number: number
  chapters: Chapter[]
}

/** The step from one moment to the next. */
export interface NextMoment {
  number: number
  /** A JSON merge patch (RFC 7396) from the view at the previous moment. */
  patch: unknown
  pending: Decision[]
  headline: string
  winner: string
}

/** Consecutive moments: the first in full, the others as patches. */
export interface Moments<F extends Family = Family> {
  /** How many current decisions had been made. */
  first: number
  view: F["state"]
  pending: Decision[]
  headline: string
  winner: string
  steps: NextMoment[]
}

/** Add a finished game to the public list, or remove it. */
export interface Publish {
  listed: boolean
}

/** A game that an operator has installed. */
export interface InstalledGame {
  id: string
  title: string
  version: string
  author: string
  licence: string
  /** The built-in game it is based on. */
  like: string
  digest: string
  /** The operator who installed it. */
  by: string
  at: string
  /** Tables that wait for players or are being played. */
  tables: number
  /** Why it isn't offered, if it isn't. */
  problem: string
}

export interface InstalledGames {
  games: InstalledGame[]
  /** How many may be installed. */
  most: number
  /** The largest file that is accepted. */
  most_bytes: number
}

/** A puzzle's question. */
export interface PuzzleInfo {
  id: string
  /** Its number among the game's puzzles. */
  number: number
  game: string
  seat: string
  aim: "gain" | "take"
  /** What is to be taken; empty: any. */
  space: string
  round: number
  rating: number
  /** How many people have tried it. */
  tries: number
  /** How I did. */
  grade: "good" | "no" | "right" | ""
}

/** A puzzle that I tried. */
export interface Attempt {
  puzzle: PuzzleInfo
  table: string
  grade: "good" | "no" | "right"
  /** My rating before, */
  before: number
  /** and afterwards. */
  rating: number
  at: string
}

/** The page of puzzles: today's, my rating, and what I have tried, latest first. */
export interface Puzzles {
  /** `2026-11-18`: the day of the puzzle of the day, in UTC. */
  date: string
  daily: PuzzleInfo | null
  games: string[]
  total: number
  rating: number
  deviation: number
  solved: number
  tried: number
  history: Attempt[]
}

/** Ask for a puzzle near my rating that I haven't tried. `game`: only of this game. */
export interface NextPuzzle {
  game?: string
}

/** What one combat is worth on average. */
export interface CombatWorth {
  space: string
  win: number
  capture: number
  /** The enemy's losses minus your own, in money. */
  swing: number
  /** What taking the space is worth, in money. */
  prize: number
  exact: boolean
}

/** How an answer was judged, and the solution. */
export interface Verdict<F extends Family = Family> {
  puzzle: PuzzleInfo
  /** Of this answer; `puzzle.grade` has the one that counts. */
  grade: "good" | "no" | "right"
  /** Its measure: a chance, or money. */
  value: number
  best: number
  /** The best measure without one of the keys. */
  other: number
  keys: string[]
  /** Of this answer. */
  combats: CombatWorth[]
  /** Of the solution. */
  solved: CombatWorth[]
  /** The solution. */
  steps: Advised<F>[]
  /** Whether it was the first answer, which counts. */
  counted: boolean
  /** My rating before it counted, */
  before: number
  /** and afterwards. */
  rating: number
}

/** A step of a plan. */
export interface Advised<F extends Family = Family> {
  action: F["action"]
  /** The action in words. */
  text: string
  /** The bot's reason, if it gives one. */
  reason: string
}

/** The puzzle at a table, and the verdict on the answer that counted, once there is one. */
export interface PuzzleAt<F extends Family = Family> {
  puzzle: PuzzleInfo
  verdict: Verdict<F> | null
}

/** Create a study from a game after `number` decisions; null: now. */
export interface Branch {
  number?: number | null
  /** Empty: the game's title. */
  title?: string
}

/** Ask what a bot would do after `number` decisions (null: now). `bot`: its level; empty: the strongest. */
export interface AdviceAsked {
  number?: number | null
  bot?: string
}

/** A bot's plan for the rest of this turn, up to the next dice roll. */
export interface Advice<F extends Family = Family> {
  /** How many decisions had been made. */
  number: number
  /** The end of the log when it was asked, for playing the plan. */
  seq: number
  seat: string
  bot: string
  steps: Advised<F>[]
  /** Whether the plan ends at a dice roll; otherwise it ends with the turn, or got too long. */
  dice: boolean
}

/** A table that waits for me. */
export interface Turn {
  table: string
  game: string
  title: string
  headline: string
  /** The turn's id: a page announces each turn only once. */
  turn: string
  seats: string[]
  /** When anybody last moved. */
  since: string
  /** Seconds until my time is up; null: no clock, or it is stopped. */
  left: number | null
}

/** My email settings. */
export interface MailSettings {
  /** Whether this server sends email. */
  offered: boolean
  email: string
  confirmed: boolean
  mode: "daily" | "each" | "off"
  language: "de" | "en"
}

/** Set my address and how often to write. A new address gets a confirmation message. */
export interface SetMail {
  /** Empty: delete the address. */
  email: string
  mode?: "daily" | "each" | "off"
  language?: "de" | "en"
}

/** The key from a link in an email. */
export interface MailKey {
  key: string
}

/** Whether and how this server notifies browsers that have no page open (Web Push). */
export interface PushInfo {
  offered: boolean
  /** The server's public key, which a browser subscribes with: base64url. */
  key: string
}

/** Notify this browser from now on. Its push service says these things. */
export interface Subscribe {
  endpoint: string
  p256dh: string
  auth: string
  language?: "de" | "en"
}

/** Notify this browser no longer. */
export interface Unsubscribe {
  endpoint: string
}

export interface Vacation {
  id: string
  begins: string
  ends: string
}

/** My vacations. */
export interface Vacations {
  /** Current and future ones. */
  vacations: Vacation[]
  /** Vacation days per year. */
  days: number
  /** Days left this year. */
  left: number
}

export interface NewVacation {
  ends: string
  /** Null: now. */
  begins?: string | null
}

/** Delete my account. Name and password are repeated to prevent accidents. */
export interface DeleteAccount {
  name: string
  password: string
}

/** A player of a finished game. */
export interface Player {
  side: string
  seats: string[]
  outcome: "draw" | "lost" | "won"
  /** The person's name; empty: nobody. */
  name: string
  bot: string
}

/** A finished game. */
export interface Result {
  /** Empty: the table is private. */
  table: string
  game: string
  title: string
  ended: string
  winner: string
  rated: boolean
  players: Player[]
}

/** A month's results, latest first. */
export interface Results {
  /** `2026-11`. */
  month: string
  /** The previous month with results. */
  earlier: string
  later: string
  results: Result[]
}

/** A person's Glicko-2 rating at a game. */
export interface Rating {
  game: string
  name: string
  rank: number
  rating: number
  /** The true strength is usually within twice this. */
  deviation: number
  /** Too few games, or too long ago, to be reliable. */
  provisional: boolean
  games: number
  won: number
  lost: number
  drawn: number
  last: string
}

export interface Ladder {
  game: string
  ratings: Rating[]
}

/** A person and their public results. */
export interface PersonPage {
  person: Person
  since: string
  ratings: Rating[]
  results: Result[]
  won: number
  lost: number
  drawn: number
}

/** A rule: a stable id, its section in the book, its text, and a ruling where the book is silent. */
export interface Rule {
  id: string
  section: string
  text: string
  /** The cases, by the family's names, in which this rule is cited. */
  settles?: string[]
  ruling?: string
  optional?: boolean
  /** The earlier ruling, if it was different. Logs from then stay valid. */
  before?: string
  /** Whether a variant strikes it. The book still shows it. */
  struck?: boolean
  /** How a variant changed it, other than striking it. Found by comparison, never written in a file. */
  variant?: "" | "changed" | "new"
}

/** A section of the table of contents: rules whose ids share a prefix. */
export interface Topic {
  id: string
  /** By language. */
  title: Record<string, string>
  rules: string[]
}

/** A tutorial: the game, the learner's seat, and the steps in order. */
export interface Tutorial {
  scenario: string
  /** The learner's; bots play all other seats. */
  seat: string
  minutes: number
  steps: Step[]
  /** What it teaches, where a game has several tutorials. */
  title?: Record<string, string>
}

/** One thing to do. */
export interface Step {
  title: Record<string, string>
  text: Record<string, string>
  /** Any of these completes the step; empty: it is only read, and the learner continues by hand. */
  done: (EventMark | UndoMark | SeenMark)[]
  /** Places to highlight on the board. */
  places?: string[]
  /** The part of the page to highlight: `orders`, `end`, `undo`, `menu`, `supply`. */
  part?: string
}

/**
 * An event that matches a pattern. Fields that the pattern doesn't name are ignored.
 *
 * For a list, each member of the pattern must be somewhere in the event's list.
 */
export interface EventMark {
  mark: "event"
  like: Record<string, unknown>
}

/** An undo. */
export interface UndoMark {
  mark: "undo"
}

/** The learner looked at a part of the page: `odds`, `rules`, `supply`, `aims`, `affairs`. */
export interface SeenMark {
  mark: "seen"
  what: string
}

/** All statistics of a game. */
export interface Statistics {
  /** 0 is the start; the last one may still be in play. */
  rounds: number[]
  charts: Chart[]
  seats: Luck[]
  sides: Luck[]
  trends: Trend[]
  contests: Contest[]
}

/** A measure by round. */
export interface Chart {
  measure: Measure
  lines: Line[]
}

/** A seat's or side's numbers, one per round. */
export interface Line {
  who: string
  values: number[]
}

/** The dice of one seat or side, of one kind. */
export interface Luck {
  who: string
  /** What was scored: `hits`, `damage` ... */
  what: string
  dice: number
  expected: number
  scored: number
  /** How many of a hundred such series would have scored less; ties count half. */
  percentile: number
}

/** How much more than expected each side had scored by the end of each round. */
export interface Trend {
  what: string
  lines: Line[]
}

/** The dice rolled in one place in one turn: usually a battle. */
export interface Contest {
  round: number
  turn: string
  place: string
  /** The decision that rolled the first of them. */
  number: number
  /** By seat. */
  luck: Luck[]
}

export type TimeIsUp = "bot" | "loss" | "mark"

export type Clock = DaysClock | LiveClock

export type Phase = "abandoned" | "finished" | "playing" | "waiting"

export type ClientMessage<F extends Family = Family> = Act<F> | Undo | Standing<F> | Edit<F> | Ask<F> | Say | Ping

export type ServerMessage<F extends Family = Family> = Hello<F> | Happened<F> | TableChanged | Chatted | Answered<F> | Done | Failed<F> | Opened | Pong

export type MailMode = "daily" | "each" | "off"

export type Language = "de" | "en"

export type Outcome = "draw" | "lost" | "won"

export declare namespace Area {
  /** Everything on and beside the board. */
  export interface AreaState {
    round: number
    turn: Turn
    control: Record<string, string>
    treasury: Record<string, number>
    stacks: Record<string, [Piece, number][]>
    /** The mobilization zone: units paid for but not yet placed. */
    bought?: Record<string, Record<string, number>>
    /** The powers' developments. */
    techs?: [string, string][]
    /** Relations between powers that differ from those of their sides. */
    relations?: ([string, string, "partners" | "peace" | "war"])[]
    /** Bombed territories, and the damage. */
    damage?: Record<string, Damage>
    battle?: Battle | null
    /** Pairs (owner, partner): the owner doesn't share its carriers and transports with the partner. */
    no_room?: [string, string][]
    players?: Record<string, string[]>
    conceded?: string[]
    options?: Record<string, boolean>
    /** Whether the last battle left waits until it is called. */
    call_battles?: boolean
    winner?: string
    /** What the parts of the game remember. */
    parts?: Record<string, Leanings | Pilots | Sky | Bombs | Flying | Manned | Exiles | Opened | Batteries | Recruited | CommandosSent | Disrupted | Moves | Tired | Developed | DirectedResearchLaboratories | Deck | Halved | Idle | Upgrades | Overflight | Stopped | LendLeaseSent | Raised | Flown | Violations | Paid | Jumped | PartisansRisen | Diplomacy | MemoryLaboratories | MemoryResearch | Orders | Down | Works | BatchRolled | Launched | Open | Doomed | Razed | Surprised | Surprises | Dispatched | UprisingRisen | Chronicle>
  }

  /** What is remembered for the duration of a turn. With team turns, several powers may be active. */
  export interface Turn {
    /** The active powers, and each one's phase; empty if it has finished and waits for its team. */
    phases: Record<string, string>
    /** Who held which territory when the turn began. */
    control?: Record<string, string>
    /** Sea zones that were hostile to the active side when the turn began. */
    hostile?: string[]
    /** Sea zones where the active power attacks submarines and transports that it could have ignored. */
    engaged?: string[]
    /** Sea zones of an assault where the attacker decided to ignore submarines and transports. */
    ignored?: string[]
    /** Announced amphibious assaults: sea zone and territory. */
    assaults?: [string, string][]
    /** For each attacked space, the paths by which land and sea units came (for retreats). */
    routes?: Record<string, string[][]>
    /** Combats still to be resolved. */
    sites?: Site[]
    /** The combat the attacker has chosen, while something about it is still to be decided. */
    chosen?: string
    /** Landing zones where the fleet retreated or was beaten. */
    blocked?: string[]
    stranded?: Stranded[]
    /** Units that each factory has mobilized this turn. */
    charged?: Record<string, number>
    /** Sea zones that have seen a battle, if the game needs that. */
    fought?: string[]
    /** What the parts of the game remember until the turn ends. */
    parts?: Record<string, Leanings | Pilots | Sky | Bombs | Flying | Manned | Exiles | Opened | Batteries | Recruited | CommandosSent | Disrupted | Moves | Tired | Developed | DirectedResearchLaboratories | Deck | Halved | Idle | Upgrades | Overflight | Stopped | LendLeaseSent | Raised | Flown | Violations | Paid | Jumped | PartisansRisen | Diplomacy | MemoryLaboratories | MemoryResearch | Orders | Down | Works | BatchRolled | Launched | Open | Doomed | Razed | Surprised | Surprises | Dispatched | UprisingRisen | Chronicle>
  }

  /** A space where this turn's combat is still to be resolved. */
  export interface Site {
    space: string
    /** Part of an announced amphibious assault. */
    amphibious?: boolean
    /** Bombers over a factory; the battle for the territory is a separate combat. */
    raid?: boolean
  }

  /** Defending air units whose carrier was lost; their owner lands them before the next moves. */
  export interface Stranded {
    space: string
    power: string
    unit: string
    count: number
  }

  /** What is remembered for the whole game. */
  export interface Leanings {
    part: "neutrality"
    /** Neutral territories that lean otherwise than at the start: the side they lean to. */
    to?: Record<string, string>
    /** Pacts that are no longer in force. */
    cancelled?: string[]
    /** Standing armies that are smaller than at the start. */
    armies?: Record<string, number>
  }

  /** State kept for the whole game. */
  export interface Pilots {
    part: "air-war"
    /** Pilots' training levels, if not average. */
    levels?: Record<string, number>
  }

  /** State kept for one turn. */
  export interface Sky {
    part: "air-war"
    flights?: MemoryFlight[]
    trained?: string[]
    /** Whether air combats are still to be fought this turn. */
    open?: boolean
    /** Powers that must still choose which fighters intercept raids. */
    calls?: string[]
    /** Air combats already fought. */
    fought?: ([string, "" | "overflight" | "raid"])[]
    raid?: Raiding | null
    /** Hits over the raided territory that are still to be assigned. */
    claims?: Claim[]
  }

  /** Air units of one side that must still take the result of an air combat. */
  export interface MemoryFlight {
    space: string
    side: "attack" | "defend"
    /** The power whose pilots led it. */
    owner: string
    destroyed: number
    aborted: number
    mission?: "" | "overflight" | "raid"
    /** The seats that choose, if there are several players. */
    seats?: string[]
    /** The seat that decides if they don't agree. */
    referee?: string
    /** Their choices so far. */
    named?: Named[]
  }

  /** Losses chosen by one of several players of a flight. */
  export interface Named {
    seat: string
    destroyed: [string, string][]
    aborted: [string, string][]
  }

  /** A raid in progress. */
  export interface Raiding {
    space: string
    stage?: "bombs" | "flak" | "over" | "picks" | "plan"
    /** Points of damage to facilities, by type. */
    damage?: Record<string, number>
    /** Dice that can destroy an air unit on the ground instead, each by the facility it was rolled against. */
    picks?: string[]
    /** Hits of strafing fighters. */
    strafed?: number
  }

  /** Hits that still have to be assigned. */
  export interface Claim {
    /** The units that can be hit, and where they are. */
    groups: [string, [Piece, number][]][]
    hits: number
    /** The kind of hit, as in the unit table. */
    kind: string
    /** Who chooses the losses: one seat per player. */
    owners: string[]
    /** Who chooses if the owners don't agree. */
    referee?: string
    /** Enemies choose the losses, and no unit is spared. */
    free?: boolean
    named?: Proposal[]
  }

  /** One unit in its current condition; everything else is the same for all units of its type. */
  export interface Piece {
    power: string
    unit: string
    /** Movement points spent this turn. */
    used?: number
    /** Moved in the combat move, fought, or otherwise spent for this turn. */
    moved?: boolean
    damage?: number
    /** What is aboard, sorted. */
    cargo?: Piece[]
    /** Air units based here that are in the air while their ship defends. */
    away?: Piece[]
    /** For cargo: the phase of this turn in which it came aboard; empty if earlier. */
    boarded?: string
    /** For cargo, landed units and bombarding ships: the territory of the announced assault. */
    landing?: string
    /** For a transport: the territory in which it landed units this turn. */
    offloaded?: string
    /**
     * For air units: has made its landing move and can't fly on this turn. For land units: landed in the noncombat
     * move.
     */
    landed?: boolean
    /** Broke off a battle this turn. */
    retreated?: boolean
    /** For air units: on their way to bomb a factory or on another mission; they don't take part in battles. */
    raiding?: boolean
    /** For attackers: the space from which they entered the battle, if a retreat must lead back to it. */
    came?: string
    /**
     * Has left a battle, below the surface or, for air units, in the air without a place to land; until the turn
     * ends it fights nothing and blocks nothing.
     */
    submerged?: boolean
    /** For air units: what they were sent to do instead of fighting. */
    mission?: string
    /** Movement points this turn beyond those of its type. */
    extra?: number
    /** For a facility: turns of construction left. */
    chips?: number
  }

  /** Losses chosen by one player of a multinational defense. */
  export interface Proposal {
    seat: string
    damaged: [Piece, number][]
    destroyed: [Piece, number][]
  }

  /** State kept for the whole game. */
  export interface Bombs {
    part: "atomic-bombs"
    ready?: Record<string, number>
    /** Bombs that will be ready on their owner's next turn. */
    made?: Record<string, number>
  }

  /** State kept for one turn. */
  export interface Flying {
    part: "atomic-bombs"
    made?: boolean
    /** Bombs that were in the air when the combats began. */
    aloft?: number
    fallout?: Fallout[]
  }

  /** Damage that the attacker must still divide. */
  export interface Fallout {
    space: string
    points: number
  }

  /** State kept for the whole game. */
  export interface Manned {
    part: "border-forts"
    /** Territories where forts have appeared. */
    at?: string[]
    over?: boolean
  }

  /** State kept for the whole game. */
  export interface Exiles {
    part: "capital-in-exile"
    /** Capitals in exile. */
    seats?: Record<string, string>
    /** Powers that must still name one. */
    homeless?: string[]
  }

  /** State kept for the whole game. */
  export interface Opened {
    part: "closed-areas"
    /** Areas that have opened. */
    areas?: string[]
  }

  /** State kept for one turn. */
  export interface Batteries {
    part: "coastal-guns"
    /** Territories whose fortifications have fired. */
    fired?: string[]
    claims?: Claim[]
    /** Ships sunk, by the territory whose fortifications sank them; they have fired as well. */
    sunk?: Record<string, [Piece, number][]>
  }

  /** State kept for the whole game. */
  export interface Recruited {
    part: "commandos"
    /** How many commandos each power has bought. */
    units?: Record<string, number>
  }

  /** State kept for one turn. */
  export interface CommandosSent {
    part: "commandos"
    /** How many have been sent to each territory. */
    units?: Record<string, number>
    /** Whether battles have begun. */
    late?: boolean
  }

  /** State kept for one turn. */
  export interface Disrupted {
    part: "convoys"
    /** What the active power has lost to convoy disruption. */
    lost?: number
  }

  /** State kept for one turn. */
  export interface Moves {
    part: "countermoves"
    tracks?: Track[]
    /** The phase that the mover has ended. */
    closing?: string
    /** Reactions to come; the first is in progress. */
    steps?: Step[]
    /** Whether powers have been asked about the first of them. */
    opened?: boolean
    /** Whether its dice have been rolled. */
    rolled?: boolean
    /** Powers that must still decide in it, in order. */
    calls?: string[]
    /** The decisions made in it. */
    sorties?: Sortie[]
    /** Intercepted air units. */
    met?: Met[]
    /** Hits still to be assigned. */
    claims?: Claim[]
    /** Submarines that have made opportunity attacks this turn, by zone. */
    ambushed?: Record<string, Record<string, number>>
    /** Bases that have struck at ships this turn, with the zone. */
    struck?: Record<string, string>
    /** How many air units each base has scrambled this turn. */
    scrambled?: Record<string, number>
    /** Spaces where a battle was fought: air units there can't react any more. */
    embattled?: string[]
  }

  /** Identical ships or air units that took the same path in this phase. */
  export interface Track {
    /** Their current state. */
    piece: Piece
    count: number
    path: string[]
    /** For air units: territories whose antiaircraft guns have fired at them this turn. */
    fired?: string[]
    /** For transports: the units they landed in this phase, and where. */
    ashore?: [string, [Piece, number][]][]
  }

  /** A reaction to come: everywhere, or over one territory. */
  export interface Step {
    kind: "ambush" | "flak" | "intercept" | "interdict" | "scramble"
    space?: string
  }

  /** Submarines or air units that react in the current step. */
  export interface Sortie {
    power: string
    /** Where they come from. */
    base: string
    /** Where they strike. */
    to: string
    units: [Piece, number][]
  }

  /** Air units intercepted over a territory. */
  export interface Met {
    /** Where they were going. */
    end: string
    /** Their state there. */
    piece: Piece
    /** Their state over the territory. */
    now: Piece
    count: number
  }

  /** State kept for the whole game. */
  export interface Tired {
    part: "countermoves"
    /** Air units that struck at ships and can't make a combat move in their owner's next turn, by territory. */
    spent?: Record<string, Record<string, Record<string, number>>>
  }

  /** State kept for one turn. */
  export interface Developed {
    part: "directed-research"
    /** Powers that have rolled their dice. */
    powers?: string[]
  }

  /** State kept for the whole game. */
  export interface DirectedResearchLaboratories {
    part: "directed-research"
    /** Dice bought but not yet rolled, by development. */
    dice?: Record<string, Record<string, number>>
    /** Boxes filled by development, with research in small steps. */
    boxes?: Record<string, Record<string, number>>
  }

  /** State kept for the whole game. */
  export interface Deck {
    part: "event-deck"
    /** The card drawn last. */
    card?: string
    /** The round it was drawn in. */
    round?: number
    /** Cards drawn since the deck was shuffled. */
    used?: string[]
  }

  /** State kept for the whole game. */
  export interface Halved {
    part: "exile"
    /** Powers that have lost their capital since they last collected income. */
    powers?: string[]
  }

  /** State kept for the whole game. */
  export interface Idle {
    part: "facilities"
    /** Captured territories whose new holder hasn't begun a turn since: their facilities don't work. */
    territories?: string[]
  }

  /** State kept for one turn. */
  export interface Upgrades {
    part: "facilities"
    /** Where an upgrade has been paid for. */
    territories?: string[]
    /** Whether free repairs have been made. */
    patched?: boolean
    /** Whether repairs have been paid for. */
    repaired?: boolean
  }

  /** State kept for one turn: air units flying over enemy guns. */
  export interface Overflight {
    part: "guns"
    power?: string
    /** Their destination, where they already are on the board. */
    space?: string
    planes?: [Piece, number][]
    /** Territories whose guns must still fire at them. */
    guns?: string[]
    /** Hits that their owner must still assign. */
    hits?: number
  }

  /** State kept for one turn. */
  export interface Stopped {
    part: "interdiction"
    /** Groups with stopped ships whose owner must still choose which ones stay. */
    passing?: Passing[]
  }

  /** Ships in a zone where submarines have stopped some of them; their owner chooses which. */
  export interface Passing {
    power: string
    /** The rest of their path, starting with the zone. */
    path: string[]
    units: [Piece, number][]
    stopped: number
    assault: string
    attack: boolean
  }

  /** State kept for one turn. */
  export interface LendLeaseSent {
    part: "lend-lease"
    /** Money each power has sent this turn. */
    sent?: Record<string, number>
  }

  /** State kept for one turn. */
  export interface Raised {
    part: "levies"
    /** Units levied in each territory. */
    units?: Record<string, number>
  }

  /** State kept for one turn. */
  export interface Flown {
    part: "missions"
    released?: Release[]
    /** Territories with bombed roads, and how many reinforcements must stay there. */
    roads?: Record<string, number>
  }

  /** Bombers that got through and still need a target. */
  export interface Release {
    space: string
    power: string
    bombers: [Piece, number][]
  }

  /** State kept for one turn. */
  export interface Violations {
    part: "neutrality"
    /** Neutral territories attacked this turn. */
    violated?: string[]
    /** Whether one of them was strictly neutral. */
    strict?: boolean
    /** Pacts that take effect after the combats. */
    pacts?: string[]
  }

  /** State kept for the whole game. */
  export interface Paid {
    part: "objectives"
    /** One-time objectives that have been paid. */
    once?: string[]
  }

  /** State kept for one turn. */
  export interface Jumped {
    part: "paratroops"
    /** How many have jumped from each territory. */
    units?: Record<string, number>
  }

  /** State kept for one turn. */
  export interface PartisansRisen {
    part: "partisans"
    /** Free partisans placed so far. */
    count?: number
  }

  /** State kept for one turn. */
  export interface Diplomacy {
    part: "politics"
    /** Powers on which war was declared this turn. */
    declared?: string[]
    /** Whether a combat move has been made, after which war can't be declared. */
    moved?: boolean
    /** The active power's money at the start of its purchase phase; negative if unknown. */
    purse?: number
    /** How many units a neutral power may move; 0 if it hasn't rolled. */
    rolled?: number
    /** How many of them it has moved. */
    used?: number
    /** The cost of units placed on a front where the power is neutral. */
    spent?: number
    /** The passage the active power has asked to use, and the power that must answer. */
    asked?: [string, string] | null
    /** Passages it may use, with the powers that have agreed. */
    granted?: [string, string][]
    /** Whether the active power was at war with nobody when its phase began. */
    neutral?: boolean
    /** Whether it has declined to declare war before collecting income. */
    passed?: boolean
    /** Passages it may not use. */
    denied?: string[]
  }

  /** State kept for the whole game. */
  export interface MemoryLaboratories {
    part: "project-research"
    markers?: Record<string, Record<string, Marker>>
    /** The rolled spaces where first projects start; 0 once used. */
    starts?: Record<string, number>
  }

  /** A marker on the track; markers of developed projects stay on the last space. */
  export interface Marker {
    /** The project; empty if the viewer doesn't know it. */
    project?: string
    at?: number
    /** Whether only its owner knows the project. */
    hidden?: boolean
  }

  /** State kept for one turn. */
  export interface MemoryResearch {
    part: "project-research"
    /** Markers that have been advanced. */
    advanced?: string[]
    /** How many of them are new. */
    started?: number
    /** Whether intelligence has been used or stopped. */
    spied?: boolean
  }

  /** Orders of the passive team, and their progress. */
  export interface Orders {
    part: "reaction"
    /** Powers that have finished their orders. */
    closed?: string[]
    /** Orders still to be carried out. */
    reinforcements?: Reinforcement[]
    /** Spaces where a battle was fought: reinforcements can't leave them. */
    embattled?: string[]
    /** Whether all combats are over. */
    settled?: boolean
    /** Territories with bombed roads where the units that stay have been chosen. */
    held?: string[]
  }

  /** Units that will move to an adjacent space after all combats. */
  export interface Reinforcement {
    power: string
    space: string
    to: string
    unit: string
    count: number
    cargo: string[]
  }

  /** State kept for one turn. */
  export interface Down {
    part: "relocation"
    /** Whether a factory was dismantled this turn. */
    taken?: boolean
    /** Whether the factory rebuilt this turn will be enlarged. */
    paid?: boolean
    /** Where one was rebuilt. */
    built?: string
  }

  /** State kept for the whole game. */
  export interface Works {
    part: "relocation"
    moved?: MovedWorks[]
  }

  /** A dismantled factory. */
  export interface MovedWorks {
    origin: string
    unit: string
    damage: number
    round: number
    /** Where it is now; empty if not yet rebuilt. */
    to?: string
  }

  /** State kept for one turn. */
  export interface BatchRolled {
    part: "research"
    /** Whether the dice have been rolled this turn. */
    rolled?: boolean
  }

  /** State kept for one turn. */
  export interface Launched {
    part: "rockets"
    /** Whether this turn's rocket has been fired, if there is one per turn. */
    fired?: boolean
    /** Rockets ordered but not yet fired. */
    strikes?: RocketsStrike[]
    /** Where facilities have fired, if each fires one. */
    bases?: string[]
    /** Whether battles have begun, after which facilities can't fire. */
    late?: boolean
  }

  /** An ordered rocket. */
  export interface RocketsStrike {
    power: string
    gun: string
    target: string
  }

  /** State kept for one turn. */
  export interface Open {
    part: "roles"
    /** Territories where the owner must still decide about the guns. */
    spaces?: string[]
  }

  /** State kept for one turn. */
  export interface Doomed {
    part: "scorched-earth"
    /** Territories whose factory its owner destroys this turn. */
    territories?: string[]
  }

  /** State kept for the whole game. */
  export interface Razed {
    part: "scorched-earth"
    /** Territories whose original factory was destroyed. */
    territories?: string[]
  }

  /** State kept for one turn. */
  export interface Surprised {
    part: "surprise-attack"
    zones?: string[]
    /** Territories assaulted by surprise. */
    lands?: string[]
    /** Whether `lands` is final, since the turn's combats are known. */
    settled?: boolean
    /** Whether the war that rules out surprise attacks began this turn. */
    new_war?: boolean
  }

  /** State kept for the whole game. */
  export interface Surprises {
    part: "surprise-attack"
    used?: boolean
  }

  /** State kept for one turn. */
  export interface Dispatched {
    part: "transfers"
    count?: number
  }

  /** State kept for the whole game. */
  export interface UprisingRisen {
    part: "uprising"
    due?: boolean
    done?: boolean
  }

  /** What has happened, as far as the game needs it. */
  export interface Chronicle {
    part: "chronicle"
    /** Deeds by name, and the round in which they were first done. */
    deeds?: Record<string, number>
    /** Conditions that hold now and have to last. */
    lasting?: Record<string, Watch>
  }

  /** How long a condition has held. */
  export interface Watch {
    /** Who was on turn when the last requirement was met, */
    power: string
    /** and in which round. */
    round: number
    /** Whether the next turn of that power has begun since. */
    complete?: boolean
  }

  /** Damage to a territory from bombs and rockets; it affects its holder in the next turn. */
  export interface Damage {
    income?: number
    production?: number
  }

  /** A battle in progress: its position in its declared sequence, and both strips. */
  export interface Battle {
    space: string
    /** The declared sequence: `land`, `sea` or `raid`; a special one ends with that word. */
    sequence: string
    /** The power that leads the attack. */
    attacker: string
    attack: StateStrip
    defend: StateStrip
    amphibious?: boolean
    round?: number
    step?: number
    /** Hits that `victim` still has to assign. */
    hits?: Hits[]
    /** Hits on `victim` that the other side assigns, before the others. */
    picked?: Hits[]
    /** `attack` or `defend` while losses are to be chosen. */
    victim?: string
    proposals?: Proposal[]
    /** Seats that have answered the open question of this step. */
    answered?: string[]
    /** Where the attacker may retreat now; set when that decision is due. */
    retreats?: string[]
    /** The number needed by the units that fired last in the current volley, if it is fired column by column. */
    column?: number
    /** Air units that guns have found but not fired at yet. */
    found?: Piece[]
    /** Units have left in this round because neither side could hit the other. */
    deadlock?: boolean
    /** The units that pull back once everybody has answered. */
    leaving?: Leave[]
  }

  /** One side of the battle strip. */
  export interface StateStrip {
    /** In the battle: firing units and those beside the strip. */
    units?: [Piece, number][]
    /** Behind the strip: hit, but may still return fire before they are removed. */
    casualties?: [Piece, number][]
    /** Out of this battle, still in the sea zone. */
    submerged?: [Piece, number][]
    /** Abilities present when the round began; a loss takes effect in the next round. */
    abilities?: string[]
    /** Not on the strip: guns and ships that fire into this battle from where they are. */
    support?: [Piece, number][]
    /** Who chooses losses and targets for the side in this round, if there is a leader. */
    leader?: string
    /** Shots of this side that are aimed and not yet fired. */
    aims?: Shots[]
    /** Units that fired aimed shots in this round. */
    fired?: [Piece, number][]
    /** Pending hits on this side. */
    hits?: Hits[]
    /** Pending aimed hits on this side. */
    marked?: Marked[]
  }

  /** The units that fire at one enemy. Each entry is one enemy, even if several are identical. */
  export interface Shots {
    at: Piece
    by: [Piece, number][]
  }

  /** Hits of one kind, by the kind of unit that scored them. */
  export interface Hits {
    volley: string
    count: number
  }

  /** Aimed hits on one unit. */
  export interface Marked {
    piece: Piece
    hits: number
  }

  /** The units a power pulls back. */
  export interface Leave {
    power: string
    parties?: Party[]
    /** The units that submerge. */
    below?: [Piece, number][]
  }

  /** Units that leave a battle for one place; without one, air units that wait to land. */
  export interface Party {
    units: [Piece, number][]
    to?: string
  }

  /** Purchase: this turn's whole order; a new order replaces the previous one. */
  export interface Order {
    do: "order"
    units: Record<string, number>
  }

  /**
   * Move units along a path of adjacent spaces (the first is where they are).
   *
   * A path of one space is an attack in place. `attack` declares an attack on submarines and transports that
   * could be ignored; `assault` names the territory of the amphibious assault that ships take part in.
   */
  export interface Move {
    do: "move"
    units: Pick[]
    path: string[]
    attack?: boolean
    assault?: string
  }

  /** Some units in a space, as a player names them: `2 infantry`, `transport[tank]`. */
  export interface Pick {
    unit: string
    count?: number
    /** Only pieces with exactly this cargo; by default any. */
    cargo?: string[] | null
    /** Only pieces that have used this much movement; by default those with the most left. */
    used?: number | null
    /** For air units: take off from a carrier of this partner. */
    aboard?: string
  }

  /**
   * Air units fly along a path to bomb the factory at its end, without fighting the units there.
   *
   * In games with several missions, the mission has to be named.
   */
  export interface Raid {
    do: "raid"
    units: Pick[]
    path: string[]
    mission?: "" | "atomic" | "bombing" | "counter-air" | "interdiction" | "night-bombing" | "sweep"
  }

  /**
   * One transport's whole voyage: the zones it sails through, the units it loads on the way, and where they
   * land.
   *
   * In the combat move, `land` is the territory of the announced assault, otherwise a friendly one. `ashore`
   * names the units that land; by default all that may. A path of one zone is bridging. `more` are further
   * coasts, in games that let one transport land troops in several.
   */
  export interface Voyage {
    do: "voyage"
    transport: Pick
    path: string[]
    loads?: Load[]
    land?: string
    ashore?: string[] | null
    attack?: boolean
    more?: Landing[]
  }

  /** Land units that board on the way: the transport's zone at that point, and the coast they come from. */
  export interface Load {
    zone: string
    territory: string
    unit: string
    count?: number
  }

  /** A second coast, and the units that land there. */
  export interface Landing {
    land: string
    units: string[]
  }

  /** Land units board a partner's transport in a sea zone. */
  export interface Board {
    do: "board"
    /** The units. */
    unit: string
    /** The territory they leave. */
    territory: string
    /** The transport's zone. */
    zone: string
    /** The transport's owner. */
    owner: string
    count?: number
  }

  /** Land units go ashore from a partner's transport; in a hostile territory, this is an announced assault. */
  export interface Disembark {
    do: "disembark"
    /** The units. */
    units: string[]
    /** The transport's zone. */
    zone: string
    /** The transport's owner. */
    owner: string
    /** The territory they land in. */
    territory: string
  }

  /** This seat has finished its phase. */
  export interface Done {
    do: "done"
  }

  /** Choose the combat to resolve next. */
  export interface Fight {
    do: "fight"
    /** The space. */
    space: string
  }

  /** Before a landing: fight the submarines and transports in the zone, or leave them alone. */
  export interface Engage {
    do: "engage"
    /** `true` to fight them. */
    fight: boolean
  }

  /** After a sea battle: put the troops ashore as announced, or keep them aboard. */
  export interface Assault {
    do: "assault"
    /** `true` to go ashore. */
    go: boolean
  }

  /** How many of the submarines that may submerge do so; the rest fight. */
  export interface Submerge {
    do: "submerge"
    /** How many. */
    count: number
  }

  /** How many of the units that may withdraw leave the battle, all to one space; the rest fight on. */
  export interface Withdraw {
    do: "withdraw"
    /** How many. */
    count: number
    /** The zone they go to. */
    to?: string
  }

  /**
   * Which units take the hits, in a battle or from guns on the way: those only damaged, and those lost.
   *
   * If none are given, the default choice.
   */
  export interface Casualties {
    do: "casualties"
    damaged?: [Piece, number][] | null
    destroyed?: [Piece, number][] | null
  }

  /**
   * The targets of aimed shots: one entry per enemy fired at.
   *
   * If none are given, a sensible choice.
   */
  export interface Aim {
    do: "aim"
    shots?: Shots[] | null
  }

  /** Take units out of the battle: none, some or all of one's own, each group to a place; some may submerge. */
  export interface PullBack {
    do: "pullback"
    parties?: Party[]
    below?: [Piece, number][]
  }

  /** Break off the attack; land and sea units go to `to` (empty if only air units leave). */
  export interface ActionsRetreat {
    do: "retreat"
    to?: string
  }

  /** Fight another round. */
  export interface Press {
    do: "press"
  }

  /** Where a stranded defending air unit goes: a territory, or a sea zone with a carrier that has room. */
  export interface Reland {
    do: "reland"
    /** The air unit. */
    unit: string
    /** Where it is stranded. */
    space: string
    /** Where it lands. */
    to: string
    /** The carrier's owner, if several powers' carriers could take it; by default one's own first. */
    owner?: string
  }

  /** Choose the carrier for an air unit that ends its turn at sea: its owner, and what is already aboard. */
  export interface Land {
    do: "land"
    unit: string
    zone: string
    owner: string
    cargo?: string[] | null
  }

  /** Place bought units. `complex` names the factory to use if several could serve. */
  export interface Mobilize {
    do: "mobilize"
    /** The units. */
    unit: string
    /** The space where they appear. */
    space: string
    count?: number
    /** The factory to use, if several could serve. */
    complex?: string
    /** For fighters at sea: the owner of the carrier, if it is not one's own. */
    aboard?: string
    /** The type of ship to put them aboard. */
    onto?: string
  }

  /** Let a partner use the room on one's carriers and transports, or not. */
  export interface Room {
    do: "room"
    /** The partner. */
    partner: string
    /** `true` to allow it. */
    allowed: boolean
  }

  /** Concede the game; it ends when every player of the side has conceded. */
  export interface Concede {
    do: "concede"
  }

  /** An action that only some games have, by name. Games without it refuse it with their own rule. */
  export interface Special {
    do: "special"
    name: string
    space?: string
    power?: string
    amount?: number
    units?: string[]
  }

  /** Buy research dice, and roll them. */
  export interface ResearchResearch {
    do: "research"
    /** How many. */
    dice: number
  }

  /** Fire a rocket from a gun or base at an enemy facility. */
  export interface Rocket {
    do: "rocket"
    /** The territory of the gun or base. */
    gun: string
    /** The target's territory. */
    target: string
    /** The facility to hit, if not simply the factory. */
    facility?: string
  }

  /** Pay to train pilots: to keep their level, or to raise it by one. */
  export interface Train {
    do: "train"
    /** 0 to keep the level, 1 to raise it. */
    levels: number
  }

  /** Choose which air units are destroyed in an air combat, and which of the rest abort. */
  export interface TakeLosses {
    do: "takelosses"
    /** One entry per unit. */
    destroyed: string[]
    /** One entry per unit. */
    aborted?: string[]
    /** In a flight of several powers: the owner of each unit, in the same order. Default: your own. */
    whose?: string[]
  }

  /** Send fighters up to intercept a raid or sweep. */
  export interface Patrol {
    do: "patrol"
    /** One entry per unit. */
    units: string[]
    /** The raided territory. */
    territory: string
  }

  /** Choose the air combat to fight next. */
  export interface Dogfight {
    do: "dogfight"
    /** The space. */
    space: string
    /** Whether it is the raid or sweep there, rather than the battle. */
    raid?: boolean
  }

  /** Choose how many escorts strafe air units on the ground; the rest turn for home. */
  export interface Strafe {
    do: "strafe"
    /** How many. */
    fighters: number
  }

  /** Send bombers that got through against a facility. */
  export interface Target {
    do: "target"
    /** The type of bomber. */
    bomber: string
    /** The facility. */
    facility: string
    /** How many. */
    count?: number
  }

  /** Choose whether a bomber destroys an air unit on the ground instead of damaging its target. */
  export interface ActionsStrike {
    do: "strike"
    /** The air unit. If left out, the facility is damaged. */
    unit?: string
    /** The unit's owner, if several powers have one there. */
    owner?: string
  }

  /** Make an atomic bomb. */
  export interface MakeBomb {
    do: "makebomb"
  }

  /** Divide the damage of a bomb among facilities. */
  export interface DivideFallout {
    do: "dividefallout"
    /** Points of damage per facility. */
    points: Record<string, number>
  }

  /** Name a capital in exile. */
  export interface Exile {
    do: "exile"
    /** The new capital. */
    space: string
  }

  /** Send commandos into a territory, against a facility there or ships beside it. */
  export interface SendCommandos {
    do: "sendcommandos"
    /** How many. */
    count: number
    /** Where they start. */
    start: string
    /** Where they go. */
    territory: string
    /** What they attack: a facility, or a type of ship. */
    target: string
    /** The ships' sea zone. */
    zone?: string
  }

  /** Attack ships that passed your submarines. */
  export interface Ambush {
    do: "ambush"
    /** How many attack. */
    submarines: number
    /** The submarines' zone. */
    zone: string
  }

  /** Intercept air units that fly over your territory. */
  export interface Intercept {
    do: "intercept"
    /** One entry per unit. */
    units: string[]
    /** The territory. */
    territory: string
  }

  /** Strike from an air base at ships that moved within range. */
  export interface Interdict {
    do: "interdict"
    /** One entry per unit. */
    units: string[]
    /** The territory with the base. */
    base: string
    /** The ships' zone. */
    zone: string
  }

  /** Send air units from a base to defend a sea zone beside it. */
  export interface Scramble {
    do: "scramble"
    /** One entry per unit. */
    units: string[]
    /** The territory with the base. */
    base: string
    /** The zone. */
    zone: string
  }

  /** Draw the event card of the round. */
  export interface DrawCard {
    do: "drawcard"
  }

  /** Pay to repair a facility, point by point. */
  export interface Restore {
    do: "restore"
    /** How many points of damage to repair. */
    points: number
    /** The facility. */
    facility: string
    /** The territory it is in. */
    territory: string
  }

  /** Pay to upgrade a facility to a larger one. */
  export interface Upgrade {
    do: "upgrade"
    /** The current facility. */
    facility: string
    /** The territory it is in. */
    territory: string
  }

  /** Drop units into a battle. */
  export interface Drop {
    do: "drop"
    /** How many. */
    count: number
    /** The spaces they fly through, starting where they are. */
    path: string[]
  }

  /** Place a free partisan, while an event allows it. */
  export interface RaisePartisans {
    do: "raisepartisans"
    /** The occupied territory. */
    space: string
  }

  /** Declare war on a power. */
  export interface Declare {
    do: "declare"
    /** The power to declare war on. */
    on: string
  }

  /** Ask for permission to pass a canal or strait. */
  export interface Ask {
    do: "ask"
    /** Which one. */
    passage: string
  }

  /** Let another power's ships pass, or not. */
  export interface Permit {
    do: "permit"
    /** Whether they may pass. */
    allowed?: boolean
  }

  /** Pay for a die for a project, and roll it; this starts the project if it has no marker. */
  export interface Advance {
    do: "advance"
    /** The project. */
    project: string
  }

  /** Roll for the space where each power's first project starts. */
  export interface RollStarts {
    do: "rollstarts"
  }

  /** Find out which project an enemy's marker stands for. */
  export interface Expose {
    do: "expose"
    /** The letter of the marker. */
    marker: string
    /** The marker's owner. */
    owner: string
  }

  /** Set an enemy's project back. */
  export interface Sabotage {
    do: "sabotage"
    /** The letter of the marker. */
    marker: string
    /** The marker's owner. */
    owner: string
  }

  /** Move one force through friendly spaces, farther than its units normally could. */
  export interface Rush {
    do: "rush"
    /** The units. */
    units: Pick[]
    /** The spaces they move through, starting where they are. */
    path: string[]
  }

  /** Dismantle a factory. */
  export interface Dismantle {
    do: "dismantle"
    /** Where it is. */
    space: string
  }

  /** Rebuild a factory that was dismantled in an earlier turn. */
  export interface Rebuild {
    do: "rebuild"
    /** Where it will be. */
    space: string
  }

  /** Pay to enlarge the factory that is rebuilt this turn. */
  export interface Enlarge {
    do: "enlarge"
  }

  /** Turn guns on tanks for the coming combat. */
  export interface TurnGuns {
    do: "turnguns"
    /** How many guns; 0 for none. */
    count: number
  }

  /** Name the sea zones to attack by surprise. */
  export interface Surprise {
    do: "surprise"
    /** The sea zones. */
    zones: string[]
  }

  /** Send units a long way. */
  export interface Transfer {
    do: "transfer"
    /** How many. */
    count: number
    /** Where they are. */
    space: string
  }

  /** Choose the units that rise in a liberated territory. */
  export interface Muster {
    do: "muster"
    /** Which units. */
    units: Record<string, number>
  }

  /** Fly a land unit along the path, drop it off in `drop`, and continue. */
  export interface Airlift {
    do: "airlift"
    /** The air unit that carries it. */
    unit: string
    /** The land unit. */
    passenger: string
    /** The spaces they fly through, starting where they are. */
    path: string[]
    /** Where the land unit is dropped off. Default: the end of the path. */
    drop?: string
  }

  /**
   * Buy research dice for developments, or assign them when they are rolled.
   *
   * A new program replaces the previous one. If dice are assigned later, they are bought for no particular
   * development (an empty name).
   */
  export interface Program {
    do: "program"
    /** How many for each; just a number if dice are bought for no particular development. */
    dice: Record<string, number>
  }

  /** Choose which ships end their move where submarines stopped some; the rest sail on. */
  export interface Halt {
    do: "halt"
    /** The ships that stay, including those that were stopped. */
    ships: [Piece, number][]
  }

  /** Send money to a partner. */
  export interface Aid {
    do: "aid"
    /** The partner. */
    to: string
    /** How much. */
    amount: number
  }

  /** Choose how many bombers that got through attack the factory; the rest attack the income. */
  export interface Bomb {
    do: "bomb"
    /** How many attack the factory. */
    factory?: number
  }

  /** In the enemy's turn: fly air units to an adjacent space to defend it. */
  export interface Support {
    do: "support"
    /** The air units. */
    unit: string
    /** Where they are. */
    space: string
    /** Where they fly. */
    to: string
    /** How many. */
    count?: number
    /** The owner of the carrier they take off from, if it is a partner's. */
    aboard?: string
  }

  /** In the enemy's turn: order units to move to an adjacent space after all combats. */
  export interface Reinforce {
    do: "reinforce"
    /** The units. */
    units: Pick[]
    /** Where they are. */
    space: string
    /** Where they go. */
    to: string
  }

  /** Cancel all your orders in the enemy's turn. */
  export interface Recall {
    do: "recall"
  }

  /** Choose which reinforcements stay behind because the roads were bombed. */
  export interface Pin {
    do: "pin"
    /** The units. */
    orders: Reinforcement[]
  }

  /** Repair one damaged ship at a price set by a die roll. */
  export interface Repair {
    do: "repair"
    /** The ship. */
    unit: string
    /** The zone it is in. */
    zone: string
  }

  /** Choose which of your factories to destroy this turn; a new choice replaces the previous one. */
  export interface Scorch {
    do: "scorch"
    /** The territories; an empty list for none. */
    territories: string[]
  }

  export interface TurnBegan {
    is: "turn-began"
    round: number
    power: string
    phase: string
    /** The powers that play at the same time, and where each begins. */
    mates?: Record<string, string>
  }

  /** A power begins a phase; an empty phase: it has finished its turn and waits for its team. */
  export interface PhaseBegan {
    is: "phase-began"
    power: string
    phase: string
  }

  export interface TurnEnded {
    is: "turn-ended"
    power: string
  }

  /** The order of this purchase phase, which replaces the previous one; `cost` is its total price. */
  export interface Ordered {
    is: "ordered"
    power: string
    units: Record<string, number>
    cost: number
  }

  /** An air unit takes off from a partner's carrier and is in the air in its zone. */
  export interface TookOff {
    is: "took-off"
    space: string
    carrier: Piece
    piece: Piece
  }

  /** `count` pieces moved along a path and are now as in `after`. */
  export interface Moved {
    is: "moved"
    piece: Piece
    count: number
    path: string[]
    after: Piece
  }

  /** Pieces in a space changed condition without moving. */
  export interface Changed {
    is: "changed"
    space: string
    piece: Piece
    count: number
    after: Piece
  }

  /** The active power attacks (or explicitly ignores) submarines and transports in a sea zone. */
  export interface Engaged {
    is: "engaged"
    power: string
    space: string
    fight?: boolean
  }

  /** An amphibious assault is announced. */
  export interface Announced {
    is: "announced"
    power: string
    zone: string
    territory: string
  }

  /** A land unit boards: the transport before and after. */
  export interface Loaded {
    is: "loaded"
    zone: string
    territory: string
    piece: Piece
    transport: Piece
    after: Piece
  }

  /** Units land from one transport: the transport before and after, and the units on land. */
  export interface Landed {
    is: "landed"
    zone: string
    territory: string
    transport: Piece
    after: Piece
    units: [Piece, number][]
  }

  export interface ControlChanged {
    is: "control-changed"
    space: string
    to: string
    frm: string
    /**
     * `joined`: a neutral that was attacked joins the other side; `occupied`: taken over without a fight;
     * `passed`: handed to another power by a rule.
     */
    how: "blitz" | "capture" | "joined" | "liberation" | "occupied" | "passed" | "reverted"
  }

  /** Guns and factories in a territory that changed hands go to its new holder. */
  export interface PrizesTaken {
    is: "prizes-taken"
    space: string
    to: string
    units: [Piece, number][]
  }

  /** Two powers are now partners, at war, or at peace. */
  export interface RelationChanged {
    is: "relation-changed"
    powers: [string, string]
    now: "partners" | "peace" | "war"
    /** For a war: who declared it. */
    by?: string
    /** For a war: whether the declaration answers something the other power did. */
    provoked?: boolean
  }

  export interface TreasurySeized {
    is: "treasury-seized"
    frm: string
    to: string
    amount: number
  }

  /** This turn's combats, in the order they became known. */
  export interface SitesSet {
    is: "sites-set"
    power: string
    sites: Site[]
  }

  /** The attacker chooses this combat next; something about it is still to be decided. */
  export interface SiteChosen {
    is: "site-chosen"
    space: string
  }

  /** A combat is over (or there was none). `landing`: whether troops can land from this zone. */
  export interface SiteClosed {
    is: "site-closed"
    space: string
    landing?: "" | "blocked" | "open"
    raid?: boolean
  }

  /** The troops of an announced assault stay aboard. */
  export interface CalledOff {
    is: "called-off"
    zone: string
    territory: string
  }

  /** Units are placed on the strip: they leave the board for the duration of the battle. */
  export interface BattleBegan {
    is: "battle-began"
    battle: Battle
  }

  export interface RoundBegan {
    is: "round-began"
    space: string
    round: number
  }

  /** The battle reaches a step of its sequence. */
  export interface StepReached {
    is: "step-reached"
    space: string
    step: number
  }

  /** A volley. `hits` are those the other side still has to assign. */
  export interface Rolled {
    is: "rolled"
    space: string
    side: "attack" | "defend"
    step: string
    fire: Fire[]
    hits: Hits[]
    /** The number these units needed, if the volley is fired column by column. */
    column?: number
    /** The hits wait until all losses are taken. */
    pending?: boolean
    /** Hits taken by a shield. */
    absorbed?: number
    /** Hits for which the firing side chooses the casualties. */
    picked?: Hits[]
  }

  /** Dice of identical units: who rolled, what they need, what they got. */
  export interface Fire {
    unit: string
    value: number
    dice: number[]
    hits: number
    /** How many units share one die (low luck); 0 means that each unit rolled for itself. */
    units?: number
    /** The units' power, if each power rolls for its own. */
    power?: string
  }

  /** A side has chosen targets for some of its shots. */
  export interface Aimed {
    is: "aimed"
    space: string
    side: "attack" | "defend"
    shots: Shots[]
  }

  /** Aimed shots are fired; the hits wait until losses are taken. */
  export interface AimedFired {
    is: "aimed-fired"
    space: string
    side: "attack" | "defend"
    step: string
    rolls: AimedRoll[]
    /** The units that fired. */
    by: [Piece, number][]
  }

  /** Dice at one target. */
  export interface AimedRoll {
    at: Piece
    fire: Fire[]
    hits: number
  }

  /** Guns searched for the air units they aimed at, and found some. */
  export interface Searched {
    is: "searched"
    space: string
    side: "attack" | "defend"
    rolls: AimedRoll[]
    found: Piece[]
  }

  /** Guns fired at the air units they found: some are destroyed, others turn back and wait to land. */
  export interface GunsFired {
    is: "guns-fired"
    space: string
    side: "attack" | "defend"
    rolls: AimedRoll[]
    destroyed: [Piece, number][]
    driven_off: [Piece, number][]
  }

  /** Pending hits have to be taken now, and there is a choice. */
  export interface LossesDue {
    is: "losses-due"
    space: string
    side: "attack" | "defend"
  }

  /** One player of a multinational defense chose losses. */
  export interface Proposed {
    is: "proposed"
    space: string
    proposal: Proposal
  }

  /** Hits were assigned. `behind`: the lost units still return fire before they are removed. */
  export interface LossesTaken {
    is: "losses-taken"
    space: string
    side: "attack" | "defend"
    damaged: [Piece, number][]
    destroyed: [Piece, number][]
    behind?: boolean
    /** Hit by shots aimed at these units. */
    aimed?: boolean
    /** Chosen by the firing side. */
    picked?: boolean
  }

  /** Units behind the strip leave play. */
  export interface CasualtiesRemoved {
    is: "casualties-removed"
    space: string
    side: "attack" | "defend"
    units: [Piece, number][]
  }

  export interface Submerged {
    is: "submerged"
    space: string
    side: "attack" | "defend"
    power: string
    units?: [Piece, number][]
  }

  /** Units left the battle for another space, or their owner decided to keep them in it. */
  export interface Withdrew {
    is: "withdrew"
    space: string
    side: "attack" | "defend"
    power: string
    to?: string
    units?: [Piece, number][]
  }

  /** A power has decided what it pulls back; others of its side still have to. */
  export interface LeaveNamed {
    is: "leave-named"
    space: string
    leave: Leave
  }

  /**
   * Units left the battle, or their owner decided to keep them in it. Defending air units that leave without a
   * destination have no place to land yet.
   */
  export interface PulledBack {
    is: "pulled-back"
    space: string
    side: "attack" | "defend"
    leave: Leave
    /** The unit type that units became when they went back aboard their transports. */
    aboard?: string
    /** They left because neither side could hit the other. */
    deadlock?: boolean
  }

  /** The attacker has to decide whether to continue; these are the spaces it can retreat to. */
  export interface RetreatOffered {
    is: "retreat-offered"
    space: string
    to: string[]
  }

  /** Attackers left the strip: `units` to `to`, `air` stays over the contested space. */
  export interface Retreated {
    is: "retreated"
    space: string
    to: string
    units: [Piece, number][]
    air?: [Piece, number][]
  }

  /** Transports (or other units that can't defend themselves) are destroyed without dice. */
  export interface Defenseless {
    is: "defenseless"
    space: string
    side: "attack" | "defend"
    units: [Piece, number][]
  }

  /** Survivors return to the board. */
  export interface BattleEnded {
    is: "battle-ended"
    space: string
    outcome: "attacker" | "broken-off" | "defender" | "none" | "stalemate"
    attackers: [Piece, number][]
    defenders: [Piece, number][]
  }

  /** Defending air units have no carrier left to land on. */
  export interface WereStranded {
    is: "were-stranded"
    space: string
    power: string
    unit: string
    count: number
  }

  /** A stranded air unit found a place: `carrier` is the ship it landed on, as it was before. */
  export interface Relanded {
    is: "relanded"
    space: string
    power: string
    unit: string
    to: string
    carrier?: Piece | null
  }

  /** An air unit lands on a carrier. */
  export interface LandedAboard {
    is: "landed-aboard"
    zone: string
    piece: Piece
    carrier: Piece
  }

  /** Air units without a landing place are destroyed. */
  export interface AirLost {
    is: "air-lost"
    space: string
    units: [Piece, number][]
  }

  export interface Mobilized {
    is: "mobilized"
    power: string
    unit: string
    count: number
    space: string
    complex: string
    /** The ship that a new air unit is put aboard, as it was before. */
    carrier?: Piece | null
    /** It needed no factory. */
    levied?: boolean
  }

  export interface Refunded {
    is: "refunded"
    power: string
    units: Record<string, number>
    amount: number
  }

  /** Bought units without a place to go are lost. */
  export interface Forfeited {
    is: "forfeited"
    power: string
    units: Record<string, number>
  }

  export interface IncomeCollected {
    is: "income-collected"
    power: string
    amount: number
    /** Savings destroyed by bombs and rockets. */
    destroyed?: number
  }

  export interface RoomSet {
    is: "room-set"
    owner: string
    partner: string
    allowed: boolean
  }

  export interface Conceded {
    is: "conceded"
    player: string
  }

  export interface Won {
    is: "won"
    side: string
    why: string
    /** The powers of the winning side that grew most, if the game names an individual winner. */
    individual?: string[]
  }

  /** The position was changed by hand, in study. */
  export interface Amended {
    is: "amended"
    change: SetUnits | SetOwner | SetTurn | SetTreasury | SetTechs
  }

  /** How many units of a type a power has here, including those aboard ships. */
  export interface SetUnits {
    set: "units"
    space: string
    power: string
    unit: string
    count: number
  }

  /** Who holds a territory; empty for nobody, if it was neutral at the start. */
  export interface SetOwner {
    set: "owner"
    space: string
    power?: string
  }

  /** Whose turn and phase it is; the turn starts over, and purchases are refunded. */
  export interface SetTurn {
    set: "turn"
    power: string
    phase: string
    /** 0 for no change. */
    round?: number
  }

  /** How much money a power has. */
  export interface SetTreasury {
    set: "treasury"
    power: string
    amount: number
  }

  /** A power's developments: these, and no others. */
  export interface SetTechs {
    set: "techs"
    power: string
    techs: string[]
  }

  /** Air units on their way to `space` have flown over enemy guns, which fire in turn. */
  export interface Overflown {
    is: "overflown"
    power: string
    space: string
    planes: [Piece, number][]
    guns: string[]
  }

  /** A gun fires at the air units that cross its territory, one die per unit. */
  export interface GunFired {
    is: "gun-fired"
    space: string
    value: number
    dice: number[]
    hits: number
  }

  /** A gun shoots down air units on their way to `space`. */
  export interface ShotDown {
    is: "shot-down"
    space: string
    units: [Piece, number][]
  }

  /** Units enter or cross a neutral territory: their power pays, and controls it from now on. */
  export interface NeutralViolated {
    is: "neutral-violated"
    power: string
    space: string
    fee: number
  }

  /** Bombs fall on a factory: `amount` is what its owner pays. */
  export interface Bombed {
    is: "bombed"
    space: string
    owner: string
    fire: Fire[]
    amount: number
  }

  /** Research dice: each success gives a development, chosen by a second die (rerolled if already owned). */
  export interface Researched {
    is: "researched"
    power: string
    cost: number
    dice: number[]
    second?: number[]
    gained?: string[]
  }

  /** A rocket will be fired. */
  export interface StrikeOrdered {
    is: "strike-ordered"
    strike: RocketsStrike
  }

  /** A rocket hits: `amount` is what the factory's owner pays, or the damage to `facility`. */
  export interface RocketFired {
    is: "rocket-fired"
    power: string
    gun: string
    target: string
    owner: string
    dice: number[]
    amount: number
    /** Whether it lowers the territory's next income instead of being paid now. */
    later?: boolean
    facility?: string
  }

  /** A power trained its pilots, or didn't. */
  export interface Trained {
    is: "trained"
    power: string
    level: number
    cost: number
  }

  /** Air combats are due. These powers must still choose which fighters intercept raids. */
  export interface PatrolsCalled {
    is: "patrols-called"
    calls: string[]
  }

  /** Fighters intercept a raid or sweep. */
  export interface PatrolFlies {
    is: "patrol-flies"
    power: string
    space: string
    units: [Piece, number][]
  }

  /** All air combats of the turn have been fought. */
  export interface SkyCleared {
    is: "sky-cleared"
  }

  /** An air combat: both sides' rolls and losses. */
  export interface AirFought {
    is: "air-fought"
    space: string
    /** The attacker's and the defender's. */
    factors: [number, number]
    attack: number[]
    defend: number[]
    /** The flights that must take losses. */
    flights: MemoryFlight[]
    mission?: "" | "overflight" | "raid"
  }

  /** A player has chosen losses for a flight that several players share. */
  export interface FlightNamed {
    is: "flight-named"
    /** The flight, with the choices so far. */
    flight: MemoryFlight
  }

  /** A flight has taken its losses. */
  export interface FlightSettled {
    is: "flight-settled"
    space: string
    side: "attack" | "defend"
    power: string
    destroyed: [Piece, number][]
    aborted: [Piece, number][]
    mission?: "" | "overflight" | "raid"
  }

  /** A raid begins, or reaches its next stage. */
  export interface RaidSet {
    is: "raid-set"
    raid: Raiding
  }

  /** Raiders have their task: attack a facility, strafe, or turn for home. */
  export interface RaidersSent {
    is: "raiders-sent"
    space: string
    units: [Piece, number][]
    /** A type of facility, `strafe` or `home`. */
    task: string
  }

  /** Guns fire at raiders before the bombs fall. */
  export interface FlakFired {
    is: "flak-fired"
    space: string
    /** The raiders' owner. */
    power: string
    values: number[]
    dice: number[]
    /** The hits. */
    claim?: Claim | null
  }

  /** Bombs fall, and fighters strafe. */
  export interface RaidRolled {
    is: "raid-rolled"
    space: string
    power: string
    loads: BombLoad[]
    /** Points of damage, by facility. */
    damage: Record<string, number>
    /** Dice that can destroy an air unit on the ground instead, each by its facility. */
    picks?: string[]
    /** Hits on air units on the ground. */
    strafed?: number
  }

  /** Dice of one type of bomber at one facility, or of strafing fighters. */
  export interface BombLoad {
    unit: string
    /** The facility; empty for strafing fighters. */
    at: string
    dice: number[]
  }

  /** A bomber destroys an air unit on the ground instead of doing damage, or does its damage. */
  export interface Picked {
    is: "picked"
    space: string
    units?: [Piece, number][]
  }

  /** Hits over a raided territory must be assigned, or a player has chosen how. */
  export interface ClaimMade {
    is: "claim-made"
    claim: Claim
    /** Whether it is new. */
    first?: boolean
  }

  /** Air units are lost over a raided territory, or on the ground there. */
  export interface RaidLosses {
    is: "raid-losses"
    gone: Gone[]
  }

  /** The effect of hits in one place. */
  export interface Gone {
    space: string
    destroyed?: [Piece, number][]
    damaged?: [Piece, number][]
  }

  /** A raid has been resolved. */
  export interface RaidOver {
    is: "raid-over"
    space: string
  }

  /** A bomb has been made; it will be ready next turn. */
  export interface BombMade {
    is: "bomb-made"
    power: string
    cost: number
  }

  /** A bomb has destroyed a territory's factory. */
  export interface BombDropped {
    is: "bomb-dropped"
    power: string
    space: string
    destroyed: [Piece, number][]
    die: number
    /** Damage to other facilities for the attacker to divide; 0: they take as much as they can. */
    points: number
  }

  /** Bombers carrying bombs were destroyed. */
  export interface BombsLost {
    is: "bombs-lost"
    power: string
    count: number
  }

  /** The attacker has divided the damage of a bomb. */
  export interface FalloutDivided {
    is: "fallout-divided"
    power: string
    space: string
    points: Record<string, number>
  }

  /** A fort appears. */
  export interface FortManned {
    is: "fort-manned"
    power: string
    space: string
    unit: string
  }

  /** All forts of the border are removed. */
  export interface FortsGone {
    is: "forts-gone"
    /** By territory. */
    works: Record<string, [Piece, number][]>
  }

  /** A power that may go into exile has lost its capital. */
  export interface CapitalFell {
    is: "capital-fell"
    power: string
  }

  /** A power has a capital in exile. */
  export interface SeatNamed {
    is: "seat-named"
    power: string
    space: string
  }

  /** A power has its capital back, or has nowhere to go. */
  export interface ExileEnded {
    is: "exile-ended"
    power: string
  }

  /** Fortifications fire at the ships of an assault. */
  export interface BatteryFired {
    is: "battery-fired"
    space: string
    /** The fortifications' owner. */
    power: string
    value: number
    dice: number[]
    claims?: Claim[]
  }

  /** Ships are hit from the shore. */
  export interface BatteryLosses {
    is: "battery-losses"
    gone: Gone[]
    space?: string
  }

  /** Commandos have attacked and been fired at. */
  export interface CommandosStruck {
    is: "commandos-struck"
    power: string
    start: string
    territory: string
    target: string
    count: number
    dice: number[]
    answer: number[]
    hits: number
    lost: number
    zone?: string
  }

  /** Ships have been damaged or sunk by commandos. */
  export interface ShipsHit {
    is: "ships-hit"
    zone: string
    gone: [Piece, number][]
    come: [Piece, number][]
  }

  /** Commandos were lost when their territory fell. */
  export interface CommandosLost {
    is: "commandos-lost"
    space: string
    units: [Piece, number][]
  }

  /** Factories that others built in its home area are removed. */
  export interface WorksRemoved {
    is: "works-removed"
    space: string
    units: [Piece, number][]
  }

  /** Enemies have disrupted the convoys of a power that is collecting income. */
  export interface ConvoysDisrupted {
    is: "convoys-disrupted"
    power: string
    /** One entry per die. */
    zones: string[]
    dice: number[]
    lost: number
  }

  /** A power has ended its moves; its enemies react. */
  export interface ReactionsDue {
    is: "reactions-due"
    phase: string
    steps: Step[]
  }

  /** These powers must still decide in a step. */
  export interface ReactionCalled {
    is: "reaction-called"
    calls: string[]
  }

  /** All powers have decided in a step; its dice are rolled. */
  export interface ReactionRolled {
    is: "reaction-rolled"
  }

  /** A step is over. */
  export interface ReactionOver {
    is: "reaction-over"
  }

  /** Submarines will attack ships that passed them. */
  export interface AmbushOrdered {
    is: "ambush-ordered"
    sortie: Sortie
  }

  /** Submarines attack ships that passed them. */
  export interface Ambushed {
    is: "ambushed"
    power: string
    zone: string
    value: number
    dice: number[]
    hits: number
    claim?: Claim | null
  }

  /** Antiaircraft guns fire at air units that flew over their territory. */
  export interface OverflightFired {
    is: "overflight-fired"
    space: string
    gunner: string
    values: number[]
    dice: number[]
    hits: number
    claim?: Claim | null
  }

  /** Fighters intercept an overflight. */
  export interface FightersRose {
    is: "fighters-rose"
    sortie: Sortie
  }

  /** Air units are intercepted over a territory. */
  export interface FlightMet {
    is: "flight-met"
    space: string
    flight: Met[]
  }

  /** Intercepted air units fly on. */
  export interface FlightWentOn {
    is: "flight-went-on"
    space: string
    /** The intercepted air units. */
    flight: Met[]
    /** Whether aborted air units stay over the territory. */
    aborting: boolean
  }

  /** Air units at a base will strike at ships that moved. */
  export interface FleetTargeted {
    is: "fleet-targeted"
    sortie: Sortie
  }

  /** Air units and the ships that moved fire at each other, once. */
  export interface FleetStruck {
    is: "fleet-struck"
    zone: string
    value: number
    /** The air units' dice. */
    attack: number[]
    /** The ships' dice. */
    defend: number[]
    claims?: Claim[]
  }

  /** Air units that struck at ships must rest in their owner's combat move. */
  export interface Wearied {
    is: "wearied"
    power: string
    units: Record<string, [Piece, number][]>
  }

  /** Air units scramble from their base to defend a sea zone. */
  export interface Scrambled {
    is: "scrambled"
    sortie: Sortie
  }

  /** Scrambled air units return to their base; if it is lost, they must land elsewhere. */
  export interface CameHome {
    is: "came-home"
    zone: string
    base: string
    units: [Piece, number][]
    home: boolean
  }

  /** A player has chosen losses that several players must agree on. */
  export interface ReactionNamed {
    is: "reaction-named"
    claim: Claim
  }

  /** Ships or air units are lost to a reaction. */
  export interface ReactionLosses {
    is: "reaction-losses"
    gone: Gone[]
    /** Units lost with them, although already ashore. */
    ashore?: Record<string, [Piece, number][]>
  }

  /** The event of the round; dice for cards already used were rerolled. */
  export interface CardDrawn {
    is: "card-drawn"
    power: string
    dice: number[]
    card: string
    shuffled?: boolean
  }

  /** A facility has been repaired. */
  export interface Restored {
    is: "restored"
    power: string
    space: string
    unit: string
    points: number
    cost: number
  }

  /** Free repairs have been made. */
  export interface PatchedUp {
    is: "patched-up"
    power: string
    /** By territory and type. */
    points: Record<string, Record<string, number>>
  }

  /** Facilities have taken damage; rolled if the territory changed hands. */
  export interface FacilitiesHit {
    is: "facilities-hit"
    space: string
    /** By type, limited to what it can take. */
    damage: Record<string, number>
    dice?: number[]
  }

  /** A turn of building is complete. */
  export interface ChipsRemoved {
    is: "chips-removed"
    power: string
    spaces: string[]
  }

  /** A facility's upgrade has been paid for. */
  export interface UpgradePaid {
    is: "upgrade-paid"
    power: string
    space: string
    unit: string
    cost: number
  }

  /** A facility has been replaced by another. */
  export interface Replaced {
    is: "replaced"
    power: string
    space: string
    unit: string
    by: string
    /** The most damage the new one can take. */
    most: number
    /** The most build chips it can have. */
    chips: number
  }

  /** Damaged ships beside a base have been repaired. */
  export interface ShipsMended {
    is: "ships-mended"
    power: string
    zones: string[]
  }

  /** Units that start moving at a base get extra movement points this turn. */
  export interface BasesServe {
    is: "bases-serve"
    power: string
    /** Extra points by space: territories for air units, sea zones for ships. */
    spaces: Record<string, number>
  }

  /** The army of a neutral territory appears. */
  export interface ArmyRose {
    is: "army-rose"
    space: string
    units: [Piece, number][]
    /** The territory was strictly neutral. */
    strict?: boolean
  }

  /** Neutral territories now lean to a side. */
  export interface NeutralsLean {
    is: "neutrals-lean"
    spaces: string[]
    to: string
  }

  /** The army of a territory joins a power. */
  export interface ArmyJoined {
    is: "army-joined"
    space: string
    power: string
    gone: [Piece, number][]
    come: [Piece, number][]
  }

  /** A pact has ended. */
  export interface PactEnded {
    is: "pact-ended"
    name: string
  }

  /** A pact will take effect after the combats. */
  export interface PactDue {
    is: "pact-due"
    name: string
  }

  /** A pact takes effect: its territories join their partner. */
  export interface PactHonoured {
    is: "pact-honoured"
    name: string
  }

  /** Paratroops have jumped. */
  export interface ParatroopsDropped {
    is: "paratroops-dropped"
    piece: Piece
    after: Piece
    count: number
    path: string[]
  }

  /** Partisans are removed because the occupation is over. */
  export interface PartisansGone {
    is: "partisans-gone"
    space: string
    units: [Piece, number][]
  }

  /** A partisan has appeared. */
  export interface PartisansRisen {
    is: "partisans-risen"
    power: string
    unit: string
    space: string
  }

  /** A neutral power has rolled for how many units it may move. */
  export interface MovesRolled {
    is: "moves-rolled"
    power: string
    dice: number[]
  }

  /** A power asks another for permission to pass. */
  export interface PassageAsked {
    is: "passage-asked"
    power: string
    passage: string
    holder: string
  }

  /** The answer to a request to pass. */
  export interface PassageAnswered {
    is: "passage-answered"
    holder: string
    passage: string
    allowed: boolean
  }

  /** A power doesn't enter the war before collecting its income, or declares no further wars. */
  export interface EntryPassed {
    is: "entry-passed"
    power: string
  }

  /** A marker has moved. `project` is empty for viewers who may not know it. */
  export interface ProjectAdvanced {
    is: "project-advanced"
    power: string
    marker: string
    project: string
    dice: number[]
    /** The marker's new space. */
    at: number
    cost: number
    new?: boolean
    developed?: boolean
    hidden?: boolean
  }

  /** Where the first project of each power starts. */
  export interface StartsRolled {
    is: "starts-rolled"
    powers: string[]
    dice: number[]
  }

  /** The target has intelligence too: the higher roll wins, and the acting power wins ties. */
  export interface IntelligenceContested {
    is: "intelligence-contested"
    power: string
    by: string
    die: number
    answer: number
  }

  /** A marker's project has been revealed to everybody. */
  export interface ProjectExposed {
    is: "project-exposed"
    power: string
    owner: string
    marker: string
    project: string
  }

  /** A marker has been moved back. */
  export interface ProjectSetBack {
    is: "project-set-back"
    power: string
    owner: string
    marker: string
    die: number
    at: number
  }

  /** A force is about to make a rush. */
  export interface Rushed {
    is: "rushed"
    power: string
    space: string
  }

  /** A project has added money to the income. */
  export interface BondsSold {
    is: "bonds-sold"
    power: string
    dice: number[]
    amount: number
  }

  /** A factory has been dismantled. */
  export interface Dismantled {
    is: "dismantled"
    power: string
    space: string
    piece: Piece
  }

  /** A factory has been rebuilt. */
  export interface Rebuilt {
    is: "rebuilt"
    power: string
    space: string
    origin: string
  }

  /** The factory rebuilt this turn will be enlarged. */
  export interface EnlargementPaid {
    is: "enlargement-paid"
    power: string
    cost: number
  }

  /** A rebuilt factory has been enlarged. */
  export interface WorksEnlarged {
    is: "works-enlarged"
    space: string
    piece: Piece
    become: string
  }

  /** Guns are attacked by units they could be turned on. */
  export interface GunsAsked {
    is: "guns-asked"
    spaces: string[]
  }

  /** Guns are turned, or left as they are. */
  export interface GunsTurned {
    is: "guns-turned"
    power: string
    space: string
    unit: string
    become: string
    count: number
  }

  /** Sea zones are attacked by surprise. */
  export interface SurpriseDeclared {
    is: "surprise-declared"
    power: string
    zones: string[]
  }

  /** Units have been transferred. */
  export interface Transferred {
    is: "transferred"
    power: string
    unit: string
    count: number
    space: string
    to: string
  }

  /** The territory has been liberated. */
  export interface UprisingDue {
    is: "uprising-due"
  }

  /** Units rise. */
  export interface Mustered {
    is: "mustered"
    power: string
    space: string
    units: Record<string, number>
  }

  /** A land unit was airlifted. */
  export interface Airlifted {
    is: "airlifted"
    flyer: Piece
    passenger: Piece
    path: string[]
    drop: string
  }

  /** Research dice of this purchase phase, replacing any before; `cost` is their total price. */
  export interface Programmed {
    is: "programmed"
    power: string
    dice: Record<string, number>
    cost: number
  }

  /** The dice for one development: `gained` if they complete it; `boxes` is the number of boxes filled. */
  export interface ResearchRolled {
    is: "research-rolled"
    power: string
    tech: string
    dice: number[]
    gained?: boolean
    boxes?: number
  }

  /** The dice of this turn are used up. */
  export interface ResearchOver {
    is: "research-over"
    power: string
  }

  /** Submarines have rolled to stop passing ships. `passing` is set if the owner must choose which stop. */
  export interface Interdicted {
    is: "interdicted"
    power: string
    zone: string
    values: number[]
    dice: number[]
    stopped: number
    passing?: Passing | null
  }

  /** The ships that stop have been chosen. */
  export interface Halted {
    is: "halted"
    zone: string
    units: [Piece, number][]
  }

  /** A power has sent money. */
  export interface AidSent {
    is: "aid-sent"
    power: string
    to: string
    amount: number
  }

  /** Air units have got through to their target. */
  export interface Arrived {
    is: "arrived"
    space: string
    units: [Piece, number][]
  }

  /** Bombers got through and need a target. */
  export interface BombersThrough {
    is: "bombers-through"
    release: Release
  }

  /** Bombs on a territory's income, factory or roads; each bomber counts its best die. */
  export interface BombsFell {
    is: "bombs-fell"
    space: string
    power: string
    at: "factory" | "income" | "roads"
    dice: number[]
    amount: number
    bombers?: number
  }

  /** All missions over this territory are complete; their air units wait to land. */
  export interface StrikesOver {
    is: "strikes-over"
    space: string
  }

  /** An air unit flies to an adjacent space in the enemy's turn. */
  export interface Supported {
    is: "supported"
    piece: Piece
    start: string
    to: string
    /** The ship it takes off from. */
    carrier?: Piece | null
  }

  /** Units have orders to move to an adjacent space after all combats. */
  export interface ReinforcementOrdered {
    is: "reinforcement-ordered"
    order: Reinforcement
  }

  /** A power cancels its orders in the enemy's turn. */
  export interface Recalled {
    is: "recalled"
    power: string
  }

  /** A power has finished its orders in the enemy's turn. */
  export interface OrdersClosed {
    is: "orders-closed"
    power: string
  }

  /** All combats are over; the passive team's reinforcements move. */
  export interface CombatsOver {
    is: "combats-over"
  }

  /** Reinforcements stay behind: the roads were bombed, or the order has become void. */
  export interface HeldBack {
    is: "held-back"
    space: string
    orders: Reinforcement[]
  }

  /** Reinforcements have moved to an adjacent space. */
  export interface Reinforced {
    is: "reinforced"
    order: Reinforcement
    units: [Piece, number][]
  }

  /** An air unit that flew in support stays, or flies back. */
  export interface Returned {
    is: "returned"
    piece: Piece
    space: string
    to: string
    /** The ship it lands on, as it was before. */
    carrier?: Piece | null
  }

  /** A ship has been repaired at the price rolled. */
  export interface Repaired {
    is: "repaired"
    power: string
    zone: string
    ship: Piece
    die: number
  }

  /** A power has chosen which of its factories to destroy this turn. */
  export interface ScorchChosen {
    is: "scorch-chosen"
    power: string
    territories: string[]
  }

  /** A power has destroyed its own factory. */
  export interface Scorched {
    is: "scorched"
    power: string
    space: string
    units: [Piece, number][]
  }

  /**
   * Where can these units of mine go from here? `via`: through these spaces, in this order.
   *
   * For land units on a coast this includes where transports can take them.
   */
  export interface Reach {
    ask: "reach"
    space: string
    units: Pick[]
    via?: string[]
    /** Only this space, with only the units that can get there. */
    to?: string
  }

  /** What can this transport do: which units can it load where, and where can they land? */
  export interface Sail {
    ask: "sail"
    zone: string
    transport: Pick
    /** The zones on its path so far, starting with its own. */
    path?: string[]
    /** Chosen so far: territory, unit, count. */
    loads?: [string, string, number][]
  }

  /** What could attack this space next turn, and with what strength? What could relieve it? */
  export interface Threat {
    ask: "threat"
    space: string
  }

  /** The odds of each combat that the moves so far have set up. */
  export interface Contests {
    ask: "contests"
    /** Hypothetical moves: the odds if they were made as well. */
    orders?: (Order | Move | Raid | Voyage | Board | Disembark | Done | Fight | Engage | Assault | Submerge | Withdraw | Casualties | Aim | PullBack | ActionsRetreat | Press | Reland | Land | Mobilize | Room | Concede | Special | Train | TakeLosses | Patrol | Dogfight | Strafe | Target | ActionsStrike | Airlift | MakeBomb | DivideFallout | Exile | SendCommandos | Ambush | Intercept | Interdict | Scramble | Program | DrawCard | Restore | Upgrade | Halt | Aid | Bomb | Drop | RaisePartisans | Declare | Ask | Permit | Advance | RollStarts | Expose | Sabotage | Rush | Support | Reinforce | Recall | Pin | Dismantle | Rebuild | Enlarge | Repair | ResearchResearch | Rocket | TurnGuns | Scorch | Surprise | Transfer | Muster)[]
    /** Only the combat there. */
    space?: string
  }

  /** What the combat moves so far are worth: battles by their odds, and what they capture. */
  export interface Worth {
    ask: "worth"
  }

  /** The odds for the rest of the battle in progress. */
  export interface BattleOdds {
    ask: "battleodds"
  }

  /** The battle strip: columns by hit number, hits to assign, the default losses. */
  export interface QuestionsStrip {
    ask: "strip"
  }

  /** What can be bought: budget, prices, the factories' limits. */
  export interface Shop {
    ask: "shop"
  }

  /** Where bought units may be placed, and how many. */
  export interface Placements {
    ask: "placements"
  }

  /** What a power will collect, itemized. */
  export interface Income {
    ask: "income"
    power: string
  }

  /** Units in the air: remaining range and landing spaces. */
  export interface Flights {
    ask: "flights"
  }

  /** During the enemy's turn: which of my units can go to an adjacent space, and what is in danger? */
  export interface Reaction {
    ask: "reaction"
  }

  /** War and peace, objectives and victory: what is met, and what is missing. */
  export interface Aims {
    ask: "aims"
    /** Whose wars. Default: the asking seat's. */
    power?: string
  }

  /** Which convoys are in danger, and what could be lost? */
  export interface Convoys {
    ask: "convoys"
  }

  /** The research track: all powers' markers, and the projects the seat can pay for. */
  export interface Projects {
    ask: "projects"
  }

  export interface ReachAnswer {
    about: "reach"
    destinations: Destination[]
    /** Why the units can't move at all. */
    no: No | null
  }

  export interface Destination {
    space: string
    /** The best first. If empty, see `no`. */
    ways?: Way[]
    no?: No | null
  }

  /** One way to a space: its orders, to be given together. */
  export interface Way {
    orders: (Order | Move | Raid | Voyage | Board | Disembark | Done | Fight | Engage | Assault | Submerge | Withdraw | Casualties | Aim | PullBack | ActionsRetreat | Press | Reland | Land | Mobilize | Room | Concede | Special | Train | TakeLosses | Patrol | Dogfight | Strafe | Target | ActionsStrike | Airlift | MakeBomb | DivideFallout | Exile | SendCommandos | Ambush | Intercept | Interdict | Scramble | Program | DrawCard | Restore | Upgrade | Halt | Aid | Bomb | Drop | RaisePartisans | Declare | Ask | Permit | Advance | RollStarts | Expose | Sabotage | Rush | Support | Reinforce | Recall | Pin | Dismantle | Rebuild | Enlarge | Repair | ResearchResearch | Rocket | TurnGuns | Scorch | Surprise | Transfer | Muster)[]
    path: string[]
    cost: number
    /** Movement left afterwards: the lowest of all units. */
    left: number
    /** `2 infantry by transport from sea zone 11`; empty if it is obvious. */
    text: string
    /** It starts a combat. */
    attack?: boolean
    /** For air units: where they could land afterwards. */
    landing?: string[]
  }

  /** A reason why not, with the rule. */
  export interface No {
    rule: string
    why: string
  }

  export interface SailAnswer {
    about: "sail"
    /** Where the transport can sail from the end of the path (orders: the voyage that ends there). */
    zones: Destination[]
    /** Units that can board along the path so far. */
    cargo: Cargo[]
    /** Where the cargo can go ashore from the end of the path. */
    ashore: Destination[]
    no: No | null
  }

  /** Units that could board at a stop. */
  export interface Cargo {
    zone: string
    territory: string
    unit: string
    count: number
  }

  export interface ThreatAnswer {
    about: "threat"
    /** Enemies of the space's holder that could attack it in their next turn. */
    strikers: Striker[]
    /** The sum of the defence values there. */
    defence: number
    /** For each striker the chance that an all-out attack succeeds (exact or sampled). */
    odds: [string, number][]
    /** Friends of the space's holder, with what they could move there in their next turn. */
    relief: Striker[]
  }

  /** What one power could bring. */
  export interface Striker {
    power: string
    units: Record<string, number>
    /** The sum of the attack values (for relief, the defence values). */
    strength: number
    /** What the units cost. */
    value: number
  }

  export interface ContestsAnswer {
    about: "contests"
    battles: Chances[]
  }

  /** The odds of a battle, summarized. */
  export interface Chances {
    space: string
    attack: [Piece, number][]
    defend: [Piece, number][]
    win: number
    draw: number
    lose: number
    /** Expected losses of the defender minus those of the attacker, in IPCs. */
    swing: number
    attackers_left: number
    defenders_left: number
    exact: boolean
    /** The most likely outcomes, in words. */
    likely: [string, number][]
    /** A caveat about these numbers. */
    note: string
  }

  export interface WorthAnswer {
    about: "worth"
    combats: Prospect[]
    /** Spaces taken on the way without a fight, and what each is worth. */
    taken: Record<string, number>
    /** All swings, and all prizes times their chances. */
    total: number
  }

  /** What one combat is worth on average. */
  export interface Prospect {
    space: string
    /** The chance that it takes place in full: that the sea battles before its landings are won. */
    reached: number
    win: number
    /** The chance that the space is taken; 0 at sea. */
    capture: number
    /** The enemy's losses minus the attacker's, in money. */
    swing: number
    /** What taking the space is worth besides, in money. */
    prize: number
    exact: boolean
  }

  export interface BattleOddsAnswer {
    about: "battleodds"
    chances: Chances | null
  }

  export interface StripAnswer {
    about: "strip"
    space: string
    columns: Column[]
    /** The steps of a round, in words; `now` is where the battle is. */
    steps: string[]
    now: number
    /** Hits to be assigned now. */
    hits: number
    victim: "" | "attack" | "defend"
    default_damaged: [Piece, number][]
    default_destroyed: [Piece, number][]
    /** Units that may take these hits. */
    choosable: [Piece, number][]
    retreats: string[]
    may_submerge: number
    may_withdraw: number
    /** Where units may withdraw to. */
    withdrawals: string[]
    aims: Sighting | null
    /** Which units of the seat may be pulled back now. */
    leaving: WayOut[]
    /** How many of them must. */
    must_leave: number
    /** What happens if the attacker doesn't retreat. */
    remaining: "fight" | "no" | "stay"
  }

  /** Units of one side that hit on the same number. */
  export interface Column {
    side: "attack" | "defend"
    value: number
    units: [Piece, number][]
    /** Hit, but still to return fire. */
    behind: [Piece, number][]
  }

  /** Shots that the seat has to aim. */
  export interface Sighting {
    /** Units that can fire; not all of them have to. */
    guns: [Piece, number][]
    /** Units that can be targeted. */
    marks: [Piece, number][]
    /** How many shots are aimed. */
    shots: number
  }

  /** Where identical units may go if they leave the battle; an empty space: they wait until they land. */
  export interface WayOut {
    piece: Piece
    count: number
    places: string[]
    /** They may submerge. */
    below: boolean
  }

  export interface ShopAnswer {
    about: "shop"
    budget: number
    wares: Ware[]
    factories: FactoryLimit[]
    /** The total of all factories; -1: any number. */
    capacity: number
    /** What is ordered now. */
    order: Record<string, number>
    /** Research, if the game has it. */
    research: ResearchOffer | null
    /** Damaged ships that can be repaired now. */
    repairs: Repair[]
    /** Own factories that can be destroyed this turn, if the game has that. */
    scorchable: string[]
    /** Units that need no factory; `levies` says where and how many. */
    levied: string[]
    levies: FactoryLimit[]
    /** Facilities that can be repaired or upgraded, and those being built. */
    works: FacilityWork[]
    /** What may be spent on combat units, if that is limited; otherwise -1. */
    purse: number
  }

  export interface Ware {
    unit: string
    cost: number
    /** How many the seat could afford with nothing else ordered. */
    most: number
  }

  export interface FactoryLimit {
    space: string
    /** Units it can produce this turn; -1: any number. */
    limit: number
    used: number
  }

  /** What research costs, and which developments are missing. */
  export interface ResearchOffer {
    /** The price of one die. */
    die: number
    /** How many dice can be bought now. */
    most: number
    /** A die that shows this or more is a breakthrough. */
    success: number
    /** Developments of this power, by name. */
    owned: string[]
    /** Missing developments: names and effects. */
    missing: [string, string][]
    /** The name of each development that events mention. */
    names: Record<string, string>
    /** Dice bought so far by development, where dice are bought per development; None: dice are rolled at once. */
    program: Record<string, number> | null
    /** Developments that dice can be bought for; an empty name: for none in particular, to be assigned later. */
    open: string[]
    /** Dice to be assigned to developments now. */
    to_give: number
    /** Steps made towards each development, if it takes several. */
    boxes: Record<string, number>
    /** How many steps it takes. */
    needed: number
    /** A die that shows this or less is a step. */
    step: number
  }

  /** A facility of the buyer's that can be repaired or upgraded, or is being built. */
  export interface FacilityWork {
    territory: string
    facility: string
    damage: number
    /** The price of repairing a point. */
    repair: number
    /** How many points can be repaired now. */
    points: number
    /** Why nothing can be repaired now. */
    no_repair?: No | null
    /** What it can be upgraded to, */
    larger?: string
    /** at what price, */
    price?: number
    /** and why it can't be now. */
    no_upgrade?: No | null
    /** The upgrade is paid for. */
    ordered?: boolean
    /** Turns until it is built. */
    chips?: number
  }

  export interface PlacementsAnswer {
    about: "placements"
    waiting: Record<string, number>
    places: Place[]
    factories: FactoryLimit[]
    /** Units that need no factory; `levies` says where and how many. */
    levied: string[]
    levies: FactoryLimit[]
  }

  export interface Place {
    unit: string
    space: string
    most: number
    /** For one unit. */
    orders: (Order | Move | Raid | Voyage | Board | Disembark | Done | Fight | Engage | Assault | Submerge | Withdraw | Casualties | Aim | PullBack | ActionsRetreat | Press | Reland | Land | Mobilize | Room | Concede | Special | Train | TakeLosses | Patrol | Dogfight | Strafe | Target | ActionsStrike | Airlift | MakeBomb | DivideFallout | Exile | SendCommandos | Ambush | Intercept | Interdict | Scramble | Program | DrawCard | Restore | Upgrade | Halt | Aid | Bomb | Drop | RaisePartisans | Declare | Ask | Permit | Advance | RollStarts | Expose | Sabotage | Rush | Support | Reinforce | Recall | Pin | Dismantle | Rebuild | Enlarge | Repair | ResearchResearch | Rocket | TurnGuns | Scorch | Surprise | Transfer | Muster)[]
  }

  export interface IncomeAnswer {
    about: "income"
    power: string
    shares: Share[]
    total: number
    treasury: number
  }

  /** A line of the sum. */
  export interface Share {
    text: string
    amount: number
  }

  export interface FlightsAnswer {
    about: "flights"
    flights: QuestionsFlight[]
  }

  export interface QuestionsFlight {
    space: string
    unit: string
    count: number
    left: number
    landing: string[]
    /** Orders that land one of them on a certain carrier, if there is a choice. */
    decks: Land[]
  }

  export interface ReactionAnswer {
    about: "reaction"
    /** The seat's side's spaces that the enemy attacks now. */
    attacked: string[]
    sendings: Sending[]
    /** The orders so far, in words. */
    given: string[]
  }

  /** Identical units that can go to an adjacent space: now as support, or after combat as reinforcements. */
  export interface Sending {
    /** The order for one of them. */
    order: Support | Reinforce
    unit: string
    space: string
    to: string
    most: number
    /** The enemy attacks there. */
    attacked: boolean
  }

  export interface AimsAnswer {
    about: "aims"
    relations: Stance[]
    /** Powers that aren't at war. */
    neutral: string[]
    wars: PossibleWar[]
    objectives: Goal[]
    victory: Goal[]
  }

  /** The relation between two powers. */
  export interface Stance {
    powers: [string, string]
    are: "partners" | "peace" | "war"
  }

  /** A war that the asking power could declare. */
  export interface PossibleWar {
    on: string
    /** Why it can't be declared now; empty if it can. */
    why_not: string
    rule: string
    /** Its conditions, regardless of whose turn it is; None: none. */
    when?: Finding | null
    /** No rule allows it at any time. */
    never?: boolean
    /** Its consequences, in sentences. */
    follows?: string[]
  }

  /** The status of a requirement: what it says, whether it holds, and what is missing. */
  export interface Finding {
    says: string
    holds: boolean
    /** What is missing for it to hold, in words. */
    missing?: string[]
    /** The findings it consists of. */
    of?: Finding[]
    /** The number of things it counts. */
    count?: number
    /** The territories that count towards it, */
    met?: string[]
    /** whose possession of them counts, */
    held_by?: string
    /** and how many are needed. */
    needs?: number
    /** The findings of which any one is enough. */
    choices?: Finding[]
  }

  /** A power's objective, or a side's victory. */
  export interface Goal {
    name: string
    /** A power, or a side. */
    whose: string
    rule: string
    /** What it requires, and what is missing. */
    finding: Finding
    /** What an objective would pay now. */
    due?: number
    /** Distinguishes a side's victory conditions. */
    title?: string
    /** What it pays in total, or per item. */
    pays?: number
    /** It pays per item. */
    each?: boolean
    /** It pays only once, and has paid. */
    paid?: boolean
  }

  export interface ConvoysAnswer {
    about: "convoys"
    /** Convoys that enemies can disrupt now. */
    convoys: Convoy[]
  }

  /** A power's convoys in a sea zone that enemies can disrupt. */
  export interface Convoy {
    zone: string
    power: string
    /** Dice that enemies roll there when the power collects income. */
    dice: number
    /** The value of the adjacent territories: the most that can be lost. */
    stake: number
    /** The average loss. */
    expected: number
  }

  export interface ProjectsAnswer {
    about: "projects"
    /** The price of a die. */
    die: number
    /** The space at which a project is developed. */
    track: number
    /** A die that shows this is rolled again. */
    breakthrough: number
    projects: ProjectLine[]
    labs: Lab[]
  }

  /** A project from the asking seat's view. */
  export interface ProjectLine {
    project: string
    name: string
    text: string
    /** The space its marker is on, or would start on. */
    at: number
    started?: boolean
    developed?: boolean
    /** Why the seat can't roll for it now. */
    no?: No | null
  }

  /** A power's markers on the track, as the asking seat sees them. */
  export interface Lab {
    power: string
    /** Letter, project (empty: unknown), and space. */
    markers: [string, string, number][]
    developed: string[]
  }

  /** How a player's battles are resolved automatically. */
  export interface StandingOrders {
    /** Unit types in order of loss; empty: the default order. */
    losses?: string[]
    /** Keep one land unit to take the territory, even if a more expensive unit is lost instead. */
    keep_last_land?: boolean
    /** Retreat when the chance to win falls below this; 0: fight to the end. */
    retreat_below?: number
    /** Also start the next combat, in the order in which they became known. */
    fights?: boolean
    submerge?: "always" | "never" | "when-losing"
    until?: "cancelled" | "phase" | "turn"
  }

  /** Which units can fight where, and which options are there? */
  export interface Drill {
    ask: "drill"
  }

  /** The odds of this battle. */
  export interface Suppose {
    ask: "suppose"
    scene: "land" | "landing" | "raid" | "sea"
    attack: Group[]
    defend: Group[]
    attacker?: Policy
    defender?: Policy
    attacker_techs?: string[]
    defender_techs?: string[]
    low_luck?: boolean
  }

  /** Identical units. */
  export interface Group {
    unit: string
    count: number
    damage?: number
    /** The cargo of each of them. */
    cargo?: string[]
  }

  /** How one side fights. */
  export interface Policy {
    /**
     * A named order, or unit types from first to last; types not named come after those, by cost.
     *
     * `cheapest`: by cost. `weakest`: by the number they need to roll, then by cost. `planes-last` and
     * `land-last`: by cost, but all air (or land) units at the end.
     */
    losses?: string | string[]
    /** Keep one land unit until last, so that the territory can be captured. */
    keep_land?: boolean
    /** Submersible units submerge as soon as they can. */
    submerge?: boolean
    /** When the side retreats. A defender can retreat only in games where both sides may. */
    retreat?: PolicyRetreat
    /** Air units retreat as soon as they can, in games where units can retreat separately. */
    planes_back?: boolean
    /** Pilot training: added to the side's roll in air combat. */
    pilots?: number
    /**
     * Where shots are aimed: `spread` over the enemies, starting with those that one hit destroys and the most
     * valuable of them; or `mass`, all at the most valuable.
     */
    aim?: "mass" | "spread"
  }

  /** When the attacker retreats; any one of several conditions is enough. */
  export interface PolicyRetreat {
    /** After this many rounds. */
    after_rounds?: number | null
    /** With fewer than this many units left that can fire. */
    below_units?: number | null
    /** When the chance to win by fighting on drops below this. */
    below_chance?: number | null
    /** When only air units are left. */
    only_planes?: boolean
    /** Whenever that is worth more, in money, than fighting on. */
    best?: boolean
    /** What capturing the territory is worth besides the units, in money; used by `best`. */
    territory?: number
  }

  export interface DrillReply {
    about: "drill"
    fields: Field[]
    /** Named orders of loss. */
    orders: string[]
    techs: Development[]
    /** Whether the game may be played with low luck. */
    low_luck: boolean
    /** The most units per side. */
    most: number
  }

  /** The units that can fight in one kind of battle. */
  export interface Field {
    scene: "land" | "landing" | "raid" | "sea"
    attack: Fighter[]
    defend: Fighter[]
    /** Whether the attacker may retreat. */
    retreat: boolean
    /** How submarines may leave. */
    leaves: "" | "submerge" | "withdraw"
    /** Whether the defender may also retreat, and air units may retreat on their own. */
    both: boolean
    /** Whether some shots are aimed. */
    aimed: boolean
  }

  /** A unit type that can take part. */
  export interface Fighter {
    unit: string
    kind: "air" | "facility" | "land" | "sea"
    hits: number
    /** It only fires support, and can't be hit. */
    supports: boolean
  }

  export interface Development {
    id: string
    name: string
    text: string
  }

  /** The odds of a battle. */
  export interface Outlook {
    about: "outlook"
    win: number
    draw: number
    lose: number
    /** The chance that an attacking land unit survives and no defender does. */
    capture: number
    rounds: number
    /** Expected losses of the defender minus those of the attacker, in money. */
    swing: number
    attack_value: number
    defend_value: number
    attack_left: Record<string, number>
    defend_left: Record<string, number>
    exact: boolean
    /** Joint states (exact) or battles fought (sampled). */
    states: number
    low: number
    /** The 95% confidence interval of a sampled chance to win; both are the same if it is exact. */
    high: number
    /** The winner's surviving units: the attacker's count up from zero, the defender's down. */
    left: Bar[]
    swings: Bar[]
    /** The state of the battle after each round; empty if not computed. */
    by_round: RoundChance[]
    likely: Likely[]
  }

  /** The chance of a range of values (both ends inclusive), by what it means for the attacker. */
  export interface Bar {
    low: number
    high: number
    win: number
    draw: number
    lose: number
  }

  /** The state of the battle after some rounds: decided for either side, over without a winner, or undecided. */
  export interface RoundChance {
    round: number
    win: number
    lose: number
    draw: number
    undecided: number
  }

  /** One of the most likely outcomes. */
  export interface Likely {
    chance: number
    outcome: "draw" | "lose" | "win"
    attack: Record<string, number>
    defend: Record<string, number>
    retreated: boolean
  }

  /** The expected result of a bombing raid. */
  export interface Raided {
    about: "raided"
    /** Expected damage, if the owner can pay that much. */
    damage: number
    /** The expected cost of the bombers shot down. */
    lost: number
    attack_value: number
    /** The chance of each number of surviving bombers. */
    left: Record<string, number>
    /** Damage; `win` is the chance. */
    amounts: Bar[]
  }

  /** Why there are no odds. */
  export interface Senseless {
    about: "senseless"
    why: string
  }

  /** What is in the box. */
  export interface AreaKit {
    game: string
    title: string
    sides: Record<string, string>
    /** In order of play. */
    powers: PowerFacts[]
    units: UnitFacts[]
    phases: PhaseFacts[]
    opening: OpeningFacts
    spaces: SpaceFacts[]
    map: MapFacts
    marks: Marks
    rules: RuleFacts[]
    techs: TechFacts[]
    /** City points needed to win, in games won that way. */
    goals: GoalFacts[]
    /** Which powers may send money to which. */
    aid: Record<string, AidFacts>
    /** Where the dice of each kind of event are. */
    dice: Record<string, DiceFacts[]>
    /** Actions added by the game's parts. */
    actions: ActionFacts[]
    /** The game's parts. */
    parts: string[]
    /** Unit types that are facilities and can be damaged. */
    facilities: Record<string, FacilityFacts>
    /** Sea zones with convoys. */
    convoys: string[]
  }

  export interface PowerFacts {
    id: string
    name: string
    adjective: string
    side: string
    capital: string
    city: string
    colour: string
    /** A colour that is readable on top of it. */
    on: string
    /** A path in a square from -10 to 10. */
    emblem: string
  }

  /** A row of the unit table. */
  export interface UnitFacts {
    id: string
    name: string
    plural: string
    kind: "air" | "facility" | "land" | "sea"
    cost: number
    attack: number
    defense: number
    move: number
    hits: number
    abilities: string[]
    /** Room aboard: one entry per berth, with the unit types that fit in it. */
    berths: string[][]
    /** Unit types that take up all the room aboard. */
    fills: string[]
    /** A path in a box of 32 by 24. */
    silhouette: string
  }

  export interface PhaseFacts {
    id: string
    name: string
    /** The powers of a team play it simultaneously, once all have reached it. */
    together: boolean
  }

  /** How a game begins. */
  export interface OpeningFacts {
    /** 0: a special round comes before the first. */
    round: number
    powers: string[]
  }

  /** A space: what it is, and where its name and pieces go on the map. */
  export interface SpaceFacts {
    name: string
    sea: boolean
    neighbours: string[]
    value: number
    city: string
    /** The city's points, in games won by city points. */
    points: number
    factory: boolean
    island: boolean
    neutral: boolean
    /** For a neutral: the side it is friendly to at the start; empty: neither. */
    leans: string
    /** For a neutral: how many units defend it if it is attacked. */
    army: number
    /** The original controller. */
    owner: string
    centre: [number, number]
    stack: [number, number, number, number]
    label: Name
    box: [number, number, number, number] | null
  }

  /** A name on the map: its lines, the centre of the first baseline, and the font size. */
  export interface Name {
    lines: string[]
    x: number
    y: number
    size: number
  }

  /** The map as a whole. */
  export interface MapFacts {
    size: [number, number]
    /** Whether its left and right edges meet. */
    wraps: boolean
    credit: string
    links: Join[]
    /** Parts of the map to zoom to. */
    theatres: Record<string, [number, number, number, number]>
  }

  /** Neighbours that don't touch, and the line that joins them (for a wrap: a mark at each edge). */
  export interface Join {
    between: [string, string]
    kind: "canal" | "link" | "strait" | "wrap"
    line: [number, number][]
    name: string
  }

  /**
   * Silhouettes, as paths in a box of 32 by 24, of what isn't a unit: a factory, several units together, a
   * convoy.
   */
  export interface Marks {
    factory: string
    army: string
    convoy: string
  }

  export interface RuleFacts {
    id: string
    section: string
  }

  /** A development that research can find. */
  export interface TechFacts {
    id: string
    name: string
    text: string
  }

  /** Victory by city points: how many a side needs. */
  export interface GoalFacts {
    side: string
    points: number
  }

  /** Whom a power may send money to, and how much per turn. */
  export interface AidFacts {
    to: string[]
    most: number
  }

  /** A field of an event that contains dice. */
  export interface DiceFacts {
    /** `fire.dice`: the field `dice` of each entry in `fire`. */
    at: string
    sides: number
  }

  /** An action added by one of the game's parts. */
  export interface ActionFacts {
    do: string
    /** How a player would type it. */
    example: string
    about: string
    phases: string[]
  }

  /** A type of facility: its damage limits and its effects. */
  export interface FacilityFacts {
    /** The most damage it can have. */
    endures: number
    /** The damage at which it stops working; 0: damage only lowers its capacity. */
    fails_at: number
    /** How many units can enter play there per turn; each point of damage lowers it by one. */
    capacity: number
    /** Turns it takes to build. */
    chips: number
    /** Extra movement for air units that start there, */
    flights: number
    /** and for ships in adjacent sea zones. */
    voyages: number
  }

  export type Action = Order | Move | Raid | Voyage | Board | Disembark | Done | Fight | Engage | Assault | Submerge | Withdraw | Casualties | Aim | PullBack | ActionsRetreat | Press | Reland | Land | Mobilize | Room | Concede | Special | ResearchResearch | Rocket | Train | TakeLosses | Patrol | Dogfight | Strafe | Target | ActionsStrike | MakeBomb | DivideFallout | Exile | SendCommandos | Ambush | Intercept | Interdict | Scramble | DrawCard | Restore | Upgrade | Drop | RaisePartisans | Declare | Ask | Permit | Advance | RollStarts | Expose | Sabotage | Rush | Dismantle | Rebuild | Enlarge | TurnGuns | Surprise | Transfer | Muster | Airlift | Program | Halt | Aid | Bomb | Support | Reinforce | Recall | Pin | Repair | Scorch

  export type Event = TurnBegan | PhaseBegan | TurnEnded | Ordered | TookOff | Moved | Changed | Engaged | Announced | Loaded | Landed | ControlChanged | PrizesTaken | RelationChanged | TreasurySeized | SitesSet | SiteChosen | SiteClosed | CalledOff | BattleBegan | RoundBegan | StepReached | Rolled | Aimed | AimedFired | Searched | GunsFired | LossesDue | Proposed | LossesTaken | CasualtiesRemoved | Submerged | Withdrew | LeaveNamed | PulledBack | RetreatOffered | Retreated | Defenseless | BattleEnded | WereStranded | Relanded | LandedAboard | AirLost | Mobilized | Refunded | Forfeited | IncomeCollected | RoomSet | Conceded | Won | Amended | Overflown | GunFired | ShotDown | NeutralViolated | Bombed | Researched | StrikeOrdered | RocketFired | Trained | PatrolsCalled | PatrolFlies | SkyCleared | AirFought | FlightNamed | FlightSettled | RaidSet | RaidersSent | FlakFired | RaidRolled | Picked | ClaimMade | RaidLosses | RaidOver | BombMade | BombDropped | BombsLost | FalloutDivided | FortManned | FortsGone | CapitalFell | SeatNamed | ExileEnded | BatteryFired | BatteryLosses | CommandosStruck | ShipsHit | CommandosLost | WorksRemoved | ConvoysDisrupted | ReactionsDue | ReactionCalled | ReactionRolled | ReactionOver | AmbushOrdered | Ambushed | OverflightFired | FightersRose | FlightMet | FlightWentOn | FleetTargeted | FleetStruck | Wearied | Scrambled | CameHome | ReactionNamed | ReactionLosses | CardDrawn | Restored | PatchedUp | FacilitiesHit | ChipsRemoved | UpgradePaid | Replaced | ShipsMended | BasesServe | ArmyRose | NeutralsLean | ArmyJoined | PactEnded | PactDue | PactHonoured | ParatroopsDropped | PartisansGone | PartisansRisen | MovesRolled | PassageAsked | PassageAnswered | EntryPassed | ProjectAdvanced | StartsRolled | IntelligenceContested | ProjectExposed | ProjectSetBack | Rushed | BondsSold | Dismantled | Rebuilt | EnlargementPaid | WorksEnlarged | GunsAsked | GunsTurned | SurpriseDeclared | Transferred | UprisingDue | Mustered | Airlifted | Programmed | ResearchRolled | ResearchOver | Interdicted | Halted | AidSent | Arrived | BombersThrough | BombsFell | StrikesOver | Supported | ReinforcementOrdered | Recalled | OrdersClosed | CombatsOver | HeldBack | Reinforced | Returned | Repaired | ScorchChosen | Scorched

  export type State = AreaState

  export type Question = Reach | Sail | Threat | Contests | Worth | BattleOdds | QuestionsStrip | Shop | Placements | Income | Flights | Reaction | Aims | Convoys | Projects

  export type Answer = ReachAnswer | SailAnswer | ThreatAnswer | ContestsAnswer | WorthAnswer | BattleOddsAnswer | StripAnswer | ShopAnswer | PlacementsAnswer | IncomeAnswer | FlightsAnswer | ReactionAnswer | AimsAnswer | ConvoysAnswer | ProjectsAnswer

  export type Standing = StandingOrders

  export type Query = Drill | Suppose

  export type Reply = DrillReply | Outlook | Raided | Senseless

  export type Kit = AreaKit

  export type Change = SetUnits | SetOwner | SetTurn | SetTreasury | SetTechs

  /** All of it, for the types of the wire: `TableView<Area.Family>`. */
  export interface Family {
    action: Action
    event: Event
    state: State
    question: Question
    answer: Answer
    standing: Standing
    query: Query
    reply: Reply
    kit: Kit
    change: Change
  }
}

export declare namespace Hexes {
  /** Everything on and off the board. */
  export interface HexState {
    scenario: string
    /** The seasonal turn of the scenario, from 1. */
    turn: number
    /** Whose player turn it is. */
    side: string
    phase: "combat" | "movement" | "naval" | "production" | "research" | "setup" | "strategic"
    /** The side each place is friendly to; not listed: neutral, or out of play. */
    control: Record<string, string>
    armies: Record<string, Army>
    fleets?: Record<string, Fleet>
    forts?: Record<string, Fort>
    /** Production points that yield nothing. */
    devastated?: Record<string, number>
    /** Those devastated before the first turn, which some sides can never repair. */
    ruined?: Record<string, number>
    /** Points repaired in this Production Phase: usable once it is over. */
    repaired?: Record<string, number>
    /** Places whose occupation marker was gained by combat advance. */
    marked?: string[]
    /** Places without a garrison until the Combat Phase is over. */
    bare?: string[]
    /** Where armies of the side on turn lacked full supply when its turn began: they can't move or attack. */
    cut_off?: string[]
    /** Armies that lacked it although their place had it: the sources there don't supply their nation. */
    hungry?: string[]
    /** Armies and forts that have made their defensive assault this player turn. */
    fired?: string[]
    /** Losses that forts can still absorb this player turn, once they have taken the first. */
    cover?: Record<string, number>
    /** Fleets that can no longer intercept or support this player turn. */
    expended?: string[]
    /** Points that have crossed each sea this Movement Phase, and other allowances used. */
    shipped?: Record<string, number>
    /** Hexes that serve their captors as ports, and the last seasonal turn in which they do. */
    beachheads?: Record<string, number>
    /** Ports that were built or reduced, and what they are now. */
    ports?: Record<string, "anchor" | "none" | "port" | "yard">
    /** Places with a supply road that was built. */
    roads?: string[]
    /** Production points left to spend this Production Phase. */
    budget?: number | number
    /** Those of places and countries that produce separately: they can be spent only there. */
    purses?: Record<string, number | number>
    /** Lend-lease waiting for its receiver's next Production Phase. */
    lent?: Record<string, number>
    /** Lend-lease that each depot has received this Production Phase. */
    lending?: Record<string, number>
    /** Points a side has yet to deploy during set-up. */
    reserve?: Record<string, Points>
    /** Countries that have joined a side since the start. */
    joined?: Record<string, Entry>
    /** Countries that have surrendered, and to which side. */
    surrendered?: Record<string, string>
    /** Sides that have made peace with each other. */
    truces?: [string, string][]
    /** The memory of the scenario's parts. */
    parts?: Record<string, Wars | Navy | Risen | Levies | Attacked | Staff | Opened | Reopened | Readiness | Drops | Uprisings | Settled | Affairs | Given | Reached | Supplies | Knowledge | Losses | Merchant | Strategy | AirWar | Traded | Briefed | Sites>
    /** How many hard winters have been counted, including the current one. */
    winters?: number
    /** The turn in which the last one was counted. */
    wintered?: number
    combat?: Combat | null
    players?: Record<string, string[]>
    options?: Record<string, boolean>
    conceded?: string[]
    winner?: string
  }

  /** A container for strength points: it is in one place and is as strong as the points it holds. */
  export interface Army {
    side: string
    at: string
    points: Points
    /** The nation of its points, if a side has several. Empty: the first nation of its side. */
    nation?: string
  }

  /**
   * A number of strength points of each kind.
   *
   * >>> army = Points(infantry=4, mechanized=2)
   * >>> army.total, str(army - Points(infantry=1)), str(Points())
   * (6, '3 infantry and 2 mechanized', 'nothing')
   */
  export interface Points {
    infantry?: number
    mechanized?: number
    amphibious?: number
    tac_air?: number
    paratroop?: number
  }

  /** Ships at their base: surface ships or submarines, never both. */
  export interface Fleet {
    side: string
    at: string
    /** Capital ships: the naval fire points. */
    points: number
    /** Anti-submarine escorts. */
    asw?: number
    submarines?: number
    carriers?: number
  }

  /** A fort: points that defend, and points still under construction. */
  export interface Fort {
    side: string
    points?: number
    building?: number
  }

  /** A country's entry on a side. */
  export interface Entry {
    side: string
    /** The seasonal turn of the entry. */
    turn: number
  }

  /** The part's memory. */
  export interface Wars {
    part: "belligerents"
    /** The sides that the eastern power is at war with. */
    wars?: string[]
    /** Places of the side that belong to a power because it captured them. */
    taken?: Record<string, string>
    /** The turn in which the western power first attacked the side of the window. */
    opened?: number
    /** The turn in which the western power's capital was lost. */
    fallen?: number
    /** The turn in which the joiner was drawn into the war. */
    surprise?: number
  }

  /** What is at sea, and what has been done this turn. */
  export interface Navy {
    part: "fleets"
    /** The A.S.W. levels of the sides. */
    levels?: Record<string, number>
    /** Fleets in their patrol hexes; they return to their base. */
    patrols?: Record<string, string>
    /** Fleets that have lost a battle: they recover when their own turn begins. */
    beaten?: string[]
    /** Fleets that have changed base this turn. */
    moved?: string[]
    /** What a long change of base adds to a fleet's dice of interception, until its owner's next turn. */
    strained?: Record<string, number>
    /** Fleets that have gone on patrol this turn. */
    sent?: string[]
    /** The routes that fleets have searched for this turn. */
    raids?: Record<string, string[]>
    /** The fleet that escorts each route, until its owner's next naval movement. */
    escorts?: Record<string, string>
    /** Fleets that are raiders. */
    raiders?: string[]
    /** Fleets that were raiders and have not been declared again. */
    lapsed?: string[]
    /** Fleets that have tried to intercept something from a neutral port. */
    preyed?: string[]
    /** Fleets that must leave their neutral port. */
    homing?: string[]
    /** Unfinished ships. */
    slips?: Slip[]
    /** The coastal aircraft of armies. */
    squadrons?: Record<string, number>
    /** Coastal aircraft lost in a hex since its side last fought. */
    downed?: Record<string, number>
    /** Hits on major naval ports this season. */
    holed?: Record<string, number>
    /** Hidden ports that an enemy has come across. */
    uncovered?: string[]
    /** Bought aircraft of a coast that have attacked a base this turn. */
    flown?: Record<string, number>
    /** Coastal aircraft on their way to a base. */
    sortie?: Sortie | null
    /** Hits of aircraft that somebody has yet to choose. */
    damage?: Damage | null
    /** Fleets whose carrier aircraft have searched this turn. */
    scouts?: string[]
    /** The hexes in which each route was searched for this turn, in order. */
    sought?: Record<string, string[]>
    /** Where routes and forces of invasions were spotted this turn. */
    sightings?: Record<string, string[]>
    /** Voyages of this naval movement, over, that coastal aircraft may strike when it ends. */
    passages?: Voyage[]
    /** Naval movement ends: coastal aircraft strike. */
    closing?: boolean
    /** The moving fleet; then a fleet on its way to intercept it. */
    voyages?: Voyage[]
    /** The battle whose losses are being taken. */
    battle?: Battle | null
  }

  /** An unfinished ship. */
  export interface Slip {
    side: string
    ship: string
    /** What is still to pay. */
    left: number | number
  }

  /** Coastal aircraft that attack a base. */
  export interface Sortie {
    frm: string
    at: string
    /** Those that have set out. */
    count: number
    /** Those that attack, and are left. */
    flying: number
  }

  /** Losses to aircraft that somebody has yet to choose. */
  export interface Damage {
    at: string
    /** Who chooses. */
    side: string
    hits: number
    fleets: string[]
    /** Whether coastal aircraft in the hex can be chosen, too. */
    air?: boolean
    /** Whether the base itself can be chosen, while it is more than a port. */
    base?: boolean
  }

  /** A fleet under way, or troops. */
  export interface Voyage {
    /** For troops: their escort, if any. */
    fleet: string
    mission: "base" | "haven" | "home" | "intercept" | "invasion" | "patrol" | "port" | "terror" | "troops"
    /** The hexes it enters, ending with its destination. */
    route: string[]
    /** Enemies that have yet to choose who intercepts it. */
    unasked?: string[]
    /** Interceptors that have not rolled yet. */
    chases?: Chase[]
    /** Interceptors that have rolled. */
    tried?: string[]
    /** The route it will attack. */
    raid?: string
    shipment?: Shipment | null
    /** The invasion that it is part of. */
    force?: Attack | null
    /** The fleet it will fight, of several it could intercept. */
    foe?: string
    /** It attacks the morale of the country, and not a base. */
    morale?: boolean
    /** The hex it starts from, if it is searched for. */
    start?: string
    /** The hex of its way that it is in. */
    leg?: number
    /** Sides at war with its own, where fleets must be spotted. */
    foes?: string[]
    /** Enemies that may still search for it. */
    watch?: string[]
    /** What they have ordered. */
    orders?: Record<string, Orders>
    /** Somebody has searched for it in this hex. */
    searched?: boolean
    /** It is spotted in this hex, and can be intercepted there. */
    seen?: boolean
    /** The hexes where it was spotted. */
    spotted?: string[]
    /** Those where each side has spotted it, or could see it pass. */
    seen_by?: Record<string, string[]>
    /** It has arrived, and coastal aircraft may strike it. */
    striking?: boolean
    /** The coasts whose aircraft have struck it. */
    struck?: string[]
    /** A fleet has intercepted it. */
    met?: boolean
  }

  /** A fleet trying to intercept another in one hex of its route. */
  export interface Chase {
    fleet: string
    at: string
    /** The fleet it chooses, if there are several. */
    foe?: string
    /** The hexes it enters, as declared. Empty: the shortest route. */
    route?: string[]
  }

  /** Troops at sea: points of an army, which stay with it until they land. */
  export interface Shipment {
    side: string
    /** Their landing, if nothing more is lost. */
    moved: Moved
    /** Points they have yet to lose. */
    owed?: number
  }

  /** Points moved to a place and joined an army there. */
  export interface Moved {
    event: "moved"
    army: string
    points: Points
    to: string
    into: string
    /** The seas they crossed, and other allowances they used. */
    seas?: string[]
  }

  /** An army and its target hex. */
  export interface Attack {
    /** Empty: a fleet that sails on its own to support an invasion. */
    army: string
    target: string
    /** By sea: the hexes it enters on its way, ending with the target. Empty: by land. */
    route?: string[]
    /** The fleet that escorts it. */
    fleet?: string
  }

  /** Where a side will search for what is at sea. */
  export interface Orders {
    /** Empty: in every hex of its way, until it is spotted. */
    at?: string
    /** The hex or the fleet that searches. Empty: whichever is best. */
    spotter?: string
    /** How many aircraft are assigned to it. None: as many as possible. */
    aircraft?: number | null
  }

  /** A battle whose losses are being taken. */
  export interface Battle {
    /** The intercepting fleet. */
    attacker: string
    defender: string
    at: string
    /** The attacker's hits. */
    dealt?: number
    /** The defender's hits. */
    taken?: number
    /** Losses a fleet has yet to take. */
    owed?: Record<string, number>
    /** The route whose escort is being fought. */
    raid?: string
    /** Whether carrier aircraft or guns have fired. */
    stage?: "air" | "guns"
    /** Ships of a fleet that its enemy has yet to choose: they are lost to aircraft. */
    aimed?: Record<string, number>
    /** Whose the fleets are: aircraft strike home even if their own fleet is sunk. */
    sides?: Record<string, string>
    /** Carriers that met capital ships without any of their own: they are lost when the battle is over. */
    doomed?: string[]
    /** Whether the defender escorts troops. */
    troops?: boolean
  }

  /** The part's memory. */
  export interface Risen {
    part: "home-bound"
    /** Armies that have risen this turn. */
    armies?: string[]
  }

  /** The part's memory. */
  export interface Levies {
    part: "home-forces"
    /** Countries and groups whose forces have already appeared. */
    called?: string[]
    /** Points that have yet to be placed, by country or group. */
    due?: Record<string, HomeForcesDue>
    /** The forces on the map, and their country. */
    armies?: Record<string, string>
  }

  /** Points that have yet to be placed. */
  export interface HomeForcesDue {
    side: string
    points: number
    /** The hexes under attack. */
    targets: string[]
  }

  /** The part's memory. */
  export interface Attacked {
    part: "imports"
    /** Countries on the route that the side itself has attacked. */
    countries?: string[]
  }

  /** The part's memory. */
  export interface Staff {
    part: "leaders"
    /** Armies with a face-down marker, and the turn in which it was drawn. */
    hidden?: Record<string, number>
    /** Armies with a leader. */
    led?: Record<string, string>
    /** Leaders found with an army of another nation, who have yet to be moved. */
    homeless?: string[]
    /** The turn and the side that has started to draw. */
    drawing?: string
  }

  /** The part's memory. */
  export interface Opened {
    part: "lend-lease"
    /** The invader has entered one of the receiver's hexes. */
    invaded?: boolean
    /** Points on their way to each depot. */
    shipped?: Record<string, number>
    /** The hexes they enter, beginning with the port. */
    paths?: Record<string, string[]>
  }

  /** The part's memory. */
  export interface Reopened {
    part: "lifelines"
    /** The key was recaptured, and nothing has been lost since. */
    reopened?: boolean
  }

  /** The part's memory. */
  export interface Readiness {
    part: "mobilization"
    /** The side has attacked others while it was limited. */
    aggressor?: boolean
    /** The turn in which the limit was lifted; 0: it still applies. */
    lifted?: number
  }

  /** The part's memory during a turn. */
  export interface Drops {
    part: "paratroops"
    /** Points that will drop in an army's next advance. */
    ready?: Record<string, number>
    /** An army's points that have dropped this turn. */
    used?: Record<string, number>
  }

  /** The part's memory. */
  export interface Uprisings {
    part: "partisans"
    /** Hexes attacked this turn. */
    tried?: string[]
    /** Hexes that partisans hold for a side: they don't make a country surrender. */
    seized?: Record<string, string>
    /** Those that must be supplied, and the turn since which they have been waiting for it. */
    cut_off?: Record<string, number>
  }

  /** The part's memory. */
  export interface Settled {
    part: "pledged-army"
    /** The nation's armies that were in the larder when their side's turn began. */
    began?: string[]
  }

  /** The part's memory. */
  export interface Affairs {
    part: "politics"
    /** Unaligned countries attacked this Combat Phase, and their first attacker. */
    violated?: Record<string, string>
    /** Points that have yet to be placed, by country. */
    gifts?: Record<string, MemoryDue>
    /** Points lost with a country that have yet to be chosen. */
    forfeits?: Record<string, MemoryDue>
    /** An offer to surrender is open. */
    offered?: boolean
    /** It was refused, and is never made again. */
    refused?: boolean
  }

  /** Points a side has yet to place in a country, or to give up for it. */
  export interface MemoryDue {
    side: string
    points: Points
  }

  /** The part's memory: what was given in this Production Phase. */
  export interface Given {
    part: "pools"
    /** Points given this turn to countries whose aid is limited. */
    points?: Record<string, number>
    /** Aircraft given this turn. */
    aircraft?: Record<string, number>
  }

  /** The part's memory during a Production Phase. */
  export interface Reached {
    part: "production-order"
    /** The step that the phase has come to, from 0. */
    step?: number
  }

  /** The part's memory. */
  export interface Supplies {
    part: "replenishment"
    /** All units at sea, each chain in order. */
    units?: Unit[]
    /** Fleets on a mission that depends on their chain, and where it leads. */
    used?: Record<string, string>
    /** The unit on its way. */
    sailing?: Sailing | null
    /** Attacks on units this turn, as `Kiel Fleet>1124`. */
    tried?: string[]
  }

  /** Amphibious points at sea that serve a fleet. */
  export interface Unit {
    side: string
    at: string
    fleet: string
    count: number
  }

  /** A unit on its way. */
  export interface Sailing {
    unit: Unit
    army: string
    /** The amphibious points of its army when it sailed. */
    held: number
  }

  /** Levels, prices and markers of all sides. Nothing is hidden. */
  export interface Knowledge {
    part: "research"
    /** Levels a side has reached by research. */
    risen?: Record<string, Record<string, number>>
    /** Prices below those of the level. */
    lowered?: Record<string, Record<string, number | number>>
    /** Markers on the track; those on Start are left out. */
    steps?: Record<string, Record<string, number>>
    /** What the side on turn has spent on each item this phase. */
    invested?: Record<string, number>
    /** The items it has rolled for this phase. */
    rolled?: string[]
    /** The sides that were at peace have attacked each other. */
    fought?: boolean
  }

  /** The part's memory. */
  export interface Losses {
    part: "sea-links"
    /** Production points sunk since their owner's last Production Phase. */
    sunk?: Record<string, number>
    /** The routes traced when their owner's turn began. */
    paths?: Record<string, string[]>
  }

  /** Shipping points, routes, and what was lost on them. */
  export interface Merchant {
    part: "shipping-points"
    /** The shipping points of each side. A side that is not listed has what the scenario gives it. */
    sides?: Record<string, Holdings>
    /** Countries that have brought their points. */
    gained?: string[]
    /** What depended on each route when its owner's turn was over. */
    loads?: Record<string, Load>
    /** Points lost by attacks on each convoy since its owner's last turn. */
    sunk?: Record<string, number>
    /** Routes that supply nobody until their owner's next naval movement. */
    cut?: string[]
    /** Extra transport that was bought for the next Movement Phase. */
    ocean?: number
    /** Points built this turn in the country where the first ones must be placed. */
    placed?: number
  }

  /** A side's shipping points. */
  export interface Holdings {
    /** Points in counters that no route uses, by port. */
    free: Record<string, number>
    routes: Record<string, Route>
  }

  /** A shipping route, and its capacity. Its points stand in the port where it begins. */
  export interface Route {
    frm: string
    /** How many points of each kind it carries per turn. */
    points: number
    to?: string
    /** Where it passes from one area to the next. */
    via?: string[]
    /** The hexes it enters. */
    path?: string[]
    /** The seas it crosses. */
    seas?: string[]
    /** The enclosed sea all of whose ports it serves, in place of a destination. */
    sea?: string
  }

  /** What depends on a route. */
  export interface Load {
    /** Strength points of the armies and fleets that draw supply along it. */
    strength?: number
    /** Production that it brings, by place. */
    goods?: Record<string, number>
  }

  /** What is where, what was declared, and national morale. */
  export interface Strategy {
    part: "strategic"
    /** Strategic aircraft and the bombs that they can carry, by hex. */
    wings?: Record<string, Wing>
    /** Missile counters. */
    batteries?: Record<string, Battery>
    /** Declared and not yet flown. */
    raids?: Raid[]
    /** Bombers raiding this turn, by base. */
    sent?: Record<string, number>
    /** Escorts flying with them. */
    guards?: Record<string, number>
    /** The raids of this turn have begun: no more can be declared. */
    closed?: boolean
    /** Missile counters that have fired this turn. */
    launched?: string[]
    /** Atomic bombs that can be dropped this turn, by base or missile counter. */
    aloft?: Record<string, number>
    /** An atomic bomb was dropped this turn. */
    dropped?: boolean
    /** Bombers shot down in the current raid, which their owner has yet to choose by base. */
    shot_down?: number
    /** Losses from an atomic bomb that a side has yet to choose. */
    blast?: Blast | null
    /** National morale, by country; what is left out is 0. */
    morale?: Record<string, number>
    /** Hexes captured this Combat Phase, by the country with morale for which they count. */
    gained?: Record<string, number>
    /** The same for hexes lost. */
    lost?: Record<string, number>
    /** The carriers that navies have lost. */
    carriers?: Record<string, number>
    /** Joins and surrenders that have already moved morale. */
    noted?: string[]
    /** Production lost for good. */
    scorched?: Record<string, number>
  }

  /** Strategic aircraft in a hex. */
  export interface Wing {
    side: string
    bomber?: number
    escort?: number
    air_defense?: number
    /** Atomic bombs. */
    bombs?: number
  }

  /** A missile counter. */
  export interface Battery {
    side: string
    at: string
    points: number
    bombs?: number
  }

  /** A declared raid. */
  export interface Raid {
    target: string
    bombers: Record<string, number>
    escorts?: Record<string, number>
    bombs?: Record<string, number>
    morale?: boolean
    /** The defence has fired. */
    defended?: boolean
  }

  /** Losses from an atomic bomb that a side has yet to choose. */
  export interface Blast {
    side: string
    at: string
    count: number
  }

  /** The part's memory during a turn. */
  export interface AirWar {
    part: "tactical-air"
    /** Aircraft that will fight enemy aircraft, as `1142>1143`. */
    ordered?: Record<string, number>
    /** Armies whose aircraft support the invasion of a hex. */
    support?: Record<string, string[]>
    /** Aircraft still defending an invaded coast. */
    coast?: Record<string, number>
    /** The dice for risky flights have been rolled this turn. */
    ferried?: boolean
  }

  /** The part's memory. */
  export interface Traded {
    part: "trade"
    /** It was broken off, for good. */
    broken?: boolean
    /** Points sunk since the importer's last Production Phase. */
    sunk?: number
  }

  /** The part's memory during a turn. */
  export interface Briefed {
    part: "weather-reports"
    /** The army that attacks by the reports this turn. */
    army?: string
  }

  /** The part's memory. */
  export interface Sites {
    part: "works"
    /** Where major naval ports are under construction, and whose they are. */
    begun?: Record<string, string>
    /** Armies that invaded in the last Combat Phase. */
    landed?: string[]
  }

  /** A Combat Phase in progress. */
  export interface Combat {
    step?: "advance" | "announce" | "assault" | "defence" | "exploitation" | "invasion" | "opening" | "over"
    /** Announced and not yet carried out; an army without an entry doesn't attack any more in this sub-phase. */
    attacks?: Attack[]
    /** Fleets that will support an invasion on their own. */
    supports?: Attack[]
    /** Defenders who have yet to choose which armies fire. */
    unasked?: string[]
    /** Hexes whose announced defensive assaults have yet to be rolled. */
    volleys?: string[]
    /** Armies and forts that fire in those defensive assaults. */
    firing?: string[]
    toll?: Toll | null
    /** Armies that have lost their hex and have yet to retreat; until then they aren't in any place. */
    displaced?: string[]
    /** Armies that have made their one assault this turn. */
    assaulted?: string[]
    /** Strength fired from one hex at another in this sub-phase, as `1142>1143`. */
    spent?: Record<string, number>
    /** How many hexes each army has advanced this turn. */
    advanced?: Record<string, number>
    /** Armies that have advanced and may still exploit. */
    eligible?: string[]
    /** Armies that have failed to advance: they can't attack again this turn. */
    failed?: string[]
    /** The army that is exploiting. */
    spearhead?: string
    /** Armies that have tried to advance in this sub-phase. */
    tried?: string[]
    landing?: Landing | null
    /** Armies that have invaded this turn. */
    landed?: string[]
    /** Armies and fleets that have made their voyage in naval movement and wait off the coast they invade. */
    sailed?: string[]
  }

  /** Losses that a side has yet to choose. */
  export interface Toll {
    side: string
    count: number
    /** The armies that may take them. */
    armies: string[]
    /** The fort that may take some of them. */
    fort?: string
    /** The fleet that may take some of them. */
    fleet?: string
    /** At least this many of them must be amphibious, while there are any. */
    amphibious?: number
  }

  /** The invasion of one hex in progress. */
  export interface Landing {
    target: string
    /** The armies that land, in sailing order. */
    armies: string[]
    /** Fleets that sail after them in support. */
    supports?: string[]
    stage?: "advance" | "assault" | "fire" | "sail" | "strike" | "support"
    /** The index of the force at sea; equal to their number when all have arrived. */
    sailing?: number
    /** Enemy fleets that have had their chance to intercept the force at sea. */
    met?: string[]
    duel?: Duel | null
    /** Enemy coasts on its route that have yet to fire at it. */
    coasts?: string[]
    /** Coastal air of the target has fired. */
    struck?: boolean
  }

  /** A sea battle whose losses are being taken. */
  export interface Duel {
    /** The intercepting fleet. */
    fleet: string
    /** The fleet that escorts the invasion. Empty: nobody fires back. */
    escort: string
    dealt: number
    taken: number
  }

  /** Finish this phase, or this step of it. */
  export interface Done {
    do: "done"
  }

  /** Give up. */
  export interface Concede {
    do: "concede"
  }

  /** Add points from the reserve to an army. An army not yet in play is placed with its first points. */
  export interface Deploy {
    do: "deploy"
    army: string
    at: string
    points: Points
  }

  /** Return a deployed army to the reserve. */
  export interface Withdraw {
    do: "withdraw"
    army: string
  }

  /** Base a fleet, or some of its points: during set-up, or by sea in the Movement Phase. */
  export interface Base {
    do: "base"
    fleet: string
    at: string
    points: number
  }

  /** Choose which production is lost before the first turn. */
  export interface Devastate {
    do: "devastate"
    points: Record<string, number>
  }

  /** Deploy as the scenario proposes. */
  export interface DeployAll {
    do: "deploy-all"
  }

  /** Move points to a place and add them to an army there. An army not yet in play is placed with them. */
  export interface Move {
    do: "move"
    army: string
    to: string
    /** Empty: all its points. */
    points?: Points
    /** The army that receives them. Empty: the army itself moves, as a whole. */
    into?: string
    /** By land to the first port, by sea to the second, and on by land. */
    ports?: [string, string] | null
    /** The hexes they enter at sea, if that matters. Empty: the shortest route. */
    route?: string[]
  }

  /** Convert amphibious points to infantry. */
  export interface Convert {
    do: "convert"
    army: string
    count: number
  }

  /** Remove points from an overstacked hex. */
  export interface Disband {
    do: "disband"
    army: string
    points: Points
  }

  /** Remove one of your occupation markers. */
  export interface Unmark {
    do: "unmark"
    at: string
  }

  /** Announce an army's initial attack on an adjacent hex. */
  export interface Target {
    do: "attack"
    army: string
    target: string
  }

  /** Announce an invasion by sea or, in exploitation, an amphibious advance. */
  export interface Invade {
    do: "invade"
    army: string
    target: string
    /** The hexes it enters, ending with the target. Empty: the shortest route. */
    route?: string[]
    /** The fleet that escorts it. */
    fleet?: string
    /** Amphibious points spent to sail further. */
    spend?: number
    /** The army they come from. Empty: the invading army itself. */
    spent_by?: string
  }

  /** Announce that a fleet sails on its own to support an invasion. */
  export interface Support {
    do: "support"
    fleet: string
    target: string
    /** The hexes it enters, ending with the target. Empty: the shortest route. */
    route?: string[]
  }

  /** Cancel an announced attack, or a fleet's support. */
  export interface CallOff {
    do: "call-off"
    army: string
  }

  /** Choose which armies and forts make their defensive assault now. The others save theirs. */
  export interface Defend {
    do: "defend"
    armies?: string[]
    forts?: string[]
  }

  /** Fire at a target with armies from one hex. */
  export interface Assault {
    do: "assault"
    target: string
    armies: string[]
  }

  /** Choose losses. */
  export interface Lose {
    do: "lose"
    armies?: Record<string, Points>
    fort?: number
    fleet?: number
  }

  /** Try to advance into the army's target hex. */
  export interface Advance {
    do: "advance"
    army: string
  }

  /** Retreat an army that has lost its hex. */
  export interface Retreat {
    do: "retreat"
    army: string
    to: string
  }

  /** Attack again with an army that has advanced. */
  export interface Exploit {
    do: "exploit"
    army: string
    target: string
  }

  /** Carry out the invasion of this hex next. */
  export interface Sail {
    do: "sail"
    target: string
  }

  /** Intercept an invasion with a fleet, or let it pass if none is given. */
  export interface Intercept {
    do: "intercept"
    fleet?: string
  }

  /** Fire coastal air at one of the invading armies. */
  export interface Strike {
    do: "strike"
    army: string
  }

  /** Build points and add them to an army in a production hex. An army not yet in play is placed. */
  export interface Build {
    do: "build"
    kind: "amphibious" | "infantry" | "mechanized" | "paratroop" | "tac_air"
    count: number
    at: string
    into: string
  }

  /** Repair devastated production. */
  export interface Repair {
    do: "repair"
    at: string
    count?: number
  }

  /** Build fort points. */
  export interface Fortify {
    do: "fortify"
    at: string
    count?: number
  }

  /** Remove a fort and all its points. */
  export interface Dismantle {
    do: "dismantle"
    at: string
  }

  /** Give production points to a partner through a depot. */
  export interface Lend {
    do: "lend"
    at: string
    count: number
  }

  /** Place points that a country brings. An army not yet in play is placed with its first points. */
  export interface Reinforce {
    do: "reinforce"
    army: string
    at: string
    points: Points
  }

  /** Choose the points that are lost with a country. */
  export interface Forfeit {
    do: "forfeit"
    armies: Record<string, Points>
  }

  /** Accept an offered surrender, or refuse it for good. */
  export interface AnswerOffer {
    do: "answer-offer"
    accept: boolean
  }

  /** Give points from the common budget to a country that doesn't share it. */
  export interface Grant {
    do: "grant"
    count: number
    /** The country. */
    to: string
  }

  /** Give a tac air point to an army of a country that gets aid. */
  export interface LendAircraft {
    do: "lend-aircraft"
    into: string
  }

  /** Draw a leader marker and give it to an army, face down. */
  export interface AssignLeader {
    do: "assign-leader"
    army: string
  }

  /** Return an army's marker to the pool, because there are too many. */
  export interface ReturnLeader {
    do: "return-leader"
    army: string
  }

  /** Move a leader to another army. */
  export interface MoveLeader {
    do: "move-leader"
    leader: string
    army: string
    /** By sea: from port to port. */
    ports?: [string, string] | null
  }

  /** Move a leader who was found with an army of another nation to one of his own. */
  export interface PostLeader {
    do: "post-leader"
    leader: string
    army: string
  }

  /** Place home forces of a country under attack. */
  export interface PlaceHomeForces {
    do: "place-home-forces"
    at: string
    count: number
  }

  /** Move home forces within their country. */
  export interface MoveHomeForces {
    do: "move-home-forces"
    frm: string
    to: string
    count: number
  }

  /** Move a fleet to another base. */
  export interface ChangeBase {
    do: "change-base"
    fleet: string
    to: string
    /** The hexes it enters. Empty: the shortest route. */
    route?: string[]
  }

  /** Send a fleet to a patrol hex. */
  export interface Patrol {
    do: "patrol"
    fleet: string
    to: string
    /** The hexes it enters. Empty: the shortest route. */
    route?: string[]
  }

  /** Return a patrol to port. */
  export interface ReturnToPort {
    do: "return-to-port"
    fleet: string
    /** The port. Empty: the one it sailed from. */
    to?: string
    /** The hexes it enters. Empty: the shortest route. */
    route?: string[]
  }

  /** Attack what an enemy sends by sea, in one hex of its route. */
  export interface AttackRoute {
    do: "attack-route"
    fleet: string
    route: string
    at: string
    /** The hexes the fleet enters on its way there. Empty: the shortest route. */
    sortie?: string[]
  }

  /** Have a fleet escort a route that begins in its port. */
  export interface EscortRoute {
    do: "escort-route"
    fleet: string
    route: string
  }

  /** Attack an enemy fleet at sea with a patrol beside it. */
  export interface Engage {
    do: "engage"
    fleet: string
    foe: string
  }

  /** Search for an enemy route: in one of its hexes, or in each until it is spotted. */
  export interface SearchRoute {
    do: "search-route"
    route: string
    /** Empty: in every hex, from its beginning or where the last search was, until it is spotted. */
    at?: string
    /** The hex or the fleet that searches. Empty: whichever is best. */
    spotter?: string
    /** How many aircraft are assigned to it. None: as many as possible. */
    aircraft?: number | null
  }

  /** Send a fleet with carriers against the ships in an enemy naval base. */
  export interface AttackBase {
    do: "attack-base"
    fleet: string
    at: string
    /** The hexes it enters. Empty: the shortest route. */
    route?: string[]
    /** Aimed at the morale of the country instead. */
    morale?: boolean
  }

  /** Attack an enemy naval base with bought coastal aircraft. */
  export interface RaidBase {
    do: "raid-base"
    frm: string
    at: string
    count: number
    /** Aimed at the morale of the country instead. */
    morale?: boolean
  }

  /** Send a submarine against a country's morale: both lose a point. */
  export interface AlarmCoast {
    do: "alarm-coast"
    fleet: string
    at: string
    /** The fleet that the submarine forms, if it is not alone. */
    into?: string
    /** The hexes it enters. Empty: the shortest route. */
    route?: string[]
  }

  /** Move coastal aircraft to another army. */
  export interface MoveAircraft {
    do: "move-aircraft"
    army: string
    into: string
    count: number
  }

  /** Transfer ships between fleets in one hex. A fleet not yet in play is formed there. */
  export interface Regroup {
    do: "regroup"
    ship: string
    frm: string
    into: string
    count?: number
  }

  /** Move a submarine fleet to another port before the first turn. */
  export interface Moor {
    do: "moor"
    fleet: string
    at: string
  }

  /** Choose the patrol hex in which a raider starts. */
  export interface PutToSea {
    do: "put-to-sea"
    fleet: string
    at: string
  }

  /** Build ships for a fleet in a naval yard. A fleet not yet in play is formed there. */
  export interface BuildShips {
    do: "build-ships"
    ship: string
    at: string
    fleet: string
    count?: number
  }

  /** Raise the A.S.W. level: every fleet with a capital ship adds it against submarines. */
  export interface RaiseLevel {
    do: "raise-level"
    count?: number
  }

  /** Begin a ship and pay a part of its price. */
  export interface BeginShip {
    do: "begin-ship"
    ship: string
    pay: number
  }

  /** Pay another part of an unfinished ship's price. With the last part it joins a fleet in a naval yard. */
  export interface PayForShip {
    do: "pay-for-ship"
    /** Its number among the side's unfinished ships, from 1. */
    slip: number
    pay: number
    /** With the last part: the naval yard. */
    at?: string
    /** With the last part: the fleet that it joins. */
    fleet?: string
  }

  /** Declare a fleet a raider, or some of its ships, which form a fleet of their own. */
  export interface DeclareRaider {
    do: "declare-raider"
    fleet: string
    /** Empty: the whole fleet. */
    ship?: string
    /** The fleet that the ships form. */
    into?: string
    count?: number
  }

  /** Buy coastal aircraft for an army, six at a time. */
  export interface BuyAircraft {
    do: "buy-aircraft"
    army: string
    count?: number
  }

  /** Try to intercept the fleet at sea in one hex of its route. */
  export interface Meet {
    do: "meet"
    fleet: string
    at: string
    /** The fleet it chooses, if there are several. */
    foe?: string
    /** The hexes your fleet enters on its way there. Empty: the shortest route. */
    route?: string[]
  }

  /** Send no more fleets against what is at sea; if it isn't spotted, search for it no more. */
  export interface LetPass {
    do: "let-pass"
  }

  /** Search for what is at sea: in one hex of its way, or in each until it is spotted. */
  export interface Search {
    do: "search"
    /** Empty: in every hex of its way, until it is spotted. */
    at?: string
    /** The hex or the fleet that searches. Empty: whichever is best. */
    spotter?: string
    /** How many aircraft are assigned to it. None: as many as possible. */
    aircraft?: number | null
  }

  /** Bring a raider from a neutral port to a friendly one. */
  export interface SeekHaven {
    do: "seek-haven"
    fleet: string
    to: string
  }

  /** Strike what was spotted at sea with the aircraft of a coast. */
  export interface StrikeFleet {
    do: "strike-fleet"
    at: string
  }

  /** Choose a ship that aircraft have sunk, or a coastal aircraft that they have shot down. */
  export interface SinkShip {
    do: "sink-ship"
    /** Empty: a coastal aircraft, or the base. */
    fleet?: string
    /** `base`: the hit falls on the base itself. */
    ship?: string
  }

  /** Choose the ships a fleet loses. */
  export interface LoseShips {
    do: "lose-ships"
    capital?: number
    asw?: number
  }

  /** Choose the ships that an enemy fleet loses to aircraft. */
  export interface SinkShips {
    do: "sink-ships"
    capital?: number
    carriers?: number
    asw?: number
  }

  /** Choose the kind of a point that is lost at sea. */
  export interface LoseTroops {
    do: "lose-troops"
    kind: string
  }

  /** Announce how many of an army's paratroop points drop in its next advance. */
  export interface Drop {
    do: "drop"
    army: string
    count: number
  }

  /** Pay for partisans in a hex and roll for them. */
  export interface RaisePartisans {
    do: "raise-partisans"
    at: string
  }

  /** Spend production points on research and move a marker forward. */
  export interface Invest {
    do: "invest"
    item: string
    count?: number
  }

  /** Roll for an item whose marker is on the track. */
  export interface Resolve {
    do: "resolve"
    item: string
  }

  /** Open a shipping route, or give one more capacity. Free points come from any port ships can sail from. */
  export interface OpenRoute {
    do: "open-route"
    frm: string
    to: string
    /** The capacity it gets. */
    count?: number
    /** Where it passes from one shipping area to the next. */
    via?: string[]
    /** The hexes it enters. Empty: the shortest path. */
    path?: string[]
  }

  /** Serve all ports of an enclosed sea, or give the route there more capacity. */
  export interface OpenSea {
    do: "open-sea"
    sea: string
    frm: string
    count?: number
  }

  /** Close a shipping route, or take capacity from it. Its points stay in the port where it began. */
  export interface CloseRoute {
    do: "close-route"
    route: string
    /** The capacity that is taken. 0: all of it. */
    count?: number
  }

  /** Move shipping points that no route uses to another port. */
  export interface MoveShipping {
    do: "move-shipping"
    frm: string
    to: string
    count: number
  }

  /** Build shipping points in a supplied port. */
  export interface BuildShipping {
    do: "build-shipping"
    at: string
    count?: number
  }

  /** Buy transport for strength points across the ocean in the next Movement Phase. */
  export interface BuyTransport {
    do: "buy-transport"
    count: number
  }

  /** Move an army, or some of its points, to another hex before the first turn. */
  export interface Station {
    do: "station"
    army: string
    at: string
    /** Empty: all its points. */
    points?: Points
    /** The army that receives them. Empty: the army itself. */
    into?: string
  }

  /** Declare a raid on a target by bombers from a hex; bombers from other hexes may join. */
  export interface DeclareRaid {
    do: "declare-raid"
    target: string
    frm: string
    bombers: number
    escorts?: number
    /** Atomic bombs they carry. */
    bombs?: number
    /** Aimed at morale instead of production. */
    morale?: boolean
  }

  /** Carry out all declared raids. */
  export interface FlyRaids {
    do: "fly-raids"
  }

  /** Fire a counter's missiles at production or morale. */
  export interface LaunchMissiles {
    do: "launch-missiles"
    battery: string
    target: string
    count: number
    /** Where further hits fall, in order. */
    others?: string[]
    /** Atomic bombs they carry. */
    bombs?: number
    morale?: boolean
  }

  /** Drop an atomic bomb carried by a raid or a launch. */
  export interface DropBomb {
    do: "drop-bomb"
    carrier: string
    target: string
  }

  /** Build bombers, escorts or air defense. */
  export interface BuildAir {
    do: "build-air"
    craft: "air_defense" | "bomber" | "escort"
    at: string
    count?: number
  }

  /** Build missile points for a counter. One not yet in play is placed with them. */
  export interface BuildMissiles {
    do: "build-missiles"
    battery: string
    at: string
    count?: number
  }

  /** Build an atomic bomb for the bombers in a hex, or for a missile counter. */
  export interface BuildBomb {
    do: "build-bomb"
    carrier: string
  }

  /** Move strategic aircraft by land, or fly them from airbase to airbase. */
  export interface MoveAir {
    do: "move-air"
    craft: "air_defense" | "bomber" | "escort"
    frm: string
    to: string
    count?: number
  }

  /** Move a missile counter. */
  export interface MoveMissiles {
    do: "move-missiles"
    battery: string
    to: string
  }

  /** Choose the bombers that were shot down, by base. */
  export interface LoseBombers {
    do: "lose-bombers"
    bombers: Record<string, number>
  }

  /** Choose what an atomic bomb destroys. */
  export interface BearBlast {
    do: "bear-blast"
    armies: Record<string, Points>
    fort?: number
  }

  /** Set how many aircraft fight enemy aircraft before an assault; the rest fire with the ground forces. */
  export interface Commit {
    do: "commit"
    frm: string
    at: string
    count: number
  }

  /** Have the aircraft of an army next to an invaded hex support the invasion. */
  export interface FlySupport {
    do: "fly-support"
    army: string
  }

  /** Fly aircraft over the ocean to an army. */
  export interface FerryAircraft {
    do: "ferry-aircraft"
    army: string
    at: string
    into: string
    count: number
  }

  /** Name the army that attacks by the weather reports this turn. */
  export interface UseReports {
    do: "use-reports"
    army: string
  }

  /** Send amphibious points to sea for a fleet. */
  export interface Replenish {
    do: "replenish"
    fleet: string
    at: string
    army: string
    count?: number
  }

  /** Attack enemy replenishment at sea. */
  export interface SinkUnit {
    do: "sink-unit"
    at: string
    fleet: string
  }

  /** Build a port, a major naval port or a supply road. */
  export interface BuildWork {
    do: "build-work"
    work: string
    at: string
  }

  /** Turn an amphibious point into a port where its army has landed. */
  export interface MakePort {
    do: "make-port"
    army: string
  }

  /** The eastern power goes to war with a side that it is at peace with. */
  export interface DeclareWar {
    do: "declare-war"
    against: string
  }

  /** An army tries to take a hex beside it as partisans do, and stays where it is. */
  export interface Rise {
    do: "rise"
    army: string
    at: string
  }

  /** Break off the other side's imports for good. */
  export interface BreakTrade {
    do: "break-trade"
  }

  /** A side's player turn begins. */
  export interface TurnBegan {
    event: "turn-began"
    turn: number
    side: string
    /** Places where its armies lack full supply. */
    cut_off?: string[]
    /** Armies without full supply in places that have it. */
    hungry?: string[]
    /** The phase it begins with. */
    phase?: "combat" | "movement" | "naval" | "production" | "research" | "setup" | "strategic"
    /** Fleets that stay expended: they recover only at the start of their own turn. */
    expended?: string[]
  }

  /** The side on turn enters a phase. */
  export interface PhaseBegan {
    event: "phase-began"
    phase: "combat" | "movement" | "naval" | "production" | "research" | "setup" | "strategic"
  }

  /** A side sets up its forces. */
  export interface SetUp {
    event: "set-up"
    side: string
  }

  /** Armies are in a hard winter for the first time this season. */
  export interface WinterFelt {
    event: "winter-felt"
    number: number
  }

  /** A player gave up. */
  export interface Conceded {
    event: "conceded"
    sides: string[]
  }

  /** The game is over. */
  export interface Won {
    event: "won"
    side: string
    /** The rule by which it was won. */
    why: string
  }

  /** Points were deployed from the reserve. */
  export interface Deployed {
    event: "deployed"
    side: string
    army: string
    at: string
    points: Points
  }

  /** An army returned to the reserve. */
  export interface Withdrawn {
    event: "withdrawn"
    army: string
  }

  /** Fleet points were based. */
  export interface Based {
    event: "based"
    side: string
    fleet: string
    at: string
    points: number
  }

  /** Production was lost before the first turn. */
  export interface Ruined {
    event: "ruined"
    points: Record<string, number>
  }

  /** Amphibious points became infantry. */
  export interface Converted {
    event: "converted"
    army: string
    count: number
  }

  /** Points were removed. */
  export interface Disbanded {
    event: "disbanded"
    army: string
    points: Points
  }

  /** An occupation marker was removed. */
  export interface Unmarked {
    event: "unmarked"
    at: string
  }

  /** A step of the Combat Phase begins. */
  export interface StepBegan {
    event: "step-began"
    step: "advance" | "announce" | "assault" | "defence" | "exploitation" | "invasion" | "opening" | "over"
    /** Who may fire in defence. */
    asked?: string[]
  }

  /** An attack was announced. */
  export interface EventsAnnounced {
    event: "announced"
    attack: Attack
  }

  /** An announced attack was cancelled. */
  export interface CalledOff {
    event: "called-off"
    army: string
  }

  /** A defender chose who fires. */
  export interface DefenceAnnounced {
    event: "defence-announced"
    side: string
    armies?: string[]
    forts?: string[]
    /** The hexes they fire from. */
    volleys?: string[]
  }

  /** A roll on the Firepower Table. */
  export interface Fired {
    event: "fired"
    side: string
    /** The hex fired at. */
    at: string
    /** The hex the fire comes from. */
    frm: string
    armies: string[]
    forts?: string[]
    defensive?: boolean
    strength?: number
    die?: number
    modifier?: number
    hits?: number
    /** The dice of further groups, if the strength exceeds the table. */
    more?: number[]
    /** How much of the strength came from aircraft. */
    air?: number
  }

  /** Only aircraft took part in an assault. */
  export interface HeldFire {
    event: "held-fire"
    at: string
    armies?: string[]
    defensive?: boolean
  }

  /** A side has losses to choose. */
  export interface LossesDue {
    event: "losses-due"
    toll: Toll
  }

  /** Points were lost. */
  export interface Lost {
    event: "lost"
    side: string
    armies?: Record<string, Points>
    fort?: string
    fort_points?: number
    fleet?: string
    fleet_points?: number
  }

  /** A fort absorbed losses. */
  export interface FortHeld {
    event: "fort-held"
    at: string
    count: number
    /** Losses it can still absorb in this player turn. */
    left: number
  }

  /** A garrison was destroyed. */
  export interface GarrisonLost {
    event: "garrison-lost"
    at: string
  }

  /** A roll on the Advance Table. */
  export interface AdvanceRolled {
    event: "advance-rolled"
    army: string
    target: string
    strength: number
    /** The strength of the hex. None: it is friendly. */
    defence: number | null
    /** The highest modified die that succeeds. */
    need: number
    die: number
    modifier: number
    success: boolean
  }

  /** An army entered a hex. */
  export interface Advanced {
    event: "advanced"
    army: string
    to: string
    captured?: boolean
    /** All of its production that is devastated now. */
    devastated?: number
    /** The hex now has an occupation marker from a combat advance. */
    marked?: boolean
    /** Armies that must retreat. */
    displaced?: string[]
    /** By sea. */
    landed?: boolean
  }

  /** A displaced army retreated to another hex. */
  export interface Retreated {
    event: "retreated"
    army: string
    to: string
  }

  /** An army was eliminated with all its points. */
  export interface Eliminated {
    event: "eliminated"
    army: string
    /** The rule by which it was eliminated. */
    why: string
  }

  /** A fort was lost with all its points. */
  export interface FortFell {
    event: "fort-fell"
    at: string
  }

  /** An army continues to attack. */
  export interface Exploited {
    event: "exploited"
    attack: Attack
    asked?: string[]
  }

  /** The defenders of an invaded hex may fire. */
  export interface DefenceAsked {
    event: "defence-asked"
    sides: string[]
  }

  /** A fleet rolls on the Firepower Table. */
  export interface NavalFire {
    event: "naval-fire"
    side: string
    fleet: string
    /** A fleet, an army at sea, or a hex. */
    at: string
    strength: number
    die: number
    modifier: number
    hits: number
  }

  /** Coastal air rolls on the Firepower Table. */
  export interface AirStruck {
    event: "air-struck"
    side: string
    /** The hex it comes from. */
    at: string
    army: string
    strength: number
    die: number
    hits: number
  }

  /** An invasion begins, or enters its next step. */
  export interface LandingBegan {
    event: "landing-began"
    landing: Landing | null
  }

  /** Forces of an invasion have made their voyage in naval movement. */
  export interface ForcesSailed {
    event: "forces-sailed"
    target: string
    /** Armies, and fleets that sail on their own. */
    forces: string[]
  }

  /** A fleet lost its base, or returned home for the turn. */
  export interface Expelled {
    event: "expelled"
    fleet: string
    /** Its new base. Empty: it is lost. */
    to?: string
  }

  /** A fleet can no longer intercept or support this turn. */
  export interface Expended {
    event: "expended"
    fleet: string
  }

  /** The check at the end of a Combat Phase found places without supply. */
  export interface SupplyFailed {
    event: "supply-failed"
    places: string[]
    /** Armies that were eliminated. */
    armies?: string[]
    forts?: string[]
    /** Places captured by an opponent. */
    captured?: Record<string, string>
    /** Rolled when two opponents are equally close. */
    dice?: number[]
  }

  /** Production was counted. */
  export interface Budgeted {
    event: "budgeted"
    side: string
    counted: number
    /** What may be spent: the count, minus what is spent elsewhere, plus lend-lease. */
    budget: number | number
    /** What places and countries with production of their own may spend, only there. */
    purses?: Record<string, number | number>
  }

  /** Fort points under construction are completed. */
  export interface FortsReady {
    event: "forts-ready"
    at: string[]
  }

  /** Points were built. */
  export interface Built {
    event: "built"
    side: string
    kind: "amphibious" | "infantry" | "mechanized" | "paratroop" | "tac_air"
    count: number
    at: string
    into: string
    cost: number | number
    /** The nation they belong to, if a side has several. */
    nation?: string
    /** What paid for them. Empty: the common budget, or the place's own purse. */
    purse?: string
  }

  /** Production was repaired. */
  export interface Repaired {
    event: "repaired"
    at: string
    count: number
    cost: number | number
    purse?: string
  }

  /** Construction of fort points began. */
  export interface Fortified {
    event: "fortified"
    side: string
    at: string
    count: number
    cost: number | number
    purse?: string
  }

  /** The position was changed by hand. */
  export interface Amended {
    event: "amended"
    change: SetArmy | SetFleet | SetFort | SetOwner | SetDevastation | SetTurn
    /** Places where armies of the side on turn now lack full supply. */
    cut_off?: string[]
    /** Hard winters before the new date, if the date changed. */
    winters?: number | null
    /** The nation of a new army. */
    nation?: string
  }

  /** Where an army stands and what it holds. Without points it is removed from the board. */
  export interface SetArmy {
    set: "army"
    side: string
    army: string
    at: string
    points?: Points
  }

  /** Where a fleet is based, and its points. Without points it is removed from the board. */
  export interface SetFleet {
    set: "fleet"
    side: string
    fleet: string
    at: string
    points?: number
  }

  /** The points of a place's fort, all complete. 0: no fort. */
  export interface SetFort {
    set: "fort"
    at: string
    points?: number
  }

  /** Who holds a place. Empty: nobody, if nobody does at the start. A fort changes hands with it. */
  export interface SetOwner {
    set: "owner"
    at: string
    side?: string
  }

  /** The devastated production points of a place. */
  export interface SetDevastation {
    set: "devastated"
    at: string
    points?: number
  }

  /** Whose turn it is, and the phase. The turn starts afresh, and forces not yet set up stay off the board. */
  export interface SetTurn {
    set: "turn"
    side: string
    phase: "combat" | "movement" | "naval" | "production" | "research" | "setup" | "strategic"
    /** The seasonal turn of the scenario, from 1. 0: unchanged. */
    turn?: number
  }

  /** Production points were given to a partner. */
  export interface Lent {
    event: "lent"
    to: string
    at: string
    count: number
    /** The hexes they enter, beginning with the port. */
    path?: string[]
  }

  /** Points on their way to a partner were sunk. */
  export interface LendLeaseSunk {
    event: "lend-lease-sunk"
    to: string
    at: string
    count: number
    why: string
  }

  /** The points that weren't sunk have reached the partner. */
  export interface LendLeaseArrived {
    event: "lend-lease-arrived"
  }

  /** The invader has entered one of the receiver's hexes. */
  export interface LendLeaseOpened {
    event: "lend-lease-opened"
    giver: string
    receiver: string
    why: string
  }

  /** The side itself has attacked a country on the route. */
  export interface ImportsBroken {
    event: "imports-broken"
    country: string
    why: string
  }

  /** The enemy has taken a place on the way, or the key was recaptured. */
  export interface LifelineChanged {
    event: "lifeline-changed"
    areas: string[]
    open: boolean
    why: string
  }

  /** A side has attacked others while its production was limited: the limit lasts longer. */
  export interface Aggression {
    event: "aggression"
    side: string
    why: string
  }

  /** All of a side's production counts from now on. */
  export interface Mobilized {
    event: "mobilized"
    side: string
    turn: number
    why: string
  }

  /** An unaligned country was attacked for the first time. */
  export interface NeutralityViolated {
    event: "neutrality-violated"
    country: string
    by: string
    /** The rule, if it wasn't the country itself that was attacked. */
    why?: string
  }

  /** The army of an unaligned country changed to another side. */
  export interface ArmyReplaced {
    event: "army-replaced"
    army: string
    by: string
    side: string
  }

  /** A country has joined a side with all its uncaptured places. */
  export interface CountryJoined {
    event: "country-joined"
    country: string
    side: string
    turn: number
    places: string[]
    why: string
  }

  /** Areas freed by a surrender have joined a side. */
  export interface LandsRallied {
    event: "lands-rallied"
    areas: string[]
    side: string
    places: string[]
    why: string
  }

  /** A country has surrendered. */
  export interface CountrySurrendered {
    event: "country-surrendered"
    country: string
    to: string
    why: string
    /** Places that have changed hands; to nobody: they are unaligned now. */
    taken?: Record<string, string>
    devastated?: Record<string, number>
    /** Armies that were eliminated. */
    lost?: string[]
    /** Armies that must retreat. */
    displaced?: string[]
    /** Armies of its nation that belong to their side in general from now on. */
    adopted?: string[]
  }

  /** A country brings points that its new side has yet to place. */
  export interface ReinforcementsDue {
    event: "reinforcements-due"
    country: string
    side: string
    points: Points
  }

  /** Points that a country brought were placed. */
  export interface Reinforced {
    event: "reinforced"
    country: string
    side: string
    army: string
    at: string
    points: Points
  }

  /** There was no place for points that a country brought. */
  export interface ReinforcementsLost {
    event: "reinforcements-lost"
    country: string
  }

  /** A side loses points with a country, and has yet to choose them. */
  export interface ForfeitDue {
    event: "forfeit-due"
    country: string
    side: string
    points: Points
  }

  /** Points lost with a country were removed. */
  export interface Forfeited {
    event: "forfeited"
    country: string
    side: string
    armies?: Record<string, Points>
  }

  /** A side offers to surrender. */
  export interface SurrenderOffered {
    event: "surrender-offered"
    country: string
    frm: string
    to: string
  }

  /** An offer to surrender was accepted, or refused for good. */
  export interface OfferAnswered {
    event: "offer-answered"
    country: string
    frm: string
    to: string
    accepted: boolean
  }

  /** A Combat Phase is over: attacks on countries that join nobody are forgotten. */
  export interface PhaseForgotten {
    event: "phase-forgotten"
    countries: string[]
  }

  /** Points from the common budget went to a country that doesn't share it. */
  export interface PointsGranted {
    event: "points-granted"
    side: string
    to: string
    count: number
    /** They come from a country that doesn't share the budget either. */
    free?: boolean
    /** They count against a limit per turn. */
    limited?: boolean
  }

  /** A country got its aircraft. */
  export interface AircraftLent {
    event: "aircraft-lent"
    to: string
  }

  /** A Production Phase begins: everything can be given again. */
  export interface AidRenewed {
    event: "aid-renewed"
  }

  /** A turn begins: these armies are where their nation's infantry needs no source of supply. */
  export interface TurnBegunInLarder {
    event: "turn-begun-in-larder"
    armies: string[]
  }

  /** Points without supply were lost next to infantry that needs none. */
  export interface PointsStarved {
    event: "points-starved"
    army: string
    points: Points
    why: string
  }

  /** A marker was drawn and given to an army, face down. */
  export interface LeaderAssigned {
    event: "leader-assigned"
    side: string
    army: string
    turn: number
  }

  /** An army's marker was returned to the pool. */
  export interface LeaderReturned {
    event: "leader-returned"
    army: string
  }

  /** An army's marker was revealed. */
  export interface LeaderRevealed {
    event: "leader-revealed"
    army: string
    /** Empty: no leader; the marker returns to the pool. */
    leader: string
    /** Whether he leads armies of this nation. */
    fits: boolean
    dice: number[]
    why: string
  }

  /** A leader moved to an army; without one, back into the pool. */
  export interface LeaderMoved {
    event: "leader-moved"
    leader: string
    army: string
    why?: string
  }

  /** An army with a leader has taken casualties: a die decides whether he is lost. */
  export interface LeaderAtRisk {
    event: "leader-at-risk"
    army: string
    leader: string
    die: number
    why: string
  }

  /** Armies were eliminated: their leaders and markers return to the pool. */
  export interface MarkersLost {
    event: "markers-lost"
    armies: string[]
    why: string
  }

  /** A country is attacked for the first time: its forces are placed. */
  export interface HomeForcesCalled {
    event: "home-forces-called"
    country: string
    side: string
    points: number
    targets: string[]
    why: string
    forts?: Record<string, number>
  }

  /** Home forces were placed. */
  export interface HomeForcesPlaced {
    event: "home-forces-placed"
    /** The country or group whose points they are. */
    key: string
    country: string
    army: string
    side: string
    at: string
    count: number
  }

  /** Home forces moved within their country. */
  export interface HomeForcesMoved {
    event: "home-forces-moved"
    army: string
    into: string
    country: string
    to: string
    count: number
  }

  /** Home forces have left the map for good. */
  export interface HomeForcesGone {
    event: "home-forces-gone"
    armies: string[]
    why: string
    /** Whether they were still on it. */
    standing?: boolean
  }

  /** Another side directs the home forces of a country. */
  export interface HomeForcesTurned {
    event: "home-forces-turned"
    country: string
    side: string
    armies: string[]
    forts: string[]
    why: string
  }

  /** Ships were built. */
  export interface ShipsBuilt {
    event: "ships-built"
    side: string
    ship: string
    at: string
    fleet: string
    count: number
    cost: number | number
    purse?: string
  }

  /** A side has raised its A.S.W. level. */
  export interface LevelRaised {
    event: "level-raised"
    side: string
    count: number
    cost: number | number
  }

  /** Ships moved from one fleet to another. */
  export interface Regrouped {
    event: "regrouped"
    ship: string
    frm: string
    into: string
    count: number
  }

  /** A submarine fleet moved to another port. */
  export interface Moored {
    event: "moored"
    fleet: string
    at: string
  }

  /** A ship was begun. */
  export interface ShipBegun {
    event: "ship-begun"
    side: string
    ship: string
    cost: number | number
    left: number | number
  }

  /** Another part of an unfinished ship was paid. */
  export interface ShipPaid {
    event: "ship-paid"
    side: string
    slip: number
    cost: number | number
  }

  /** A ship was completed and has joined a fleet. */
  export interface ShipCompleted {
    event: "ship-completed"
    side: string
    slip: number
    ship: string
    at: string
    fleet: string
    cost: number | number
  }

  /** The ships that are unfinished when the first turn begins. */
  export interface SlipsFilled {
    event: "slips-filled"
    slips: Slip[]
  }

  /** A fleet is in its patrol hex when the first turn begins. */
  export interface RaiderAtSea {
    event: "raider-at-sea"
    fleet: string
    at: string
  }

  /** A fleet has come a long way: it intercepts less well until its owner's next turn. */
  export interface Strained {
    event: "strained"
    fleet: string
    by: number
  }

  /** A country's ships were lost with its ports. */
  export interface ShipsScuttled {
    event: "ships-scuttled"
    fleet: string
    country: string
  }

  /** Carrier aircraft have attacked a fleet. */
  export interface CarriersStruck {
    event: "carriers-struck"
    /** Whose aircraft they are. */
    fleet: string
    target: string
    strength: number
    /** Strength lost to enemy carrier aircraft. */
    downed: number
    /** Strength lost to anti-aircraft fire. */
    shot: number
    hits: number
    /** Those of the defending aircraft, of the anti-aircraft fire, and of the attack. */
    dice: number[]
  }

  /** A fleet puts to sea. */
  export interface Sailed {
    event: "sailed"
    voyage: Voyage
  }

  /** A fleet will try to intercept the one at sea. */
  export interface ChaseDeclared {
    event: "chase-declared"
    chase: Chase
  }

  /** A side sends no more fleets against the one at sea. */
  export interface SideAsked {
    event: "side-asked"
    side: string
  }

  /** A die decides whether a fleet intercepts another. */
  export interface InterceptionRolled {
    event: "interception-rolled"
    fleet: string
    at: string
    distance: number
    needed: number
    die: number
    success: boolean
    modifier?: number
  }

  /** An interception has been tried: enemies that waited for its result may still meet the fleet farther on. */
  export interface PassageReopened {
    event: "passage-reopened"
    at: string
    sides: string[]
  }

  /** A voyage is over: the fleet has reached its destination. */
  export interface Arrived {
    event: "arrived"
    fleet: string
    mission: "base" | "haven" | "home" | "intercept" | "invasion" | "patrol" | "port" | "terror" | "troops"
    at: string
  }

  /** A voyage is over: the fleet is back in its port of departure, or lost. A raider is in its new port. */
  export interface TurnedBack {
    event: "turned-back"
    fleet: string
  }

  /** A fleet is a raider until its owner's next production. */
  export interface RaiderDeclared {
    event: "raider-declared"
    fleet: string
    ship?: string
    into?: string
    count?: number
  }

  /** A new production begins: whoever is to stay a raider must be declared again. */
  export interface DeclarationsLapsed {
    event: "declarations-lapsed"
    fleets: string[]
  }

  /** Raiders must leave their neutral ports for friendly ones. */
  export interface RaidersDue {
    event: "raiders-due"
    fleets: string[]
  }

  /** Fleets in friendly ports have nothing more to answer for. */
  export interface HuntsOver {
    event: "hunts-over"
    fleets: string[]
  }

  /** Coastal aircraft were bought. */
  export interface AircraftBought {
    event: "aircraft-bought"
    side: string
    army: string
    count: number
    cost: number | number
    purse?: string
  }

  /** Coastal aircraft have gone to another army. */
  export interface AircraftMoved {
    event: "aircraft-moved"
    army: string
    into: string
    count: number
  }

  /** A side's combat is over: its coasts have their own aircraft again; their other losses are final. */
  export interface AircraftRecovered {
    event: "aircraft-recovered"
    places: string[]
    /** What is left of the aircraft of armies. */
    squadrons: Record<string, number>
  }

  /** Aircraft of armies that no longer exist. */
  export interface AircraftGone {
    event: "aircraft-gone"
    armies: string[]
  }

  /** Coastal aircraft that fought as tac air were shot down. */
  export interface WingsClipped {
    event: "wings-clipped"
    army: string
    count: number
  }

  /** Carrier aircraft have attacked the ships in a base. */
  export interface BaseAttacked {
    event: "base-attacked"
    fleet: string
    at: string
    strength: number
    /** Strength lost to coastal aircraft. */
    downed: number
    /** Strength lost to anti-aircraft fire. */
    shot: number
    hits: number
    dice: number[]
  }

  /** Coastal aircraft fly against a base. */
  export interface SortieFlown {
    event: "sortie-flown"
    sortie: Sortie
  }

  /** Coastal aircraft over a base have fired. */
  export interface AircraftFought {
    event: "aircraft-fought"
    /** Where the aircraft that fire come from. */
    at: string
    /** Where those that they fire at come from. */
    foe: string
    strength: number
    hits: number
    lost: number
    dice: number[]
  }

  /** Coastal aircraft have attacked a base. */
  export interface BaseRaided {
    event: "base-raided"
    frm: string
    at: string
    strength: number
    hits: number
    dice: number[]
  }

  /** The aircraft that have attacked a base are home. */
  export interface SortieOver {
    event: "sortie-over"
  }

  /** What is at sea has arrived: coastal aircraft may strike it. */
  export interface StrikesBegan {
    event: "strikes-began"
  }

  /** A force has made its voyage: coastal aircraft may strike it when naval movement ends. */
  export interface Passed {
    event: "passed"
    voyage: Voyage
  }

  /** Coastal aircraft may strike the next of the forces that have passed. */
  export interface PassageStruck {
    event: "passage-struck"
  }

  /** Naval movement ends with the strikes of coastal aircraft; or they are over. */
  export interface StrikesDue {
    event: "strikes-due"
    closing: boolean
  }

  /** A force that has passed is struck no more. */
  export interface StrikesOver {
    event: "strikes-over"
  }

  /** Coastal aircraft have struck a force at sea. */
  export interface CoastStruck {
    event: "coast-struck"
    side: string
    at: string
    target: string
    strength: number
    downed: number
    hits: number
    dice: number[]
    /** The coast has all its aircraft again for the next force. */
    renewed?: boolean
  }

  /** Somebody must choose what aircraft have sunk. */
  export interface DamageDue {
    event: "damage-due"
    /** None: nothing is left to choose. */
    damage: Damage | null
  }

  /** Coastal aircraft on the ground were destroyed. */
  export interface AircraftDowned {
    event: "aircraft-downed"
    at: string
    count?: number
  }

  /** A ship was sunk by aircraft. */
  export interface ShipSunk {
    event: "ship-sunk"
    fleet: string
    ship: string
  }

  /** A hit has fallen on a major naval port; enough of them in a season reduce it to a port. */
  export interface BaseHit {
    event: "base-hit"
    at: string
    reduced?: boolean
  }

  /** A season is over: what has hit major naval ports without reducing them is forgotten. */
  export interface BasesMended {
    event: "bases-mended"
  }

  /** A submarine off a coast has frightened a country. */
  export interface CoastAlarmed {
    event: "coast-alarmed"
    fleet: string
    at: string
  }

  /** An enemy ship has come across a hidden port. */
  export interface PortUncovered {
    event: "port-uncovered"
    at: string
  }

  /** A side will search for what is at sea. */
  export interface SearchOrdered {
    event: "search-ordered"
    side: string
    orders: Orders
  }

  /** A side searches no more for what is at sea. */
  export interface SearchWaived {
    event: "search-waived"
    side: string
  }

  /** Somebody has searched a hex. */
  export interface Searched {
    event: "searched"
    side: string
    kind: "army" | "carrier" | "coast" | "fleet" | "submarine"
    /** The hex or the fleet that searched. */
    base: string
    at: string
    distance: number
    needed: number
    die: number
    modifier: number
    success: boolean
    /** The route that was searched for. Empty: what is at sea. */
    route?: string
  }

  /** What is at sea enters the next hex of its way; after the last one nobody can find it any more. */
  export interface WentOn {
    event: "went-on"
  }

  /** Nobody searches for an invasion any more. */
  export interface InvasionPassed {
    event: "invasion-passed"
  }

  /** A fleet searches for a route. */
  export interface RouteHunted {
    event: "route-hunted"
    fleet: string
    route: string
  }

  /** A fleet escorts a route. */
  export interface Escorted {
    event: "escorted"
    fleet: string
    route: string
  }

  /** A fleet fires at the cargo of a route. */
  export interface RouteAttacked {
    event: "route-attacked"
    fleet: string
    route: string
    at: string
    strength: number
    die: number
    modifier: number
    hits: number
    lost: number
  }

  /** Troops at sea must lose points. */
  export interface TroopsHit {
    event: "troops-hit"
    count: number
  }

  /** Points were lost at sea. */
  export interface TroopsSunk {
    event: "troops-sunk"
    points: Points
    why: string
  }

  /** A shipment is over: what is left of it lands. */
  export interface TroopsArrived {
    event: "troops-arrived"
  }

  /** Two fleets have fired at each other. */
  export interface BattleJoined {
    event: "battle-joined"
    battle: Battle
  }

  /** Ships were sunk. */
  export interface ShipsLost {
    event: "ships-lost"
    fleet: string
    capital?: number
    asw?: number
    submarines?: number
    carriers?: number
  }

  /** A battle is over: the loser, if anything is left of it, returns home. */
  export interface BattleEnded {
    event: "battle-ended"
    winner: string
    loser: string
    at: string
  }

  /** A fleet has lost a battle caused by an invasion. */
  export interface Beaten {
    event: "beaten"
    fleet: string
  }

  /** A turn begins: nobody has moved yet, and the fleets of the side on turn recover. */
  export interface FleetsRested {
    event: "fleets-rested"
    side: string
  }

  /** Patrols whose fleet was lost, or whose base has moved. */
  export interface Strayed {
    event: "strayed"
    fleets: string[]
  }

  /** Paratroops will drop. */
  export interface DropAnnounced {
    event: "drop-announced"
    army: string
    count: number
  }

  /** Paratroops have dropped: they have joined their army in the hex, or are lost. */
  export interface Dropped {
    event: "dropped"
    army: string
    count: number
    lost: boolean
  }

  /** A turn begins: every point may drop again. */
  export interface DropsForgotten {
    event: "drops-forgotten"
  }

  /** Partisans tried to take a hex. */
  export interface PartisansRose {
    event: "partisans-rose"
    side: string
    at: string
    cost: number
    die: number
    success: boolean
    devastated?: number
    supplied?: boolean
    turn?: number
  }

  /** A hex that partisans had taken was not supplied in time. */
  export interface PartisansSubdued {
    event: "partisans-subdued"
    at: string
    to: string
    why: string
  }

  /** Partisan hexes are supplied, or have been taken by an army. */
  export interface PartisansLinked {
    event: "partisans-linked"
    linked?: string[]
    taken?: string[]
  }

  /** A turn is over: every hex can be attacked again. */
  export interface UprisingsEnded {
    event: "uprisings-ended"
  }

  /** A step of production has begun. */
  export interface StepReached {
    event: "step-reached"
    step: number
  }

  /** A marker moved forward. */
  export interface Invested {
    event: "invested"
    side: string
    item: string
    count: number
    /** The marker's new step. */
    step: number
  }

  /** Dice were rolled for an item. */
  export interface Researched {
    event: "researched"
    side: string
    item: string
    die: number
    /** The effective result: A, B or C. */
    result: string
    level: number
    /** The marker's new step. */
    step: number
    /** The new price. None: it can't be built yet. */
    price?: number | number | null
    /** The price below that of its level, if any. */
    lowered?: number | number | null
    /** The second die, after a C. */
    second?: number
    /** The rule that makes the result better than the roll. */
    why?: string
  }

  /** A side has not invested or rolled yet this turn. */
  export interface ResearchBegan {
    event: "research-began"
  }

  /** Sides that were at peace have attacked each other: research is no longer limited. */
  export interface RivalsFought {
    event: "rivals-fought"
  }

  /** A side has traced its links: they don't change until its next turn. */
  export interface LinksTraced {
    event: "links-traced"
    paths: Record<string, string[]>
  }

  /** Production points were sunk on a link. */
  export interface ProductionSunk {
    event: "production-sunk"
    link: string
    count: number
    why: string
  }

  /** Losses were deducted; each is deducted only once. */
  export interface LossesCounted {
    event: "losses-counted"
    links: string[]
  }

  /** A side's shipping points and routes at the start, or those that a country brings. */
  export interface ShippingPlaced {
    event: "shipping-placed"
    side: string
    now: Holdings
    country?: string
    points?: number
  }

  /** A route was opened or got more capacity. */
  export interface RouteOpened {
    event: "route-opened"
    side: string
    route: string
    count: number
    now: Holdings
  }

  /** A route was closed or lost capacity. */
  export interface RouteClosed {
    event: "route-closed"
    side: string
    route: string
    now: Holdings
  }

  /** Points moved from counter to counter. */
  export interface ShippingMoved {
    event: "shipping-moved"
    side: string
    frm: string
    to: string
    count: number
    now: Holdings
  }

  /** Shipping points were built. */
  export interface ShippingBuilt {
    event: "shipping-built"
    side: string
    at: string
    count: number
    cost: number | number
    now: Holdings
    purse?: string
  }

  /** Extra transport was bought. */
  export interface TransportBought {
    event: "transport-bought"
    side: string
    count: number
    cost: number
  }

  /** Points were built in the country where the first ones must be placed. */
  export interface PointsPlaced {
    event: "points-placed"
    count: number
  }

  /** What depends on the routes of the sides that aren't on turn. */
  export interface LoadsCounted {
    event: "loads-counted"
    loads: Record<string, Load>
  }

  /** Production points were lost with a convoy. */
  export interface PointsSunk {
    event: "points-sunk"
    convoy: string
    count: number
    why: string
  }

  /** A route supplies nobody until its owner's next naval movement. */
  export interface RouteCut {
    event: "route-cut"
    route: string
    why: string
  }

  /** A turn is over: losses were deducted, and routes that were cut supply again. */
  export interface RoutesMended {
    event: "routes-mended"
    /** Losses that have yet to be deducted. */
    sunk: Record<string, number>
    cut: string[]
  }

  /** Shipping points were lost with their ports. */
  export interface ShippingLost {
    event: "shipping-lost"
    side: string
    count: number
    now: Holdings
    why: string
  }

  /** Extra transport is used up, and nothing has been built yet. */
  export interface Rested {
    event: "rested"
  }

  /** Points were moved to a hex. */
  export interface Stationed {
    event: "stationed"
    army: string
    at: string
    points: Points
    into: string
  }

  /** Strategic aircraft were built. */
  export interface AirBuilt {
    event: "air-built"
    side: string
    craft: "air_defense" | "bomber" | "escort"
    at: string
    count: number
    cost: number | number
    purse?: string
  }

  /** Missiles were built. */
  export interface MissilesBuilt {
    event: "missiles-built"
    side: string
    battery: string
    at: string
    count: number
    cost: number | number
  }

  /** An atomic bomb was built. */
  export interface BombBuilt {
    event: "bomb-built"
    side: string
    carrier: string
    cost: number | number
  }

  /** Strategic aircraft moved to another base; bombers take their share of the bombs along. */
  export interface AirMoved {
    event: "air-moved"
    side: string
    craft: "air_defense" | "bomber" | "escort"
    frm: string
    to: string
    count: number
    bombs?: number
  }

  /** A missile counter moved. */
  export interface MissilesMoved {
    event: "missiles-moved"
    battery: string
    to: string
  }

  /** Everything based in places that have changed hands is lost. */
  export interface BasesLost {
    event: "bases-lost"
    places?: string[]
    batteries?: string[]
  }

  /** A raid was declared, or joined. */
  export interface RaidDeclared {
    event: "raid-declared"
    raid: Raid
  }

  /** No more raids can be declared. */
  export interface RaidsBegan {
    event: "raids-began"
  }

  /** Escorts and air defense have fired at each other. */
  export interface EscortsFought {
    event: "escorts-fought"
    target: string
    side: string
    enemy: string
    /** The escorts' dice, then the defence's. */
    dice: number[]
    /** Air defense lost. */
    defence: number
    /** Escorts lost, by base. */
    escorts: Record<string, number>
  }

  /** Air defense fired at bombers. */
  export interface DefenceFired {
    event: "defence-fired"
    target: string
    strength: number
    dice: number[]
    hits: number
  }

  /** Bombers were shot down; a bomb is lost only with a bomber that carries it. */
  export interface BombersLost {
    event: "bombers-lost"
    side: string
    bombers: Record<string, number>
    bombs?: Record<string, number>
  }

  /** Bombers have reached their target. */
  export interface Bombed {
    event: "bombed"
    side: string
    target: string
    strength: number
    dice: number[]
    hits: number
    /** The production in it that is now devastated, if that has changed. */
    devastated?: number
  }

  /** Missiles were fired and used up. */
  export interface MissilesLaunched {
    event: "missiles-launched"
    battery: string
    target: string
    count: number
    dice: number[]
    hits: number
    /** The production that is now devastated, by place where it has changed. */
    devastated?: Record<string, number>
    bombs?: number
  }

  /** An atomic bomb was dropped. */
  export interface BombDropped {
    event: "bomb-dropped"
    side: string
    carrier: string
    target: string
    dice: number[]
    hits: number
    /** Carried by bombers, not by a missile. */
    flown: boolean
    /** The production in the hex that is now lost for good. */
    scorched?: number
    devastated?: number
  }

  /** A side has losses from an atomic bomb to choose. */
  export interface BlastDue {
    event: "blast-due"
    blast: Blast
  }

  /** What an atomic bomb has destroyed. */
  export interface BlastBorne {
    event: "blast-borne"
    side: string
    at: string
    armies: Record<string, Points>
    fort?: number
  }

  /** The morale of a country, and of its rival, has changed. */
  export interface MoraleMoved {
    event: "morale-moved"
    country: string
    rival: string
    value: number
    /** The one-time cause of the change, if it has one. */
    noted?: string
  }

  /** In a written position morale is as written, whatever happened before. */
  export interface MoraleSettled {
    event: "morale-settled"
    noted: string[]
  }

  /** A navy has lost carriers. */
  export interface CarriersCounted {
    event: "carriers-counted"
    country: string
    count: number
  }

  /** A hex was captured in a Combat Phase. */
  export interface HexesCounted {
    event: "hexes-counted"
    /** The country with morale for which it counts as gained. */
    by?: string
    /** The country for which it counts as lost. */
    frm?: string
  }

  /** A Combat Phase is over. */
  export interface CountsCleared {
    event: "counts-cleared"
  }

  /** A turn begins: nothing has been sent yet. */
  export interface StrategyForgotten {
    event: "strategy-forgotten"
  }

  /** Aircraft will fight enemy aircraft before an assault. */
  export interface AircraftOrdered {
    event: "aircraft-ordered"
    frm: string
    at: string
    count: number
  }

  /** An army's aircraft support an invasion; it makes no other assault. */
  export interface SupportFlown {
    event: "support-flown"
    army: string
    at: string
  }

  /** Aircraft attacked enemy aircraft. */
  export interface AirFought {
    event: "air-fought"
    side: string
    at: string
    strength: number
    dice: number[]
    hits: number
    /** Aircraft lost, by army. */
    lost?: Record<string, number>
    /** Losses among the coast's own aircraft. */
    coast?: number
  }

  /** Aircraft defend an invaded coast for the duration of the invasion. */
  export interface CoastShielded {
    event: "coast-shielded"
    at: string
    count: number
  }

  /** Aircraft flew over the ocean. */
  export interface Ferried {
    event: "ferried"
    army: string
    into: string
    at: string
    count: number
    dice?: number[]
    lost?: number
  }

  /** A turn begins: no aircraft have orders. */
  export interface AirWarForgotten {
    event: "air-war-forgotten"
  }

  /** An army attacks by the weather reports. Empty: a turn begins. */
  export interface ReportsUsed {
    event: "reports-used"
    army: string
  }

  /** A unit puts to sea. */
  export interface UnitSailed {
    event: "unit-sailed"
    sailing: Sailing
  }

  /** What is left of a unit has reached its hex; nothing: it was sunk on its way. */
  export interface UnitStationed {
    event: "unit-stationed"
    army: string
    unit: Unit
  }

  /** A fleet has sailed by way of its chain. */
  export interface MissionSupplied {
    event: "mission-supplied"
    fleet: string
    to: string
  }

  /** A fleet has looked for a unit. */
  export interface UnitAttacked {
    event: "unit-attacked"
    fleet: string
    at: string
  }

  /** A unit has lost points, and some are left. */
  export interface UnitHit {
    event: "unit-hit"
    unit: Unit
    left: number
  }

  /** Units are removed: sunk, cut off, or spent. */
  export interface UnitsGone {
    event: "units-gone"
    units: Unit[]
    why: string
  }

  /** A fleet was lost with the chain that supplied it. */
  export interface FleetStranded {
    event: "fleet-stranded"
    fleet: string
    why: string
  }

  /** A turn begins: every unit can be attacked again. */
  export interface AttacksForgotten {
    event: "attacks-forgotten"
  }

  /** Something was built; a major naval port is only begun. */
  export interface WorkBuilt {
    event: "work-built"
    side: string
    work: "naval_port" | "port" | "road"
    at: string
    cost: number | number
    purse?: string
  }

  /** An amphibious point became a port. */
  export interface PortMade {
    event: "port-made"
    army: string
    at: string
  }

  /** Major naval ports are complete. */
  export interface NavalPortsReady {
    event: "naval-ports-ready"
    at: string[]
  }

  /** Construction ended because the enemy took the place. */
  export interface WorksLost {
    event: "works-lost"
    at: string[]
  }

  /** Which armies have invaded; nobody: a new turn begins. */
  export interface LandingsNoted {
    event: "landings-noted"
    armies?: string[]
  }

  /** The eastern power is at war with another side. */
  export interface WarBroke {
    event: "war-broke"
    power: string
    against: string
    why: string
    /** The turn, if the war comes as a surprise. */
    surprise?: number
  }

  /** Places belong to one of the two powers of a side; to nobody in particular: they are no longer its own. */
  export interface PowerTook {
    event: "power-took"
    taken: Record<string, string>
  }

  /** The western power has attacked the side of the window. */
  export interface WindowOpened {
    event: "window-opened"
    turn: number
  }

  /** The western power has lost its capital. */
  export interface CapitalFell {
    event: "capital-fell"
    turn: number
  }

  /** An army tried to take a hex as partisans do. */
  export interface ArmyRose {
    event: "army-rose"
    army: string
    side: string
    at: string
    die: number
    success: boolean
    devastated?: number
  }

  /** A turn begins: every army may rise again. */
  export interface RisingsOver {
    event: "risings-over"
  }

  /** Fleets have gone to a port as ordered. */
  export interface FleetsOrdered {
    event: "fleets-ordered"
    fleets: string[]
    to: string
    why: string
  }

  /** The imports are over. */
  export interface TradeBroken {
    event: "trade-broken"
    by: string
    title: string
    why: string
  }

  /** Imports were sunk on their way; after they are counted, none are. */
  export interface ImportsSunk {
    event: "imports-sunk"
    count: number
    title?: string
  }

  /** Where can these points of an army go? With `to`: by which orders? */
  export interface Reach {
    ask: "reach"
    army: string
    /** No points: all that it has. */
    points?: Points
    to?: string
  }

  /** Which of my armies can attack what? */
  export interface Attacks {
    ask: "attacks"
  }

  /** By which orders can this army attack this place, over land or by sea? If it can't, why? */
  export interface Approach {
    ask: "approach"
    army: string
    to: string
  }

  /** What are the odds of this attack, and of the advances that follow? */
  export interface Prospect {
    ask: "prospect"
    army: string
    /** The hexes to enter, in order. */
    path: string[]
    /** Other armies that attack the first of them. */
    others?: string[]
    /** The index of the hex in the path where the army makes its assault. */
    fire_at?: number
    /** The order of loss; of each kind, the army's own points go last. */
    losses?: ("amphibious" | "infantry" | "mechanized" | "paratroop" | "tac_air")[]
  }

  /** What are the odds of this order: a landing, a meeting at sea, a raid, missiles? */
  export interface Weigh {
    ask: "weigh"
    order: Done | Concede | Deploy | Withdraw | Base | Devastate | DeployAll | Move | Convert | Disband | Unmark | Target | Invade | Support | CallOff | Defend | Assault | Lose | Advance | Retreat | Exploit | Sail | Intercept | Strike | Build | Repair | Fortify | Dismantle | DeclareWar | ChangeBase | Patrol | ReturnToPort | AttackRoute | EscortRoute | Engage | SearchRoute | AttackBase | RaidBase | AlarmCoast | MoveAircraft | Regroup | Moor | PutToSea | BuildShips | RaiseLevel | BeginShip | PayForShip | DeclareRaider | BuyAircraft | Meet | LetPass | Search | SeekHaven | StrikeFleet | SinkShip | LoseShips | SinkShips | LoseTroops | Rise | PlaceHomeForces | MoveHomeForces | AssignLeader | ReturnLeader | MoveLeader | PostLeader | Lend | Drop | RaisePartisans | Reinforce | Forfeit | AnswerOffer | Grant | LendAircraft | Replenish | SinkUnit | Invest | Resolve | OpenRoute | OpenSea | CloseRoute | MoveShipping | BuildShipping | BuyTransport | Station | DeclareRaid | FlyRaids | LaunchMissiles | DropBomb | BuildAir | BuildMissiles | BuildBomb | MoveAir | MoveMissiles | LoseBombers | BearBlast | Commit | FlySupport | FerryAircraft | BreakTrade | UseReports | BuildWork | MakePort
  }

  /** What are the odds of the announced attacks? */
  export interface QuestionsAnnounced {
    ask: "announced"
  }

  /** The supply of a whole side. */
  export interface Supply {
    ask: "supply"
    side: string
  }

  /** How is this place supplied, or why isn't it? */
  export interface Line {
    ask: "line"
    place: string
  }

  /** A side's production: its budget, prices and places to build. */
  export interface Production {
    ask: "production"
    side: string
  }

  /** What must I decide now: losses, defensive fire, retreats? */
  export interface PendingDecision {
    ask: "pending-decision"
  }

  /** What do I still have to set up, and where can it go? */
  export interface Deployment {
    ask: "deployment"
  }

  /** Where can my fleet be based, at set-up or from now on? */
  export interface Harbours {
    ask: "harbours"
    fleet: string
    /** At set-up: this many; 0: all that it has, or all without a base. */
    points?: number
  }

  export interface ReachAnswer {
    about: "reach"
    destinations: Destination[]
    /** For the place asked for. */
    orders: Order[]
    /** Why they can't move at all, or not there. */
    no: No | null
  }

  /** A place that points can go to. */
  export interface Destination {
    place: string
    /** How many more points may be there at the end of the phase; -1: any number. */
    room: number
    /** By sea: the ports of departure and arrival. */
    ports?: [string, string] | null
    seas?: string[]
  }

  /** A ready-made order, and its text. */
  export interface Order {
    text: string
    action: Done | Concede | Deploy | Withdraw | Base | Devastate | DeployAll | Move | Convert | Disband | Unmark | Target | Invade | Support | CallOff | Defend | Assault | Lose | Advance | Retreat | Exploit | Sail | Intercept | Strike | Build | Repair | Fortify | Dismantle | DeclareWar | ChangeBase | Patrol | ReturnToPort | AttackRoute | EscortRoute | Engage | SearchRoute | AttackBase | RaidBase | AlarmCoast | MoveAircraft | Regroup | Moor | PutToSea | BuildShips | RaiseLevel | BeginShip | PayForShip | DeclareRaider | BuyAircraft | Meet | LetPass | Search | SeekHaven | StrikeFleet | SinkShip | LoseShips | SinkShips | LoseTroops | Rise | PlaceHomeForces | MoveHomeForces | AssignLeader | ReturnLeader | MoveLeader | PostLeader | Lend | Drop | RaisePartisans | Reinforce | Forfeit | AnswerOffer | Grant | LendAircraft | Replenish | SinkUnit | Invest | Resolve | OpenRoute | OpenSea | CloseRoute | MoveShipping | BuildShipping | BuyTransport | Station | DeclareRaid | FlyRaids | LaunchMissiles | DropBomb | BuildAir | BuildMissiles | BuildBomb | MoveAir | MoveMissiles | LoseBombers | BearBlast | Commit | FlySupport | FerryAircraft | BreakTrade | UseReports | BuildWork | MakePort
    /** What it is worth, if dice are rolled for it. */
    odds?: string
  }

  /** A reason why not, with the rule. */
  export interface No {
    rule: string
    why: string
  }

  export interface AttacksAnswer {
    about: "attacks"
    armies: Attacker[]
  }

  /** An army and what it can attack. */
  export interface Attacker {
    army: string
    at: string
    /** The target it has been assigned to. */
    target?: string
    aims?: Aim[]
    /** Why it can't attack at all. */
    no?: No | null
  }

  /** A hex that an army can attack. */
  export interface Aim {
    place: string
    /** The army can advance into it without a fight. */
    friendly?: boolean
    by_sea?: boolean
    /** By sea: how many amphibious points the voyage costs. */
    spend?: number
    /** The chance that the army alone enters it; by sea without a fleet. */
    chance?: number
    /** The order that announces it, if it can be announced now. */
    order?: Done | Concede | Deploy | Withdraw | Base | Devastate | DeployAll | Move | Convert | Disband | Unmark | Target | Invade | Support | CallOff | Defend | Assault | Lose | Advance | Retreat | Exploit | Sail | Intercept | Strike | Build | Repair | Fortify | Dismantle | DeclareWar | ChangeBase | Patrol | ReturnToPort | AttackRoute | EscortRoute | Engage | SearchRoute | AttackBase | RaidBase | AlarmCoast | MoveAircraft | Regroup | Moor | PutToSea | BuildShips | RaiseLevel | BeginShip | PayForShip | DeclareRaider | BuyAircraft | Meet | LetPass | Search | SeekHaven | StrikeFleet | SinkShip | LoseShips | SinkShips | LoseTroops | Rise | PlaceHomeForces | MoveHomeForces | AssignLeader | ReturnLeader | MoveLeader | PostLeader | Lend | Drop | RaisePartisans | Reinforce | Forfeit | AnswerOffer | Grant | LendAircraft | Replenish | SinkUnit | Invest | Resolve | OpenRoute | OpenSea | CloseRoute | MoveShipping | BuildShipping | BuyTransport | Station | DeclareRaid | FlyRaids | LaunchMissiles | DropBomb | BuildAir | BuildMissiles | BuildBomb | MoveAir | MoveMissiles | LoseBombers | BearBlast | Commit | FlySupport | FerryAircraft | BreakTrade | UseReports | BuildWork | MakePort | null
  }

  export interface ApproachAnswer {
    about: "approach"
    /** Ready-made orders; by sea, one with each fleet that can come along. */
    orders: Order[]
    no: No | null
  }

  export interface ProspectAnswer {
    about: "prospect"
    /** Its chances to enter follow the path, hex by hex. */
    outlook: Outlook
    /** A short summary. */
    text: string
  }

  /** The odds of an attack, exact. */
  export interface Outlook {
    about: "outlook"
    /** The chance that any army enters the first hex. */
    captured: number
    /** The chance that the spearhead enters each hex of the path. */
    entered: number[]
    /** The chance of each total of the attacker's losses. */
    own: Record<string, number>
    /** The chance of each total of the defenders' losses to fire, including garrisons. */
    enemy: Record<string, number>
    mean_own: number
    mean_enemy: number
    /** By sea: the chance of each number of points in the hex afterwards. */
    ashore?: Record<string, number>
    /** By sea: the points lost on the way, on average. */
    at_sea?: number
    /** By sea: the ships lost, on average. */
    ships?: number
  }

  /** The odds of an order. Empty: no dice are rolled for it, or an attack has to be announced first. */
  export interface WeighAnswer {
    about: "weigh"
    text: string
    /** That it succeeds: a landing, a battle, finding a cargo, a raid with any effect. */
    chance?: number
    /** Own losses, on average. */
    own?: number
    /** The enemy's losses, on average: points, ships, cargo, production or morale. */
    enemy?: number
    /** Of a landing. */
    outlook?: Outlook | null
  }

  export interface AnnouncedAnswer {
    about: "announced"
    targets: Assailed[]
  }

  /** A hex under attack. */
  export interface Assailed {
    place: string
    /** The armies assigned to attack it; the first counts as the spearhead. */
    armies: string[]
    /** None: the attack is no longer possible. */
    outlook: Outlook | null
    /** By sea: the attacker's fleets, while attacks are being announced. */
    fleets?: Escort[]
  }

  /** A fleet of the invading side. */
  export interface Escort {
    fleet: string
    /** It sails there, with an army or alone. */
    sails?: boolean
    /** It sails alone, and can be called off. */
    alone?: boolean
    /** The order that sends it to support the invasion. */
    order?: Done | Concede | Deploy | Withdraw | Base | Devastate | DeployAll | Move | Convert | Disband | Unmark | Target | Invade | Support | CallOff | Defend | Assault | Lose | Advance | Retreat | Exploit | Sail | Intercept | Strike | Build | Repair | Fortify | Dismantle | DeclareWar | ChangeBase | Patrol | ReturnToPort | AttackRoute | EscortRoute | Engage | SearchRoute | AttackBase | RaidBase | AlarmCoast | MoveAircraft | Regroup | Moor | PutToSea | BuildShips | RaiseLevel | BeginShip | PayForShip | DeclareRaider | BuyAircraft | Meet | LetPass | Search | SeekHaven | StrikeFleet | SinkShip | LoseShips | SinkShips | LoseTroops | Rise | PlaceHomeForces | MoveHomeForces | AssignLeader | ReturnLeader | MoveLeader | PostLeader | Lend | Drop | RaisePartisans | Reinforce | Forfeit | AnswerOffer | Grant | LendAircraft | Replenish | SinkUnit | Invest | Resolve | OpenRoute | OpenSea | CloseRoute | MoveShipping | BuildShipping | BuyTransport | Station | DeclareRaid | FlyRaids | LaunchMissiles | DropBomb | BuildAir | BuildMissiles | BuildBomb | MoveAir | MoveMissiles | LoseBombers | BearBlast | Commit | FlySupport | FerryAircraft | BreakTrade | UseReports | BuildWork | MakePort | null
    /** Why it can't. */
    no?: No | null
  }

  /** The current supply of every place of a side. */
  export interface SupplyAnswer {
    about: "supply"
    side: string
    full: string[]
    defence: string[]
    none: string[]
  }

  /** The supply of one place. */
  export interface LineAnswer {
    about: "line"
    place: string
    side: string
    level: "defence" | "full" | "none"
    /** How it is supplied, or why not, in a sentence or two. */
    text: string
    /** The route to its source, both ends included; it skips sea hexes. */
    route: string[]
    /** Without full supply: the places it can trace through. */
    pocket: string[]
    /** Unfriendly places that enclose the pocket. */
    held: string[]
    /** Terrain that blocks the route: no road leads out of it. */
    rough: string[]
  }

  export interface ProductionAnswer {
    about: "production"
    side: string
    sources: Source[]
    /** What a count would give now. */
    counted: number
    /** How much of it is spent elsewhere. */
    withheld: number
    /** What a partner has given. */
    lent: number
    /** What is left to spend in this phase; 0 in other phases. */
    budget: number | number
    wares: Ware[]
    yards: Yard[]
    /** Free counters for new armies. */
    counters: string[]
    repairs: Site[]
    /** Where fort points can be added. Other places can get new forts while any are left. */
    forts: Site[]
    forts_left: number
    /** Where new forts can be built now. */
    fort_places: string[]
    /** Where production points can be given to a partner. */
    depots: Site[]
  }

  /** A line of the production count. */
  export interface Source {
    place: string
    points: number
    devastated: number
    level: "defence" | "full" | "none"
    counted: number
  }

  /** Something that can be built. */
  export interface Ware {
    kind: "amphibious" | "infantry" | "mechanized" | "paratroop" | "tac_air"
    cost: number | number
    /** How many can be paid for now. */
    most: number
  }

  /** A place where new points can appear. */
  export interface Yard {
    place: string
    /** Room for this many points; -1: any number. */
    room: number
    /** Armies there that can take them. */
    armies: string[]
    /** What may be spent there. */
    budget: number | number
  }

  /** A place where something costs production points. */
  export interface Site {
    place: string
    /** How many points can be paid for now. */
    most: number
    /** The order for one point. */
    order: Done | Concede | Deploy | Withdraw | Base | Devastate | DeployAll | Move | Convert | Disband | Unmark | Target | Invade | Support | CallOff | Defend | Assault | Lose | Advance | Retreat | Exploit | Sail | Intercept | Strike | Build | Repair | Fortify | Dismantle | DeclareWar | ChangeBase | Patrol | ReturnToPort | AttackRoute | EscortRoute | Engage | SearchRoute | AttackBase | RaidBase | AlarmCoast | MoveAircraft | Regroup | Moor | PutToSea | BuildShips | RaiseLevel | BeginShip | PayForShip | DeclareRaider | BuyAircraft | Meet | LetPass | Search | SeekHaven | StrikeFleet | SinkShip | LoseShips | SinkShips | LoseTroops | Rise | PlaceHomeForces | MoveHomeForces | AssignLeader | ReturnLeader | MoveLeader | PostLeader | Lend | Drop | RaisePartisans | Reinforce | Forfeit | AnswerOffer | Grant | LendAircraft | Replenish | SinkUnit | Invest | Resolve | OpenRoute | OpenSea | CloseRoute | MoveShipping | BuildShipping | BuyTransport | Station | DeclareRaid | FlyRaids | LaunchMissiles | DropBomb | BuildAir | BuildMissiles | BuildBomb | MoveAir | MoveMissiles | LoseBombers | BearBlast | Commit | FlySupport | FerryAircraft | BreakTrade | UseReports | BuildWork | MakePort
  }

  export interface PendingDecisionAnswer {
    about: "pending-decision"
    /** The kind of decision: `losses`, `defence`, `retreat` ...; empty: none. */
    kind: string
    text: string
    /** Losses to choose. */
    count: number
    /** The armies that can take them. */
    armies: Record<string, Points>
    fort: number
    fleet: number
    /** At least this many of them must be amphibious. */
    amphibious: number
    volleys: Volley[]
    refuges: Refuge[]
    /** Ready-made answers, the usual one first. */
    orders: Order[]
  }

  /** A possible defensive assault. */
  export interface Volley {
    place: string
    armies: string[]
    fort: boolean
    strength: number
    /** The chance of each number of attacker's losses, if all of them fire. */
    losses: Record<string, number>
  }

  /** Where an army can retreat to. */
  export interface Refuge {
    army: string
    place: string
    level: "defence" | "full" | "none"
    room: number
    order: Done | Concede | Deploy | Withdraw | Base | Devastate | DeployAll | Move | Convert | Disband | Unmark | Target | Invade | Support | CallOff | Defend | Assault | Lose | Advance | Retreat | Exploit | Sail | Intercept | Strike | Build | Repair | Fortify | Dismantle | DeclareWar | ChangeBase | Patrol | ReturnToPort | AttackRoute | EscortRoute | Engage | SearchRoute | AttackBase | RaidBase | AlarmCoast | MoveAircraft | Regroup | Moor | PutToSea | BuildShips | RaiseLevel | BeginShip | PayForShip | DeclareRaider | BuyAircraft | Meet | LetPass | Search | SeekHaven | StrikeFleet | SinkShip | LoseShips | SinkShips | LoseTroops | Rise | PlaceHomeForces | MoveHomeForces | AssignLeader | ReturnLeader | MoveLeader | PostLeader | Lend | Drop | RaisePartisans | Reinforce | Forfeit | AnswerOffer | Grant | LendAircraft | Replenish | SinkUnit | Invest | Resolve | OpenRoute | OpenSea | CloseRoute | MoveShipping | BuildShipping | BuyTransport | Station | DeclareRaid | FlyRaids | LaunchMissiles | DropBomb | BuildAir | BuildMissiles | BuildBomb | MoveAir | MoveMissiles | LoseBombers | BearBlast | Commit | FlySupport | FerryAircraft | BreakTrade | UseReports | BuildWork | MakePort
  }

  export interface DeploymentAnswer {
    about: "deployment"
    /** Points to deploy. */
    reserve: Points
    /** Free counters for new armies. */
    counters: string[]
    /** Where they can go. */
    places: Destination[]
    /** Fleets without a base. */
    fleets: string[]
    /** Fleet points without a base. */
    fleet_points: number
    /** Production points that the side must choose to lose before the first turn. */
    ruin: number
    /** Countries to choose them from. */
    ruin_areas: string[]
    /** The default choice. */
    ruined: Record<string, number>
  }

  export interface HarboursAnswer {
    about: "harbours"
    fleet: string
    points: number
    orders: Order[]
  }

  /** How a player's losses, defensive assaults, retreats and interceptions are resolved automatically. */
  export interface StandingOrders {
    /** Kinds of points in order of loss; empty: ask. */
    losses?: ("amphibious" | "infantry" | "mechanized" | "paratroop" | "tac_air")[]
    /** Whether all armies that may fire in defence do. */
    defend?: "always" | "ask" | "never"
    /** `supplied`: retreat to the best supplied hex, joining others if there is room. */
    retreat?: "ask" | "supplied"
    /** Whether fleets intercept invasions. */
    intercept?: "always" | "ask" | "never"
    until?: "cancelled" | "phase" | "turn"
  }

  /** The odds of this attack on the first hex of a path, and of one army's advance along the rest. */
  export interface Suppose {
    ask: "suppose"
    /** The first army of the first group is the spearhead. */
    groups: Group[]
    path: Ground[]
    /** The index of the hex in the path where the spearhead makes its one assault of the turn. */
    fire_at?: number
    /** The attacker's order of loss; of each kind, the spearhead's points go last. */
    losses?: ("amphibious" | "infantry" | "mechanized" | "paratroop" | "tac_air")[]
  }

  /** Armies that attack from one hex: they fire together. */
  export interface Group {
    armies: Points[]
    /** The terrain they attack from. */
    terrain?: "clear" | "desert" | "jungle" | "mountain" | "sea" | "swamp"
    /** The winter modifier to their dice. */
    winter?: number
    /** They invade. */
    by_sea?: boolean
    /** By sea: the capital ships that come along. */
    fleet?: number
  }

  /** A hex under attack. */
  export interface Ground {
    /** The total of all armies in it. */
    points?: Points
    fort?: number
    /** Its own garrison, which defends if there are neither armies nor a fort. */
    garrison?: boolean
    /** The attacker holds it: nobody fires, and only the advance is rolled for. */
    friendly?: boolean
    /** Whether coastal air meets an invasion. */
    coast?: boolean
    /** Whether its defenders make their defensive assault. */
    fires?: boolean
    terrain?: "clear" | "desert" | "jungle" | "mountain" | "sea" | "swamp"
    /** The winter modifier to the dice of attackers from this hex. */
    winter?: number
    /** The winter modifier to the defenders' dice. */
    their_winter?: number
  }

  /** Why there are no odds. */
  export interface Senseless {
    about: "senseless"
    why: string
  }

  /** What is in the box. */
  export interface HexKit {
    game: string
    title: string
    sides: SideFacts[]
    boards: BoardFacts[]
    scenarios: ScenarioFacts[]
    phases: PhaseFacts[]
    tables: Tables
    /** Symbols in hexes, as paths in a square from -17 to 17: `anchor`, `star`, `plane` ... */
    signs: Record<string, string>
    rules: RuleFacts[]
  }

  /** A side. */
  export interface SideFacts {
    id: string
    name: string
    adjective: string
    colour: string
    /** A colour that is readable on top of it. */
    on: string
    /** A path in a square from -10 to 10. */
    emblem: string
    /** Its counters, which limit its number of armies. */
    armies: string[]
    fleets: string[]
  }

  /** A board: the places in play, and how it is drawn. */
  export interface BoardFacts {
    id: string
    /** The part of the drawing that shows the board: left, top, width, height. */
    view: [number, number, number, number]
    /** The room around that part, where the drawing has its frame. */
    margin: number
    /** From the centre of a hex to its corners; hexes have a corner at the top and the bottom. */
    size: number
    /** The places on the drawing, and those beyond it that a side holds at the start. */
    places: PlaceFacts[]
    waters: WaterFacts[]
    seas: string[]
    /** The colour of each country on the map. */
    countries: Record<string, string>
    /** Parts of the drawing to jump to, by name. */
    views: Record<string, [number, number, number, number]>
  }

  /** A place with land: what it is, and where it is on the map. */
  export interface PlaceFacts {
    id: string
    /** Its name. */
    title: string
    /** The middle of the hex, or of the box. */
    at: [number, number]
    terrain: "clear" | "desert" | "jungle" | "mountain" | "sea" | "swamp"
    /** Its country; for a box, the first of its countries. */
    area: string
    /** Places that armies can move to. */
    near?: string[]
    /** Those of them across a strait. */
    straits?: string[]
    /** Those of them connected by road. */
    roads?: string[]
    /** Adjacent land across open water. */
    over_sea?: string[]
    /** The seas on its coast. */
    seas?: string[]
    name?: string
    /** It represents whole countries: any number of points may stack there. */
    box?: boolean
    coastal?: boolean
    production?: number
    port?: "anchor" | "none" | "port" | "yard"
    airbase?: boolean
    capital?: boolean
    depot?: boolean
    /** Nobody may ever enter it. */
    closed?: boolean
  }

  /** A sea hex on the map. */
  export interface WaterFacts {
    id: string
    at: [number, number]
    seas: string[]
  }

  /** A scenario. */
  export interface ScenarioFacts {
    id: string
    title: string
    summary: string
    board: string
    /** The phases of a turn, set-up first. */
    phases: string[]
    turns: string[]
    /** In order of play. */
    sides: string[]
    /** Sides that never fight each other. */
    partners: string[]
    /** What can be built. */
    kinds: ("amphibious" | "infantry" | "mechanized" | "paratroop" | "tac_air")[]
    forts: boolean
    /** Countries whose production provides full supply. */
    home: Record<string, string[]>
    /** Countries where new points appear. */
    builds: Record<string, string[]>
    /** What each side may do on each sea. */
    seas: Record<string, Record<string, SeaRight>>
    lend_lease: LendLeaseSettings | null
    /** What can be researched, at which prices, and the track. */
    research: SettingsSettings | null
    goals: Goal[]
  }

  /** What a side may do on a sea. */
  export interface SeaRight {
    /** Points it may ship per turn; `fleets`: as many as the fleet points it has based there. */
    ship?: number | "any" | "fleets"
    /** It may trace supply, even if it may not ship anything. */
    supply?: boolean
    /** The rule that limits it. Empty: the sea's own. */
    rule?: string
  }

  /** Production points that one side can give another, and through which places. */
  export interface LendLeaseSettings {
    giver: string
    receiver: string
    limit: number
    depots: Record<string, number>
    /** The side that must first have entered one of the receiver's hexes. Empty: available from the start. */
    invader?: string
    /** The ports it is shipped from: the first that is friendly. Empty: no route is needed. */
    sources?: string[]
    /** Depots reached over land, from a port. */
    landings?: Record<string, Landfall>
  }

  /** A port from which a chain of friendly places leads to a depot. */
  export interface Landfall {
    port: string
    /** The sea on which the depot lies, crossed last. */
    sea: string
  }

  /** Items, prices and the research track. */
  export interface SettingsSettings {
    items: Record<string, Item>
    /** For each step of the track, the results of the dice 1 to 6. */
    track: string[]
    /** How many steps back after a C, for the dice 1 to 6. */
    setback: number[]
    /** Levels at the start, if not 0. */
    start?: Record<string, Record<string, number>>
    gains?: Gain[]
    fixed?: Fixed[]
    peace?: Peace | null
    /** The most points that may be spent on an item per turn. */
    most?: number
  }

  /** Something that can be built. */
  export interface Item {
    /** Its price at each level, from 0. None: it can't be built yet. */
    cost: (number | number | null)[]
    /** The item whose level it shares. Empty: it has its own. */
    with?: string
  }

  /** Minimum levels of a side once a country has joined it. */
  export interface Gain {
    country: string
    side: string
    levels: Record<string, number>
  }

  /** The level at which a nation's areas build an item, whatever their side has learned. */
  export interface Fixed {
    areas: string[]
    item: string
    level: number
    rule: string
  }

  /** A side that may spend only one point per item until it and an enemy have attacked each other. */
  export interface Peace {
    side: string
    enemy: string
  }

  /** A victory condition: the first one met decides. */
  export interface Goal {
    side: string
    /** It decides as soon as it is met; otherwise only after the last turn. */
    at_once: boolean
    holds: string[]
    rule: string
  }

  export interface PhaseFacts {
    id: string
    name: string
  }

  /** `tables.yaml`: combat tables and production costs. */
  export interface Tables {
    /** By modified die from 1, then by firing strength from 1: the points the target loses. */
    firepower: number[][]
    /** By attacking strength from 0, then friendly hex, defence from 0: the highest die that succeeds. */
    advance: number[][]
    cost: Record<string, number>
    fort_cost: number
    repair_cost: number
    /** The most forts a side may have. */
    fort_limit: number
    /** How many hexes an invasion may sail. */
    invasion_range?: number
    /** How many more for each amphibious point spent. */
    invasion_extension?: number
    /** The strength of coastal air. */
    coastal_air?: number
    /** Its strength in boxes, by side it fires at. */
    box_air?: Record<string, number>
    /** The most points in a hex. */
    stack?: number
    terrain?: Record<string, TerrainEffect>
  }

  /** The effects of a hex's terrain in combat. */
  export interface TerrainEffect {
    /** In an assault on such a hex. */
    assault?: "full" | "half" | "none"
    /** In an advance out of such a hex. */
    leaving?: "full" | "half" | "none"
    /** Modifier to the die for an advance into it. */
    advance?: number
    /** Further modifier if neither armies nor a garrison are in it. */
    empty?: number
    /** Whether a supply route through it must leave by road or by sea. */
    road?: boolean
    /** Whether the marker of a combat advance into it, even if the hex was friendly, replaces a road. */
    marker?: boolean
  }

  export interface RuleFacts {
    id: string
    section: string
  }

  export type Action = Done | Concede | Deploy | Withdraw | Base | Devastate | DeployAll | Move | Convert | Disband | Unmark | Target | Invade | Support | CallOff | Defend | Assault | Lose | Advance | Retreat | Exploit | Sail | Intercept | Strike | Build | Repair | Fortify | Dismantle | Lend | Reinforce | Forfeit | AnswerOffer | Grant | LendAircraft | AssignLeader | ReturnLeader | MoveLeader | PostLeader | PlaceHomeForces | MoveHomeForces | ChangeBase | Patrol | ReturnToPort | AttackRoute | EscortRoute | Engage | SearchRoute | AttackBase | RaidBase | AlarmCoast | MoveAircraft | Regroup | Moor | PutToSea | BuildShips | RaiseLevel | BeginShip | PayForShip | DeclareRaider | BuyAircraft | Meet | LetPass | Search | SeekHaven | StrikeFleet | SinkShip | LoseShips | SinkShips | LoseTroops | Drop | RaisePartisans | Invest | Resolve | OpenRoute | OpenSea | CloseRoute | MoveShipping | BuildShipping | BuyTransport | Station | DeclareRaid | FlyRaids | LaunchMissiles | DropBomb | BuildAir | BuildMissiles | BuildBomb | MoveAir | MoveMissiles | LoseBombers | BearBlast | Commit | FlySupport | FerryAircraft | UseReports | Replenish | SinkUnit | BuildWork | MakePort | DeclareWar | Rise | BreakTrade

  export type Event = TurnBegan | PhaseBegan | SetUp | WinterFelt | Conceded | Won | Deployed | Withdrawn | Based | Ruined | Moved | Converted | Disbanded | Unmarked | StepBegan | EventsAnnounced | CalledOff | DefenceAnnounced | Fired | HeldFire | LossesDue | Lost | FortHeld | GarrisonLost | AdvanceRolled | Advanced | Retreated | Eliminated | FortFell | Exploited | DefenceAsked | NavalFire | AirStruck | LandingBegan | ForcesSailed | Expelled | Expended | SupplyFailed | Budgeted | FortsReady | Built | Repaired | Fortified | Amended | Lent | LendLeaseSunk | LendLeaseArrived | LendLeaseOpened | ImportsBroken | LifelineChanged | Aggression | Mobilized | NeutralityViolated | ArmyReplaced | CountryJoined | LandsRallied | CountrySurrendered | ReinforcementsDue | Reinforced | ReinforcementsLost | ForfeitDue | Forfeited | SurrenderOffered | OfferAnswered | PhaseForgotten | PointsGranted | AircraftLent | AidRenewed | TurnBegunInLarder | PointsStarved | LeaderAssigned | LeaderReturned | LeaderRevealed | LeaderMoved | LeaderAtRisk | MarkersLost | HomeForcesCalled | HomeForcesPlaced | HomeForcesMoved | HomeForcesGone | HomeForcesTurned | ShipsBuilt | LevelRaised | Regrouped | Moored | ShipBegun | ShipPaid | ShipCompleted | SlipsFilled | RaiderAtSea | Strained | ShipsScuttled | CarriersStruck | Sailed | ChaseDeclared | SideAsked | InterceptionRolled | PassageReopened | Arrived | TurnedBack | RaiderDeclared | DeclarationsLapsed | RaidersDue | HuntsOver | AircraftBought | AircraftMoved | AircraftRecovered | AircraftGone | WingsClipped | BaseAttacked | SortieFlown | AircraftFought | BaseRaided | SortieOver | StrikesBegan | Passed | PassageStruck | StrikesDue | StrikesOver | CoastStruck | DamageDue | AircraftDowned | ShipSunk | BaseHit | BasesMended | CoastAlarmed | PortUncovered | SearchOrdered | SearchWaived | Searched | WentOn | InvasionPassed | RouteHunted | Escorted | RouteAttacked | TroopsHit | TroopsSunk | TroopsArrived | BattleJoined | ShipsLost | BattleEnded | Beaten | FleetsRested | Strayed | DropAnnounced | Dropped | DropsForgotten | PartisansRose | PartisansSubdued | PartisansLinked | UprisingsEnded | StepReached | Invested | Researched | ResearchBegan | RivalsFought | LinksTraced | ProductionSunk | LossesCounted | ShippingPlaced | RouteOpened | RouteClosed | ShippingMoved | ShippingBuilt | TransportBought | PointsPlaced | LoadsCounted | PointsSunk | RouteCut | RoutesMended | ShippingLost | Rested | Stationed | AirBuilt | MissilesBuilt | BombBuilt | AirMoved | MissilesMoved | BasesLost | RaidDeclared | RaidsBegan | EscortsFought | DefenceFired | BombersLost | Bombed | MissilesLaunched | BombDropped | BlastDue | BlastBorne | MoraleMoved | MoraleSettled | CarriersCounted | HexesCounted | CountsCleared | StrategyForgotten | AircraftOrdered | SupportFlown | AirFought | CoastShielded | Ferried | AirWarForgotten | ReportsUsed | UnitSailed | UnitStationed | MissionSupplied | UnitAttacked | UnitHit | UnitsGone | FleetStranded | AttacksForgotten | WorkBuilt | PortMade | NavalPortsReady | WorksLost | LandingsNoted | WarBroke | PowerTook | WindowOpened | CapitalFell | ArmyRose | RisingsOver | FleetsOrdered | TradeBroken | ImportsSunk

  export type State = HexState

  export type Question = Reach | Attacks | Approach | Prospect | Weigh | QuestionsAnnounced | Supply | Line | Production | PendingDecision | Deployment | Harbours

  export type Answer = ReachAnswer | AttacksAnswer | ApproachAnswer | ProspectAnswer | WeighAnswer | AnnouncedAnswer | SupplyAnswer | LineAnswer | ProductionAnswer | PendingDecisionAnswer | DeploymentAnswer | HarboursAnswer

  export type Standing = StandingOrders

  export type Query = Suppose

  export type Reply = Outlook | Senseless

  export type Kit = HexKit

  export type Change = SetArmy | SetFleet | SetFort | SetOwner | SetDevastation | SetTurn

  /** All of it, for the types of the wire: `TableView<Hexes.Family>`. */
  export interface Family {
    action: Action
    event: Event
    state: State
    question: Question
    answer: Answer
    standing: Standing
    query: Query
    reply: Reply
    kit: Kit
    change: Change
  }
}
