import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { Live, pause, Trouble } from "./live";
import type { Line, Socket } from "./live";
import type { Act, ServerMessage } from "./wire";

class FakeSocket implements Socket {
  readyState: WebSocket["readyState"] = 1;
  sent: Record<string, unknown>[] = [];
  onopen: Socket["onopen"] = null;
  onmessage: Socket["onmessage"] = null;
  onclose: Socket["onclose"] = null;
  onerror: Socket["onerror"] = null;
  send(data: string): void {
    this.sent.push(JSON.parse(data) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
  }
  says(message: object): void {
    this.onmessage?.call(this as never, { data: JSON.stringify(message) } as MessageEvent);
  }
  breaks(): void {
    this.readyState = 3;
    this.onclose?.call(this as never, {} as CloseEvent);
  }
}

const HELLO = { type: "hello", table: {}, me: null };

function setUp(seq = 0) {
  const sockets: FakeSocket[] = [];
  const lines: Line[] = [];
  const heard: ServerMessage[] = [];
  const stand = { seq };
  const live = new Live(
    "ws://table",
    { message: (m) => heard.push(m), line: (l) => lines.push(l), seq: () => stand.seq },
    () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
  );
  live.open();
  return { live, sockets, lines, heard, stand, last: () => sockets.at(-1) as FakeSocket };
}

const act = (key: string): Act => ({ type: "act", key, seat: "uk", seq: 4, actions: [{ do: "done" }] });

describe("the line to a table", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("is open after hello, not before", () => {
    const { lines, last } = setUp();
    expect(lines).toEqual([]);
    last().says(HELLO);
    expect(lines).toEqual(["open"]);
  });

  it("keeps an order given before hello and sends it then", () => {
    const { live, last } = setUp();
    void live.order(act("key-1"));
    expect(last().sent).toEqual([]);
    last().says(HELLO);
    expect(last().sent.map((m) => m.key)).toEqual(["key-1"]);
  });

  it("resolves an order when it is done and does not send it again", async () => {
    const { live, last, sockets } = setUp();
    last().says(HELLO);
    const done = live.order(act("key-1"));
    last().says({ type: "done", key: "key-1", seq: 5, dropped: [] });
    expect((await done).seq).toBe(5);
    last().breaks();
    vi.advanceTimersByTime(1_000);
    expect(sockets).toHaveLength(2);
    last().says(HELLO);
    expect(last().sent).toEqual([]);
  });

  it("sends unanswered orders again, the same and in the same order, after the line broke", () => {
    const { live, last, lines } = setUp();
    last().says(HELLO);
    void live.order(act("key-1"));
    void live.order(act("key-2"));
    const before = last().sent;
    last().breaks();
    expect(lines.at(-1)).toBe("lost");
    vi.advanceTimersByTime(1_000);
    last().says(HELLO);
    expect(last().sent).toEqual(before);
    expect(lines.at(-1)).toBe("open");
  });

  it("asks again after the line broke", async () => {
    const { live, last } = setUp();
    last().says(HELLO);
    const answer = live.ask({ ask: "choices" }, "uk");
    last().breaks();
    vi.advanceTimersByTime(1_000);
    last().says(HELLO);
    const id = last().sent[0]?.id;
    last().says({ type: "answer", id, answer: { choices: [] } });
    expect(await answer).toEqual({ choices: [] });
  });

  it("rejects what the server refuses, with the rule", async () => {
    const { live, last } = setUp();
    last().says(HELLO);
    const refused = live.order(act("key-1"));
    const problem = { status: 422, what: "refused", why: "No.", rule: "1941.no" };
    last().says({ type: "failed", problem, key: "key-1", id: 0 });
    await expect(refused).rejects.toBeInstanceOf(Trouble);
    await expect(refused).rejects.toMatchObject({ problem: { rule: "1941.no" } });
  });

  it("sends a line of chat again with its key until the server has it", async () => {
    const { live, last } = setUp();
    const said = live.order({ type: "say", key: "chat-key", text: "hello", side: "" });
    last().says(HELLO);
    expect(last().sent.map((m) => m.key)).toEqual(["chat-key"]);
    last().breaks();
    vi.advanceTimersByTime(1_000);
    last().says(HELLO);
    expect(last().sent).toMatchObject([{ key: "chat-key", text: "hello" }]);
    last().says({ type: "done", key: "chat-key", seq: 1, dropped: [] });
    await expect(said).resolves.toMatchObject({ key: "chat-key" });
  });

  it("starts afresh when nothing answers an order", () => {
    const { live, last, sockets } = setUp();
    last().says(HELLO);
    void live.order(act("key-1"));
    vi.advanceTimersByTime(15_000);
    expect(sockets).toHaveLength(2);
    last().says(HELLO);
    expect(last().sent.map((m) => m.key)).toEqual(["key-1"]);
  });

  it("starts afresh when the server is ahead and the news does not come", () => {
    const { last, sockets } = setUp(4);
    last().says(HELLO);
    last().says({ type: "pong", seq: 6 });
    vi.advanceTimersByTime(3_000);
    expect(sockets).toHaveLength(2);
  });

  it("stays when the news comes in time", () => {
    const { last, sockets, stand } = setUp(4);
    last().says(HELLO);
    last().says({ type: "pong", seq: 6 });
    stand.seq = 6;
    vi.advanceTimersByTime(3_000);
    expect(sockets).toHaveLength(1);
  });

  it("hears nothing from a socket that it gave up", () => {
    const { live, sockets, heard, last } = setUp();
    last().says(HELLO);
    live.resync();
    sockets[0]?.says({ type: "said", said: { id: 1, person: "x", at: "", text: "late", side: "" } });
    expect(heard.filter((m) => m.type === "said")).toEqual([]);
  });

  it("does not come back when it was closed", () => {
    const { live, sockets, last, lines } = setUp();
    last().says(HELLO);
    live.close();
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    expect(lines.at(-1)).toBe("closed");
  });

  it("waits longer and longer, within bounds", () => {
    expect(pause(0, 1)).toBeLessThan(pause(3, 1));
    expect(pause(30, 1)).toBe(12_000);
    expect(pause(2, 0)).toBe(pause(2, 1) / 2);
  });
});
