"""The declared sequence of a battle: who fires when, at whom, and when losses leave.

A game's ``battle.yaml`` is read as :class:`Sequences`. It is data for several readers: the table
(:mod:`sandtable.area.battle.fight`), and whoever works out the odds. So what these fields say is all there
is to say; the laws common to every sequence are few:

* A round runs through the steps from first to last; a step with nobody to act in it is passed over.
* A unit fires at most once a round, in the first volley of its side that takes it and is not cancelled, with one
  die (an attacker with as many as its unit type says); it hits with its attack value or less when it attacks, with
  its defense value or less when it defends.
* Units that only support a battle (guns, ships that bombard) fire in volleys of their own and cannot be hit.
* Those who are hit choose their losses, and as many hits as possible take effect.
* Abilities (``unless_enemy``, ``unless_own``) are looked at when a round begins and hold until it ends.
* No volley or choice is reached once a side has nobody left, or the defender is defenseless: the battle is over.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from sandtable.area.actions import Side
from sandtable.area.units import Ability, Kind, UnitType


def other(side: Side) -> Side:
    """The side across the strip."""
    return "defend" if side == "attack" else "attack"


class Who(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Some of the unit types, by kind and abilities; with nothing said, all of them.

    >>> sub = UnitType("submarine", "submarines", "sea", 6, 2, 1, 2, abilities=("submersible",))
    >>> Who(ability="submersible").takes(sub), Who(kinds=("air",)).takes(sub)
    (True, False)
    """

    kinds: tuple[Kind, ...] = ()
    ability: Ability | None = None
    not_ability: Ability | None = None

    def takes(self, unit: UnitType) -> bool:
        """Whether a unit type is one of these."""
        return (
            (not self.kinds or unit.kind in self.kinds)
            and (self.ability is None or self.ability in unit.abilities)
            and (self.not_ability is None or self.not_ability not in unit.abilities)
        )


class Step(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="step", kw_only=True
):
    """One step of a round, with the number and the name that the book gives it."""

    number: int
    name: str
    only_round: int = 0
    """Only in this round of the battle; 0 means in every round."""


class Choice(Step, frozen=True, tag="submerge"):
    """Units of a side may leave the battle and stay in the space, each power deciding for its own."""

    side: Side
    who: Who
    unless_enemy: Ability | None = None
    """Nobody may if the enemy has this ability in the battle."""


class Withdrawal(Step, frozen=True, tag="withdraw"):
    """Units of a side may leave the battle for a space next to it, each power deciding for its own.

    Attackers go where one of them came from, defenders anywhere; never to enemies, nor to a space that has seen or
    will see a battle this turn.
    """

    side: Side
    who: Who


class Volley(Step, frozen=True, tag="volley"):
    """Units of a side fire; then the other side takes its losses."""

    side: Side
    losses: Literal["behind", "removed"]
    """Whether units lost to it stand behind the strip until a removal and may still fire, or leave at once."""
    who: Who = Who()
    unless_enemy: Ability | None = None
    """The volley is cancelled if the enemy has this ability in the battle."""
    columns: bool = False
    """Units fire by what they have to roll, the lowest number first, and each time losses are taken at once."""
    support: bool = False
    """Those fire that only support the battle: they cannot be hit, and do not keep it going."""
    value: int = 0
    """What everybody has to roll in it, or less; 0 means the unit's own number."""
    per_target: bool = False
    """One die for each enemy that can be hit, however many fire."""
    only_values: tuple[int, ...] = ()
    """Only units that have to roll one of these; with nothing said, all. For readers who go column by column."""


class Removal(Step, frozen=True, tag="removal"):
    """Units behind the strip leave play."""

    side: Side
    if_any: bool = False
    """Not a step of its own: passed over if nobody stands behind the strip."""


class Bombing(Step, frozen=True, tag="bombing"):
    """Attackers bomb the factory: its owner pays what the dice show. With it a raid is over."""


class RoundEnd(Step, frozen=True, tag="round-end"):
    """Whether the battle goes on: first what ends it, then the question to those who may retreat."""

    retreat: Literal["attack"] | None = "attack"
    """Who may retreat here; nobody means that the battle is fought out."""
    defenseless: Who | None = None
    """Of these, units without a value are destroyed without dice when nobody beside them can fight."""
    stalemate: bool = False
    """The battle ends if the units that can fire cannot hit each other."""
    hopeless: bool = False
    """Attackers that can hit nobody have to retreat, if there is a place to go to."""
    origin: Literal["any", "last"] = "any"
    """Where a retreat may lead: to any space that attackers came through, or only to the last before it."""
    seaborne: Literal["stay", "bind"] = "stay"
    """What those who came by sea do when the others retreat: fight on alone, or keep everybody in the battle."""
    unmoved: bool = False
    """Ships that fight where they began their turn may retreat to any free space next to it."""


AnyStep = Choice | Withdrawal | Volley | Removal | Bombing | RoundEnd


class Sequence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The steps of a round, in order."""

    steps: tuple[AnyStep, ...]
    repaired: bool = True
    """Survivors lose their damage as soon as the battle ends."""

    def __post_init__(self) -> None:
        ends = [i for i, step in enumerate(self.steps, 1) if isinstance(step, RoundEnd | Bombing)]
        if ends != [len(self.steps)]:
            raise ValueError("a round has one end, which is its last step")

    @property
    def raid(self) -> bool:
        """Whether only bombers take part, and no defender on the ground."""
        return isinstance(self.steps[-1], Bombing)


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Hits of one kind may be assigned only to some units, unless the side that fires has an ability with it."""

    volley: str
    """The kind of hit, as the unit table gives it."""
    only: Who
    unless_own: Ability | None = None


class Sequences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``battle.yaml``: the sequences by name, who can be hit by what, and who is hit last."""

    sequences: Mapping[str, Sequence]
    targets: tuple[Target, ...] = ()
    last: Who | None = None
    """These take a hit only if no other unit is eligible for it."""
    spare_dice: bool = False
    """Who could hit nobody rolls no die."""
    by_power: bool = False
    """Each power rolls for its own units."""

    @property
    def all_steps(self) -> tuple[AnyStep, ...]:
        """The steps of all sequences."""
        return tuple(step for sequence in self.sequences.values() for step in sequence.steps)

    def may_leave(self, side: Side, unit: UnitType) -> bool:
        """Whether a unit type may leave some battle on its own, below or to another space."""
        return any(
            isinstance(step, Choice | Withdrawal) and step.side == side and step.who.takes(unit)
            for step in self.all_steps
        )

    def supports(self, name: str, side: Side, unit: UnitType) -> bool:
        """Whether a unit type only supports a battle of this kind on this side."""
        return any(
            isinstance(step, Volley) and step.support and step.side == side and step.who.takes(unit)
            for step in self.sequences[name].steps
        )

    def may_hit(self, volley: str, unit: UnitType, abilities: tuple[str, ...]) -> bool:
        """Whether a hit of this kind may be assigned to a unit, given the abilities on the side that scored it."""
        for rule in self.targets:
            if rule.volley == volley and rule.unless_own not in abilities and not rule.only.takes(unit):
                return False
        return True

    def is_last(self, unit: UnitType) -> bool:
        """Whether a unit is hit only if nothing else can be."""
        return self.last is not None and self.last.takes(unit)
