/** One table, as this browser sees it: the stand, the log, the talk, and all that a player can do there. */
import { familyOf } from "../families";
import { api } from "./api";
import { PLAIN } from "./family";
import type { Family, Livery, Seat, Stage } from "./family";
import { readable } from "./games.svelte";
import { keepView, lastView } from "./lastview";
import { freshKey, Live, Trouble } from "./live";
import { LookBack } from "./lookback.svelte";
import type { Line, Order } from "./live";
import { join, rejoin, standing } from "./log";
import { remembered } from "./memory";
import { names } from "./names.svelte";
import { notices } from "./notices.svelte";
import { Pace } from "./pace.svelte";
import { applyPatch } from "./patch";
import { Recap } from "./recap.svelte";
import { t } from "./strings";
import type {
  Chair,
  Chairholder,
  Decision,
  Done,
  Entry,
  Excluded,
  GameInfo,
  Happened,
  Person,
  Problem,
  Said,
  Seal,
  ServerMessage,
  Stand,
  TableInfo,
  TableView,
} from "./wire";

/** English names that have an article. */
const ARTICLE = /(Union|Kingdom|States|Republic|Empire|Commonwealth|Netherlands|Indies)$/;

/** What became of an order. */
export type Outcome = { ok: true; done: Done } | { ok: false; problem: Problem };

/** Somebody who wants to see what happens: the new entries, and the views before and after them. */
export type Follower = (entries: readonly Entry[], before: unknown, after: unknown) => void;

const CATCH_UP = 3_000;
/** No answer, or only one from a proxy: the server is away. */
const AWAY: readonly number[] = [0, 502, 503, 504];
/** After this long without news, what is seen is kept. */
const KEEP = 300;
/** More decisions than a turn has. */
const LEADING = 240;

export class Table {
  /** The connection. */
  line = $state<Line>("connecting");
  /** There is no such table, or it is not for us. */
  missing = $state.raw<Problem | null>(null);
  /** Everything below is there. */
  ready = $state(false);
  /** When this table was last seen, if there is no connection and that is what is shown; nobody can act then. */
  kept = $state("");

  info = $state.raw<TableInfo>() as TableInfo;
  /** The table as it stands now, whatever is shown. */
  now = $state.raw<Stand>() as Stand;
  readonly back: LookBack = new LookBack(this);
  readonly recap: Recap = new Recap(this);
  /** What others do is shown at the player's pace. */
  readonly pace: Pace = new Pace(
    ({ entries, before, stand }) => this.#show(entries, before, stand.view),
    (entries) => entries.reduce((sum, { events }) => sum + events.reduce<number>((all, one) => all + this.#diceIn(one), 0), 0),
  );
  /** The table as a player sees it who does not look back: nobody owes anything while there is more to be shown. */
  readonly present: Stand = $derived.by(() => {
    const { shown } = this.pace;
    if (this.kept) return { ...this.now, pending: [], undo: {}, standing: {}, digest: "" };
    return shown ? { ...this.now, ...shown, pending: [], undo: {}, standing: {}, digest: "" } : this.now;
  });
  /** The table as it is shown: as it stands now, or as it stood when somebody looks back. */
  readonly stand: Stand = $derived.by(() => {
    const past = this.back.stand;
    return past ? { ...this.now, ...past, pending: [...past.pending], undo: {}, standing: {}, digest: "" } : this.present;
  });
  /** What we may see of the game's state as it is shown; replaced, never changed in place. */
  readonly view: unknown = $derived(this.ready ? this.stand.view : null);
  /** Whether what is shown is over and done with. */
  readonly past: boolean = $derived(this.back.stand !== null);
  /** The log as far as it is known here, undos included. */
  entries = $state.raw<readonly Entry[]>([]);
  chat = $state.raw<readonly Said[]>([]);
  dice = $state.raw<Seal>() as Seal;
  me = $state.raw<Person | null>(null);

  game = $state.raw<GameInfo>() as GameInfo;
  kit = $state.raw<unknown>(null);
  family = $state.raw<Family>(PLAIN);

  /** Where the log was when we were last greeted: what comes later is happening now. */
  since = $state(0);
  /** Orders that are on their way. */
  sending = $state(0);
  /** Of several own seats that are asked, the one that the player turned to. */
  chosenSeat = $state("");

  /** The decisions that stand, in order. */
  readonly whole: readonly Entry[] = $derived(standing(this.entries));
  /** Those that may be told: shown already, and their dice have settled. */
  readonly told: readonly Entry[] = $derived.by(() => {
    const { shown, falling } = this.pace;
    if (!shown && falling === null) return this.whole;
    return this.whole.filter(({ number }) => number <= (shown?.number ?? Infinity) && number < (falling ?? Infinity));
  });
  /** Those that led to what is shown; of a moment of the past the last ones, however long the game is. */
  readonly story: readonly Entry[] = $derived.by(() => {
    const past = this.back.stand ?? this.pace.shown;
    if (!past) return this.whole;
    const end = this.whole.findLastIndex((entry) => entry.number <= past.number) + 1;
    return this.whole.slice(Math.max(0, end - LEADING), end);
  });
  /** How many decisions stand now. */
  readonly length: number = $derived(this.ready ? this.now.number : 0);
  readonly mine: readonly Seat[] = $derived(this.ready ? this.info.mine : []);
  readonly pending: readonly Decision[] = $derived(this.ready ? this.stand.pending : []);
  /** Decisions that this person owes: own seats that no bot plays. */
  readonly decisions: readonly Decision[] = $derived(
    this.past ? [] : this.pending.filter((one) => this.mine.includes(one.seat) && !this.holder(one.seat)?.bot),
  );
  /** The decision in front of the player. */
  readonly decision: Decision | null = $derived(
    this.decisions.find((one) => one.seat === this.chosenSeat) ?? this.decisions[0] ?? null,
  );
  /** The seat that the player acts for: the one that is asked, else the first own one. */
  readonly seat: Seat | null = $derived(this.decision?.seat ?? this.mine[0] ?? null);
  readonly myTurn: boolean = $derived(this.decision !== null && this.info.phase === "playing");
  /** Whether the game is over, and everything that led to its end has been shown, dice included. */
  readonly over: boolean = $derived(
    this.ready && ["finished", "abandoned"].includes(this.info.phase) && !this.pace.waiting && this.pace.falling === null,
  );
  /** A study of this person: its position may be changed by hand. */
  readonly ownStudy: boolean = $derived(this.ready && this.info.study && this.info.host.id === this.me?.id);
  /** Whether this person keeps order here: a table of theirs, and no study, at which they are alone. */
  readonly hosting: boolean = $derived(this.ready && !this.info.study && this.info.host.id === this.me?.id);
  /** What the host has done to this person. */
  readonly excluded: Excluded | null = $derived(
    (this.ready && this.info.excluded.find((one) => one.name === this.me?.name)) || null,
  );
  readonly stage: Stage | null = $derived(
    this.ready && this.view ? this.family.stage(this.kit, this.view, this.seat) : null,
  );
  readonly liveries: Readonly<Record<Seat, Livery>> = $derived(this.family.liveries(this.kit));
  /** The seat whose last decision could be taken back by this person, and the first number that could. */
  readonly undoable: { seat: Seat; from: number } | null = $derived.by(() => {
    if (!this.ready) return null;
    const seats = Object.keys(this.stand.undo).filter((one) => one || !this.info.puzzle); // its position stays
    const seat = seats.find((one) => one === this.story.at(-1)?.seat) ?? seats[0];
    const from = seat === undefined ? undefined : this.stand.undo[seat];
    return seat === undefined || from === undefined ? null : { seat, from };
  });

  #live: Live;
  #loading: Promise<void> | null = null;
  #followers = new Set<Follower>();
  #arrivals = new Set<() => void>();
  #last: Promise<unknown> = Promise.resolve();
  #greetings = 0;
  /** News that came while the game's box was still on its way. */
  #early: ServerMessage[] = [];
  #keeping: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly id: string) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.#live = new Live(`${scheme}://${location.host}/api/tables/${encodeURIComponent(id)}/live`, {
      message: (message) => this.#hear(message),
      line: (line) => (this.line = line),
      seq: () => (this.ready ? this.now.seq : 0),
      failed: () => void this.#whyNot(),
    });
  }

  open(): void {
    this.#live.open();
  }

  close(): void {
    this.back.pause();
    this.pace.reset();
    this.#live.close();
  }

  /** Greet again, for example as somebody else: who signs in or sits down sees with other eyes. */
  refresh(): void {
    this.#live.resync();
  }

  // -- asking and acting

  /** Take actions for a seat, all or none. Says itself why not, unless `quiet`. */
  act(actions: readonly unknown[], options: { seat?: Seat; quiet?: boolean } = {}): Promise<Outcome> {
    const seat = options.seat ?? this.seat;
    return this.#order((seq) => seat && { type: "act", key: freshKey(), seat, seq, actions: [...actions] }, options);
  }

  /** Take back the last decision, or the one with this number (what rests on it goes too). */
  async undo(number = 0, options: { quiet?: boolean } = {}): Promise<Outcome> {
    const outcome = await this.#order((seq) => {
      const seat = this.whole.find((entry) => number > 0 && entry.number === number)?.seat ?? this.undoable?.seat;
      return seat === undefined ? null : { type: "undo", key: freshKey(), seat, seq, number };
    }, options);
    if (outcome.ok && outcome.done.dropped.length)
      notices.tell(t("undo.dropped", { what: outcome.done.dropped.join("; ") }));
    return outcome;
  }

  /** Change the position of one's study by hand: all changes, or none. */
  edit(changes: readonly unknown[]): Promise<Outcome> {
    return this.#order((seq) => ({ type: "edit", key: freshKey(), seq, changes: [...changes] }));
  }

  /** Leave standing orders for a seat; null takes them back. */
  leaveOrders(orders: unknown, seat: Seat | null = this.seat): Promise<Outcome> {
    return this.#order(() => seat && { type: "standing", key: freshKey(), seat, orders });
  }

  /** Ask in the game's vocabulary, about what is shown or about a moment. Rejects with `Trouble` if there is no answer. */
  ask<Answer = unknown>(question: unknown, seat: Seat | null = this.seat, at: number | null = null): Promise<Answer> {
    if (this.kept) return Promise.reject(new Trouble({ status: 0, what: "closed", why: "", rule: "" }));
    return this.#live.ask(question, seat, at ?? this.back.stand?.number ?? null) as Promise<Answer>;
  }

  /** Say something to all, or to one side. True once the server has it. */
  async say(text: string, side = ""): Promise<boolean> {
    try {
      await this.#live.order({ type: "say", key: freshKey(), text, side });
      return true;
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      if (error.problem.what !== "closed") notices.problem(error.problem, this.info.game);
      return false;
    }
  }

  /** See everything that happens from now on; the result ends it. */
  follow(follower: Follower): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  /** Whether a decision of one's own can still be taken back. */
  revocable(entry: Pick<Entry, "seat" | "number">): boolean {
    return this.mine.includes(entry.seat) && entry.number >= (this.stand.undo[entry.seat] ?? Infinity);
  }

  reenact(entry: Entry, before: unknown, after: unknown): void {
    for (const follower of this.#followers) follower([entry], before, after);
  }

  /** Lines of the log from before we came. */
  loadEarlier(): Promise<void> {
    this.#loading ??= this.#loadEarlier().finally(() => (this.#loading = null));
    return this.#loading;
  }

  async #loadEarlier(): Promise<void> {
    const first = this.entries[0]?.seq ?? 1;
    const known = new Set(this.entries.map((entry) => entry.seq));
    let after = 0;
    while (after < first - 1) {
      const more = await api.log(this.id, after);
      if (!more.length) break;
      this.entries = join(
        this.entries,
        more.filter((entry) => !known.has(entry.seq)),
      );
      after = more.at(-1)?.seq ?? first;
    }
  }

  // -- names

  holder(seat: Seat): Chairholder | undefined {
    return this.info.seats.find((one) => one.seat === seat);
  }

  chair(seat: Seat): Chair | undefined {
    return this.game.box.chairs.find((one) => one.seat === seat);
  }

  /** What a seat is called: "Germany". */
  name(seat: Seat): string {
    return this.chair(seat)?.name ?? seat;
  }

  /** A seat at the start of a sentence: "Germany", "The Soviet Union". */
  subject(seat: Seat): string {
    const name = this.name(seat);
    return ARTICLE.test(name) ? t("common.the", { name }) : name;
  }

  /** What a decision asks, in a sentence. */
  asked(decision: Decision): string {
    return names.say(this.info.game, decision.prompt);
  }

  /** How strong a bot is, in a word. */
  level(bot: string): string {
    return names.say(this.info.game, bot);
  }

  /** What a side is called: "Axis". */
  side(side: string): string {
    return this.game.box.sides[side] ?? side;
  }

  // -- hearing

  #hear(message: ServerMessage): void {
    if (!this.ready && message.type !== "hello" && message.type !== "failed") {
      this.#early.push(message);
      return;
    }
    switch (message.type) {
      case "hello":
        void this.#greet(message.table.info.game, () => {
          this.kept = "";
          this.#take(message.me, message.table);
        });
        break;
      case "happened":
        this.#happen(message);
        break;
      case "table":
        this.info = message.info;
        break;
      case "said":
        if (!this.chat.some((one) => one.id === message.said.id)) this.chat = [...this.chat, message.said];
        break;
      case "opened":
        this.dice = message.dice;
        break;
      case "failed":
        notices.problem(message.problem, this.info?.game);
        break;
    }
    if (this.ready) this.#keep();
  }

  /** The first hello waits for the game's box and kit: before them nothing could be shown. Only the latest hello counts. */
  async #greet(game: string, take: () => void): Promise<void> {
    const greeting = ++this.#greetings;
    try {
      await this.#sitDown(game, take, greeting);
    } catch (error) {
      if (greeting !== this.#greetings) return;
      notices.trouble(error);
      this.#live.resync();
    }
  }

  async #sitDown(game: string, take: () => void, greeting: number): Promise<void> {
    if (!this.ready) {
      const [info, kit] = await Promise.all([api.game(game), api.kit(game)]);
      const family = await familyOf(info.box.family);
      if (greeting !== this.#greetings) return;
      this.family = family;
      this.game = readable(info);
      this.family.translate?.(game, kit);
      this.kit = kit;
    }
    take();
    this.ready = true;
    this.#keep();
    this.#arrived();
    for (const news of this.#early.splice(0)) this.#hear(news);
  }

  #take(me: Person | null, { info, stand, recent, chat, dice }: TableView): void {
    this.me = me;
    this.info = info;
    this.now = stand;
    this.since = stand.seq;
    this.pace.reset();
    this.entries = rejoin(this.entries, recent);
    this.back.changed(0);
    this.chat = chat;
    this.dice = dice;
  }

  /** Keep what is seen for when there is no connection. */
  #keep(): void {
    clearTimeout(this.#keeping);
    if (this.kept) return;
    this.#keeping = setTimeout(() => {
      const { info, now: stand, chat, dice, me } = this;
      const recent = this.entries.slice(-LEADING);
      void keepView(this.id, { at: new Date().toISOString(), me, table: { info, stand, recent, chat: [...chat], dice } });
    }, KEEP);
  }

  /** Without a connection: the table as this person last saw it, if they did and the game's box is here, too. */
  async #recall(): Promise<void> {
    if (this.ready) return;
    const view = await lastView(this.id);
    if (!view || (view.me?.id ?? "") !== remembered("viewer")) return;
    if (this.ready || this.line === "open") return; // meanwhile the server has greeted us
    const take = () => {
      this.kept = view.at;
      this.#take(view.me, view.table);
    };
    await this.#sitDown(view.table.info.game, take, ++this.#greetings).catch(() => undefined);
  }

  #happen({ after, entries, patch, stand }: Happened): void {
    if (stand.seq === this.now.seq && !entries.length) this.now = { ...stand, view: this.now.view }; // standing orders
    if (stand.seq <= this.now.seq) return; // known already
    if (after !== this.now.seq) {
      this.#live.resync();
      return;
    }
    const { view: before, number } = this.now;
    const view = applyPatch(before, patch);
    this.now = { ...stand, view };
    this.entries = join(this.entries, entries);
    this.back.changed(stoodAll(number, entries));
    // Who plays several powers stays with one until it owes nothing more, then goes to the next.
    if (this.decisions.length) this.chosenSeat = this.decision?.seat ?? "";
    this.#arrived();
    const own = entries.every((one) => this.mine.includes(one.seat) && !this.holder(one.seat)?.bot);
    this.pace.take({ stand: this.now, before, entries }, own);
  }

  #show(entries: readonly Entry[], before: unknown, view: unknown): void {
    if (!this.past) for (const follower of this.#followers) follower(entries, before, view);
  }

  #diceIn(event: unknown): number {
    return this.family.dice?.(this.kit, event).length ?? 0;
  }

  #arrived(): void {
    for (const arrival of this.#arrivals) arrival();
  }

  /** Orders go one after the other: each is made on the stand that the one before has left. */
  #order(make: (seq: number) => Order | "" | null | undefined, options: { quiet?: boolean } = {}): Promise<Outcome> {
    this.sending += 1;
    const outcome = this.#last.then(() => this.#give(make(this.now.seq), options.quiet));
    this.#last = outcome.catch(() => undefined); // a fault in one order must not stop the next
    return outcome;
  }

  async #give(order: Order | "" | null | undefined, quiet = false): Promise<Outcome> {
    try {
      if (this.past) return { ok: false, problem: { status: 409, what: "past", why: t("history.hands-off"), rule: "" } };
      if (this.kept) throw new Trouble(offline());
      if (!order) return nobody();
      const done = await this.#live.order(order);
      await this.#reach(done.seq);
      return { ok: true, done };
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      if (!quiet) notices.problem(error.problem, this.info.game);
      return { ok: false, problem: error.problem };
    } finally {
      this.sending -= 1;
    }
  }

  /** Until the news of an order is here too: who ordered wants to see what became of it. */
  #reach(seq: number): Promise<void> {
    if (this.now.seq >= seq) return Promise.resolve();
    return new Promise((resolve) => {
      const arrival = () => {
        if (this.now.seq < seq) return;
        clearTimeout(patience);
        this.#arrivals.delete(arrival);
        resolve();
      };
      const patience = setTimeout(() => {
        this.#arrivals.delete(arrival);
        this.#live.resync();
        resolve();
      }, CATCH_UP);
      this.#arrivals.add(arrival);
    });
  }

  /** The socket does not say why it was closed; the same address over HTTP does. */
  async #whyNot(): Promise<void> {
    try {
      await api.table(this.id);
    } catch (error) {
      if (!(error instanceof Trouble)) return;
      if (AWAY.includes(error.problem.status)) await this.#recall();
      if (![401, 403, 404, 410].includes(error.problem.status)) return;
      this.missing = error.problem;
      this.#live.close();
    }
  }
}

/** How many of `number` decisions stood throughout these lines: an undo takes some back, and others may replace them. */
function stoodAll(number: number, entries: readonly Entry[]): number {
  let [stands, least] = [number, number];
  for (const { kind, back } of entries) {
    stands += kind === "act" ? 1 : -back;
    least = Math.min(least, stands);
  }
  return least;
}

function offline(): Problem {
  return { status: 0, what: "offline", why: t("trouble.offline"), rule: "" };
}

function nobody(): Outcome {
  return { ok: false, problem: { status: 403, what: "not-yours", why: t("trouble.no-seat"), rule: "" } };
}
