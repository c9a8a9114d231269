// Shows "your turn" on phones, where a page itself may not; a tap opens the table.
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
