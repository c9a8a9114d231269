/**
 * The line to a table: a WebSocket that comes back by itself.
 *
 * Orders (acts, undos, standing orders) and chat carry an idempotency key and are kept until they are answered: after a
 * lost connection they are sent again as they were, and the server does nothing twice. Questions are asked again.
 * Every connection begins with `hello`, the whole truth; what comes after follows on it by log numbers.
 */
import type { Act, Done, Edit, Problem, Say, ServerMessage, Standing, Undo } from "./wire";

export type Line = "connecting" | "open" | "lost" | "closed";

/** Why an order or a question came to nothing. */
export class Trouble extends Error {
  constructor(readonly problem: Problem) {
    super(problem.why);
  }
}

export interface Hooks {
  /** All messages but the replies. */
  message(message: ServerMessage): void;
  line(line: Line): void;
  /** The log number that the client stands at. */
  seq(): number;
  /** A connection ended before it said hello: is there such a table at all? */
  failed?(): void;
}

/** What a WebSocket is to us; tests bring their own. */
export type Socket = Pick<
  WebSocket,
  "send" | "close" | "readyState" | "onopen" | "onmessage" | "onclose" | "onerror"
>;

export type Order = Act | Undo | Standing | Edit;
interface Waiting<T> {
  message: unknown;
  resolve: (value: T) => void;
  reject: (trouble: Trouble) => void;
}

const FIRST_PAUSE = 400;
const LONGEST_PAUSE = 12_000;
const HEARTBEAT = 20_000;
const DEADLINE = 12_000;
const OPEN = 1;

export function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** How long to wait before the next try: twice as long each time, and never all clients at once. */
export function pause(attempt: number, chance: number): number {
  return Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempt) * (0.5 + chance / 2);
}

export class Live {
  #socket: Socket | null = null;
  #line: Line = "connecting";
  #attempt = 0;
  #questions = 0;
  #orders = new Map<string, Waiting<Done>>();
  #asked = new Map<number, Waiting<unknown>>();
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #deadline: ReturnType<typeof setTimeout> | undefined;
  #behind: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly url: string,
    private readonly hooks: Hooks,
    private readonly connect: (url: string) => Socket = (address) => new WebSocket(address),
  ) {}

  get line(): Line {
    return this.#line;
  }

  open(): void {
    this.#dial();
    globalThis.addEventListener?.("online", this.#wake);
    globalThis.document?.addEventListener("visibilitychange", this.#wake);
  }

  close(): void {
    globalThis.removeEventListener?.("online", this.#wake);
    globalThis.document?.removeEventListener("visibilitychange", this.#wake);
    this.#hangUp();
    this.#say("closed");
    const problem: Problem = { status: 0, what: "closed", why: "", rule: "" };
    for (const waiting of [...this.#orders.values(), ...this.#asked.values()]) waiting.reject(new Trouble(problem));
    this.#orders.clear();
    this.#asked.clear();
  }

  /** Start afresh: something was missed. */
  resync(): void {
    if (this.#line === "closed") return;
    this.#hangUp();
    this.#say("lost");
    this.#dial();
  }

  /** An order is sent until it is answered, however often the line breaks. */
  order(message: Order | (Say & { key: string })): Promise<Done> {
    return new Promise((resolve, reject) => {
      this.#orders.set(message.key, { message, resolve, reject });
      this.#send(message);
      this.#expect();
    });
  }

  ask(question: unknown, seat: string | null, at: number | null = null): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = ++this.#questions;
      const message = { type: "ask", id, question, seat, ...(at === null ? {} : { at }) };
      this.#asked.set(id, { message, resolve, reject });
      this.#send(message);
      this.#expect();
    });
  }

  #send(message: unknown): boolean {
    if (this.#line !== "open" || this.#socket?.readyState !== OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #dial(): void {
    clearTimeout(this.#retry);
    const socket = this.connect(this.url);
    this.#socket = socket;
    let greeted = false;
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket !== this.#socket) return;
      const message = JSON.parse(event.data) as ServerMessage;
      clearTimeout(this.#deadline);
      if (message.type === "hello") {
        this.#attempt = 0;
        this.hooks.message(message);
        this.#say("open");
        this.#keepAlive();
        if (!greeted) this.#resend();
        greeted = true;
      } else this.#hear(message);
      if (this.#orders.size || this.#asked.size) this.#expect();
    };
    socket.onclose = () => {
      if (socket !== this.#socket) return;
      this.#hangUp();
      this.#say("lost");
      if (!greeted) this.hooks.failed?.();
      if (this.#line !== "lost") return; // the hook closed the line
      this.#retry = setTimeout(() => this.#dial(), pause(this.#attempt++, Math.random()));
    };
    socket.onerror = null;
  }

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case "done":
        this.#orders.get(message.key)?.resolve(message);
        this.#orders.delete(message.key);
        break;
      case "answer":
        this.#asked.get(message.id)?.resolve(message.answer);
        this.#asked.delete(message.id);
        break;
      case "failed":
        this.#fail(message.problem, message.key, message.id);
        break;
      case "pong":
        this.#compare(message.seq);
        break;
      default:
        this.hooks.message(message);
    }
  }

  #fail(problem: Problem, key: string, id: number): void {
    const trouble = new Trouble(problem);
    const waiting = this.#orders.get(key) ?? this.#asked.get(id);
    if (waiting) waiting.reject(trouble);
    else this.hooks.message({ type: "failed", problem, key, id, changed: [] });
    this.#orders.delete(key);
    this.#asked.delete(id);
  }

  /** The server is ahead and news does not come: start afresh. */
  #compare(seq: number): void {
    clearTimeout(this.#behind);
    if (seq > this.hooks.seq())
      this.#behind = setTimeout(() => {
        if (seq > this.hooks.seq()) this.resync();
      }, 2_000);
  }

  #resend(): void {
    for (const { message } of this.#orders.values()) this.#send(message);
    for (const { message } of this.#asked.values()) this.#send(message);
  }

  #keepAlive(): void {
    clearInterval(this.#beat);
    this.#beat = setInterval(() => this.#check(), HEARTBEAT);
  }

  #check(): void {
    if (this.#send({ type: "ping" })) this.#expect();
  }

  /** Something must be heard soon, or the line is dead. */
  #expect(): void {
    clearTimeout(this.#deadline);
    if (this.#line === "open") this.#deadline = setTimeout(() => this.resync(), DEADLINE);
  }

  #wake = (): void => {
    if (globalThis.document?.visibilityState === "hidden") return;
    if (this.#line === "lost") {
      this.#attempt = 0;
      this.#hangUp();
      this.#dial();
    } else this.#check();
  };

  #hangUp(): void {
    for (const timer of [this.#retry, this.#deadline, this.#behind]) clearTimeout(timer);
    clearInterval(this.#beat);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #say(line: Line): void {
    if (this.#line === line) return;
    this.#line = line;
    this.hooks.line(line);
  }
}
