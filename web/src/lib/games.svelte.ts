/** The games on the shelf, fetched once a visit. */
import { api } from "./api";
import { translated } from "./names.svelte";
import type { GameInfo } from "./wire";

/** The lid of a game in the language of the page, as far as the game has the words. */
export function readable(game: GameInfo): GameInfo {
  const { box } = game;
  translated(box.id, [box], "summary");
  translated(box.id, [box.sides], ...Object.keys(box.sides));
  translated(box.id, [box.titles], ...Object.keys(box.titles));
  translated(box.id, box.chairs, "name");
  translated(box.id, box.options, "name", "text");
  translated(box.id, game.bots, "text");
  return game;
}

/** The id of a game in its address, which may name an earlier edition of it as well: `1941@2f0c…`. */
export function gameId(address: string): string {
  return address.split("@")[0] ?? address;
}

/** Whether an address names an earlier edition: the game's files have changed since a table began. */
export function isEarlier(address: string): boolean {
  return address.includes("@");
}

class GameShelf {
  games = $state.raw<readonly GameInfo[] | null>(null);
  #coming: Promise<readonly GameInfo[]> | null = null;

  load(): Promise<readonly GameInfo[]> {
    this.#coming ??= api
      .games()
      .then((games) => (this.games = games.map(readable)))
      .catch((error: unknown) => {
        this.#coming = null;
        throw error;
      });
    return this.#coming;
  }

  /** The server's games have changed: fetch them again when they are needed. */
  forget(): void {
    this.#coming = null;
  }

  find(id: string): GameInfo | undefined {
    return this.games?.find((one) => one.box.id === gameId(id));
  }

  title(id: string): string {
    return this.find(id)?.box.title ?? id;
  }

  seatName(game: string, seat: string): string {
    return this.find(game)?.box.chairs.find((one) => one.seat === seat)?.name ?? seat;
  }
}

export const shelf = new GameShelf();
