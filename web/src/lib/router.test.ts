// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";

import { routeOf } from "./router.svelte";

describe("a path", () => {
  it.each([
    ["/", { page: "lobby" }],
    ["/t/abc", { page: "table", id: "abc", at: null }],
    ["/t/abc/", { page: "table", id: "abc", at: null }],
    ["/t/abc/statistics", { page: "statistics", id: "abc" }],
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

  it.each([
    ["?at=12", 12],
    ["?at=0", 0],
    ["?at=-1", null],
    ["?at=x", null],
    ["", null],
  ])("carries the moment of a table: %s", (search, at) => {
    expect(routeOf("/t/abc", search)).toEqual({ page: "table", id: "abc", at });
  });

  it("carries the game of a new table", () => {
    expect(routeOf("/new", "?game=1941")).toEqual({ page: "new", game: "1941" });
  });
});
