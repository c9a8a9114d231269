/** Movements, read from the log: what came where in this turn, and what is seen to go. */
import type { Entry, Hexes } from "../lib/wire";
import type { Fade, Glide } from "../map/api.svelte";
import { ARMY } from "../map/chart";
import { pointWords, total } from "./points";

type HexEntry = Entry<Hexes.Family>;

/** The entries of the phase that is going on. */
export function sincePhase(story: readonly HexEntry[]): HexEntry[] {
  return since(story, (event) => event.event === "phase-began" || event.event === "turn-began");
}

/** The entries of the turn that is going on. */
export function sinceTurn(story: readonly HexEntry[]): HexEntry[] {
  return since(story, (event) => event.event === "turn-began");
}

function since(story: readonly HexEntry[], begins: (event: Hexes.Event) => boolean): HexEntry[] {
  const from = story.findLastIndex((entry) => entry.events.some(begins));
  return story.slice(from + 1);
}

/** Armies that came where they are, or got points, in this turn. */
export function arrivals(story: readonly HexEntry[]): Set<string> {
  const found = new Set<string>();
  for (const event of sinceTurn(story).flatMap((entry) => entry.events)) {
    if (event.event === "moved" || event.event === "built") found.add(event.into);
    else if (event.event === "advanced" || event.event === "retreated") found.add(event.army);
  }
  return found;
}

/** What a decision lets be seen: armies that go, points that are lost. */
export function sceneOf(entry: HexEntry, before: Hexes.HexState): { glides: Glide[]; fades: Fade[] } {
  const [glides, fades]: [Glide[], Fade[]] = [[], []];
  const places = new Map(Object.entries(before.armies).map(([name, army]) => [name, army.at]));
  for (const event of entry.events) {
    switch (event.event) {
      case "moved":
      case "advanced":
      case "retreated": {
        const from = places.get(event.army);
        const group = before.armies[event.army]?.side;
        const count = total(event.event === "moved" ? event.points : (before.armies[event.army]?.points ?? {}));
        if (from && group && from !== event.to) glides.push({ path: [from, event.to], shape: ARMY, group, count });
        places.set(event.event === "moved" ? event.into : event.army, event.to);
        break;
      }
      case "lost":
        for (const [name, points] of Object.entries(event.armies ?? {})) {
          fades.push({ space: places.get(name) ?? "", shape: ARMY, group: event.side, text: pointWords(points) });
        }
        break;
      case "eliminated":
        fades.push(gone(before, event.army, places.get(event.army)));
        break;
      case "supply-failed":
        for (const name of event.armies ?? []) fades.push(gone(before, name, places.get(name)));
        break;
    }
  }
  return { glides, fades };
}

function gone(before: Hexes.HexState, army: string, place = ""): Fade {
  return { space: place, shape: ARMY, group: before.armies[army]?.side ?? "", text: army };
}
