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
    ["/odds", { page: "odds", game: "" }],
    ["/odds/1941", { page: "odds", game: "1941" }],
    ["/rules/1941", { page: "rules", game: "1941", rule: "" }],
    ["/rules/1941/1941.blitz.stops", { page: "rules", game: "1941", rule: "1941.blitz.stops" }],
    ["/rules/1941/a/b", { page: "nowhere" }],
    ["/rules", { page: "nowhere" }],
    ["/learn/1941", { page: "learn", game: "1941" }],
    ["/sign-in", { page: "sign-in" }],
    ["/account", { page: "account" }],
    ["/operator", { page: "operator" }],
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
