/** The games on the shelf, fetched once a visit. */
import { api } from "./api";
import type { GameInfo } from "./wire";

class GameShelf {
  games = $state.raw<readonly GameInfo[] | null>(null);
  #coming: Promise<readonly GameInfo[]> | null = null;

  load(): Promise<readonly GameInfo[]> {
    this.#coming ??= api
      .games()
      .then((games) => (this.games = games))
      .catch((error: unknown) => {
        this.#coming = null;
        throw error;
      });
    return this.#coming;
  }

  find(id: string): GameInfo | undefined {
    return this.games?.find((one) => one.box.id === id);
  }

  title(id: string): string {
    return this.find(id)?.box.title ?? id;
  }

  seatName(game: string, seat: string): string {
    return this.find(game)?.box.chairs.find((one) => one.seat === seat)?.name ?? seat;
  }
}

export const shelf = new GameShelf();
