import { expect, test } from "vitest";

import type { Area, Decision } from "../lib/wire";
import { pointsHeld } from "../panels/standings";
import { facts, stateOf } from "./example";
import { closing, dice, left, stage } from "./family";

const phases = [
  { id: "purchase", name: "Purchase", together: false },
  { id: "combat-move", name: "Combat Move", together: false },
  { id: "window", name: "Passive Moves", together: true },
];
const kit = { ...facts.kit, phases };
const asked = (kind: string): Decision => ({ seat: "red", kind, space: "", prompt: "" });

test("of a team everybody is where they are, and some are ready", () => {
  const view = stateOf({}, { red: "window", pink: "purchase" });
  expect(stage(kit, view, "pink")).toMatchObject({ now: "purchase", active: ["red", "pink"], ready: ["red"] });
  expect(stage(kit, view, "blue")).toMatchObject({ now: "purchase" });
  expect(stage(kit, stateOf({}, { red: "window", pink: "window" }), "red")).toMatchObject({ now: "window", ready: [] });
});

test("who moves before the team goes on says that they are ready", () => {
  expect(closing(kit, asked("combat-move"))).toBe("I'm ready");
  expect(closing({ ...kit, phases: phases.slice(0, 2) }, asked("combat-move"))).toBe("");
  expect(closing(kit, asked("purchase"))).toBe("");
});

test("a warning names every plane that can't land where it is", () => {
  const plane = (count: number): [Area.Piece, number] => [{ power: "red", unit: "fighter" }, count];
  const view = stateOf({ Bay: [plane(2)], Blueland: [plane(1)], Redland: [plane(1)] }, { red: "noncombat-move" });
  const words = left(kit, view, asked("noncombat-move"));
  expect(words).toContain("2 fighters in Bay");
  expect(words).toContain("1 fighter in Blueland");
  expect(words).not.toContain("Redland");
});

test("aimed dice and dice beside battles are verified like all others", () => {
  const fire = { unit: "submarine", value: 2, dice: [2, 5], hits: 1 };
  const faces = (event: unknown): number[] => dice(kit, event).map((die) => die.face);
  expect(faces({ is: "aimed-fired", rolls: [{ at: { power: "red", unit: "tank" }, fire: [fire], hits: 1 }] })).toEqual([2, 5]);
  expect(faces({ is: "repaired", die: 4 })).toEqual([4]);
  expect(faces({ is: "interdicted", dice: [1, 6] })).toEqual([1, 6]);
});

test("a side has the points of the cities that it holds", () => {
  const spaces = new Map([...facts.spaces].map(([name, space]) => [name, { ...space, points: name === "Redland" ? 4 : 0 }]));
  const world = { ...facts, spaces, kit: { ...kit, goals: [{ side: "east", points: 10 }] } };
  expect(pointsHeld(world, stateOf({}))).toEqual([{ side: "east", points: 10, held: 4 }]);
});
