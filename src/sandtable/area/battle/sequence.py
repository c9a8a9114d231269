"""The declared sequence of a battle: who fires when, at whom, and when losses leave.

A game's ``battle.yaml`` is read as :class:`Sequences`. It is data for several readers: the table
(:mod:`sandtable.area.battle.fight`), and whoever works out the odds. So what these fields say is all there
is to say; the laws common to every sequence are few:

* A round runs through the steps from first to last; a step with nobody to act in it is passed over.
* A unit fires at most once a round, in the first volley of its side that takes it and is not cancelled, with one
  die (an attacker with as many as its unit type says); it hits with its attack value or less when it attacks, with
  its defense value or less when it defends. Shots that are fired ``beside`` do not count.
* Units that only support a battle (guns, ships that bombard) fire in volleys of their own and cannot be hit.
* Those who are hit choose their losses, and as many hits as possible take effect.
* Abilities (``if_enemy``, ``unless_enemy``, ``unless_own``) are looked at when a round begins and hold until it
  ends; so are packs and who leads a side.
* No volley or choice is reached once a side has nobody left, or the defender is defenseless: the battle is over.
  Where units may be pulled back, a round always runs to its end, because the winner may pull back as well.
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
    losses: Literal["behind", "removed", "pending"]
    """Whether units lost to it stand behind the strip until a removal and may still fire, or leave at once; or the
    hits wait for the next step of ``losses``."""
    who: Who = Who()
    if_enemy: Ability | None = None
    """Fired only if the enemy has this ability in the battle."""
    unless_enemy: Ability | None = None
    """The volley is cancelled if the enemy has this ability in the battle."""
    hits: str = ""
    """The kind of hit that it scores; left out, what the unit table gives to those who fire."""
    value_from: Literal["combat", "dogfight"] = "combat"
    """Which of a unit's numbers counts."""
    dice_from: Literal["shots", "anti_air"] = "shots"
    """How many dice a unit rolls: its shots, or its number of antiaircraft dice."""
    matched: Who | None = None
    """Units need one of these on their side, one to one, to fire with their own number; the others fire at 1. The
    best are matched first."""
    beside: bool = False
    """In addition to the shot that a unit has in a round."""
    aimed: bool = False
    """The shots that were aimed in an earlier step are fired, each at its own target."""
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


class Aiming(Step, frozen=True, tag="aim"):
    """Whoever leads a side names a target for each shot of some of its units; a later volley fires them.

    A unit that could hit nobody does not aim, and fires with the others later.
    """

    side: Side
    who: Who
    rule: str
    """Cited against targets that are none."""
    if_enemy: Ability | None = None
    unless_enemy: Ability | None = None
    cancelled_by: tuple[Who, ...] = ()
    """Each enemy of these keeps one unit from aiming; counted as it aims."""


class Search(Step, frozen=True, tag="search"):
    """Guns that support a side look for air units, and fire at those that they find.

    Each of them names an air unit and rolls: a low number finds it. Then each names one of those that were found
    and rolls: the lowest numbers destroy it, the next drive it off.
    """

    side: Side
    who: Who
    at: Who
    """Whom they can look for."""
    finds: int = 1
    destroys: int = 1
    drives_off: int = 3


class TakeLosses(Step, frozen=True, tag="losses"):
    """All hits that have waited take effect: aimed ones first, then the defender names losses, then the attacker;
    those who are lost leave together."""


class DrivenBack(Step, frozen=True, tag="driven-back"):
    """Units of a side have to leave the battle; where there is a choice, each power makes it for its own."""

    side: Side
    without: Who | None = None
    """Everybody has to leave if the side has none of these and the enemy has some."""
    decks: bool = False
    """Air units have to leave that find no room on the side's ships in the battle."""
    deadlock: bool = False
    """Everybody has to leave if neither side could hit the other any more."""
    below: Who | None = None
    """These may submerge instead."""
    past: Who | None = None
    """See :class:`PullingBack`."""


class PullingBack(Step, frozen=True, tag="pull-back"):
    """Powers of a side may take some or all of their units out of the battle, all of them at the same time.

    Attackers on land go to where each came from (seaborne ones back to their transports), ships to where one of
    them came from; air units wait over the space until they land. Defenders on land and at sea go to free spaces
    next to it, air units to where they can land within two spaces.
    """

    side: Side
    below: Who | None = None
    """These may submerge as well."""
    past: Who | None = None
    """Defending ships may go where there are no other enemies than these."""
    hold: Who | None = None
    """One of these has to stay if the enemy has none of them left."""
    aboard_as: str = ""
    """What units become that go back aboard their transports."""


class Bombing(Step, frozen=True, tag="bombing"):
    """Attackers bomb the factory: its owner pays what the dice show. With it a raid is over."""


class Arrival(Step, frozen=True, tag="arrival"):
    """Air units that have come through carry out their missions, which is not the battle's business any more."""


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
    deadlock: bool = False
    """The battle ends if neither side could hit the other any more."""


AnyStep = (
    Choice
    | Withdrawal
    | Volley
    | Removal
    | Aiming
    | Search
    | TakeLosses
    | DrivenBack
    | PullingBack
    | Bombing
    | Arrival
    | RoundEnd
)

Conditional = Choice | Withdrawal | Volley | Aiming
"""Steps that the enemy's abilities can cancel."""


class Sequence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The steps of a round, in order."""

    steps: tuple[AnyStep, ...]
    repaired: bool = True
    """Survivors lose their damage as soon as the battle ends."""
    decks: Literal["own", "any"] = "own"
    """Where defending air units land after it: only on the ship that they came from, or on any of their side."""

    def __post_init__(self) -> None:
        ends = [i for i, step in enumerate(self.steps, 1) if isinstance(step, RoundEnd | Bombing | Arrival)]
        if ends != [len(self.steps)]:
            raise ValueError("a round has one end, which is its last step")

    @property
    def raid(self) -> bool:
        """Whether only bombers take part, and no defender on the ground."""
        return isinstance(self.steps[-1], Bombing)

    @property
    def mission(self) -> bool:
        """Whether air units on a mission meet those who defend the sky, and nobody on the ground."""
        return isinstance(self.steps[-1], Arrival)

    @property
    def cycles(self) -> bool:
        """Whether a round always runs to its end, because both sides may pull back then."""
        return any(isinstance(step, PullingBack | Arrival) for step in self.steps)


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Hits of one kind may be assigned only to some units, unless the side that fires has an ability with it."""

    volley: str
    """The kind of hit, as the unit table gives it."""
    only: Who
    unless_own: Ability | None = None
    last: Who | None = None
    """These take such a hit only if no other unit is eligible for it."""


class Boost(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Each of some units in the battle raises the value of one other on its side, when that one fires."""

    side: Side
    by: Who
    of: Who
    bonus: int = 1
    unless_enemy: Ability | None = None


class Pack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units are worth more in a round that they begin in numbers."""

    name: str
    """What the side is said to have then, beside its abilities."""
    who: Who
    against: Who
    lead: int
    """By how many they have to outnumber these enemies."""
    bonus: int


class BuiltIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Guns that come with what stands in a territory, for whoever holds it."""

    unit: str
    factory: int
    city: int


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
    boosts: tuple[Boost, ...] = ()
    packs: tuple[Pack, ...] = ()
    built_in: BuiltIn | None = None
    joint: bool = False
    """Powers whose turn it is attack a space together, with the units that they have sent there."""
    leader: bool = False
    """One power of each side names losses and targets for all: on land the holder of the territory, otherwise who
    has most units there; found anew each round."""

    @property
    def all_steps(self) -> tuple[AnyStep, ...]:
        """The steps of all sequences."""
        return tuple(step for sequence in self.sequences.values() for step in sequence.steps)

    def __post_init__(self) -> None:
        if not self.leader and any(isinstance(step, TakeLosses | Aiming) for step in self.all_steps):
            raise ValueError("losses that are taken together and aimed shots need one leader for each side")

    def may_leave(self, side: Side, unit: UnitType) -> bool:
        """Whether a unit type may leave some battle on its own, below or to another space."""
        return any(
            isinstance(step, Choice | Withdrawal) and step.side == side and step.who.takes(unit)
            for step in self.all_steps
        )

    def supports(self, name: str, side: Side, unit: UnitType) -> bool:
        """Whether a unit type only supports a battle of this kind on this side."""
        return any(
            (isinstance(step, Search) or (isinstance(step, Volley) and step.support))
            and step.side == side
            and step.who.takes(unit)
            for step in self.sequences[name].steps
        )

    def may_hit(self, volley: str, unit: UnitType, abilities: tuple[str, ...]) -> bool:
        """Whether a hit of this kind may be assigned to a unit, given the abilities on the side that scored it."""
        for rule in self.targets:
            if rule.volley == volley and rule.unless_own not in abilities and not rule.only.takes(unit):
                return False
        return True

    def is_last(self, unit: UnitType, volley: str | None = None) -> bool:
        """Whether a unit takes a hit (one of this kind) only if nothing else can."""
        if self.last is not None and self.last.takes(unit):
            return True
        return any(
            rule.volley == volley and rule.last is not None and rule.last.takes(unit) for rule in self.targets
        )
