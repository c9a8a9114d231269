// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { remember } from "./memory";
import { notices } from "./notices.svelte";
import { Table } from "./table.svelte";
import type { Chairholder, Entry, GameInfo, Person, Stand, TableInfo } from "./wire";

const ann: Person = { id: "a", name: "Ann", guest: false };
const GAME: GameInfo = {
  box: {
    id: "toy",
    title: "Toy",
    summary: "",
    family: "toy",
    chairs: [
      { seat: "red", name: "Red", side: "warm", colour: "", scenarios: [], together: "" },
      { seat: "blue", name: "Blue", side: "cold", colour: "", scenarios: [], together: "" },
    ],
    sides: { warm: "Warm", cold: "Cold" },
    scenarios: [],
    options: [],
    titles: {}, lengths: {},
  },
  bots: [],
  answers: false,
  lesson: false,
};

function holder(seat: string, person: Person | null, bot = ""): Chairholder {
  return { seat, person, bot, invited: "", here: true, conceded: false, time: null };
}

function info(change: Partial<TableInfo> = {}): TableInfo {
  return {
    id: "t",
    game: "toy",
    title: "",
    scenario: "",
    options: {},
    phase: "playing",
    listed: false,
    host: ann,
    seats: [holder("red", ann), holder("blue", null, "easy")],
    turn: ["red"],
    mine: ["red"],
    headline: "",
    winner: "",
    made: "",
    moved: "",
    seq: 0,
    next: "",
    study: false,
    source: "",
    moment: 0,
    clock: null,
    rated: false,
    pairing: "",
    closed: "",
    puzzle: "",
    excluded: [],
    ...change,
  };
}

function stand(seq: number, view: unknown, change: Partial<Stand> = {}): Stand {
  const pending = [{ seat: "red", kind: "bid", space: "", prompt: "Bid." }];
  return { seq, number: seq, view, pending, headline: "", undo: {}, standing: {}, winner: "", digest: "", ...change };
}

function entry(seq: number): Entry {
  return {
    seq,
    number: seq,
    kind: "act",
    seat: "red",
    by: "Ann",
    at: "",
    action: null,
    events: [],
    text: [`did ${seq}`],
    back: 0,
    reason: "",
  };
}

class FakeSocket {
  static made: FakeSocket[] = [];
  readyState = 1;
  sent: { type: string; key: string; seq: number }[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(readonly url: string) {
    FakeSocket.made.push(this);
  }
  send(data: string): void {
    this.sent.push(JSON.parse(data) as FakeSocket["sent"][0]);
  }
  close(): void {
    this.readyState = 3;
  }
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  hello(seq: number, view: unknown, recent: Entry[] = [], change: Partial<TableInfo> = {}): void {
    const table = { info: info(change), stand: stand(seq, view), recent, chat: [], dice: {} };
    this.says({ type: "hello", table, me: ann });
  }
  happened(after: number, seq: number, patch: unknown, change: Partial<Stand> = {}): void {
    this.says({ type: "happened", after, entries: [entry(seq)], patch, stand: stand(seq, null, change) });
  }
}

const last = (): FakeSocket => FakeSocket.made.at(-1) as FakeSocket;
const orders = (socket: FakeSocket) => socket.sent.filter((one) => one.type === "act" || one.type === "undo");

async function sitDown(): Promise<Table> {
  const table = new Table("t");
  table.open();
  last().hello(4, { coins: 7, bids: { red: 1 } }, [entry(4)]);
  await vi.waitFor(() => expect(table.ready).toBe(true));
  return table;
}

describe("a table", () => {
  it("forgets nothing that came while its box was on the way", async () => {
    const table = new Table("t");
    table.open();
    last().hello(4, { coins: 7 }, [entry(4)], { phase: "waiting" });
    last().says({ type: "table", info: info({ phase: "abandoned" }) });
    last().happened(4, 5, { coins: 6 });
    expect(table.ready).toBe(false);
    await vi.waitFor(() => expect(table.ready).toBe(true));
    expect(table.info.phase).toBe("abandoned");
    expect(table.now.seq).toBe(5);
  });

  beforeEach(() => {
    FakeSocket.made = [];
    notices.shown = [];
    vi.stubGlobal("WebSocket", FakeSocket);
    vi.stubGlobal("fetch", (url: string) =>
      Promise.resolve(Response.json(url.endsWith("/kit") ? {} : GAME, { headers: { "content-type": "application/json" } })),
    );
  });
  afterEach(() => vi.unstubAllGlobals());

  it("shows what hello says, with the decision in front of the player", async () => {
    const table = await sitDown();
    expect(table.view).toEqual({ coins: 7, bids: { red: 1 } });
    expect(table.decision?.prompt).toBe("Bid.");
    expect([table.seat, table.myTurn, table.name("red")]).toEqual(["red", true, "Red"]);
  });

  it("follows by patches and tells its followers what changed", async () => {
    const table = await sitDown();
    const seen: unknown[] = [];
    table.follow((entries, before, after) => seen.push([entries.map((one) => one.seq), before, after]));
    last().happened(4, 5, { coins: 3 });
    expect(table.view).toEqual({ coins: 3, bids: { red: 1 } });
    expect(table.story.map((one) => one.seq)).toEqual([4, 5]);
    expect(seen).toEqual([[[5], { coins: 7, bids: { red: 1 } }, { coins: 3, bids: { red: 1 } }]]);
  });

  it("ignores news that it knows, and starts afresh when some are missing", async () => {
    const table = await sitDown();
    last().happened(3, 4, { coins: 99 });
    expect(table.view).toEqual({ coins: 7, bids: { red: 1 } });
    last().happened(6, 7, { coins: 1 });
    expect(FakeSocket.made).toHaveLength(2);
    last().hello(7, { coins: 1 }, [entry(7)]);
    await vi.waitFor(() => expect(table.view).toEqual({ coins: 1 }));
  });

  it("has acted when the news of it is here, not before", async () => {
    const table = await sitDown();
    let settled = false;
    const acted = table.act([{ do: "bid" }]).then((outcome) => {
      settled = true;
      return outcome;
    });
    await vi.waitFor(() => expect(orders(last())).toHaveLength(1));
    const [order] = orders(last());
    last().says({ type: "done", key: order?.key, seq: 5, dropped: [] });
    await Promise.resolve();
    expect(settled).toBe(false);
    expect(table.sending).toBe(1);
    last().happened(4, 5, { coins: 6 });
    expect((await acted).ok).toBe(true);
    expect(table.sending).toBe(0);
  });

  it("gives orders one after the other, each on the stand that the one before has left", async () => {
    const table = await sitDown();
    const first = table.act([{ do: "bid" }]);
    const second = table.act([{ do: "roll" }]);
    await vi.waitFor(() => expect(orders(last())).toHaveLength(1));
    last().happened(4, 5, {});
    last().says({ type: "done", key: orders(last())[0]?.key, seq: 5, dropped: [] });
    await first;
    await vi.waitFor(() => expect(orders(last())).toHaveLength(2));
    expect(orders(last()).map((one) => one.seq)).toEqual([4, 5]);
    last().happened(5, 6, {});
    last().says({ type: "done", key: orders(last())[1]?.key, seq: 6, dropped: [] });
    expect((await second).ok).toBe(true);
  });

  it("goes on after a refusal, and says it with its rule", async () => {
    const table = await sitDown();
    const refused = table.act([{ do: "bid" }]);
    await vi.waitFor(() => expect(orders(last())).toHaveLength(1));
    const problem = { status: 422, what: "refused", why: "Too much.", rule: "toy.coins" };
    last().says({ type: "failed", problem, key: orders(last())[0]?.key, id: 0 });
    expect(await refused).toEqual({ ok: false, problem });
    expect(notices.shown.map(({ text, rule, game }) => [text, rule, game])).toEqual([["Too much.", "toy.coins", "toy"]]);
    void table.act([{ do: "roll" }]);
    await vi.waitFor(() => expect(orders(last())).toHaveLength(2));
  });

  it("keeps what came after a newer hello, although an older one is still being read", async () => {
    const held: (() => void)[] = [];
    vi.stubGlobal("fetch", (url: string) => {
      const answer = Response.json(url.endsWith("/kit") ? {} : GAME, { headers: { "content-type": "application/json" } });
      return url.endsWith("/kit") ? new Promise((resolve) => held.push(() => resolve(answer))) : Promise.resolve(answer);
    });
    const table = new Table("t");
    table.open();
    last().hello(4, { coins: 7 });
    last().hello(5, { coins: 6 });
    await vi.waitFor(() => expect(held).toHaveLength(2));
    held[1]?.();
    await vi.waitFor(() => expect(table.ready).toBe(true));
    last().says({ type: "said", said: { id: 1, person: "Ann", at: "", text: "Hello", side: "" } });
    held[0]?.();
    await new Promise((done) => setTimeout(done));
    expect(table.chat.map((one) => one.text)).toEqual(["Hello"]);
    expect(table.now.seq).toBe(5);
  });

  describe("without a connection", () => {
    /** Ann sees a table; then the server is away, and the table is opened again. */
    async function comeBack(viewer: string): Promise<Table> {
      const kept = new Map<string, Response>();
      const cache = {
        put: (name: string, answer: Response) => Promise.resolve(kept.set(name, answer)),
        match: (name: string) => Promise.resolve(kept.get(name)?.clone()),
        delete: (name: string) => Promise.resolve(kept.delete(name)),
        keys: () => Promise.resolve([...kept.keys()]),
      };
      vi.stubGlobal("caches", { open: () => Promise.resolve(cache) });
      const seen = await sitDown();
      await vi.waitFor(() => expect(kept.size).toBe(1));
      seen.close();
      const games = fetch;
      vi.stubGlobal("fetch", (url: string) => (url.includes("/tables/") ? Promise.reject(new TypeError("offline")) : games(url)));
      remember("viewer", viewer);
      const table = new Table("t");
      table.open();
      last().onclose?.();
      return table;
    }

    it("shows what was last seen, lets nobody act on it, and goes on when the server is back", async () => {
      const table = await comeBack(ann.id);
      await vi.waitFor(() => expect(table.ready).toBe(true));
      expect(table.kept).not.toBe("");
      expect([table.view, table.decision]).toEqual([{ coins: 7, bids: { red: 1 } }, null]);
      expect((await table.act([{ do: "bid" }])).ok).toBe(false);
      await vi.waitFor(() => expect(FakeSocket.made).toHaveLength(3));
      last().hello(5, { coins: 6 });
      expect([table.kept, table.view, table.decision?.prompt]).toEqual(["", { coins: 6 }, "Bid."]);
      expect(orders(last())).toEqual([]);
      table.close();
    });

    it("shows nobody what somebody else saw", async () => {
      const table = await comeBack("b");
      await vi.waitFor(() => expect(FakeSocket.made).toHaveLength(3));
      expect([table.ready, table.kept]).toEqual([false, ""]);
      table.close();
    });
  });

  it("owes nothing while a bot stands in", async () => {
    const table = await sitDown();
    last().says({ type: "table", info: info({ seats: [holder("red", ann, "easy")] }) });
    expect(table.decision).toBeNull();
    expect(table.myTurn).toBe(false);
  });

  it("lets nobody act who has no seat", async () => {
    const table = await sitDown();
    last().says({ type: "table", info: info({ mine: [] }) });
    const outcome = await table.act([{ do: "bid" }]);
    expect(outcome.ok).toBe(false);
    expect(orders(last())).toEqual([]);
  });

  it("says so when there is no such table", async () => {
    const problem = { status: 404, what: "not-found", why: "There is no such table.", rule: "" };
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json(problem, { status: 404 })));
    const table = new Table("t");
    table.open();
    last().readyState = 3;
    last().onclose?.();
    await vi.waitFor(() => expect(table.missing).toEqual(problem));
    expect(table.line).toBe("closed");
  });
});
