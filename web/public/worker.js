// The page's worker: keeps the page itself for when the network is away, and shows "your turn" on phones.
const SHELL = "shell";
const GAMES = "games";
const MOST_ASSETS = 150;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.add("/")).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(fresh(SHELL, request, "/"));
  else if (pathname.startsWith("/assets/")) event.respondWith(kept(request));
  else if (/^\/(icon\.svg|theme\.js|manifest\.webmanifest)$/.test(pathname)) event.respondWith(fresh(SHELL, request));
  else if (/^\/api\/games(\/|$)/.test(pathname)) event.respondWith(fresh(GAMES, request));
});

/** What never changes: from the cache, and from the network only once. */
async function kept(request) {
  const cache = await caches.open(SHELL);
  const found = await cache.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) void keep(cache, request, answer.clone());
  return answer;
}

/** Files of earlier versions go, the oldest first. */
async function keep(cache, request, answer) {
  await cache.put(request, answer);
  const assets = (await cache.keys()).filter((one) => new URL(one.url).pathname.startsWith("/assets/"));
  await Promise.all(assets.slice(0, -MOST_ASSETS).map((one) => cache.delete(one)));
}

/** What may change: from the network, or what was kept of it while the network is away. */
async function fresh(name, request, key = request) {
  const cache = await caches.open(name);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(key, answer.clone());
    return answer;
  } catch (error) {
    const found = await cache.match(key);
    if (found) return found;
    throw error;
  }
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = event.notification.data;
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((pages) => {
      const open = pages.find((page) => new URL(page.url).pathname === path);
      return open ? open.focus() : self.clients.openWindow(path);
    }),
  );
});

/** A message from the server: it's somebody's turn. Whoever is looking at that table knows. */
self.addEventListener("push", (event) => {
  const { title, body, table } = event.data.json();
  const path = `/t/${table}`;
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((pages) => {
      if (pages.some((page) => page.focused && new URL(page.url).pathname === path)) return undefined;
      return self.registration.showNotification(title, { body, tag: table, icon: "/icon-192.png", data: path });
    }),
  );
});
