/** The server's HTTP side. Every error is a `Problem`, thrown as `Trouble`. */
import type { Bench, Benches, Edit, Forms, Move, Proof, Sheet, View } from "../workshop/wire";
import { Trouble } from "./live";
import { t } from "./strings";
import type {
  Advice,
  Entry,
  GameInfo,
  History,
  InstalledGames,
  Ladder,
  MailSettings,
  Me,
  Moments,
  NewTable,
  Pair,
  PersonPage,
  Problem,
  PushInfo,
  PuzzleAt,
  Puzzles,
  Results,
  Rule,
  SetMail,
  Statistics,
  Subscribe,
  TableInfo,
  Tables,
  TableView,
  Token,
  Topic,
  Turn,
  Tutorial,
  Vacations,
  Verdict,
} from "./wire";

function isProblem(value: unknown): value is Problem {
  return typeof value === "object" && value !== null && "why" in value && "what" in value;
}

const JSON_TYPE = "application/json";
const FILE_TYPE = "application/octet-stream";

/** The server's answer, if it is not a refusal. */
async function send(method: string, path: string, body?: unknown, type = JSON_TYPE): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? {} : { "content-type": type },
      body: body === undefined ? null : body instanceof Blob ? body : JSON.stringify(body),
    });
  } catch {
    throw new Trouble({ status: 0, what: "offline", why: t("trouble.offline"), rule: "" });
  }
  if (response.ok) return response;
  const answer = await content(response);
  if (isProblem(answer)) throw new Trouble(answer);
  throw new Trouble({ status: response.status, what: "failed", why: t("trouble.server"), rule: "" });
}

async function content(response: Response): Promise<unknown> {
  const text = await response.text();
  const json = /^application\/json\b/.test(response.headers.get("content-type") ?? "");
  return json && text ? (JSON.parse(text) as unknown) : text;
}

async function call<T>(method: string, path: string, body?: unknown, type = JSON_TYPE): Promise<T> {
  return (await content(await send(method, path, body, type))) as T;
}

const get = <T>(path: string) => call<T>("GET", path);
const post = <T>(path: string, body: unknown = {}) => call<T>("POST", path, body);
const part = encodeURIComponent;

export type Shelf = "mine" | "open" | "live" | "finished" | "studies";

export const api = {
  me: () => get<Me>("/me"),
  visit: (name?: string) => post<Me>("/visit", name ? { name } : {}),
  signUp: (name: string, password: string) => post<Me>("/signup", { name, password }),
  signIn: (name: string, password: string) => post<Me>("/signin", { name, password }),
  signOut: () => post<unknown>("/signout"),
  password: (old: string, fresh: string) => post<unknown>("/password", { old, new: fresh }),
  tokens: () => get<Token[]>("/tokens"),
  newToken: (label: string) => post<Token>("/tokens", { label }),
  dropToken: (id: string) => call<unknown>("DELETE", `/tokens/${part(id)}`),

  installed: () => get<InstalledGames>("/operator/games"),
  install: (pack: Blob, replace: boolean) =>
    call<InstalledGames>("POST", `/operator/games?replace=${replace}`, pack, FILE_TYPE),
  uninstall: (game: string) => call<InstalledGames>("DELETE", `/operator/games/${part(game)}`),

  games: () => get<GameInfo[]>("/games"),
  game: (game: string) => get<GameInfo>(`/games/${part(game)}`),
  kit: (game: string) => get<unknown>(`/games/${part(game)}/kit`),
  names: (game: string, language: string) => get<Record<string, string>>(`/games/${part(game)}/names/${part(language)}`),
  rules: (game: string, search: string) => get<Rule[]>(`/games/${part(game)}/rules?search=${part(search)}`),
  contents: (game: string) => get<Topic[]>(`/games/${part(game)}/contents`),
  tutorials: (game: string) => get<Tutorial[]>(`/games/${part(game)}/tutorials`),
  /** Ask the game itself, without a table. */
  ask: <Reply>(game: string, query: unknown) => post<Reply>(`/games/${part(game)}/ask`, query),
  rule: (game: string, rule: string) => get<Rule>(`/games/${part(game)}/rules/${part(rule)}`),

  tables: (show: Shelf, cursor = "") => get<Tables>(`/tables?show=${show}${cursor && `&cursor=${part(cursor)}`}`),
  pair: (wishes: Pair) => post<TableInfo>("/pair", wishes),
  newTable: (table: NewTable) => post<TableInfo>("/tables", table),
  importTable: (save: Blob) => call<TableInfo>("POST", "/tables/import", save, FILE_TYPE),
  table: (id: string) => get<TableView>(`/tables/${part(id)}`),
  log: (id: string, after: number) => get<Entry[]>(`/tables/${part(id)}/log?after=${after}`),
  sit: (id: string, seat: string, entropy = "") => post<TableInfo>(`/tables/${part(id)}/sit`, { seat, entropy }),
  leave: (id: string) => post<unknown>(`/tables/${part(id)}/leave`),
  setSeat: (id: string, seat: string, plan: string) =>
    post<TableInfo>(`/tables/${part(id)}/seats/${part(seat)}`, { plan }),
  start: (id: string, bot: string) => post<TableInfo>(`/tables/${part(id)}/start`, { bot }),
  resign: (id: string, seat: string) => post<unknown>(`/tables/${part(id)}/resign`, { seat }),
  rematch: (id: string, swapped: boolean) => post<TableInfo>(`/tables/${part(id)}/rematch`, { swap: swapped }),
  exclude: (id: string, name: string, how: "mute" | "remove" | "welcome", why = "") =>
    post<TableInfo>(`/tables/${part(id)}/exclude`, { name, how, why }),
  close: (id: string, why: string) => post<TableInfo>(`/tables/${part(id)}/close`, { why }),
  report: (id: string, said: number, why: string) => post<unknown>(`/tables/${part(id)}/report`, { said, why }),
  history: (id: string) => get<History>(`/tables/${part(id)}/history`),
  moments: (id: string, first: number) => get<Moments>(`/tables/${part(id)}/moments/${first}`),
  statistics: (id: string) => get<Statistics>(`/tables/${part(id)}/statistics`),
  publish: (id: string, listed: boolean) => post<TableInfo>(`/tables/${part(id)}/publish`, { listed }),
  branch: (id: string, number: number | null) => post<TableInfo>(`/tables/${part(id)}/branch`, { number }),
  advice: (id: string, number: number | null, bot: string) =>
    post<Advice>(`/tables/${part(id)}/advice`, { number, bot }),
  puzzles: () => get<Puzzles>("/puzzles"),
  nextPuzzle: (game: string) => post<TableInfo>("/puzzles/next", { game }),
  startPuzzle: (id: string) => post<TableInfo>(`/puzzles/${part(id)}/start`),
  puzzleAt: (table: string) => get<PuzzleAt>(`/tables/${part(table)}/puzzle`),
  checkPuzzle: (table: string) => post<Verdict>(`/tables/${part(table)}/puzzle`),
  turns: () => get<Turn[]>("/turns"),
  mail: () => get<MailSettings>("/mail"),
  setMail: (wanted: SetMail) => post<MailSettings>("/mail", wanted),
  confirmMail: (key: string) => post<unknown>("/mail/confirm", { key }),
  stopMail: (key: string) => post<unknown>(`/mail/stop/${part(key)}`),
  push: () => get<PushInfo>("/push"),
  startPush: (browser: Subscribe) => post<unknown>("/push", browser),
  stopPush: (endpoint: string) => post<unknown>("/push/stop", { endpoint }),
  vacations: () => get<Vacations>("/vacations"),
  newVacation: (begins: string | null, ends: string) => post<Vacations>("/vacations", { begins, ends }),
  endVacation: (id: string) => call<Vacations>("DELETE", `/vacations/${part(id)}`),
  deleteAccount: (name: string, password: string) => post<Me>("/account/delete", { name, password }),
  results: (month: string, game: string, player: string) =>
    get<Results>(`/results?month=${part(month)}&game=${part(game)}&player=${part(player)}`),
  person: (name: string) => get<PersonPage>(`/people/${part(name)}`),
  ladder: (game: string) => get<Ladder>(`/ladder/${part(game)}`),

  save: (id: string) => get<string>(`/tables/${part(id)}/save`),
};

/** The workshop, which only the author's own machine serves. */
export const workshop = {
  benches: () => get<Benches>("/workshop/"),
  begin: (name: string, like: string, title: string) => post<View>("/workshop/", { name, like, title }),
  add: (file: Blob) => call<Bench>("POST", "/workshop/add", file, FILE_TYPE),
  forms: () => get<Forms>("/workshop/_forms"),
  open: (game: string) => get<View>(`/workshop/${part(game)}`),
  stand: (game: string) => get<{ stand: string }>(`/workshop/${part(game)}/stand`),
  edit: (game: string, stand: string, edits: Edit[]) => post<View>(`/workshop/${part(game)}/edit`, { stand, edits }),
  rename: (game: string, stand: string, space: string, name: string) => post<View>(`/workshop/${part(game)}/rename`, { stand, space, name }),
  undo: (game: string, stand: string, change: string) => post<View>(`/workshop/${part(game)}/undo`, { stand, change }),
  sheet: (game: string, draft: boolean) => get<Sheet>(`/workshop/${part(game)}/sheet?draft=${draft}`),
  place: (game: string, move: Move) => post<View>(`/workshop/${part(game)}/places`, move),
  build: (game: string, stand: string) => post<View>(`/workshop/${part(game)}/build`, { stand }),
  check: (game: string) => post<Proof>(`/workshop/${part(game)}/check`),
  kit: async (game: string) => (await send("GET", `/workshop/${part(game)}/kit`)).blob(),
  pack: async (game: string) => (await send("GET", `/workshop/${part(game)}/pack`)).blob(),
  map: (game: string, scenario: string) => get<string>(`/workshop/${part(game)}/map/${part(scenario)}`),
};
