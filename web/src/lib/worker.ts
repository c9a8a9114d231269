/** The page's worker: the page opens without a network, can be installed, and shows "your turn" on phones. */
const WORKER = "/worker.js";

export async function pageWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker?.register(WORKER);
}
