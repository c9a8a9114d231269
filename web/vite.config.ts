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
    rolldownOptions: {
      output: {
        // A family comes in one piece: a panel that is first needed while the server is away must be here already.
        codeSplitting: {
          groups: [
            { name: "area", test: /\/src\/(area|map|panels)\//, priority: 2 },
            { name: "table", test: /\/src\/table\//, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { "/api": { target: server, ws: true } },
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  test: {
    environment: "node", // a test that needs a document says so in its first line
    include: ["src/**/*.test.ts"],
    restoreMocks: true,
  },
});
