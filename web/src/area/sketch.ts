/** Orders as arrows: what they would do, before anybody gives them. */
import type { Area } from "../lib/wire";
import type { Arrow } from "../map/api.svelte";

export function sketched(seat: string, actions: readonly Area.Action[]): Arrow[] {
  const ways = new Map<string, { path: readonly string[]; count: number }>();
  const add = (path: readonly string[], count: number) => {
    if (path.length < 2) return;
    const key = path.join(">");
    ways.set(key, { path, count: count + (ways.get(key)?.count ?? 0) });
  };
  for (const action of actions) {
    if (action.do === "move" || action.do === "raid")
      add(
        action.path,
        action.units.reduce((sum, pick) => sum + (pick.count ?? 1), 0),
      );
    else if (action.do === "voyage") {
      for (const load of action.loads ?? []) add([load.territory, load.zone], load.count ?? 1);
      add([...action.path, ...(action.land ? [action.land] : [])], 1);
    }
  }
  return [...ways].map(([key, { path, count }]) => ({
    id: `sketch:${key}`,
    path,
    tone: "preview",
    group: seat,
    mark: String(count),
    text: path.join(" – "),
  }));
}
