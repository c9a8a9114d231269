import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// A running `sandtable play --port 1941 --no-browser` answers what the development page asks.
const server = process.env.SANDTABLE_SERVER ?? "http://127.0.0.1:1941";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/sandtable/server/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: {
    proxy: { "/api": { target: server, ws: true } },
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.ts"],
    restoreMocks: true,
  },
});
