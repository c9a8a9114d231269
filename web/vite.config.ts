import { readFileSync } from "node:fs";

import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// A running `sandtable play --port 1941 --no-browser` answers what the development page asks.
const server = process.env.SANDTABLE_SERVER ?? "http://127.0.0.1:1941";

/** The one place that names the version. */
const package_ = readFileSync(new URL("../src/sandtable/__init__.py", import.meta.url), "utf-8");
const version = /^__version__ = "(.+)"$/m.exec(package_)?.[1];
if (!version) throw new Error("src/sandtable/__init__.py names no version");

/** The licences of the letters and of the charts go where they go. */
function licences(): Plugin {
  return {
    name: "licences",
    apply: "build",
    generateBundle() {
      for (const part of ["@fontsource-variable/source-sans-3", "@fontsource-variable/source-serif-4", "uplot"]) {
        const source = readFileSync(new URL(`node_modules/${part}/LICENSE`, import.meta.url));
        this.emitFile({ type: "asset", fileName: `assets/${part.split("/").at(-1)}.LICENSE.txt`, source });
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), licences()],
  define: { __VERSION__: JSON.stringify(version) },
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
            { name: "charts", test: /\/node_modules\/uplot\//, priority: 4 },
            { name: "shared", test: /\/node_modules\/|\/src\/(lib|parts)\//, priority: 3 },
            { name: "map", test: /\/src\/map\//, priority: 2 },
            { name: "area", test: /\/src\/(area|panels)\//, priority: 2 },
            { name: "hexes", test: /\/src\/hexes\//, priority: 2 },
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
