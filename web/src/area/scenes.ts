/** What others did, as the map shows it: units on their way, losses. */
import type { Area, Entry } from "../lib/wire";
import type { Fade, Glide } from "../map/api.svelte";

/** The glides and fades of one decision. */
export function sceneOf(entry: Entry<Area.Family>): { glides: Glide[]; fades: Fade[] } {
  const glides: Glide[] = [];
  const fades: Fade[] = [];
  const lose = (space: string, units: readonly (readonly [Area.Piece, number])[]) => {
    for (const [piece, count] of units) fades.push({ space, shape: piece.unit, group: piece.power, text: `−${count}` });
  };
  for (const event of entry.events) {
    switch (event.is) {
      case "moved":
        if (event.path.length > 1) {
          glides.push({ path: event.path, shape: event.piece.unit, group: event.piece.power, count: event.count });
        }
        break;
      case "landed":
        for (const [piece, count] of event.units) {
          glides.push({ path: [event.zone, event.territory], shape: piece.unit, group: piece.power, count });
        }
        break;
      case "supported":
        glides.push({ path: [event.start, event.to], shape: event.piece.unit, group: event.piece.power, count: 1 });
        break;
      case "reinforced":
        for (const [piece, count] of event.units) {
          glides.push({ path: [event.order.space, event.order.to], shape: piece.unit, group: piece.power, count });
        }
        break;
      case "guns-fired":
        lose(event.space, event.destroyed);
        break;
      case "losses-taken":
        lose(event.space, event.destroyed);
        break;
      case "defenseless":
      case "air-lost":
      case "shot-down":
        lose(event.space, event.units);
        break;
    }
  }
  return { glides, fades };
}
