/** Tables as this browser last saw them, for when there is no connection. */
import type { Person, TableView } from "./wire";

export interface LastView {
  /** When it was seen. */
  at: string;
  me: Person | null;
  table: TableView;
}

const NAME = "views";
const MOST = 20;

const address = (id: string): string => `/last-view/${encodeURIComponent(id)}`;

/** Where pages come without encryption there are no caches; a full disk keeps nothing either. */
async function trying<T>(work: (cache: Cache) => Promise<T>): Promise<T | null> {
  try {
    return "caches" in globalThis ? await work(await caches.open(NAME)) : null;
  } catch {
    return null;
  }
}

export async function keepView(id: string, view: LastView): Promise<void> {
  await trying(async (cache) => {
    await cache.put(address(id), new Response(JSON.stringify(view), { headers: { "content-type": "application/json" } }));
    const known = await cache.keys(); // the latest is the last
    await Promise.all(known.slice(0, -MOST).map((one) => cache.delete(one)));
  });
}

export function lastView(id: string): Promise<LastView | null> {
  return trying(async (cache) => ((await (await cache.match(address(id)))?.json()) as LastView | undefined) ?? null);
}

/** Somebody else is at this browser: what one person saw is not for the next. */
export async function forgetViews(): Promise<void> {
  await trying(() => caches.delete(NAME));
}
