import { describe, expect, it } from "vitest";

import { freeSeats, inOrder, isMyTurn, waitsFor } from "./lobby";
import { faultOf, firstLevel, optionsIn, partiesIn, sidePlans } from "./plans";
import type { Box, Chairholder, TableInfo } from "./wire";

const ann = { id: "a", name: "Ann", guest: false };
const bob = { id: "b", name: "Bob", guest: false };

function holder(seat: string, change: Partial<Chairholder> = {}): Chairholder {
  return { seat, person: null, bot: "", invited: "", here: false, conceded: false, time: null, ...change };
}

function table(change: Partial<TableInfo>): TableInfo {
  return {
    id: "t",
    game: "1941",
    title: "",
    scenario: "",
    options: {},
    phase: "playing",
    listed: false,
    host: ann,
    seats: [holder("ussr", { person: ann }), holder("germany", { bot: "easy" })],
    turn: ["ussr"],
    mine: ["ussr"],
    headline: "",
    winner: "",
    made: "2026-01-01T00:00:00Z",
    moved: "2026-01-01T00:00:00Z",
    seq: 1,
    next: "",
    study: false,
    source: "",
    moment: 0,
    clock: null,
    rated: false,
    pairing: "",
    closed: "",
    puzzle: "",
    excluded: [],
    ...change,
  };
}

describe("a list of tables", () => {
  it("has my turn first, then the latest move", () => {
    const order = inOrder([
      table({ id: "waits", phase: "waiting", moved: "2026-02-09T00:00:00Z" }),
      table({ id: "theirs", turn: ["germany"], moved: "2026-02-08T00:00:00Z" }),
      table({ id: "mine, old", moved: "2026-02-01T00:00:00Z" }),
      table({ id: "mine, new", moved: "2026-02-02T00:00:00Z" }),
    ]);
    expect(order.map((one) => one.id)).toEqual(["mine, new", "mine, old", "theirs", "waits"]);
  });

  it("does not call it my turn while a bot stands in for me", () => {
    const seats = [holder("ussr", { person: ann, bot: "easy" })];
    expect(isMyTurn(table({ seats }))).toBe(false);
  });

  it("says whom a table waits for, each once", () => {
    const seats = [holder("uk", { person: bob }), holder("usa", { person: bob }), holder("japan", { bot: "hard" })];
    const waiting = table({ seats, turn: ["uk", "usa", "japan"] });
    expect(waitsFor(waiting, (seat) => seat.toUpperCase())).toEqual(["Bob", "JAPAN"]);
  });

  it("knows free seats, those of invited friends included", () => {
    const seats = [holder("uk", { invited: "Bob" }), holder("usa"), holder("japan", { bot: "hard" })];
    expect(freeSeats(table({ seats })).map((one) => one.seat)).toEqual(["uk", "usa"]);
  });
});

describe("plans", () => {
  const box: Box = {
    id: "1941",
    title: "",
    summary: "",
    family: "area",
    chairs: [
      { seat: "ussr", name: "Soviet Union", side: "allies", colour: "", scenarios: [], together: "" },
      { seat: "germany", name: "Germany", side: "axis", colour: "", scenarios: [], together: "" },
    ],
    sides: {},
    scenarios: [],
    options: [],
    titles: {}, lengths: {},
  };

  it("give me a side and bots the rest", () => {
    expect(sidePlans(box, "axis", "bot:easy")).toEqual({ ussr: "bot:easy", germany: "me" });
  });

  it("know which chairs a scenario has, and who plays together", () => {
    const chair = (seat: string, scenarios: string[], together: string) => ({
      seat,
      name: seat,
      side: seat,
      colour: "",
      scenarios,
      together,
    });
    const chairs = [chair("axis", [], ""), chair("soviet", [], "partners"), chair("allied", ["late"], "partners")];
    const hexes: Box = { ...box, chairs, scenarios: ["early", "late"] };
    expect(sidePlans(hexes, "soviet", "open")).toEqual({ axis: "open", soviet: "me" });
    expect([...partiesIn(hexes, "late").keys()]).toEqual(["axis", "partners"]);
    expect(sidePlans(hexes, "partners", "open", "late")).toEqual({ axis: "open", soviet: "me", allied: "me" });
  });

  it("offer the options of a scenario", () => {
    const option = (id: string, scenarios: string[]) => ({ id, name: id, text: "", default: false, rules: [], scenarios });
    const hexes: Box = { ...box, scenarios: ["early", "late"], options: [option("luck", []), option("leaders", ["late"])] };
    expect(optionsIn(hexes, "").map((one) => one.id)).toEqual(["luck"]);
    expect(optionsIn(hexes, "late").map((one) => one.id)).toEqual(["luck", "leaders"]);
  });

  it("begin with an easy bot where there is one", () => {
    const bots = ["random", "easy", "hard"].map((name) => ({ name, text: "" }));
    expect(firstLevel(bots)).toBe("easy");
    expect(firstLevel(bots.slice(0, 1))).toBe("random");
    expect(firstLevel([])).toBe("");
  });

  it("need the names of friends, and somebody who plays", () => {
    expect(faultOf({ ussr: "me", germany: "friend: " })).toEqual({ what: "friend", seat: "germany" });
    expect(faultOf({ ussr: "bot:easy", germany: "bot:hard" })).toEqual({ what: "nobody" });
    expect(faultOf({ ussr: "me", germany: "friend:Bob" })).toBeNull();
  });
});
