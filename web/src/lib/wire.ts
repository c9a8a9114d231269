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

/** An optional rule that is agreed on before the game. */
export interface Option {
  id: string
  name: string
  text: string
  default: boolean
  /** The rules of the book that hold only where it was agreed on. */
  rules: string[]
}

/** A seat as the box shows it. */
export interface Chair {
  seat: string
  name: string
  side: string
  colour: string
  /** The scenarios that it has a part in; none named: all. */
  scenarios: string[]
  /** The side that it is on where one player has all chairs that name it; none: they are never one side. */
  together: string
}

/** What is on the lid, for a lobby: everything that can be agreed on before a game begins. */
export interface Box {
  id: string
  title: string
  summary: string
  /** Which panels a page uses; one that does not know the family plays by the list of choices. */
  family: string
  chairs: Chair[]
  sides: Record<string, string>
  scenarios: string[]
  options: Option[]
  /** What scenarios are called, where that is more than their id. */
  titles: Record<string, string>
}

/** Where in a game a position is: what a chapter of its story is headed by. */
export interface Moment {
  round: number
  /** Whose turn it is; nobody's, if all act at once. */
  seat: string
  /** The name of the phase, for people. */
  phase: string
}

/** Something about a game that is counted by round. */
export interface Measure {
  id: string
  name: string
  /** What exactly is counted, in a sentence. */
  text: string
  by: "seat" | "side"
  /** As it stands at the end of a round, what a round brought, or all that came since the beginning. */
  how: "running" | "stand" | "sum"
}

/** What an event adds to a measure that is summed up. */
export interface Tally {
  measure: string
  /** A seat or a side, as the measure has it. */
  who: string
  amount: number
}

/** Dice that fell, and what each face of such a die would have brought: enough to say how lucky it was. */
export interface Throw {
  /** Who threw them. */
  seat: string
  /** What is scored: `hits`, `damage` ... Scores of different kinds are not added. */
  what: string
  /** Where; throws in one place within one turn belong together. */
  place: string
  dice: number[]
  /** By face, from 1; there are as many as the die has sides. */
  scores: number[]
}

/** Every error answer, of HTTP and of the socket. */
export interface Problem {
  status: number
  /** A short name for programs: `refused`, `conflict`, `not-yours`, `too-fast`, `bad-request` ... */
  what: string
  /** A sentence for people that says what to do. */
  why: string
  /** The id of the rule that refused an action; its text is at `/api/games/{game}/rules/{rule}`. */
  rule: string
}

export interface Person {
  id: string
  name: string
  guest: boolean
}

/** Who the session belongs to; nobody yet: `person` is null. */
export interface Me {
  person: Person | null
  email: string
}

/** A new account; a guest who signs up keeps their tables. */
export interface SignUp {
  name: string
  password: string
}

export interface SignIn {
  name: string
  password: string
}

/** Play as a guest; without a name one is made up. */
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
  /** Only in the answer that makes it. */
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
  /** Whether there is a lesson for newcomers. */
  lesson: boolean
}

/** So many days for all that a seat decides in one turn. */
export interface DaysClock {
  kind: "days"
  days: number
  /** Hours that are let pass before anything happens. */
  grace: number
  end: "bot" | "loss" | "mark"
}

/** So many minutes for the whole game, and some seconds more for each turn. */
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
  /** Seats that are not named are open. */
  seats?: Record<string, string>
  title?: string
  /** In the list of open games; otherwise only who has the link can come. */
  listed?: boolean
  /** A position to study: all seats are the host's (`me` or `bot:LEVEL`), and it may be changed by hand. */
  study?: boolean
  /** Words that the host adds to the dice. */
  entropy?: string
  clock?: DaysClock | LiveClock | null
  /** Counts for the ladder: persons with accounts in all seats, on opposite sides. */
  rated?: boolean
}

/** The clock of a seat, when this was sent. */
export interface SeatTime {
  /** Seconds; below zero: the days of grace run. */
  left: number
  runs: boolean
  /** How often time ran out. */
  late: number
  /** On vacation until then: the clock stands. */
  away: string | null
}

/** Who plays a seat. */
export interface Chairholder {
  seat: string
  person: Person | null
  /** The level of the bot that plays it (also while it stands in for `person`). */
  bot: string
  /** The name of a friend who is expected. */
  invited: string
  /** Whether the person is looking at the table now. */
  here: boolean
  conceded: boolean
  time: SeatTime | null
}

/** A table as a list shows it. */
export interface TableInfo {
  /** Also the link: whoever knows it can look on, and take an open seat. */
  id: string
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
  /** Seats of the person who asks. */
  mine: string[]
  /** Where the game is, in a few words: `Round 3, Japan, Combat Move`. */
  headline: string
  winner: string
  made: string
  moved: string
  seq: number
  /** The table of the rematch. */
  next: string
  /** A position that its host studies: private, and it may be changed by hand. */
  study: boolean
  /** The table that it branched from. */
  source: string
  /** After so many of that table's decisions. */
  moment: number
  clock: DaysClock | LiveClock | null
  rated: boolean
}

export interface Tables {
  tables: TableInfo[]
  /** The cursor of the next page. */
  more: string
}

export interface TakeSeat {
  seat: string
  /** Words that the player adds to the dice, if the game has not begun. */
  entropy?: string
}

/** Begin with bots in the seats that are still free. */
export interface Start {
  /** Their level; empty: the usual one. */
  bot?: string
}

/** Give up. The seat that gives up; empty: the first of one's own. */
export interface Resign {
  seat?: string
}

/** Play it again with the same people; `swap`: on the other sides. */
export interface Rematch {
  swap?: boolean
}

/** Hand a seat to a bot (`bot:hard`), or back to its person (`me`); the host may open an empty one. */
export interface SetSeat {
  plan: string
}

/** One line of the log, as the viewer may see it. */
export interface Entry<F extends Family = Family> {
  /** Number in the log; grows with everything, an undo included. */
  seq: number
  /** Number among the decisions that stand, from 1; 0 for an undo. */
  number: number
  /** A decision, one that was taken back, or a change by hand (in a study). */
  kind: "act" | "edit" | "undo"
  /** Whose decision; nobody's: a change by hand. */
  seat: string
  /** Who pressed the button: a person's name, a bot's level, or `standing` for standing orders. */
  by: string
  at: string
  /** As the viewer may see it: null while it is hidden, and for a change by hand, which its events tell. */
  action: F["action"] | null
  events: F["event"][]
  /** The events in sentences. */
  text: string[]
  /** An undo: so many of the last decisions were taken back. */
  back: number
  /** Why a bot did it, if it says. */
  reason: string
}

/** The table as it stands, for one viewer. */
export interface Stand<F extends Family = Family> {
  seq: number
  /** How many decisions stand. */
  number: number
  view: F["state"]
  pending: Decision[]
  headline: string
  /**
   * For each seat of the viewer that could take something back: the number of the first decision it could.
   *
   * In a study also for nobody (an empty name): changes by hand.
   */
  undo: Record<string, number>
  /** Standing orders of the viewer's seats. */
  standing: Record<string, F["standing"]>
  winner: string
  /** Of the view. */
  digest: string
}

/** One open question: who is asked, what kind of answer is expected, and where. */
export interface Decision {
  seat: string
  kind: string
  space: string
  prompt: string
}

/** The dice: sealed before the first roll, opened at the end. */
export interface Seal {
  source: string
  commitment: string
  entropy: string
  secret: string
  rolled: number
  /** How many dice of the log fell before this source took over: an imported game has dice of its own. */
  since: number
}

/** All that a page needs to show a table. */
export interface TableView<F extends Family = Family> {
  info: TableInfo
  stand: Stand<F>
  /** The end of the log, at least this turn's. */
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
  /** Only for this side; empty: for everybody at the table. */
  side: string
}

/** Take actions, one after the other: all, or none if one is refused. */
export interface Act<F extends Family = Family> {
  type: "act"
  key: string
  seat: string
  /** The last log number that the client knows: an action upon an old table is a conflict. */
  seq: number
  actions: F["action"][]
}

/**
 * Take back the last decision, or (`number`) one decision of this stretch.
 *
 * What rests on it goes too, and what followed the end of its phase.
 */
export interface Undo {
  type: "undo"
  key: string
  seat: string
  seq: number
  number?: number
}

/** Leave standing orders, or (null) take them back. */
export interface Standing<F extends Family = Family> {
  type: "standing"
  key: string
  seat: string
  orders: F["standing"] | null
}

/** Change the position of one's study by hand: all of these changes, or none if one is refused. */
export interface Edit<F extends Family = Family> {
  type: "edit"
  key: string
  seq: number
  changes: F["change"][]
}

/** A question in the game's vocabulary; also `{"ask": "choices"}`, which every game answers. */
export interface Ask<F extends Family = Family> {
  type: "ask"
  id: number
  question: F["question"]
  seat?: string | null
  /** Asked of the table as it stood after so many of the decisions that stand; null: as it stands now. */
  at?: number | null
}

export interface Say {
  type: "say"
  text: string
  side?: string
}

export interface Ping {
  type: "ping"
}

/** One thing that a seat may do now. */
export interface Choice<F extends Family = Family> {
  text: string
  action: F["action"]
}

/** What a seat may do now, the first so many; `more`: there are others. */
export interface Choices<F extends Family = Family> {
  choices: Choice<F>[]
  more: boolean
  /** JSON Schema of the actions, for a form. */
  schema: unknown
}

/** An act, an undo or standing orders were taken; `seq` is the log's end after it. A retry gets the same. */
export interface Done {
  type: "done"
  key: string
  seq: number
  /** Undo in the middle: decisions that could not stand without it, in words. */
  dropped: string[]
}

/** A message could not be obeyed; nothing changed. `key` or `id` say which. */
export interface Failed {
  type: "failed"
  problem: Problem
  key: string
  id: number
}

/** First message of a connection, and again whenever the client must start afresh. */
export interface Hello<F extends Family = Family> {
  type: "hello"
  table: TableView<F>
  me: Person | null
}

/** New log entries, and what they changed: a JSON merge patch (RFC 7396) from the view at `after`. */
export interface Happened<F extends Family = Family> {
  type: "happened"
  /** The log number that the patch starts from; a client that stands elsewhere reconnects. */
  after: number
  entries: Entry<F>[]
  patch: unknown
  /** With `view` null: the patch tells it. */
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

/** A stretch of a game: a phase of somebody's turn. */
export interface Chapter {
  /** It begins after so many of the decisions that stand. */
  number: number
  round: number
  seat: string
  /** The name of the phase. */
  phase: string
}

/** What a scrubber needs: how long the game is, and where its chapters begin. */
export interface History {
  /** How many decisions stand. */
  number: number
  chapters: Chapter[]
}

/** From one moment to the next. */
export interface NextMoment {
  number: number
  /** A JSON merge patch (RFC 7396) from the view at the moment before. */
  patch: unknown
  pending: Decision[]
  headline: string
  winner: string
}

/** A few moments that follow each other: the first in full, the others by what they change. */
export interface Moments<F extends Family = Family> {
  /** After so many of the decisions that stand. */
  first: number
  view: F["state"]
  pending: Decision[]
  headline: string
  winner: string
  steps: NextMoment[]
}

/** Show a finished game in the public list, or no longer. */
export interface Publish {
  listed: boolean
}

/** A study that begins where a game was after so many decisions; null: as it stands now. */
export interface Branch {
  number?: number | null
  /** Empty: as the game is called. */
  title?: string
}

/** What would a bot do after so many decisions (null: now)? `bot`: its level; empty: the strongest. */
export interface AdviceAsked {
  number?: number | null
  bot?: string
}

/** One step of a plan. */
export interface Advised<F extends Family = Family> {
  action: F["action"]
  /** The action in words. */
  text: string
  /** Why the bot would do it, if it says. */
  reason: string
}

/** What a bot would do with the rest of this turn, as far as no die has to fall. */
export interface Advice<F extends Family = Family> {
  /** After so many decisions. */
  number: number
  /** The end of the log when it was asked: for playing it. */
  seq: number
  seat: string
  bot: string
  steps: Advised<F>[]
  /** It ends where dice decide; otherwise with the turn, or because it became too long. */
  dice: boolean
}

/** A table that waits for me. */
export interface Turn {
  table: string
  game: string
  title: string
  headline: string
  /** Which turn it is: a page tells of each only once. */
  turn: string
  seats: string[]
  /** The last move of anybody. */
  since: string
  /** Seconds until my time is up; nothing: nobody counts, or the clock stands. */
  left: number | null
}

/** Letters about my games. */
export interface MailSettings {
  /** Whether this server writes letters. */
  offered: boolean
  email: string
  confirmed: boolean
  mode: "daily" | "each" | "off"
  language: "de" | "en"
}

/** Where to write to, and how often. A new address is written to once, to ask whether it is mine. */
export interface SetMail {
  /** Empty: forget the address. */
  email: string
  mode?: "daily" | "each" | "off"
  language?: "de" | "en"
}

/** What a link in a letter holds. */
export interface MailKey {
  key: string
}

export interface Vacation {
  id: string
  begins: string
  ends: string
}

/** When my clocks stand. */
export interface Vacations {
  /** Those that are not over. */
  vacations: Vacation[]
  /** Days a year that anybody may take. */
  days: number
  /** Days that are left of this year's. */
  left: number
}

export interface NewVacation {
  ends: string
  /** Nothing: now. */
  begins?: string | null
}

/** Delete my account. Name and password once more, so that it cannot happen by accident. */
export interface DeleteAccount {
  name: string
  password: string
}

/** Who played in a game that is over. */
export interface Player {
  side: string
  seats: string[]
  outcome: "draw" | "lost" | "won"
  /** Of the person; empty: nobody. */
  name: string
  bot: string
}

/** A game that is over. */
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

/** The results of a month, the latest first. */
export interface Results {
  /** `2026-11`. */
  month: string
  /** The month before this one that has results. */
  earlier: string
  later: string
  results: Result[]
}

/** How strong a person is at a game, by Glicko-2. */
export interface Rating {
  game: string
  name: string
  rank: number
  rating: number
  /** The true strength is within twice this, mostly. */
  deviation: number
  /** Too few games, or too long ago, to be sure. */
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

/** A person, and how their games ended, as far as everybody may know. */
export interface PersonPage {
  person: Person
  since: string
  ratings: Rating[]
  results: Result[]
  won: number
  lost: number
  drawn: number
}

/** One rule: a stable id, where the book has it, its text, and a ruling where the book is silent. */
export interface Rule {
  id: string
  section: string
  text: string
  ruling?: string
  optional?: boolean
}

/** A part of the table of contents: rules whose ids begin alike. */
export interface Topic {
  id: string
  /** By language. */
  title: Record<string, string>
  rules: string[]
}

/** The lesson: which game is laid out, who the learner is, and the steps in order. */
export interface Tutorial {
  scenario: string
  /** The learner's; all other seats are played by bots. */
  seat: string
  minutes: number
  steps: Step[]
}

/** One thing to do. */
export interface Step {
  title: Record<string, string>
  text: Record<string, string>
  /** Any of these is enough; none: it is only read, and the learner says when. */
  done: (EventMark | UndoMark | SeenMark)[]
  /** Where to look on the board. */
  places?: string[]
  /** What to look at beside it: `orders`, `end`, `undo`, `menu`, `supply`. */
  part?: string
}

/**
 * Something happened that looks like this: all that the pattern names is there, other things may be.
 *
 * A list of the pattern asks that each of its members is somewhere in the list of the event.
 */
export interface EventMark {
  mark: "event"
  like: Record<string, unknown>
}

/** Something was taken back. */
export interface UndoMark {
  mark: "undo"
}

/** The learner looked at a part of the page: `odds`, `rules`, `supply`. */
export interface SeenMark {
  mark: "seen"
  what: string
}

/** All that is counted. */
export interface Statistics {
  /** 0 is the beginning; the last one may be still in play. */
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

/** One seat's or side's numbers, one for each of the rounds. */
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
  /** How many of a hundred such throws would have brought less (those that bring the same count half). */
  percentile: number
}

/** How much more than expected each side had scored by the end of each round. */
export interface Trend {
  what: string
  lines: Line[]
}

/** The dice that fell in one place in one turn: usually a battle. */
export interface Contest {
  round: number
  turn: string
  place: string
  /** The decision that threw the first of them. */
  number: number
  /** By seat. */
  luck: Luck[]
}

export type TimeIsUp = "bot" | "loss" | "mark"

export type Clock = DaysClock | LiveClock

export type Phase = "abandoned" | "finished" | "playing" | "waiting"

export type ClientMessage<F extends Family = Family> = Act<F> | Undo | Standing<F> | Edit<F> | Ask<F> | Say | Ping

export type ServerMessage<F extends Family = Family> = Hello<F> | Happened<F> | TableChanged | Chatted | Answered<F> | Done | Failed | Opened | Pong

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
    /** The mobilization zone: units paid for and not yet placed. */
    bought?: Record<string, Record<string, number>>
    /** What powers have developed. */
    techs?: [string, string][]
    /** Territories that were bombed, and what that will cost. */
    damage?: Record<string, Damage>
    /** Powers that have lost their capital since they last collected income. */
    halved?: string[]
    /** Closed areas that are closed no more. */
    opened?: string[]
    /** Research dice that were bought and not yet rolled, by development. */
    dice?: Record<string, Record<string, number>>
    /** Steps towards developments, where research is made in steps. */
    boxes?: Record<string, Record<string, number>>
    /** Territories whose first factory was destroyed by its owner. */
    razed?: string[]
    battle?: Battle | null
    /** Pairs (owner, partner): the owner does not lend its carriers and transports to the partner. */
    no_room?: [string, string][]
    players?: Record<string, string[]>
    conceded?: string[]
    options?: Record<string, boolean>
    winner?: string
  }

  /** What is remembered for the length of a turn. Several powers may be active in games of team turns. */
  export interface Turn {
    /** The active powers, and the phase that each is in; none: it has finished and waits for its team. */
    phases: Record<string, string>
    /** Who held what when the turn began. */
    control?: Record<string, string>
    /** Sea zones that were hostile to the active side when the turn began. */
    hostile?: string[]
    /** Sea zones where the active power attacks submarines and transports that it could have ignored. */
    engaged?: string[]
    /** Sea zones of an assault where it was decided to leave submarines and transports alone. */
    ignored?: string[]
    /** Announced amphibious assaults: sea zone and territory. */
    assaults?: [string, string][]
    /** For each attacked space, the paths by which land and sea units came (for retreats). */
    routes?: Record<string, string[][]>
    /** Combats still to be resolved. */
    sites?: Site[]
    /** The combat that the attacker has turned to, while a question about it is open. */
    chosen?: string
    /** Landing zones where the fleet retreated or failed. */
    blocked?: string[]
    stranded?: Stranded[]
    /** Units that each factory has mobilized this turn. */
    charged?: Record<string, number>
    /** Dice for research have been rolled this turn. */
    researched?: boolean
    /** Guns fire at air units that are on their way. */
    overflight?: Overflight | null
    /** Sea zones that have seen a battle, where a game asks for that. */
    fought?: string[]
    /** A rocket has been fired this turn. */
    rocketed?: boolean
    /** Money that powers have sent to partners this turn. */
    sent?: Record<string, number>
    /** Territories whose factory is destroyed by its owner this turn. */
    scorched?: string[]
    /** Rockets that were ordered and have yet to be fired. */
    strikes?: Strike[]
    /** Ships that were stopped on their way. */
    passing?: Passing[]
    /** Powers of the other team that have given all their orders. */
    closed?: string[]
    reinforcements?: Reinforcement[]
    /** Territories, and how many units of a reinforcement must stay there. */
    pinned?: Record<string, number>
    released?: Release[]
    /** Spaces that have seen a battle, where a game asks for that. */
    embattled?: string[]
    /** All combats are over, and reinforcements have been carried out. */
    settled?: boolean
    /** Powers that have rolled their research dice, where they have a phase for that. */
    developed?: string[]
    /** Units that have entered play in each territory without its factory. */
    raised?: Record<string, number>
  }

  /** A space where this turn's combat is still to be resolved. */
  export interface Site {
    space: string
    /** Part of an announced amphibious assault. */
    amphibious?: boolean
    /** Bombers over a factory; the battle for the territory is another combat. */
    raid?: boolean
  }

  /** Defending air units whose carrier was lost; their owner lands them before the next moves. */
  export interface Stranded {
    space: string
    power: string
    unit: string
    count: number
  }

  /** Air units on their way over enemy guns. */
  export interface Overflight {
    /** Where they are going, and stand on the board. */
    space: string
    planes: [Piece, number][]
    /** Where guns have yet to fire at them. */
    guns: string[]
    /** Hits that their owner has yet to assign. */
    hits: number
  }

  /** One unit in its present condition; what is not named here is the same for all of its type. */
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
    /** For cargo, for units put ashore and for ships that bombard: the territory of the announced assault. */
    landing?: string
    /** For a transport: the territory that it has landed units in this turn. */
    offloaded?: string
    /**
     * For air units: has made its landing move and flies no farther this turn. For land units: came ashore in the
     * noncombat move.
     */
    landed?: boolean
    /** Broke off a battle this turn. */
    retreated?: boolean
    /** For air units: on their way to bomb a factory or on another mission; they fight no battle. */
    raiding?: boolean
    /** For attackers: the space from which they entered the battle, where a retreat has to lead back to it. */
    came?: string
    /**
     * Has left a battle, below the surface or, for air units, aloft without a place to land; until the turn ends
     * it fights nobody and bars nothing.
     */
    submerged?: boolean
    /** For air units: what they were sent to do instead of fighting. */
    mission?: string
  }

  /** A rocket that was ordered. */
  export interface Strike {
    power: string
    gun: string
    target: string
  }

  /** Ships on their way through a zone whose submarines have stopped some of them: which, says their owner. */
  export interface Passing {
    power: string
    /** The way that is left, beginning with the zone. */
    path: string[]
    units: [Piece, number][]
    stopped: number
    assault: string
    attack: boolean
  }

  /** Units that will go to the next space when all combats are over. */
  export interface Reinforcement {
    power: string
    space: string
    to: string
    unit: string
    count: number
    cargo: string[]
  }

  /** Bombers that have come through and have yet to be told what to bomb. */
  export interface Release {
    space: string
    power: string
    bombers: [Piece, number][]
  }

  /** What bombs and rockets have done to a territory; its holder feels it in the next turn. */
  export interface Damage {
    income?: number
    production?: number
  }

  /** A battle in progress: where it is in its declared sequence, and both strips. */
  export interface Battle {
    space: string
    /** Which declared sequence it follows: `land`, `sea` or `raid`. */
    sequence: string
    /** The power that leads the attack. */
    attacker: string
    attack: StateStrip
    defend: StateStrip
    amphibious?: boolean
    round?: number
    step?: number
    /** Hits that `victim` has yet to assign. */
    hits?: Hits[]
    /** `attack` or `defend` while losses are to be chosen. */
    victim?: string
    proposals?: Proposal[]
    /** Seats that have answered the open question of this step. */
    answered?: string[]
    /** Where the attacker may retreat to now; filled when that is asked. */
    retreats?: string[]
    /** What those had to roll who fired last in the present volley, if it is fired column by column. */
    column?: number
    /** Air units that guns have found and have yet to fire at. */
    found?: Piece[]
    /** Units have left in this round because neither side could hit the other. */
    deadlock?: boolean
    /** Who pulls back as soon as everybody has answered. */
    leaving?: Leave[]
  }

  /** One side's edge of the battle strip. */
  export interface StateStrip {
    /** In the battle: firing units and those beside the strip. */
    units?: [Piece, number][]
    /** Behind the strip: hit, but still to return fire before they are removed. */
    casualties?: [Piece, number][]
    /** Out of this battle, still in the sea zone. */
    submerged?: [Piece, number][]
    /** Abilities present when the round began; a loss takes effect in the next round. */
    abilities?: string[]
    /** Not on the strip: guns and ships that fire into this battle from where they stand. */
    support?: [Piece, number][]
    /** Who names losses and targets for the side in this round, where somebody does. */
    leader?: string
    /** Shots of this side that are aimed and not yet fired. */
    aims?: Shots[]
    /** Who has fired aimed shots in this round. */
    fired?: [Piece, number][]
    /** Hits on this side that wait to take effect. */
    hits?: Hits[]
    /** Aimed hits on this side that wait to take effect. */
    marked?: Marked[]
  }

  /** Who fires at one enemy. Enemies that are alike are told apart: one entry is one of them. */
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

  /** Losses that one player of a multinational defence has named. */
  export interface Proposal {
    seat: string
    damaged: [Piece, number][]
    destroyed: [Piece, number][]
  }

  /** What a power pulls back. */
  export interface Leave {
    power: string
    parties?: Party[]
    /** Who submerges. */
    below?: [Piece, number][]
  }

  /** Units that leave a battle for one place; without one: attacking air units, which wait until they land. */
  export interface Party {
    units: [Piece, number][]
    to?: string
  }

  /** Purchase: the whole order of this turn; a new order replaces the one before. */
  export interface Order {
    do: "order"
    units: Record<string, number>
  }

  /** Buy so many dice for the development of weapons, and roll them. */
  export interface Research {
    do: "research"
    dice: number
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

  /** Some units out of a space, as a player names them: `2 infantry`, `transport[tank]`. */
  export interface Pick {
    unit: string
    count?: number
    /** Only pieces with exactly this aboard; not given: any. */
    cargo?: string[] | null
    /** Only pieces that have spent this much movement; not given: those with most left. */
    used?: number | null
    /** For air units: take off from a carrier of this partner. */
    aboard?: string
  }

  /**
   * Air units fly along a path to bomb the factory at its end, and fight nobody there.
   *
   * In some games there are several missions to fly; then it has to be named.
   */
  export interface Raid {
    do: "raid"
    units: Pick[]
    path: string[]
    mission?: "" | "bombing" | "counter-air" | "interdiction" | "night-bombing"
  }

  /** Send money to a partner. */
  export interface Aid {
    do: "aid"
    to: string
    amount: number
  }

  /**
   * Research dice by development: bought with the purchase, or given out when they are rolled.
   *
   * A new program replaces the one before. Where dice are given out only later, they are bought for nothing in
   * particular (an empty name).
   */
  export interface Program {
    do: "program"
    dice: Record<string, number>
  }

  /** Repair one damaged ship for what a die says. */
  export interface Repair {
    do: "repair"
    unit: string
    zone: string
  }

  /** The factories that their owner destroys this turn; a new choice replaces the one before. */
  export interface Scorch {
    do: "scorch"
    territories: string[]
  }

  /** In the enemy's turn: air units fly to the next space to defend it. */
  export interface Support {
    do: "support"
    unit: string
    space: string
    to: string
    count?: number
    /** Whose carrier they take off from, where that is a partner's. */
    aboard?: string
  }

  /** In the enemy's turn: units will go to the next space when all combats are over. */
  export interface Reinforce {
    do: "reinforce"
    units: Pick[]
    space: string
    to: string
  }

  /** Take back all orders that one has given in the enemy's turn. */
  export interface Recall {
    do: "recall"
  }

  /** Which ships end their move where submarines have stopped some of them; the others sail on. */
  export interface Halt {
    do: "halt"
    ships: [Piece, number][]
  }

  /** How many bombers that have come through attack the factory; the others attack the income. */
  export interface Bomb {
    do: "bomb"
    factory?: number
  }

  /** Which reinforcements stay where they are, because the enemy has bombed the roads. */
  export interface Pin {
    do: "pin"
    orders: Reinforcement[]
  }

  /** An air unit takes a land unit along its path, sets it down in `drop`, and flies on. */
  export interface Airlift {
    do: "airlift"
    unit: string
    passenger: string
    path: string[]
    drop: string
  }

  /**
   * One transport's whole voyage: the zones it sails, whom it loads on the way, and where they go ashore.
   *
   * In the combat move `land` is the territory of the announced assault, otherwise a friendly one. `ashore`
   * names who goes ashore; not given: all that may. A path of one zone is bridging. `more` are further coasts,
   * where a game lets one transport serve several.
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

  /** Land units that board on the way: where the transport is then, and the coast they come from. */
  export interface Load {
    zone: string
    territory: string
    unit: string
    count?: number
  }

  /** A second coast, and who goes ashore there. */
  export interface Landing {
    land: string
    units: string[]
  }

  /** Land units board a partner's transport in a sea zone. */
  export interface Board {
    do: "board"
    unit: string
    territory: string
    zone: string
    owner: string
    count?: number
  }

  /** Land units go ashore from a partner's transport; into a hostile territory it is an announced assault. */
  export interface Disembark {
    do: "disembark"
    units: string[]
    zone: string
    owner: string
    territory: string
  }

  /** This seat has finished its phase. */
  export interface Done {
    do: "done"
  }

  /** Choose the combat to resolve next. */
  export interface Fight {
    do: "fight"
    space: string
  }

  /** Before a landing: fight the submarines and transports in the zone, or leave them alone. */
  export interface Engage {
    do: "engage"
    fight: boolean
  }

  /** After a sea battle: put the troops ashore as announced, or keep them aboard. */
  export interface Assault {
    do: "assault"
    go: boolean
  }

  /** Fire a rocket from a gun at the factory in a territory. */
  export interface Rocket {
    do: "rocket"
    gun: string
    target: string
  }

  /** How many of the submarines that may do so submerge; the rest strike. */
  export interface Submerge {
    do: "submerge"
    count: number
  }

  /** How many of the units that may do so leave the battle, all to one space; the rest fight on. */
  export interface Withdraw {
    do: "withdraw"
    count: number
    to?: string
  }

  /**
   * Which units take the hits, in a battle or from guns on the way: those merely damaged, and those lost.
   *
   * Not given: the default choice.
   */
  export interface Casualties {
    do: "casualties"
    damaged?: [Piece, number][] | null
    destroyed?: [Piece, number][] | null
  }

  /**
   * At whom each shot is fired that can be aimed: one entry for each enemy that is fired at.
   *
   * Not given: a sensible choice.
   */
  export interface Aim {
    do: "aim"
    shots?: Shots[] | null
  }

  /** Take units out of the battle: none, some or all of one's own, each party to a place; some may submerge. */
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
    unit: string
    space: string
    to: string
    /** Whose carrier, where several could take it; empty: an own one first. */
    owner?: string
  }

  /** Name the carrier for an air unit that ends its turn at sea: whose, and what is aboard already. */
  export interface Land {
    do: "land"
    unit: string
    zone: string
    owner: string
    cargo?: string[] | null
  }

  /** Place bought units. `complex` names the factory to charge when several could serve. */
  export interface Mobilize {
    do: "mobilize"
    unit: string
    space: string
    count?: number
    complex?: string
    /** For fighters at sea: the owner of the carrier; empty means one's own. */
    aboard?: string
    /** The unit type of a ship that they are to be put aboard, if any. */
    onto?: string
  }

  /** Lend or deny the room on one's carriers and transports to a partner. */
  export interface Room {
    do: "room"
    partner: string
    allowed: boolean
  }

  /** Give the game up; it ends when every player of the side has. */
  export interface Concede {
    do: "concede"
  }

  /** An action that only some games have, by name. A game that lacks it refuses with its own rule. */
  export interface Special {
    do: "special"
    name: string
    space?: string
    power?: string
    amount?: number
    units?: string[]
  }

  export interface TurnBegan {
    is: "turn-began"
    round: number
    power: string
    phase: string
    /** Who plays at the same time, and where they begin. */
    mates?: Record<string, string>
  }

  /** A power goes on to a phase; none: it has finished its turn and waits for its team. */
  export interface PhaseBegan {
    is: "phase-began"
    power: string
    phase: string
  }

  export interface TurnEnded {
    is: "turn-ended"
    power: string
  }

  /** The order of this purchase phase, which replaces the one before; `cost` is its whole price. */
  export interface Ordered {
    is: "ordered"
    power: string
    units: Record<string, number>
    cost: number
  }

  /** Dice for research: each success brings a development, which a second die names (again if it is owned). */
  export interface Researched {
    is: "researched"
    power: string
    cost: number
    dice: number[]
    second?: number[]
    gained?: string[]
  }

  /** An air unit leaves a partner's carrier and is in the air in its zone. */
  export interface TookOff {
    is: "took-off"
    space: string
    carrier: Piece
    piece: Piece
  }

  /** `count` pieces went along a path and are now as `after` says. */
  export interface Moved {
    is: "moved"
    piece: Piece
    count: number
    path: string[]
    after: Piece
  }

  /** Units enter or cross a neutral territory: their power pays, and holds it from now on. */
  export interface NeutralViolated {
    is: "neutral-violated"
    power: string
    space: string
    fee: number
  }

  /** Air units on their way to `space` have come over enemy guns, which fire one after another. */
  export interface Overflown {
    is: "overflown"
    power: string
    space: string
    planes: [Piece, number][]
    guns: string[]
  }

  /** A gun fires at the air units that cross its territory: one die each. */
  export interface GunFired {
    is: "gun-fired"
    space: string
    value: number
    dice: number[]
    hits: number
  }

  /** Air units on their way to `space` are lost to a gun. */
  export interface ShotDown {
    is: "shot-down"
    space: string
    units: [Piece, number][]
  }

  /** Pieces in a space changed condition without moving. */
  export interface Changed {
    is: "changed"
    space: string
    piece: Piece
    count: number
    after: Piece
  }

  /** The active power attacks (or expressly ignores) submarines and transports in a sea zone. */
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

  /** Units go ashore from one transport: the transport before and after, and the units as they stand on land. */
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
    how: "blitz" | "capture" | "liberation" | "reverted"
  }

  /** Guns and factories in a territory that has changed hands go to its holder. */
  export interface PrizesTaken {
    is: "prizes-taken"
    space: string
    to: string
    units: [Piece, number][]
  }

  export interface TreasurySeized {
    is: "treasury-seized"
    frm: string
    to: string
    amount: number
  }

  /** The combats of this turn, in the order in which they became known. */
  export interface SitesSet {
    is: "sites-set"
    power: string
    sites: Site[]
  }

  /** The attacker turns to this combat next; a question about it is still open. */
  export interface SiteChosen {
    is: "site-chosen"
    space: string
  }

  /** A combat is over (or was none). `landing` tells whether the way ashore from this zone is open. */
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

  /** A rocket hits a factory: `amount` is what its owner pays. */
  export interface RocketFired {
    is: "rocket-fired"
    power: string
    gun: string
    target: string
    owner: string
    dice: number[]
    amount: number
    /** Not paid now: it lowers the next income of the territory. */
    later?: boolean
  }

  /** Units are placed along the strip: they leave the board for the length of the battle. */
  export interface BattleBegan {
    is: "battle-began"
    battle: Battle
  }

  export interface RoundBegan {
    is: "round-began"
    space: string
    round: number
  }

  /** The battle goes on to a step of its sequence. */
  export interface StepReached {
    is: "step-reached"
    space: string
    step: number
  }

  /** A volley. `hits` are those still to be assigned by the other side. */
  export interface Rolled {
    is: "rolled"
    space: string
    side: "attack" | "defend"
    step: string
    fire: Fire[]
    hits: Hits[]
    /** What these had to roll, if the volley is fired column by column. */
    column?: number
    /** The hits wait until all losses are taken. */
    pending?: boolean
  }

  /** Dice of like units: who rolled, what they need, what they got. */
  export interface Fire {
    unit: string
    value: number
    dice: number[]
    hits: number
    /** How many units stand behind one die (low luck); 0 means that each unit rolled for itself. */
    units?: number
    /** Whose units, where each power rolls for its own. */
    power?: string
  }

  /** A side has named the targets of some of its shots. */
  export interface Aimed {
    is: "aimed"
    space: string
    side: "attack" | "defend"
    shots: Shots[]
  }

  /** Aimed shots are fired; hits wait until losses are taken. */
  export interface AimedFired {
    is: "aimed-fired"
    space: string
    side: "attack" | "defend"
    step: string
    rolls: AimedRoll[]
    /** Who has fired. */
    by: [Piece, number][]
  }

  /** Dice at one target. */
  export interface AimedRoll {
    at: Piece
    fire: Fire[]
    hits: number
  }

  /** Guns looked for the air units that they had aimed at, and found some. */
  export interface Searched {
    is: "searched"
    space: string
    side: "attack" | "defend"
    rolls: AimedRoll[]
    found: Piece[]
  }

  /** Guns fired at the air units that they had found: some are destroyed, others turn back and wait to land. */
  export interface GunsFired {
    is: "guns-fired"
    space: string
    side: "attack" | "defend"
    rolls: AimedRoll[]
    destroyed: [Piece, number][]
    driven_off: [Piece, number][]
  }

  /** Hits that have waited are to be taken now, and there is a choice. */
  export interface LossesDue {
    is: "losses-due"
    space: string
    side: "attack" | "defend"
  }

  /** One player of a multinational defence named losses. */
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
    /** By shots that were aimed at these very units. */
    aimed?: boolean
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

  /** Units left the battle for another space; with nobody leaving, their owner has said so. */
  export interface Withdrew {
    is: "withdrew"
    space: string
    side: "attack" | "defend"
    power: string
    to?: string
    units?: [Piece, number][]
  }

  /** A power has said what it pulls back; others of its side have yet to. */
  export interface LeaveNamed {
    is: "leave-named"
    space: string
    leave: Leave
  }

  /**
   * Units left the battle; with nobody leaving, their owner has said so. Defending air units that leave for
   * nowhere have found no place to land yet.
   */
  export interface PulledBack {
    is: "pulled-back"
    space: string
    side: "attack" | "defend"
    leave: Leave
    /** What units have become that went back aboard their transports. */
    aboard?: string
    /** They left because neither side could hit the other. */
    deadlock?: boolean
  }

  /** Air units have come through to the target of their missions. */
  export interface Arrived {
    is: "arrived"
    space: string
    units: [Piece, number][]
  }

  /** Bombs fall on a factory: `amount` is what its owner pays. */
  export interface Bombed {
    is: "bombed"
    space: string
    owner: string
    fire: Fire[]
    amount: number
  }

  /** The attacker is asked whether to press on; these spaces are open for a retreat. */
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

  /** Transports (or what cannot defend itself) are destroyed without dice. */
  export interface Defenseless {
    is: "defenseless"
    space: string
    side: "attack" | "defend"
    units: [Piece, number][]
  }

  /** Survivors return to the board as they stand after the battle. */
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

  /** A stranded air unit found a place: `carrier` is the ship that it is now aboard, before it landed. */
  export interface Relanded {
    is: "relanded"
    space: string
    power: string
    unit: string
    to: string
    carrier?: Piece | null
  }

  /** An air unit comes to rest on a carrier. */
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
    /** The ship that a new air unit is put aboard, before it was. */
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

  /** Bought units that found no place are lost. */
  export interface Forfeited {
    is: "forfeited"
    power: string
    units: Record<string, number>
  }

  export interface IncomeCollected {
    is: "income-collected"
    power: string
    amount: number
    /** Savings that bombs and rockets have destroyed. */
    destroyed?: number
  }

  export interface AidSent {
    is: "aid-sent"
    power: string
    to: string
    amount: number
  }

  /** Research dice of this purchase phase, which replace those before; `cost` is their whole price. */
  export interface Programmed {
    is: "programmed"
    power: string
    dice: Record<string, number>
    cost: number
  }

  /** The dice for one development: `gained` if they bring it; `boxes` are the steps that were made. */
  export interface ResearchRolled {
    is: "research-rolled"
    power: string
    tech: string
    dice: number[]
    gained?: boolean
    boxes?: number
  }

  /** Nothing is left of the dice of this turn. */
  export interface ResearchOver {
    is: "research-over"
    power: string
  }

  /** A ship is whole again for what the die shows. */
  export interface Repaired {
    is: "repaired"
    power: string
    zone: string
    ship: Piece
    die: number
  }

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

  /** A rocket will be fired. */
  export interface StrikeOrdered {
    is: "strike-ordered"
    strike: Strike
  }

  /** Submarines have rolled to stop ships on their way; where some may sail on, `passing` says who is asked. */
  export interface Interdicted {
    is: "interdicted"
    power: string
    zone: string
    values: number[]
    dice: number[]
    stopped: number
    passing?: Passing | null
  }

  /** Whoever was stopped has been named. */
  export interface Halted {
    is: "halted"
    zone: string
    units: [Piece, number][]
  }

  /** An air unit flies to the next space in the enemy's turn. */
  export interface Supported {
    is: "supported"
    piece: Piece
    start: string
    to: string
    /** The ship that it takes off from. */
    carrier?: Piece | null
  }

  export interface ReinforcementOrdered {
    is: "reinforcement-ordered"
    order: Reinforcement
  }

  /** A power takes back its orders in the enemy's turn. */
  export interface Recalled {
    is: "recalled"
    power: string
  }

  /** A power gives no more orders in the enemy's turn. */
  export interface OrdersClosed {
    is: "orders-closed"
    power: string
  }

  /** Bombers have to be told what to bomb. */
  export interface BombersThrough {
    is: "bombers-through"
    release: Release
  }

  /** Bombs on the income or the factory of a territory, or on its roads; each bomber counts its best die. */
  export interface BombsFell {
    is: "bombs-fell"
    space: string
    power: string
    at: "factory" | "income" | "roads"
    dice: number[]
    amount: number
    bombers?: number
  }

  /** All missions of this territory have been carried out: their air units wait to land. */
  export interface StrikesOver {
    is: "strikes-over"
    space: string
  }

  /** No combat is left: the other team's reinforcements come. */
  export interface CombatsOver {
    is: "combats-over"
  }

  /** Reinforcements that stay where they are: the roads are bombed, or the order has become void. */
  export interface HeldBack {
    is: "held-back"
    space: string
    orders: Reinforcement[]
  }

  export interface Reinforced {
    is: "reinforced"
    order: Reinforcement
    units: [Piece, number][]
  }

  /** An air unit that flew to support others stays, or flies back. */
  export interface Returned {
    is: "returned"
    piece: Piece
    space: string
    to: string
    carrier?: Piece | null
  }

  /** A land unit was carried through the air. */
  export interface Airlifted {
    is: "airlifted"
    flyer: Piece
    passenger: Piece
    path: string[]
    drop: string
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
    /** Who of the winning side has grown most, where a game names an individual winner. */
    individual?: string[]
  }

  /** The position was changed by hand, in study. */
  export interface Amended {
    is: "amended"
    change: SetUnits | SetOwner | SetTurn | SetTreasury | SetTechs
  }

  /** So many units of a kind has this power here, those aboard ships included. */
  export interface SetUnits {
    set: "units"
    space: string
    power: string
    unit: string
    count: number
  }

  /** Who holds a territory; empty: nobody, where it is neutral by nature. */
  export interface SetOwner {
    set: "owner"
    space: string
    power?: string
  }

  /** Whose turn it is, and where in it; the turn begins afresh, and what was bought is paid back. */
  export interface SetTurn {
    set: "turn"
    power: string
    phase: string
    /** 0: as it is. */
    round?: number
  }

  /** How much money a power has. */
  export interface SetTreasury {
    set: "treasury"
    power: string
    amount: number
  }

  /** What a power has developed: these, and nothing else. */
  export interface SetTechs {
    set: "techs"
    power: string
    techs: string[]
  }

  /**
   * Where can these units of mine go from here? `via`: through these spaces, in this order.
   *
   * Land units on a coast are offered what transports can do for them, too.
   */
  export interface Reach {
    ask: "reach"
    space: string
    units: Pick[]
    via?: string[]
  }

  /** What can this transport do: whom can it load where, and where can they go ashore? */
  export interface Sail {
    ask: "sail"
    zone: string
    transport: Pick
    /** Zones that it sails so far, the first is where it is. */
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

  /** Where the bought units may be placed, and how many. */
  export interface Placements {
    ask: "placements"
  }

  /** What a power will collect, as a sum that explains itself. */
  export interface Income {
    ask: "income"
    power: string
  }

  /** Units in the air: range left, and where they can land. */
  export interface Flights {
    ask: "flights"
  }

  /** In the enemy's turn: which units of mine could be sent to the next space, and where is it in danger? */
  export interface Window {
    ask: "window"
  }

  export interface ReachAnswer {
    about: "reach"
    destinations: Destination[]
    /** Why the units cannot move at all. */
    no: No | null
  }

  export interface Destination {
    space: string
    /** The best first; none: see `no`. */
    ways?: Way[]
    no?: No | null
  }

  /** One way to a space: the orders that do it, all to be given together. */
  export interface Way {
    orders: (Order | Research | Move | Raid | Aid | Program | Repair | Scorch | Support | Reinforce | Recall | Halt | Bomb | Pin | Airlift | Voyage | Board | Disembark | Done | Fight | Engage | Assault | Rocket | Submerge | Withdraw | Casualties | Aim | PullBack | ActionsRetreat | Press | Reland | Land | Mobilize | Room | Concede | Special)[]
    path: string[]
    cost: number
    /** Movement left afterwards, the least of all units. */
    left: number
    /** `2 infantry by transport from sea zone 11`; empty where it goes without saying. */
    text: string
    /** It starts a combat. */
    attack?: boolean
    /** For air units: where they could land afterwards. */
    landing?: string[]
  }

  /** Why not, and by which rule. */
  export interface No {
    rule: string
    why: string
  }

  export interface SailAnswer {
    about: "sail"
    /** Where the transport could sail from the path's end (orders: the voyage that ends there). */
    zones: Destination[]
    /** Who could board along the path so far. */
    cargo: Cargo[]
    /** Where those aboard could go ashore from the path's end. */
    ashore: Destination[]
    no: No | null
  }

  /** Who could board at a stop. */
  export interface Cargo {
    zone: string
    territory: string
    unit: string
    count: number
  }

  export interface ThreatAnswer {
    about: "threat"
    /** Enemies of who holds the space, who could attack it in their next turn. */
    strikers: Striker[]
    /** The sum of the defence values that stand there. */
    defence: number
    /** For each striker the chance that its attack with everything succeeds (by exact odds, or sampled). */
    odds: [string, number][]
    /** Friends of who holds the space, and what they could move there in their next turn. */
    relief: Striker[]
  }

  /** What one power could bring. */
  export interface Striker {
    power: string
    units: Record<string, number>
    /** The sum of the attack values (of the defence values, for those who could relieve). */
    strength: number
    /** What the units cost. */
    value: number
  }

  export interface ContestsAnswer {
    about: "contests"
    battles: Chances[]
  }

  /** What a battle is worth, in short. */
  export interface Chances {
    space: string
    attack: [Piece, number][]
    defend: [Piece, number][]
    win: number
    draw: number
    lose: number
    /** Expected value of the losses of the defender less those of the attacker, in IPCs. */
    swing: number
    attackers_left: number
    defenders_left: number
    exact: boolean
    /** The most probable endings in words. */
    likely: [string, number][]
    /** What should be known about these numbers. */
    note: string
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
    /** To be assigned now. */
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
    /** How many of them have to. */
    must_leave: number
  }

  /** Units of one side that hit with the same number. */
  export interface Column {
    side: "attack" | "defend"
    value: number
    units: [Piece, number][]
    /** Hit, but still to return fire. */
    behind: [Piece, number][]
  }

  /** Shots that the seat has to aim. */
  export interface Sighting {
    /** Who can fire; not all of them have to. */
    guns: [Piece, number][]
    /** At whom. */
    marks: [Piece, number][]
    /** How many shots are aimed. */
    shots: number
  }

  /** Where like units of the seat may go that leave the battle; an empty place: they wait until they land. */
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
    /** The sum over the factories; -1: any number. */
    capacity: number
    /** What is ordered now. */
    order: Record<string, number>
    /** Dice for new weapons, where a game has them. */
    research: ResearchOffer | null
    /** Damaged ships that could be repaired now. */
    repairs: Repair[]
    /** Own factories that could be destroyed this turn, where a game has that. */
    scorchable: string[]
    /** Units that need no factory; `levies` says where they can enter play, and how many. */
    levied: string[]
    levies: FactoryLimit[]
  }

  export interface Ware {
    unit: string
    cost: number
    /** So many could be afforded with nothing else on the order. */
    most: number
  }

  export interface FactoryLimit {
    space: string
    /** Units it can take this turn; -1: any number. */
    limit: number
    used: number
  }

  /** What research costs, and what is still to be found. */
  export interface ResearchOffer {
    /** What one die costs. */
    die: number
    /** So many dice could be bought now. */
    most: number
    /** A die that shows this or more is a breakthrough. */
    success: number
    /** Developments of this power, by name. */
    owned: string[]
    /** Developments that it lacks, by name, and what they bring. */
    missing: [string, string][]
    /** What each development is called that events speak of. */
    names: Record<string, string>
    /** Dice that are bought so far, by development, where each is bought for one; none: they are rolled at once. */
    program: Record<string, number> | null
    /** Developments that dice can be bought for; an empty name: for none in particular, to be given out later. */
    open: string[]
    /** Dice to be given to developments now. */
    to_give: number
    /** Steps made towards each development, where it takes several. */
    boxes: Record<string, number>
    /** How many steps it takes. */
    needed: number
    /** A die that shows this or less is a step. */
    step: number
  }

  export interface PlacementsAnswer {
    about: "placements"
    waiting: Record<string, number>
    places: Place[]
    factories: FactoryLimit[]
    /** Units that need no factory; `levies` says where they can enter play, and how many. */
    levied: string[]
    levies: FactoryLimit[]
  }

  export interface Place {
    unit: string
    space: string
    most: number
    /** For one unit. */
    orders: (Order | Research | Move | Raid | Aid | Program | Repair | Scorch | Support | Reinforce | Recall | Halt | Bomb | Pin | Airlift | Voyage | Board | Disembark | Done | Fight | Engage | Assault | Rocket | Submerge | Withdraw | Casualties | Aim | PullBack | ActionsRetreat | Press | Reland | Land | Mobilize | Room | Concede | Special)[]
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
    flights: Flight[]
  }

  export interface Flight {
    space: string
    unit: string
    count: number
    left: number
    landing: string[]
    /** Orders that name the carrier on which one of them lands, where there is a choice. */
    decks: Land[]
  }

  export interface WindowAnswer {
    about: "window"
    /** Spaces of one's own side that the enemy attacks now. */
    attacked: string[]
    sendings: Sending[]
    /** What has been ordered so far, in words. */
    given: string[]
  }

  /** Like units that could go to the next space: at once in support, or as reinforcements after the combats. */
  export interface Sending {
    /** For one of them. */
    order: Support | Reinforce
    unit: string
    space: string
    to: string
    most: number
    /** The enemy attacks there. */
    attacked: boolean
  }

  /** How a player's battles are to be settled without asking. */
  export interface StandingOrders {
    /** Unit types in the order in which they are lost; empty: the default choice. */
    losses?: string[]
    /** Keep one land unit to take the territory rather than lose it before a dearer unit. */
    keep_last_land?: boolean
    /** Break off when the chance to win falls below this; 0: fight to the end. */
    retreat_below?: number
    /** Also turn to the next combat, in the order in which they became known. */
    fights?: boolean
    submerge?: "always" | "never" | "when-losing"
    until?: "cancelled" | "phase" | "turn"
  }

  /** Who can fight where, and what else can be chosen? */
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

  /** Like units. */
  export interface Group {
    unit: string
    count: number
    damage?: number
    /** What is aboard each of them. */
    cargo?: string[]
  }

  /** One side's way of fighting. */
  export interface Policy {
    /**
     * A named order, or unit types from first to last; types that are not named come after those, by their cost.
     *
     * `cheapest`: by cost. `weakest`: by the number that they roll, then by cost. `planes-last` and
     * `land-last`: by cost, but all air (or land) units at the end.
     */
    losses?: string | string[]
    /** Keep one land unit to the very end, so that the territory can be taken. */
    keep_land?: boolean
    /** Submersible units submerge as soon as they may. */
    submerge?: boolean
    /** When the side breaks off. A defender can do so only where both sides may pull back. */
    retreat?: PolicyRetreat
    /** Air units are pulled back as soon as they may, where units can be pulled back one by one. */
    planes_back?: boolean
    /**
     * Where shots are aimed: `spread` over the enemies, those first that one hit destroys and the most valuable
     * of them; or `mass`, all at the most valuable.
     */
    aim?: "mass" | "spread"
  }

  /** When the attacker breaks off; several reasons may be given, and any of them is enough. */
  export interface PolicyRetreat {
    /** After so many rounds. */
    after_rounds?: number | null
    /** With fewer than so many units left that can fire. */
    below_units?: number | null
    /** When the chance to win by fighting on falls under this. */
    below_chance?: number | null
    /** When nothing but air units is left. */
    only_planes?: boolean
    /** Whenever that is worth more, in money, than fighting on. */
    best?: boolean
    /** What capturing the territory is worth beside the units, in money; it counts for `best`. */
    territory?: number
  }

  export interface DrillReply {
    about: "drill"
    fields: Field[]
    /** Named orders of losses. */
    orders: string[]
    techs: Development[]
    /** Whether the game may be played with low luck. */
    low_luck: boolean
    /** Units that a side may have. */
    most: number
  }

  /** Who can fight in one kind of battle. */
  export interface Field {
    scene: "land" | "landing" | "raid" | "sea"
    attack: Fighter[]
    defend: Fighter[]
    /** Whether the attacker may break off. */
    retreat: boolean
    /** What submarines may do to get away. */
    leaves: "" | "submerge" | "withdraw"
    /** Whether the defender may break off as well, and air units may be pulled back by themselves. */
    both: boolean
    /** Whether some shots are aimed. */
    aimed: boolean
  }

  /** A unit type that can take part. */
  export interface Fighter {
    unit: string
    kind: "air" | "facility" | "land" | "sea"
    hits: number
    /** It only fires into the battle, and cannot be hit. */
    supports: boolean
  }

  export interface Development {
    id: string
    name: string
    text: string
  }

  /** What a battle is worth. */
  export interface Outlook {
    about: "outlook"
    win: number
    draw: number
    lose: number
    /** A land unit of the attacker lives and no defender does. */
    capture: number
    rounds: number
    /** Expected: what the defender loses less what the attacker loses, in money. */
    swing: number
    attack_value: number
    defend_value: number
    attack_left: Record<string, number>
    defend_left: Record<string, number>
    exact: boolean
    /** Joint states (exact) or battles fought (sampled). */
    states: number
    low: number
    /** A sampled chance to win is likely between these (95%); exact ones are both the same. */
    high: number
    /** Units that the winner has left: the attacker's upwards from nothing, the defender's downwards. */
    left: Bar[]
    swings: Bar[]
    /** How the battle stands after each round; nothing where that was not worked out. */
    by_round: RoundChance[]
    likely: Likely[]
  }

  /** The chance of a range of values (both ends in it), by what it means for the attacker. */
  export interface Bar {
    low: number
    high: number
    win: number
    draw: number
    lose: number
  }

  /** How the battle stands after so many rounds: decided for either side, over without a winner, or undecided. */
  export interface RoundChance {
    round: number
    win: number
    lose: number
    draw: number
    undecided: number
  }

  /** An ending that is more likely than most. */
  export interface Likely {
    chance: number
    outcome: "draw" | "lose" | "win"
    attack: Record<string, number>
    defend: Record<string, number>
    retreated: boolean
  }

  /** What bombs on a factory are worth. */
  export interface Raided {
    about: "raided"
    /** Expected, if the owner can pay so much. */
    damage: number
    /** Expected: what the bombers cost that are shot down. */
    lost: number
    attack_value: number
    /** The chance of so many bombers that come through. */
    left: Record<string, number>
    /** Damage; `win` has the chance. */
    amounts: Bar[]
  }

  /** Why there are no odds to tell. */
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
    map: Sheet
    marks: Marks
    rules: RuleFacts[]
    techs: TechFacts[]
    /** Points of cities that win the game, where it is won so. */
    goals: GoalFacts[]
    /** Who may send money to whom. */
    aid: Record<string, AidFacts>
  }

  export interface PowerFacts {
    id: string
    name: string
    adjective: string
    side: string
    capital: string
    city: string
    colour: string
    /** What can be read on that colour. */
    on: string
    /** A path in a square from -10 to 10. */
    emblem: string
  }

  /** A line of the unit table. */
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
    /** Room aboard: one entry a place, naming the unit types that fit into it. */
    berths: string[][]
    /** Unit types of which a single one takes up all the room aboard. */
    fills: string[]
    /** A path in a box of 32 by 24. */
    silhouette: string
  }

  export interface PhaseFacts {
    id: string
    name: string
    /** The powers of a team play it at the same time, once all have come so far. */
    together: boolean
  }

  /** How a game begins. */
  export interface OpeningFacts {
    /** 0: a special round comes before the first. */
    round: number
    powers: string[]
  }

  /** A space: what it is, and where its things go on the map. */
  export interface SpaceFacts {
    name: string
    sea: boolean
    neighbours: string[]
    value: number
    city: string
    /** What the city is worth, where cities count for victory by points. */
    points: number
    factory: boolean
    island: boolean
    neutral: boolean
    /** The original controller. */
    owner: string
    centre: [number, number]
    stack: [number, number, number, number]
    label: Name
    box: [number, number, number, number] | null
  }

  /** A name on the map: its lines, the middle of the first line's baseline, and the size of the letters. */
  export interface Name {
    lines: string[]
    x: number
    y: number
    size: number
  }

  /** The map as a whole. */
  export interface Sheet {
    size: [number, number]
    /** Whether one may go over its left and right edge. */
    wraps: boolean
    credit: string
    links: Join[]
    /** Parts that one looks at as a whole. */
    theatres: Record<string, [number, number, number, number]>
  }

  /** Neighbours that do not touch, and the line that joins them (for a wrap: a mark at either edge). */
  export interface Join {
    between: [string, string]
    kind: "canal" | "link" | "strait" | "wrap"
    line: [number, number][]
    name: string
  }

  /** Shadows, as paths in a box of 32 by 24, of what is no unit: a factory, and many units together. */
  export interface Marks {
    factory: string
    army: string
  }

  export interface RuleFacts {
    id: string
    section: string
  }

  /** A development that can be made. */
  export interface TechFacts {
    id: string
    name: string
    text: string
  }

  /** Victory by points of cities: how many a side must hold. */
  export interface GoalFacts {
    side: string
    points: number
  }

  /** To whom a power may send money, and how much in a turn. */
  export interface AidFacts {
    to: string[]
    most: number
  }

  export type Action = Order | Research | Move | Raid | Aid | Program | Repair | Scorch | Support | Reinforce | Recall | Halt | Bomb | Pin | Airlift | Voyage | Board | Disembark | Done | Fight | Engage | Assault | Rocket | Submerge | Withdraw | Casualties | Aim | PullBack | ActionsRetreat | Press | Reland | Land | Mobilize | Room | Concede | Special

  export type Event = TurnBegan | PhaseBegan | TurnEnded | Ordered | Researched | TookOff | Moved | NeutralViolated | Overflown | GunFired | ShotDown | Changed | Engaged | Announced | Loaded | Landed | ControlChanged | PrizesTaken | TreasurySeized | SitesSet | SiteChosen | SiteClosed | CalledOff | RocketFired | BattleBegan | RoundBegan | StepReached | Rolled | Aimed | AimedFired | Searched | GunsFired | LossesDue | Proposed | LossesTaken | CasualtiesRemoved | Submerged | Withdrew | LeaveNamed | PulledBack | Arrived | Bombed | RetreatOffered | Retreated | Defenseless | BattleEnded | WereStranded | Relanded | LandedAboard | AirLost | Mobilized | Refunded | Forfeited | IncomeCollected | AidSent | Programmed | ResearchRolled | ResearchOver | Repaired | ScorchChosen | Scorched | StrikeOrdered | Interdicted | Halted | Supported | ReinforcementOrdered | Recalled | OrdersClosed | BombersThrough | BombsFell | StrikesOver | CombatsOver | HeldBack | Reinforced | Returned | Airlifted | RoomSet | Conceded | Won | Amended

  export type State = AreaState

  export type Question = Reach | Sail | Threat | Contests | BattleOdds | QuestionsStrip | Shop | Placements | Income | Flights | Window

  export type Answer = ReachAnswer | SailAnswer | ThreatAnswer | ContestsAnswer | BattleOddsAnswer | StripAnswer | ShopAnswer | PlacementsAnswer | IncomeAnswer | FlightsAnswer | WindowAnswer

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
  /** Everything on and beside the board. */
  export interface HexState {
    scenario: string
    /** Which seasonal turn of the scenario, from 1. */
    turn: number
    /** Whose player turn it is. */
    side: string
    phase: "combat" | "movement" | "production" | "setup"
    /** Whose friend each place is; nobody's: neutral, or out of play. */
    control: Record<string, string>
    armies: Record<string, Army>
    fleets?: Record<string, Fleet>
    forts?: Record<string, Fort>
    /** Production points that yield nothing. */
    devastated?: Record<string, number>
    /** Those of them that were devastated before the first turn and that some sides can never repair. */
    ruined?: Record<string, number>
    /** Points that were repaired in this Production Phase: they are of use when it is over. */
    repaired?: Record<string, number>
    /** Places whose occupation marker was gained by combat advance. */
    marked?: string[]
    /** Places without a garrison until the Combat Phase is over. */
    bare?: string[]
    /** Where armies of the side on turn had no full supply when its turn began: they neither move nor attack. */
    cut_off?: string[]
    /** Armies and forts that have made their defensive assault in this player turn. */
    fired?: string[]
    /** Losses that forts can still swallow in this player turn, once the first has been inflicted. */
    cover?: Record<string, number>
    /** Fleets that may neither intercept nor support any more in this player turn. */
    expended?: string[]
    /** Points that have crossed each sea in this Movement Phase, and other allowances that have been used. */
    shipped?: Record<string, number>
    /** Hexes that serve their captors as ports, and the last seasonal turn in which they do. */
    beachheads?: Record<string, number>
    /** Production points that are left to spend in this Production Phase. */
    budget?: number
    /** Those of places that produce on their own: they are spent there alone. */
    purses?: Record<string, number>
    /** Lend-lease that waits for its receiver's next Production Phase. */
    lent?: Record<string, number>
    /** Lend-lease that each depot has taken in this Production Phase. */
    lending?: Record<string, number>
    /** Points that have yet to be deployed while a side sets up. */
    reserve?: Record<string, Points>
    /** How many hard winters have been counted, the present one included. */
    winters?: number
    /** The turn in which the last of them was counted. */
    wintered?: number
    combat?: Combat | null
    players?: Record<string, string[]>
    options?: Record<string, boolean>
    conceded?: string[]
    winner?: string
  }

  /** A vessel for strength points: it stands in one place and is as strong as what it holds. */
  export interface Army {
    side: string
    at: string
    points: Points
  }

  /**
   * So many strength points of each kind.
   *
   * >>> army = Points(infantry=4, mechanized=2)
   * >>> army.total, str(army - Points(infantry=1)), str(Points())
   * (6, '3 infantry and 2 mechanized', 'nothing')
   */
  export interface Points {
    infantry?: number
    mechanized?: number
    amphibious?: number
  }

  /** Naval fire points at their base. */
  export interface Fleet {
    side: string
    at: string
    points: number
  }

  /** A fort: points that defend, and points that are still being built. */
  export interface Fort {
    side: string
    points?: number
    building?: number
  }

  /** A Combat Phase in progress. */
  export interface Combat {
    step?: "advance" | "announce" | "assault" | "defence" | "exploitation" | "invasion"
    /** Announced and not yet carried out; an army without an entry attacks no more in this sub-phase. */
    attacks?: Attack[]
    /** Fleets that are to support an invasion by themselves. */
    supports?: Attack[]
    /** Defenders who have yet to say which of their armies fire. */
    unasked?: string[]
    /** Hexes whose announced defensive assaults have yet to be rolled. */
    volleys?: string[]
    /** Armies and forts that fire in those defensive assaults. */
    firing?: string[]
    toll?: Toll | null
    /** Armies that have lost their hex and have yet to retreat: they are nowhere until then. */
    displaced?: string[]
    /** Armies that have made their one assault of the turn. */
    assaulted?: string[]
    /** Strength that has been fired from one hex at another in this sub-phase, as `1142>1143`. */
    spent?: Record<string, number>
    /** How many hexes each army has advanced in this turn. */
    advanced?: Record<string, number>
    /** Armies that have advanced and may still attack on. */
    eligible?: string[]
    /** Armies that have failed to advance: they attack no more in this turn. */
    failed?: string[]
    /** The army that is exploiting. */
    spearhead?: string
    /** Armies that have tried to advance in this sub-phase. */
    tried?: string[]
    landing?: Landing | null
    /** Armies that have invaded in this turn. */
    landed?: string[]
  }

  /** An army and the one hex that it has been named against. */
  export interface Attack {
    /** Empty: a fleet that sails by itself to support an invasion. */
    army: string
    target: string
    /** By sea: the hexes that it enters on its way, the target last; by land: none. */
    route?: string[]
    /** The fleet that sails with it. */
    fleet?: string
  }

  /** Losses that a side has yet to name. */
  export interface Toll {
    side: string
    count: number
    /** The armies that may bear them. */
    armies: string[]
    /** The fort that may bear some of them. */
    fort?: string
    /** The fleet that may bear some of them. */
    fleet?: string
    /** So many of them at least must be amphibious, while there are any. */
    amphibious?: number
  }

  /** The invasion of one hex while it is being carried out. */
  export interface Landing {
    target: string
    /** Those that land, in the order in which they sail. */
    armies: string[]
    /** Fleets that sail after them to support them. */
    supports?: string[]
    stage?: "advance" | "assault" | "fire" | "sail" | "strike" | "support"
    /** Which of them all is at sea; all have arrived: their number. */
    sailing?: number
    /** Enemy fleets that have had their chance at the one at sea. */
    met?: string[]
    duel?: Duel | null
    /** Enemy coasts on its way that have yet to fire at it. */
    coasts?: string[]
    /** Coastal air of the target has fired. */
    struck?: boolean
  }

  /** A battle at sea whose losses are being taken. */
  export interface Duel {
    /** The one that intercepts. */
    fleet: string
    /** The one that sails with the invasion; none: nobody fires back. */
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

  /** Put points of the reserve into an army; a counter that is not in play is placed with its first ones. */
  export interface Deploy {
    do: "deploy"
    army: string
    at: string
    points: Points
  }

  /** Take a deployed army back into the reserve. */
  export interface Withdraw {
    do: "withdraw"
    army: string
  }

  /** Bring a fleet, or some of its points, to a base: at set-up, or by sea in the Movement Phase. */
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

  /** Move points to a place and hand them to an army there; a counter that is not in play is placed with them. */
  export interface Move {
    do: "move"
    army: string
    to: string
    /** None: all that it has. */
    points?: Points
    /** The army that takes them; none: the army itself, as a whole. */
    into?: string
    /** By sea from one port to the other, and by land to the first and from the second. */
    ports?: [string, string] | null
  }

  /** Turn amphibious points into infantry. */
  export interface Convert {
    do: "convert"
    army: string
    count: number
  }

  /** Give up points in an overstacked hex. */
  export interface Disband {
    do: "disband"
    army: string
    points: Points
  }

  /** Take away an occupation marker of one's own. */
  export interface Unmark {
    do: "unmark"
    at: string
  }

  /** Announce an initial attack of an army on an adjacent hex. */
  export interface Target {
    do: "attack"
    army: string
    target: string
  }

  /** Announce an invasion by sea; in exploitation, an amphibious advance. */
  export interface Invade {
    do: "invade"
    army: string
    target: string
    /** The hexes that it enters, the target last; none: the shortest way. */
    route?: string[]
    /** The fleet that sails with it. */
    fleet?: string
    /** Amphibious points that are spent to sail further. */
    spend?: number
    /** The army that they come from; none: the invading army itself. */
    spent_by?: string
  }

  /** Announce that a fleet sails by itself to support an invasion. */
  export interface Support {
    do: "support"
    fleet: string
    target: string
    /** The hexes that it enters, the target last; none: the shortest way. */
    route?: string[]
  }

  /** Take an announced attack back, or the support of a fleet. */
  export interface CallOff {
    do: "call-off"
    army: string
  }

  /** Say which armies, and which forts, make their defensive assault now; the others keep it. */
  export interface Defend {
    do: "defend"
    armies?: string[]
    forts?: string[]
  }

  /** Fire at a target with armies of one hex. */
  export interface Assault {
    do: "assault"
    target: string
    armies: string[]
  }

  /** Name losses. */
  export interface Lose {
    do: "lose"
    armies?: Record<string, Points>
    fort?: number
    fleet?: number
  }

  /** Try to advance into the hex that the army was named against. */
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

  /** Attack on with an army that has advanced. */
  export interface Exploit {
    do: "exploit"
    army: string
    target: string
  }

  /** Carry out the invasion of a hex next. */
  export interface Sail {
    do: "sail"
    target: string
  }

  /** Meet an invasion at sea with a fleet; with none, let it pass. */
  export interface Intercept {
    do: "intercept"
    fleet?: string
  }

  /** Send coastal air against one of the armies that invade. */
  export interface Strike {
    do: "strike"
    army: string
  }

  /** Build points and hand them to an army in a production hex; a counter that is not in play is placed. */
  export interface Build {
    do: "build"
    kind: "amphibious" | "infantry" | "mechanized"
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

  /** Give up a fort with all its points. */
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

  /** A side's player turn begins. */
  export interface TurnBegan {
    event: "turn-began"
    turn: number
    side: string
    /** Where its armies have no full supply. */
    cut_off?: string[]
  }

  /** The side on turn comes to a phase. */
  export interface PhaseBegan {
    event: "phase-began"
    phase: "combat" | "movement" | "production" | "setup"
  }

  /** A side sets its forces up. */
  export interface SetUp {
    event: "set-up"
    side: string
  }

  /** Armies stand in a hard winter for the first time this season. */
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

  /** Points left the reserve. */
  export interface Deployed {
    event: "deployed"
    side: string
    army: string
    at: string
    points: Points
  }

  /** An army went back into the reserve. */
  export interface Withdrawn {
    event: "withdrawn"
    army: string
  }

  /** Fleet points came to a base. */
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

  /** Points went to a place, and into an army there. */
  export interface Moved {
    event: "moved"
    army: string
    points: Points
    to: string
    into: string
    /** The seas that they crossed, and other allowances that they used. */
    seas?: string[]
  }

  /** Amphibious points became infantry. */
  export interface Converted {
    event: "converted"
    army: string
    count: number
  }

  /** Points were given up. */
  export interface Disbanded {
    event: "disbanded"
    army: string
    points: Points
  }

  /** An occupation marker was taken away. */
  export interface Unmarked {
    event: "unmarked"
    at: string
  }

  /** A Combat Phase comes to a step. */
  export interface StepBegan {
    event: "step-began"
    step: "advance" | "announce" | "assault" | "defence" | "exploitation" | "invasion"
    /** Who may fire in defence. */
    asked?: string[]
  }

  /** An attack was announced. */
  export interface EventsAnnounced {
    event: "announced"
    attack: Attack
  }

  /** An announced attack was taken back or given up. */
  export interface CalledOff {
    event: "called-off"
    army: string
  }

  /** A defender said who fires. */
  export interface DefenceAnnounced {
    event: "defence-announced"
    side: string
    armies?: string[]
    forts?: string[]
    /** The hexes that they fire from. */
    volleys?: string[]
  }

  /** A roll on the Firepower Table. */
  export interface Fired {
    event: "fired"
    side: string
    /** The hex that is fired upon. */
    at: string
    /** The hex that the fire comes from. */
    frm: string
    armies: string[]
    forts?: string[]
    defensive?: boolean
    strength?: number
    die?: number
    modifier?: number
    hits?: number
  }

  /** A side has losses to name. */
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

  /** A fort swallowed losses. */
  export interface FortHeld {
    event: "fort-held"
    at: string
    count: number
    /** Losses that it can still swallow in this player turn. */
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
    /** The strength of the hex; nothing: it is friendly. */
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
    /** All its production that yields nothing now. */
    devastated?: number
    /** The hex has an occupation marker of a combat advance now. */
    marked?: boolean
    /** Armies that have to retreat. */
    displaced?: string[]
    /** By sea. */
    landed?: boolean
  }

  /** A displaced army went to another hex. */
  export interface Retreated {
    event: "retreated"
    army: string
    to: string
  }

  /** An army is gone with all its points. */
  export interface Eliminated {
    event: "eliminated"
    army: string
    /** The rule by which it went. */
    why: string
  }

  /** A fort is gone with all its points. */
  export interface FortFell {
    event: "fort-fell"
    at: string
  }

  /** An army goes on attacking. */
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
    /** The hex that it comes from. */
    at: string
    army: string
    strength: number
    die: number
    hits: number
  }

  /** An invasion is carried out, or has come to its next step. */
  export interface LandingBegan {
    event: "landing-began"
    landing: Landing | null
  }

  /** A fleet lost its base, or went home for the turn. */
  export interface Expelled {
    event: "expelled"
    fleet: string
    /** Its new base; none: it is lost. */
    to?: string
  }

  /** A fleet can neither intercept nor support any more in this turn. */
  export interface Expended {
    event: "expended"
    fleet: string
  }

  /** The check at the end of a Combat Phase found places without supply. */
  export interface SupplyFailed {
    event: "supply-failed"
    places: string[]
    /** Armies that are gone. */
    armies?: string[]
    forts?: string[]
    /** Places that went to an opponent. */
    captured?: Record<string, string>
    /** Rolled where two opponents are equally near. */
    dice?: number[]
  }

  /** Production was counted. */
  export interface Budgeted {
    event: "budgeted"
    side: string
    counted: number
    /** What may be spent: the count, less what is spent elsewhere, and with what was lent. */
    budget: number
    /** What places that produce on their own may spend there alone. */
    purses?: Record<string, number>
  }

  /** Fort points that were under construction count from now on. */
  export interface FortsReady {
    event: "forts-ready"
    at: string[]
  }

  /** Points were built. */
  export interface Built {
    event: "built"
    side: string
    kind: "amphibious" | "infantry" | "mechanized"
    count: number
    at: string
    into: string
    cost: number
  }

  /** Production was repaired. */
  export interface Repaired {
    event: "repaired"
    at: string
    count: number
    cost: number
  }

  /** Fort points were begun. */
  export interface Fortified {
    event: "fortified"
    side: string
    at: string
    count: number
    cost: number
  }

  /** Production points were given to a partner. */
  export interface Lent {
    event: "lent"
    to: string
    at: string
    count: number
  }

  /** The position was changed by hand. */
  export interface Amended {
    event: "amended"
    change: SetArmy | SetFleet | SetFort | SetOwner | SetDevastation | SetTurn
    /** Where armies of the side on turn have no full supply now. */
    cut_off?: string[]
    /** Hard winters before the new date, where it is another one. */
    winters?: number | null
  }

  /** Where an army of a side stands, and what it holds; nothing: it is taken off the board. */
  export interface SetArmy {
    set: "army"
    side: string
    army: string
    at: string
    points?: Points
  }

  /** Where a fleet of a side is based, and with how many points; none: it is taken off the board. */
  export interface SetFleet {
    set: "fleet"
    side: string
    fleet: string
    at: string
    points?: number
  }

  /** How many points the fort of a place has, all of them ready; none: there is no fort. */
  export interface SetFort {
    set: "fort"
    at: string
    points?: number
  }

  /** Who holds a place; empty: nobody, where nobody does at the start. A fort changes hands with it. */
  export interface SetOwner {
    set: "owner"
    at: string
    side?: string
  }

  /** How many production points of a place are devastated. */
  export interface SetDevastation {
    set: "devastated"
    at: string
    points?: number
  }

  /** Whose turn it is, and where in it; it begins afresh, and what has not been set up stays off the board. */
  export interface SetTurn {
    set: "turn"
    side: string
    phase: "combat" | "movement" | "production" | "setup"
    /** Which seasonal turn of the scenario, from 1; 0: as it is. */
    turn?: number
  }

  /** Where can these points of an army go? With `to`: by which orders do they get there? */
  export interface Reach {
    ask: "reach"
    army: string
    /** None: all that it has. */
    points?: Points
    to?: string
  }

  /** Which of my armies could attack what? */
  export interface Attacks {
    ask: "attacks"
  }

  /** By which orders can this army attack this place, over land or by sea; or why can it not? */
  export interface Approach {
    ask: "approach"
    army: string
    to: string
  }

  /** What is this attack worth, and the advances that may follow from it? */
  export interface Prospect {
    ask: "prospect"
    army: string
    /** The hexes that it shall enter, one after another. */
    path: string[]
    /** Armies that attack the first of them, too. */
    others?: string[]
    /** At which hex of the path the army makes its assault. */
    fire_at?: number
    /** What is given up first; the army's own points go last of each kind. */
    losses?: ("amphibious" | "infantry" | "mechanized")[]
  }

  /** What are the attacks worth that have been announced? */
  export interface QuestionsAnnounced {
    ask: "announced"
  }

  /** The supply of a whole side. */
  export interface Supply {
    ask: "supply"
    side: string
  }

  /** How is this place supplied, or why is it not? */
  export interface Line {
    ask: "line"
    place: string
  }

  /** What a side can count and build: its budget, its prices, the places. */
  export interface Works {
    ask: "works"
    side: string
  }

  /** What I have to decide now: losses, who fires in defence, where to retreat. */
  export interface Duty {
    ask: "duty"
  }

  /** What have I yet to set up, and where can it go? */
  export interface Muster {
    ask: "muster"
  }

  /** Where can this fleet of mine be based, at set-up or from now on? */
  export interface Harbours {
    ask: "harbours"
    fleet: string
    /** At set-up: so many; nothing: all that it has, or all that have no base yet. */
    points?: number
  }

  export interface ReachAnswer {
    about: "reach"
    destinations: Destination[]
    /** For the place that was asked for. */
    orders: Order[]
    /** Why they cannot move at all, or not there. */
    no: No | null
  }

  /** A place that points can go to. */
  export interface Destination {
    place: string
    /** So many points may still come to stand there at the end of the phase; -1: any number. */
    room: number
    /** By sea: from which port to which. */
    ports?: [string, string] | null
    seas?: string[]
  }

  /** An order that is ready to be given, and what it says. */
  export interface Order {
    text: string
    action: Done | Concede | Deploy | Withdraw | Base | Devastate | DeployAll | Move | Convert | Disband | Unmark | Target | Invade | Support | CallOff | Defend | Assault | Lose | Advance | Retreat | Exploit | Sail | Intercept | Strike | Build | Repair | Fortify | Dismantle | Lend
  }

  /** Why not, and by which rule. */
  export interface No {
    rule: string
    why: string
  }

  export interface AttacksAnswer {
    about: "attacks"
    armies: Attacker[]
  }

  /** An army and what it could attack. */
  export interface Attacker {
    army: string
    at: string
    /** What it has been named against. */
    target?: string
    aims?: Aim[]
    /** Why it cannot attack at all. */
    no?: No | null
  }

  /** A hex that an army could attack. */
  export interface Aim {
    place: string
    /** It could advance into it without a fight. */
    friendly?: boolean
    by_sea?: boolean
    /** By sea: so many amphibious points are spent on the way. */
    spend?: number
    /** That the army alone gets in; by sea that is not worked out. */
    chance?: number
    /** What announces it, where it is the time for that. */
    order?: Done | Concede | Deploy | Withdraw | Base | Devastate | DeployAll | Move | Convert | Disband | Unmark | Target | Invade | Support | CallOff | Defend | Assault | Lose | Advance | Retreat | Exploit | Sail | Intercept | Strike | Build | Repair | Fortify | Dismantle | Lend | null
  }

  export interface ApproachAnswer {
    about: "approach"
    /** Ready to be given; by sea with every fleet that could come along. */
    orders: Order[]
    no: No | null
  }

  export interface ProspectAnswer {
    about: "prospect"
    /** Its chances to enter are those of the path, hex by hex. */
    outlook: Outlook
    /** All of it in a few words. */
    text: string
  }

  /** What an attack is worth. The chances are exact. */
  export interface Outlook {
    about: "outlook"
    /** That anybody enters the first hex. */
    captured: number
    /** That the spearhead enters each hex of the path. */
    entered: number[]
    /** That the attacker loses so many points in all. */
    own: Record<string, number>
    /** That the defenders lose so many to fire in all. */
    enemy: Record<string, number>
    mean_own: number
    mean_enemy: number
  }

  export interface AnnouncedAnswer {
    about: "announced"
    targets: Assailed[]
  }

  /** A hex that is under attack. */
  export interface Assailed {
    place: string
    /** Those that are named against it; the first is taken for the spearhead. */
    armies: string[]
    /** Nothing: the attack comes by sea, which is not worked out. */
    outlook: Outlook | null
    /** By sea: the fleets of who attacks, while attacks are announced. */
    fleets?: Escort[]
  }

  /** A fleet of the side that invades a hex. */
  export interface Escort {
    fleet: string
    /** It sails there, with an army or by itself. */
    sails?: boolean
    /** By itself: it can be called off. */
    alone?: boolean
    /** What sends it there to support the invasion. */
    order?: Done | Concede | Deploy | Withdraw | Base | Devastate | DeployAll | Move | Convert | Disband | Unmark | Target | Invade | Support | CallOff | Defend | Assault | Lose | Advance | Retreat | Exploit | Sail | Intercept | Strike | Build | Repair | Fortify | Dismantle | Lend | null
    /** Why it cannot. */
    no?: No | null
  }

  /** Every place of a side, as it is supplied now. */
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
    /** The way to its source, both ends included; over sea it leaps. */
    route: string[]
    /** Without full supply: the places that it can trace through. */
    pocket: string[]
    /** Places that are not friendly and close the pocket in. */
    held: string[]
    /** Terrain that bars the way: no road leads out of it. */
    rough: string[]
  }

  export interface WorksAnswer {
    about: "works"
    side: string
    sources: Source[]
    /** What would be counted now. */
    counted: number
    /** What of it is spent elsewhere. */
    withheld: number
    /** What waits from a partner. */
    lent: number
    /** What is left to spend in this phase; nothing in other phases. */
    budget: number
    wares: Ware[]
    yards: Yard[]
    /** Counters that are free for new armies. */
    counters: string[]
    repairs: Site[]
    /** Where fort points can be added; other places can have new forts while some are left. */
    forts: Site[]
    forts_left: number
    /** Where new forts can be built now. */
    fort_places: string[]
    /** Where production points can be given to a partner. */
    depots: Site[]
  }

  /** A line of the count of production. */
  export interface Source {
    place: string
    points: number
    devastated: number
    level: "defence" | "full" | "none"
    counted: number
  }

  /** What can be built. */
  export interface Ware {
    kind: "amphibious" | "infantry" | "mechanized"
    cost: number
    /** So many could be paid for now. */
    most: number
  }

  /** A place where new points can appear. */
  export interface Yard {
    place: string
    /** For so many points; -1: any number. */
    room: number
    /** Armies there that could take them. */
    armies: string[]
  }

  /** A place where something costs production points. */
  export interface Site {
    place: string
    /** So many points of it could be paid for now. */
    most: number
    /** For one point. */
    order: Done | Concede | Deploy | Withdraw | Base | Devastate | DeployAll | Move | Convert | Disband | Unmark | Target | Invade | Support | CallOff | Defend | Assault | Lose | Advance | Retreat | Exploit | Sail | Intercept | Strike | Build | Repair | Fortify | Dismantle | Lend
  }

  export interface DutyAnswer {
    about: "duty"
    /** What has to be decided: `losses`, `defence`, `retreat` ...; empty: nothing. */
    kind: string
    text: string
    /** Losses that are to be named. */
    count: number
    /** Whose losses they may be. */
    armies: Record<string, Points>
    fort: number
    fleet: number
    /** So many of them at least must be amphibious. */
    amphibious: number
    volleys: Volley[]
    refuges: Refuge[]
    /** Answers that are ready to be given, the usual one first. */
    orders: Order[]
  }

  /** A defensive assault that could be made. */
  export interface Volley {
    place: string
    armies: string[]
    fort: boolean
    strength: number
    /** The chance of so many losses to the attacker, if all of them fire. */
    losses: Record<string, number>
  }

  /** Where an army could retreat to. */
  export interface Refuge {
    army: string
    place: string
    level: "defence" | "full" | "none"
    room: number
    order: Done | Concede | Deploy | Withdraw | Base | Devastate | DeployAll | Move | Convert | Disband | Unmark | Target | Invade | Support | CallOff | Defend | Assault | Lose | Advance | Retreat | Exploit | Sail | Intercept | Strike | Build | Repair | Fortify | Dismantle | Lend
  }

  export interface MusterAnswer {
    about: "muster"
    /** Points that are to be deployed. */
    reserve: Points
    /** Counters that are free for new armies. */
    counters: string[]
    /** Where they can go. */
    places: Destination[]
    /** Fleets without a base. */
    fleets: string[]
    /** Fleet points without a base. */
    fleet_points: number
    /** Production points that the side chooses to lose before the first turn. */
    ruin: number
    /** Countries where it chooses them. */
    ruin_areas: string[]
    /** What is chosen if it says nothing. */
    ruined: Record<string, number>
  }

  export interface HarboursAnswer {
    about: "harbours"
    fleet: string
    points: number
    orders: Order[]
  }

  /** How a player's losses, defensive assaults, retreats and interceptions are settled without asking. */
  export interface StandingOrders {
    /** Kinds of points in the order in which they are lost; none: ask. */
    losses?: ("amphibious" | "infantry" | "mechanized")[]
    /** Whether all who may fire in defence do. */
    defend?: "always" | "ask" | "never"
    /** Retreat to the best supplied hex, to others with room. */
    retreat?: "ask" | "supplied"
    /** Whether fleets meet invasions at sea. */
    intercept?: "always" | "ask" | "never"
    until?: "cancelled" | "phase" | "turn"
  }

  /** The odds of this attack on the first hex of a path, and of one army's way along the others. */
  export interface Suppose {
    ask: "suppose"
    /** The first army of the first group is the spearhead. */
    groups: Group[]
    path: Ground[]
    /** At which hex of the path the spearhead makes its one assault of the turn. */
    fire_at?: number
    /** The order in which the attacker gives points up; of each kind the spearhead's go last. */
    losses?: ("amphibious" | "infantry" | "mechanized")[]
  }

  /** Armies that attack from one hex: they fire together. */
  export interface Group {
    armies: Points[]
    /** Where they stand. */
    terrain?: "clear" | "desert" | "jungle" | "mountain" | "sea" | "swamp"
    /** What winter adds to their dice. */
    winter?: number
  }

  /** A hex that is attacked. */
  export interface Ground {
    /** Of all armies in it. */
    points?: Points
    fort?: number
    /** Its own, which defends it where neither armies nor a fort stand. */
    garrison?: boolean
    /** The attacker holds it: nobody fires, and only the advance is rolled. */
    friendly?: boolean
    /** Whether its defenders make their defensive assault. */
    fires?: boolean
    terrain?: "clear" | "desert" | "jungle" | "mountain" | "sea" | "swamp"
    /** What winter adds to the dice of whoever attacks out of it. */
    winter?: number
    /** What winter adds to the defenders' dice. */
    their_winter?: number
  }

  /** Why there are no odds to tell. */
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
    /** Drawings of what is in hexes, as paths in a square from -17 to 17: `anchor`, `star`, `plane` ... */
    signs: Record<string, string>
    rules: RuleFacts[]
  }

  /** Who plays. */
  export interface SideFacts {
    id: string
    name: string
    adjective: string
    colour: string
    /** What can be read on that colour. */
    on: string
    /** A path in a square from -10 to 10. */
    emblem: string
    /** Its counters: it has no more armies than these. */
    armies: string[]
    fleets: string[]
  }

  /** A board: what is in play, and how it is drawn. */
  export interface BoardFacts {
    id: string
    /** What of the drawing shows the board: left, top, width, height. */
    view: [number, number, number, number]
    /** From the middle of a hex to its corners; they are at the top and at the bottom. */
    size: number
    /** Those that the drawing shows, and those beyond it that somebody holds at the start. */
    places: PlaceFacts[]
    waters: WaterFacts[]
    seas: string[]
    /** The colour of each country on the map. */
    countries: Record<string, string>
  }

  /** A place with land: what it is, and where it is on the map. */
  export interface PlaceFacts {
    id: string
    /** What players call it. */
    title: string
    /** The middle of the hex, or of the box. */
    at: [number, number]
    terrain: "clear" | "desert" | "jungle" | "mountain" | "sea" | "swamp"
    /** Its country; a box is in the first of its own. */
    area: string
    /** Where armies can step to. */
    near?: string[]
    /** Those of them that lie over a crossing. */
    straits?: string[]
    /** Those of them that a road leads to. */
    roads?: string[]
    /** Land beside it that only open water leads to. */
    over_sea?: string[]
    /** The seas that its coast lies on. */
    seas?: string[]
    name?: string
    /** It stands for whole countries: any number of points may stand there. */
    box?: boolean
    coastal?: boolean
    production?: number
    port?: "anchor" | "none" | "port" | "yard"
    airbase?: boolean
    capital?: boolean
    depot?: boolean
    /** Nobody can ever enter it. */
    closed?: boolean
  }

  /** A hex of sea that the map shows. */
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
    turns: string[]
    /** In order of play. */
    sides: string[]
    /** Sides that never fight each other. */
    partners: string[]
    /** What can be built. */
    kinds: ("amphibious" | "infantry" | "mechanized")[]
    forts: boolean
    /** Countries whose production gives full supply. */
    home: Record<string, string[]>
    /** Countries where new points appear. */
    builds: Record<string, string[]>
    /** What each side may do on which sea. */
    seas: Record<string, Record<string, SeaRight>>
    lend_lease: LendLease | null
    goals: Goal[]
  }

  /** What a side may do on a sea. */
  export interface SeaRight {
    /** Points that it may ship in a turn; `fleets`: as many as it has fleet points based there. */
    ship?: number | "any" | "fleets"
    /** It may trace supply, even if it may ship nothing. */
    supply?: boolean
    /** The rule that limits it; none: the sea's own. */
    rule?: string
  }

  /** Production points that one side can give another, and through which places. */
  export interface LendLease {
    giver: string
    receiver: string
    limit: number
    depots: Record<string, number>
  }

  /** A way to win: the first that holds decides. */
  export interface Goal {
    side: string
    /** As soon as it holds; otherwise when the last turn is over. */
    at_once: boolean
    holds: string[]
    rule: string
  }

  export interface PhaseFacts {
    id: string
    name: string
  }

  /** `tables.yaml`: what dice and production points are worth. */
  export interface Tables {
    /** By modified die from 1, then by firing strength from 1: the points that the target loses. */
    firepower: number[][]
    /** By attacking strength from 0, then friendly hex, defence from 0: the highest die that succeeds. */
    advance: number[][]
    cost: Record<string, number>
    fort_cost: number
    repair_cost: number
    /** How many forts a side may have. */
    fort_limit: number
    /** How many hexes an invasion may sail. */
    invasion_range?: number
    /** How many more for each amphibious point that is spent. */
    invasion_extension?: number
    /** The strength of coastal air. */
    coastal_air?: number
    /** Its strength in boxes, against a side. */
    box_air?: Record<string, number>
    /** How many points may stand in a hex. */
    stack?: number
    terrain?: Record<string, TerrainEffect>
  }

  /** What the terrain of a hex does in combat. */
  export interface TerrainEffect {
    /** In an assault on such a hex. */
    assault?: "full" | "half" | "none"
    /** In an advance out of such a hex. */
    leaving?: "full" | "half" | "none"
    /** Added to the die of an advance into it. */
    advance?: number
    /** Added as well if neither armies nor a garrison are in it. */
    empty?: number
    /** Whether a supply route that passes through it must leave it by a road, or by sea. */
    road?: boolean
    /** Whether the marker of a combat advance into it, be it a friendly hex, does as well as a road. */
    marker?: boolean
  }

  export interface RuleFacts {
    id: string
    section: string
  }

  export type Action = Done | Concede | Deploy | Withdraw | Base | Devastate | DeployAll | Move | Convert | Disband | Unmark | Target | Invade | Support | CallOff | Defend | Assault | Lose | Advance | Retreat | Exploit | Sail | Intercept | Strike | Build | Repair | Fortify | Dismantle | Lend

  export type Event = TurnBegan | PhaseBegan | SetUp | WinterFelt | Conceded | Won | Deployed | Withdrawn | Based | Ruined | Moved | Converted | Disbanded | Unmarked | StepBegan | EventsAnnounced | CalledOff | DefenceAnnounced | Fired | LossesDue | Lost | FortHeld | GarrisonLost | AdvanceRolled | Advanced | Retreated | Eliminated | FortFell | Exploited | DefenceAsked | NavalFire | AirStruck | LandingBegan | Expelled | Expended | SupplyFailed | Budgeted | FortsReady | Built | Repaired | Fortified | Lent | Amended

  export type State = HexState

  export type Question = Reach | Attacks | Approach | Prospect | QuestionsAnnounced | Supply | Line | Works | Duty | Muster | Harbours

  export type Answer = ReachAnswer | AttacksAnswer | ApproachAnswer | ProspectAnswer | AnnouncedAnswer | SupplyAnswer | LineAnswer | WorksAnswer | DutyAnswer | MusterAnswer | HarboursAnswer

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
