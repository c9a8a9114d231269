import { expect, test } from "vitest";

import { battlesOf } from "./rounds";

const fire = { unit: "infantry", value: 2, dice: [2, 5], hits: 1 };
const began = (space: string) => ({ is: "battle-began", battle: { space, attacker: "germany", defend: { units: [[{ power: "ussr", unit: "infantry" }, 2]] } } });
const round = (space: string, number: number) => ({ is: "round-began", space, round: number });
const rolled = (side: string, space = "Kiev") => ({ is: "rolled", space, side, step: "fire", fire: [fire, fire], hits: [] });
const ended = (space: string) => ({ is: "battle-ended", space, outcome: "attacker", attackers: [], defenders: [] });

test("volleys are told by battle and round", () => {
  const story = [
    { seq: 1, events: [began("Kiev"), round("Kiev", 1), rolled("attack")] },
    { seq: 2, events: [ended("Kiev"), began("Kiev"), round("Kiev", 1), rolled("attack"), rolled("defend", "Minsk")] },
    { seq: 3, events: [rolled("defend"), round("Kiev", 2)] },
  ];
  const [first, second, ...more] = battlesOf(story);
  expect(more).toEqual([]);
  expect(first?.end?.outcome).toBe("attacker");
  expect(first?.rounds.map((one) => one.volleys.length)).toEqual([1]);
  expect(second).toMatchObject({ space: "Kiev", attacker: "germany", defender: "ussr", entry: 2, end: null });
  expect(second?.rounds.map((one) => one.number)).toEqual([1, 2]);
  expect(second?.rounds[0]?.volleys.map((one) => [one.entry, one.side, one.hits])).toEqual([[2, "attack", 2], [3, "defend", 2]]);
});

test("fire before the first round has a round of its own", () => {
  const [battle] = battlesOf([{ seq: 1, events: [began("Kiev"), rolled("defend")] }]);
  expect(battle?.rounds.map((one) => one.number)).toEqual([0]);
});

test("a new turn has battles of its own", () => {
  expect(battlesOf([{ seq: 1, events: [began("Kiev"), ended("Kiev"), { is: "turn-began", power: "uk" }] }])).toEqual([]);
});

test("shots that were aimed are volleys, and a mission's bombs belong to its battle", () => {
  const mission = { is: "battle-began", battle: { space: "Ruhr", sequence: "mission", attacker: "uk", defend: {} } };
  const at = { power: "uk", unit: "bomber" };
  const searched = { is: "searched", space: "Ruhr", side: "defend", rolls: [{ at, fire: [fire], hits: 1 }], found: [at] };
  const bombs = { is: "bombs-fell", space: "Ruhr", power: "uk", at: "income", dice: [4], amount: 4, bombers: 1 };
  const [told] = battlesOf([{ seq: 1, events: [mission, searched, ended("Ruhr"), bombs] }]);
  expect(told?.rounds[0]?.volleys[0]).toMatchObject({ search: true, hits: 1, fire: [{ at }] });
  expect(told).toMatchObject({ raid: true, bombs: [{ amount: 4 }] });
});

test("a raid is against the owner of the guns, and tells what the bombs cost", () => {
  const guns = { support: [[{ power: "germany", unit: "gun" }, 1]] };
  const raid = { is: "battle-began", battle: { space: "Ruhr", sequence: "raid", attacker: "uk", defend: guns } };
  const bombed = { is: "bombed", space: "Ruhr", owner: "germany", fire: [{ unit: "bomber", value: 0, dice: [6], hits: 0 }], amount: 6 };
  const [told] = battlesOf([{ seq: 1, events: [raid, rolled("defend", "Ruhr"), bombed, ended("Ruhr")] }]);
  expect(told).toMatchObject({ raid: true, defender: "germany", bombed: { amount: 6 } });
});
