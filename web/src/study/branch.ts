/** From a game into a study. */
import { api } from "../lib/api";
import { session } from "../lib/me.svelte";
import { notices } from "../lib/notices.svelte";
import { router } from "../lib/router.svelte";
import type { Table } from "../lib/table.svelte";
import { momentOf } from "./moment";

export function shownMoment(table: Table): number | null {
  return momentOf(location.search, table.info.phase === "finished", table.stand.number);
}

/** Make a study of what is shown, and go there. */
export async function branch(table: Table): Promise<void> {
  try {
    await session.somebody();
    const study = await api.branch(table.id, shownMoment(table));
    router.go(`/t/${study.id}`);
  } catch (error) {
    notices.trouble(error, table.info.game);
  }
}
