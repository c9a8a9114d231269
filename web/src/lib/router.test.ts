// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";

import { routeOf } from "./router.svelte";

describe("a path", () => {
  it.each([
    ["/", { page: "lobby" }],
    ["/t/abc", { page: "table", id: "abc" }],
    ["/t/abc/", { page: "table", id: "abc" }],
    ["/g/global-1940", { page: "game", game: "global-1940" }],
    ["/sign-in", { page: "sign-in" }],
    ["/account", { page: "account" }],
    ["/t", { page: "nowhere" }],
    ["/t/a/b", { page: "nowhere" }],
    ["/account/x", { page: "nowhere" }],
    ["/%E0%A4%A", { page: "nowhere" }],
  ])("%s", (path, route) => {
    expect(routeOf(path)).toEqual(route);
  });

  it("carries the game of a new table", () => {
    expect(routeOf("/new", "?game=1941")).toEqual({ page: "new", game: "1941" });
  });
});
