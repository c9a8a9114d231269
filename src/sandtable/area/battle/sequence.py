"""The declared sequence of a battle: who fires when, at what, and when losses are removed.

A game's ``battle.yaml`` is read as :class:`Sequences`. It is data with several readers: the engine
(:mod:`sandtable.area.battle.fight`), and the odds calculators. So everything about a battle is in these fields;
only a few rules are common to every sequence:

* A round runs through the steps in order; a step in which nothing can act is skipped.
* A unit fires at most once a round, in the first volley of its side that includes it and is not cancelled, with
  one die (an attacker with as many as its unit type says). It hits with its attack value or less when it attacks,
  with its defense value or less when it defends. Shots fired ``beside`` don't count.
* Units that only support a battle (guns, bombarding ships) fire in volleys of their own and can't be hit.
* The side that is hit chooses its losses, and as many hits as possible take effect.
* Abilities (``if_enemy``, ``unless_enemy``, ``unless_own``) are determined at the start of a round and hold until
  it ends, as do packs and the leader of a side.
* Once a side has no units left, or the defender is defenseless, no further volley or choice takes place: the
  battle is over. If units may be pulled back, a round always runs to its end, because the winner may pull back as
  well.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from sandtable.area.actions import Side
from sandtable.area.units import Ability, Kind, UnitType


def other(side: Side) -> Side:
    """The opposing side."""
    return "defend" if side == "attack" else "attack"


class Who(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A set of unit types, by kind and abilities; by default all of them.

    >>> sub = UnitType("submarine", "submarines", "sea", 6, 2, 1, 2, abilities=("submersible",))
    >>> Who(ability="submersible").takes(sub), Who(kinds=("air",)).takes(sub)
    (True, False)
    """

    kinds: tuple[Kind, ...] = ()
    ability: Ability | None = None
    not_ability: Ability | None = None
    also: Ability | None = None
    """Units with this ability also count, even if nothing else fits."""

    def takes(self, unit: UnitType) -> bool:
        """Whether a unit type is in this set."""
        if self.also is not None and self.also in unit.abilities:
            return True
        return (
            (not self.kinds or unit.kind in self.kinds)
            and (self.ability is None or self.ability in unit.abilities)
            and (self.not_ability is None or self.not_ability not in unit.abilities)
        )


class Step(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="step", kw_only=True
):
    """One step of a round, with the number and name it has in the rulebook."""

    number: int
    name: str
    only_round: int = 0
    """Only in this round of the battle; 0 means every round."""


class Choice(Step, frozen=True, tag="submerge"):
    """Units of a side may leave the battle and stay in the space. Each power decides for its own."""

    side: Side
    who: Who
    unless_enemy: Ability | None = None
    """Not allowed if the enemy has this ability in the battle."""
    must: bool = False
    """They must leave, and nobody is asked."""
    worn: bool = False
    """Only shields that can't take any more hits."""


class Withdrawal(Step, frozen=True, tag="withdraw"):
    """Units of a side may leave the battle for an adjacent space. Each power decides for its own.

    Attackers go to a space that one of them came from, defenders to any; never to a space with enemies, or one
    that has seen or will see a battle this turn.
    """

    side: Side
    who: Who


class Volley(Step, frozen=True, tag="volley"):
    """Units of a side fire; then the other side takes losses."""

    side: Side
    losses: Literal["behind", "removed", "pending"]
    """``behind``: units lost to it stand behind the strip until a removal step and may still fire. ``removed``:
    they leave at once. ``pending``: the hits wait for the next ``losses`` step."""
    who: Who = Who()
    if_enemy: Ability | None = None
    """Fires only if the enemy has this ability in the battle."""
    unless_enemy: Ability | None = None
    """Cancelled if the enemy has this ability in the battle."""
    hits: str = ""
    """The kind of hit it scores; by default the one that the unit table gives to the units that fire."""
    value_from: Literal["combat", "dogfight"] = "combat"
    """Which of a unit's values is used."""
    dice_from: Literal["shots", "anti_air"] = "shots"
    """How many dice a unit rolls: its shots, or its number of antiaircraft dice."""
    matched: Who | None = None
    """To fire with its own value, each unit needs one of these on its side, one to one; unmatched units hit only
    on 1. The best are matched first."""
    beside: bool = False
    """Doesn't count as the unit's one shot of the round."""
    aimed: bool = False
    """Fires the shots aimed in an earlier step, each at its own target."""
    columns: bool = False
    """Units fire in order of the number they need, lowest first, with losses taken after each number."""
    support: bool = False
    """The units that only support the battle fire. They can't be hit, and don't keep it going."""
    per_landing: bool = False
    """Of the units that support a landing, at most one fires for each unit that goes ashore."""
    value: int = 0
    """The number that every unit needs in it, or less; 0 means the unit's own value."""
    per_target: bool = False
    """One die for each enemy that can be hit, however many units fire; ``anti_air`` dice are an upper limit."""
    only_values: tuple[int, ...] = ()
    """Only units that need one of these numbers; by default all. For code that resolves column by column."""


class Removal(Step, frozen=True, tag="removal"):
    """Units behind the strip leave play."""

    side: Side
    if_any: bool = False
    """Skipped if no unit stands behind the strip."""


class Aiming(Step, frozen=True, tag="aim"):
    """The leader of a side chooses a target for each shot of some of its units; a later volley fires them.

    A unit that couldn't hit anything doesn't aim, and fires with the others later.
    """

    side: Side
    who: Who
    rule: str
    """The rule cited against illegal targets."""
    if_enemy: Ability | None = None
    """Units aim only if the enemy has this ability in the battle."""
    unless_enemy: Ability | None = None
    """Cancelled if the enemy has this ability in the battle."""
    cancelled_by: tuple[Who, ...] = ()
    """Each enemy of these sets keeps one unit from aiming; counted at the time of aiming."""


class Search(Step, frozen=True, tag="search"):
    """Guns that support a side look for air units, and fire at those they find.

    Each gun picks an air unit and rolls: a low number finds it. Then each gun picks one of those found and rolls:
    the lowest numbers destroy it, the next drive it off.
    """

    side: Side
    who: Who
    at: Who
    """The units they can look for."""
    finds: int = 1
    """The highest roll that finds an air unit."""
    destroys: int = 1
    """The highest roll that destroys an air unit that was found."""
    drives_off: int = 3
    """The highest roll that drives it off."""


class TakeLosses(Step, frozen=True, tag="losses"):
    """All pending hits take effect: aimed ones first, then the defender chooses losses, then the attacker; all
    losses are removed together."""


class DrivenBack(Step, frozen=True, tag="driven-back"):
    """Units of a side must leave the battle. If there is a choice, each power decides for its own."""

    side: Side
    without: Who | None = None
    """All units must leave if the side has none of these and the enemy has some."""
    decks: bool = False
    """Air units that have no room on the side's ships in the battle must leave."""
    deadlock: bool = False
    """All units must leave if neither side can hit the other any more."""
    below: Who | None = None
    """These may submerge instead."""
    past: Who | None = None
    """See :class:`PullingBack`."""


class PullingBack(Step, frozen=True, tag="pull-back"):
    """Powers of a side may take some or all of their units out of the battle, all at the same time.

    Attackers on land go back to where each came from (seaborne units to their transports), ships to where one of
    them came from; air units wait over the space until they land. Defenders on land and at sea go to free adjacent
    spaces, air units to a landing place within two spaces.
    """

    side: Side
    below: Who | None = None
    """These may also submerge."""
    past: Who | None = None
    """Defending ships may go to zones whose only enemies are these."""
    hold: Who | None = None
    """One of these must stay if the enemy has none of them left."""
    aboard_as: str = ""
    """The unit type that units become when they go back aboard their transports."""


class Bombing(Step, frozen=True, tag="bombing"):
    """Attackers bomb the factory: its owner pays the total rolled. This ends a raid."""


class Arrival(Step, frozen=True, tag="arrival"):
    """Air units that got through carry out their missions, outside this battle."""

    unopposed: tuple[str, ...] = ()
    """Missions that nothing opposes: air units on them take no part in this battle."""


class RoundEnd(Step, frozen=True, tag="round-end"):
    """Whether the battle goes on: first what ends it, then whether to retreat."""

    retreat: Literal["attack"] | None = "attack"
    """Who may retreat here; null means that the battle is fought to the end."""
    defenseless: Who | None = None
    """Of these, units without a combat value are destroyed without dice once nothing beside them can fight."""
    helpless: Who | None = None
    """The same for these, whatever their value, once they can't hit anything."""
    stalemate: bool = False
    """The battle ends if the units that can fire can't hit each other."""
    hopeless: bool = False
    """Attackers that can't hit anything must retreat, if there is a place to go."""
    origin: Literal["any", "last"] = "any"
    """Where a retreat may lead: any space that attackers came through, or only the last one before the battle."""
    seaborne: Literal["stay", "bind"] = "stay"
    """What seaborne units do when the others retreat: fight on alone, or keep all attackers in the battle."""
    unmoved: bool = False
    """Ships that fight where they began their turn may retreat to any free adjacent space."""
    deadlock: bool = False
    """The battle ends if neither side can hit the other any more."""
    spared: bool = False
    """Attackers with no units left that can fire are fired at for a round before they leave, not lost at once."""
    held_off: Who | None = None
    """Attackers with no units left that can fire must leave if enemies of this kind broke off undamaged."""


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
    """Survivors lose their damage when the battle ends."""
    decks: Literal["own", "any"] = "own"
    """Where defending air units land afterwards: only on the ship they came from, or on any ship of their side."""

    def __post_init__(self) -> None:
        ends = [i for i, step in enumerate(self.steps, 1) if isinstance(step, RoundEnd | Bombing | Arrival)]
        if ends != [len(self.steps)]:
            raise ValueError("a round has one end, which is its last step")

    def has_behind(self, side: Side) -> bool:
        """Whether a side's casualties can stand behind the strip for a while."""
        return any(isinstance(s, Volley) and s.losses == "behind" and s.side != side for s in self.steps)

    @property
    def raid(self) -> bool:
        """Whether only bombers take part, with no defenders on the ground."""
        return isinstance(self.steps[-1], Bombing)

    @property
    def mission(self) -> bool:
        """Whether air units on a mission meet only defending air units, not units on the ground."""
        return isinstance(self.steps[-1], Arrival)

    @property
    def unopposed(self) -> tuple[str, ...]:
        """Missions that nothing opposes."""
        end = self.steps[-1]
        return end.unopposed if isinstance(end, Arrival) else ()

    @property
    def simultaneous(self) -> bool:
        """Whether a round always runs to its end, because both sides may then pull back."""
        return any(isinstance(step, PullingBack | Arrival) for step in self.steps)


class Target(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Hits of one kind can only be assigned to some units, unless the firing side has a certain ability."""

    volley: str
    """The kind of hit, as in the unit table."""
    only: Who
    unless_own: Ability | None = None
    last: Who | None = None
    """These take such a hit only if no other unit can."""


class Boost(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Each of some units in the battle raises the value of another unit on its side when that one fires."""

    side: Side
    by: Who
    of: Who
    bonus: int = 1
    unless_enemy: Ability | None = None
    each: int = 1
    """How many other units each of them raises."""
    enemy: bool = False
    """The units belong to the enemy, and lower the value instead."""
    after: Ability | None = None
    """Units with this ability come first where they need the same helpers: a unit boosts one other at a time."""


class Pack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units are stronger in a round that they begin in numbers."""

    name: str
    """The ability that the side then counts as having."""
    who: Who
    against: Who
    lead: int
    """By how many they must outnumber these enemies."""
    bonus: int


class BuiltIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Guns that come with the factory or city in a territory, for its holder."""

    unit: str
    factory: int
    city: int


class Sequences(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``battle.yaml``: the sequences by name, what can hit what, and which units are hit last."""

    sequences: Mapping[str, Sequence]
    targets: tuple[Target, ...] = ()
    last: Who | None = None
    """These take a hit only if no other unit can."""
    spare_dice: bool = False
    """Units that can't hit anything don't roll."""
    by_power: bool = False
    """Each power rolls for its own units."""
    boosts: tuple[Boost, ...] = ()
    packs: tuple[Pack, ...] = ()
    built_in: BuiltIn | None = None
    joint: bool = False
    """Powers that share a turn attack a space together, with the units they sent there."""
    leader: bool = False
    """One power per side chooses losses and targets for all: on land the holder of the territory, otherwise the
    power with the most units there. Determined each round."""

    @property
    def all_steps(self) -> tuple[AnyStep, ...]:
        """The steps of all sequences."""
        return tuple(step for sequence in self.sequences.values() for step in sequence.steps)

    def __post_init__(self) -> None:
        if not self.leader and any(isinstance(step, TakeLosses | Aiming) for step in self.all_steps):
            raise ValueError("losses that are taken together and aimed shots need one leader for each side")

    def may_leave(self, side: Side, unit: UnitType) -> bool:
        """Whether a unit type may leave some battle on its own, by submerging or withdrawing."""
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
        """Whether a hit of this kind can be assigned to a unit, given the abilities of the side that scored it."""
        for rule in self.targets:
            if rule.volley == volley and rule.unless_own not in abilities and not rule.only.takes(unit):
                return False
        return True

    def is_last(self, unit: UnitType, volley: str | None = None) -> bool:
        """Whether a unit takes a hit (of this kind) only if no other unit can."""
        if self.last is not None and self.last.takes(unit):
            return True
        return any(
            rule.volley == volley and rule.last is not None and rule.last.takes(unit) for rule in self.targets
        )
