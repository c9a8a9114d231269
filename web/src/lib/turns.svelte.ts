/** The tables that wait for this person: the count in the title, the badge, and what the browser tells. */
import { api } from "./api";
import { inWords } from "./clock";
import { speech } from "./language.svelte";
import { session } from "./me.svelte";
import { startPush, stopPush } from "./push";
import { router } from "./router.svelte";
import { t } from "./strings";
import { pageWorker } from "./worker";
import { whatIsNew } from "./news";
import type { News, Told } from "./news";
import { remember, remembered } from "./memory";
import type { Turn } from "./wire";

/** How often the list is fetched, in milliseconds: while the server tells of changes, only for clocks that run down. */
const REFRESH = 20_000;
const REFRESH_TOLD = 60_000;

export type Permission = "ask" | "on" | "off" | "denied" | "impossible";

function readTold(): Told {
  try {
    const kept: unknown = JSON.parse(remembered("told") || "{}");
    return typeof kept === "object" && kept !== null ? (kept as Told) : {};
  } catch {
    return {};
  }
}

class Turns {
  list = $state.raw<readonly Turn[]>([]);
  permission = $state<Permission>("ask");
  /** The server reaches this browser even while no page is open. */
  pushed = $state(false);
  readonly count: number = $derived(this.list.length);
  #first = true;
  #line: WebSocket | null = null;
  /** Whose list the line is for. */
  #whose = "";
  #fetched = 0;

  /** Look after it for as long as the page is open. */
  start(): () => void {
    this.#look();
    const again = () => void this.refresh();
    const timer = setInterval(() => {
      const told = this.#line?.readyState === WebSocket.OPEN;
      if (Date.now() - this.#fetched >= (told ? REFRESH_TOLD : REFRESH) - 500) again();
    }, REFRESH);
    document.addEventListener("visibilitychange", again);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
      this.#line?.close();
    };
  }

  /** The server says when the list has changed; a line that breaks is opened again with the next refresh. */
  #listen(): void {
    const whose = session.person?.id ?? "";
    const open = this.#line !== null && this.#line.readyState <= WebSocket.OPEN;
    if (whose === this.#whose && (open || !whose)) return;
    this.#line?.close();
    this.#whose = whose;
    this.#line = whose ? new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/turns/live`) : null;
    for (const event of ["open", "message"]) this.#line?.addEventListener(event, () => void this.refresh());
  }

  async refresh(): Promise<void> {
    this.#fetched = Date.now();
    this.#listen();
    if (!session.person) {
      this.list = [];
      return;
    }
    try {
      this.list = await api.turns();
    } catch {
      return; // the page says elsewhere that it is offline
    }
    this.#tell();
  }

  /** The tables that wait, but for one: where to go next. */
  others(table: string): readonly Turn[] {
    return this.list.filter((one) => one.table !== table);
  }

  /** Only ever after a click. */
  async switchOn(): Promise<void> {
    if (this.permission === "impossible") return;
    const answer = await Notification.requestPermission();
    remember("notify", answer === "granted" ? "on" : "off");
    this.#look();
    await this.renew();
  }

  async switchOff(): Promise<void> {
    remember("notify", "off");
    this.#look();
    this.pushed = false;
    await stopPush();
  }

  /** Whoever is at this browser now gets its messages, if they are on. */
  async renew(): Promise<void> {
    const { person } = session;
    const wanted = person !== null && this.permission === "on";
    const works = wanted && (await startPush(person.id, speech.language));
    if (works && this.permission !== "on") await stopPush(); // switched off meanwhile
    this.pushed = works && this.permission === "on";
  }

  #look(): void {
    if (!("Notification" in globalThis)) this.permission = "impossible";
    else if (Notification.permission === "denied") this.permission = "denied";
    else if (Notification.permission === "granted") this.permission = remembered("notify") === "on" ? "on" : "off";
    else this.permission = "ask";
  }

  #tell(): void {
    const { news, told } = whatIsNew(readTold(), this.list);
    remember("told", JSON.stringify(told));
    const seen = document.visibilityState === "visible";
    const route = router.route;
    const here = seen && route.page === "table" ? route.id : "";
    const quiet = seen && this.#first;
    this.#first = false;
    if (this.permission !== "on" || this.pushed || quiet) return; // what is pushed the worker shows
    for (const one of news) if (one.turn.table !== here) void show(one);
  }
}

async function show({ turn, soon }: News): Promise<void> {
  const left = turn.left === null ? "" : inWords(Math.max(turn.left, 0));
  const title = soon ? t("weeks.notify.soon", { title: turn.title, time: left }) : t("weeks.notify.turn", { title: turn.title });
  const path = `/t/${turn.table}`;
  const options = { body: turn.headline, tag: turn.table, icon: "/icon.svg", data: path };
  try {
    const notification = new Notification(title, options);
    notification.onclick = () => {
      window.focus();
      notification.close();
      router.go(path);
    };
  } catch {
    // On phones only a worker may show one.
    const worker = await pageWorker();
    await worker?.showNotification(title, options);
  }
}

/** A page's title, with how many games wait. */
export function counted(title: string): string {
  return turns.count ? `(${turns.count}) ${title}` : title;
}

export const turns = new Turns();
