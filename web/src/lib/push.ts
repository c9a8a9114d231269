/** Web Push: the browser's push service wakes our worker when it is somebody's turn, with no page open. */
import { api } from "./api";
import type { Language } from "./language.svelte";
import { remember, remembered } from "./memory";
import { pageWorker } from "./worker";

/** The server's key as the browser wants it. */
export function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** There once our worker is awake; a browser may refuse it. */
async function manager(): Promise<PushManager | null> {
  if (!("PushManager" in globalThis) || !(await pageWorker())) return null;
  return (await navigator.serviceWorker.ready).pushManager;
}

/** Subscribe this browser for this person; what the server knows already it is not told again today. True if it works. */
export async function startPush(person: string, language: Language): Promise<boolean> {
  try {
    const { offered, key } = await api.push();
    const pushes = offered ? await manager() : null;
    if (!pushes) return false;
    const options = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
    const found = await pushes.subscribe(options).catch(async () => {
      await (await pushes.getSubscription())?.unsubscribe(); // made with another key
      return pushes.subscribe(options);
    });
    const { endpoint, keys } = found.toJSON();
    if (!endpoint || !keys?.["p256dh"] || !keys["auth"]) return false;
    const told = [person, language, endpoint, new Date().toDateString()].join(" ");
    if (remembered("push") !== told) {
      await api.startPush({ endpoint, p256dh: keys["p256dh"], auth: keys["auth"], language });
      remember("push", told);
    }
    return true;
  } catch {
    return false; // the browser has no push service, or it is out of reach
  }
}

/** No more messages to this browser. */
export async function stopPush(): Promise<void> {
  remember("push", "");
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    const found = await worker?.pushManager?.getSubscription();
    if (!found) return;
    await found.unsubscribe();
    await api.stopPush(found.endpoint);
  } catch {
    // The server is out of reach: the push service tells it later that nobody is there.
  }
}
