/** To a puzzle: as a guest, if need be. */
import { api } from "../lib/api";
import { session } from "../lib/me.svelte";
import { notices } from "../lib/notices.svelte";
import { router } from "../lib/router.svelte";
import type { TableInfo } from "../lib/wire";

async function open(table: () => Promise<TableInfo>): Promise<void> {
  try {
    await session.somebody();
    router.go(`/t/${(await table()).id}`);
  } catch (error) {
    notices.trouble(error);
  }
}

export const startPuzzle = (id: string): Promise<void> => open(() => api.startPuzzle(id));
export const nextPuzzle = (game = ""): Promise<void> => open(() => api.nextPuzzle(game));
