import { expect, test } from "vitest";

import { roundsOf } from "./rounds";

const fire = { unit: "infantry", value: 2, dice: [2, 5], hits: 1 };
const rolled = (side: string, space = "Kiev") => ({ is: "rolled", space, side, step: "fire", fire: [fire, fire], hits: [] });

test("volleys are told by round, and only those of the last battle there", () => {
  const story = [
    { seq: 1, events: [{ is: "battle-began", battle: { space: "Kiev" } }, { is: "round-began", space: "Kiev", round: 1 }, rolled("attack")] },
    { seq: 2, events: [{ is: "battle-began", battle: { space: "Kiev" } }, { is: "round-began", space: "Kiev", round: 1 }, rolled("attack"), rolled("defend", "Minsk")] },
    { seq: 3, events: [rolled("defend"), { is: "round-began", space: "Kiev", round: 2 }] },
  ];
  const rounds = roundsOf(story, "Kiev");
  expect(rounds.map((round) => round.number)).toEqual([1, 2]);
  expect(rounds[0]?.volleys.map((one) => [one.entry, one.side, one.hits])).toEqual([[2, "attack", 2], [3, "defend", 2]]);
});

test("fire before the first round has a round of its own", () => {
  const rounds = roundsOf([{ seq: 1, events: [{ is: "battle-began", battle: { space: "Kiev" } }, rolled("defend")] }], "Kiev");
  expect(rounds.map((round) => round.number)).toEqual([0]);
});
