/** Where the page is, by the history API. Links are plain `<a href>`; clicks on them stay on the page. */

export type Route =
  | { page: "lobby" }
  | { page: "table"; id: string; at: number | null }
  | { page: "statistics"; id: string }
  | { page: "new"; game: string }
  | { page: "game"; game: string }
  | { page: "odds"; game: string }
  | { page: "rules"; game: string; rule: string }
  | { page: "learn"; game: string }
  | { page: "sign-in" }
  | { page: "sign-up" }
  | { page: "account" }
  | { page: "operator" }
  | { page: "results" }
  | { page: "puzzles" }
  | { page: "person"; name: string }
  | { page: "ladder"; game: string }
  | { page: "mail"; what: "confirm" | "stop"; key: string }
  | { page: "workshop"; game: string }
  | { page: "nowhere" };

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

/** The moment of a table that an address names: `?at=12`. */
function momentIn(search: string): number | null {
  const at = new URLSearchParams(search).get("at") ?? "";
  return /^\d{1,6}$/.test(at) ? Number(at) : null;
}

export function routeOf(path: string, search = ""): Route {
  const parts = path.split("/").filter(Boolean).map(decoded);
  const [first = "", second = "", ...rest] = parts;
  if (!parts.length) return { page: "lobby" };
  if (first === "t" && second && !rest.length) return { page: "table", id: second, at: momentIn(search) };
  if (first === "t" && second && rest.length === 1 && rest[0] === "statistics") return { page: "statistics", id: second };
  if (first === "g" && second && !rest.length) return { page: "game", game: second };
  if (first === "odds" && !rest.length) return { page: "odds", game: second };
  if (first === "rules" && second && rest.length < 2) return { page: "rules", game: second, rule: rest[0] ?? "" };
  if (first === "workshop" && !rest.length) return { page: "workshop", game: second };
  if (first === "learn" && second && !rest.length) return { page: "learn", game: second };
  if (first === "people" && second && !rest.length) return { page: "person", name: second };
  if (first === "ladder" && second && !rest.length) return { page: "ladder", game: second };
  const [key = ""] = rest;
  if (first === "mail" && (second === "confirm" || second === "stop") && key) return { page: "mail", what: second, key };
  if (parts.length > 1) return { page: "nowhere" };
  if (first === "new") return { page: "new", game: new URLSearchParams(search).get("game") ?? "" };
  if (first === "sign-in" || first === "sign-up" || first === "account" || first === "results" || first === "puzzles" || first === "operator") return { page: first };
  return { page: "nowhere" };
}

class Router {
  route = $state.raw<Route>(routeOf(location.pathname, location.search));
  /** Where to go after signing in: a path of this page, never another site. */
  get back(): string {
    const to = new URLSearchParams(location.search).get("to") ?? "/";
    return /^\/(?!\/)/.test(to) && !to.includes("\\") ? to : "/";
  }

  start(): () => void {
    const moved = () => this.#arrive();
    addEventListener("popstate", moved);
    document.addEventListener("click", this.#click);
    return () => {
      removeEventListener("popstate", moved);
      document.removeEventListener("click", this.#click);
    };
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.#arrive();
    scrollTo(0, 0);
  }

  /** Name another place in the address bar without going there: a moment that is shown already. */
  rename(path: string): void {
    history.replaceState(null, "", path);
  }

  #arrive(): void {
    this.route = routeOf(location.pathname, location.search);
  }

  #click = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.pathname.startsWith("/api/") || (link.hash && link.pathname === location.pathname)) return;
    event.preventDefault();
    this.go(link.pathname + link.search);
  };
}

export const router = new Router();

/** Where the rulebook has a rule (or begins); from a table, with what was agreed on there. */
export function rulePath(game: string, rule = ""): string {
  const { route } = router;
  const book = `/rules/${encodeURIComponent(game)}`;
  return `${book}${rule && `/${encodeURIComponent(rule)}`}${route.page === "table" ? `?table=${encodeURIComponent(route.id)}` : ""}`;
}
