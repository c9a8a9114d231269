"""The phases of a player turn, one module each: who decides, what is allowed, and what follows."""

from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Protocol

from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import HexAction
from sandtable.hexes.state import HexState, Side
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

OFTEN = 0.1
"""How often a random choice tries the parts' offers first."""


def with_offers(
    world: World,
    state: HexState,
    side: Side,
    own: Iterator[HexAction],
    more: tuple[HexAction, ...],
    shuffle: Random | None,
) -> Iterator[HexAction]:
    """The phase's own actions, then those that parts offer; at random, sometimes in reverse."""
    offers = [one for one in more if world.parts.by_action[type(one)].check(world, state, side, one) is None]
    if not offers:
        return own
    if shuffle is None:
        return chain(own, offers)
    shuffle.shuffle(offers)
    return chain(offers, own) if shuffle.random() < OFTEN else chain(own, offers)


class PhaseRules(Protocol):
    """The interface of a phase module."""

    def pending(self, world: World, state: HexState) -> tuple[Decision, ...]:
        """Who owes which decision."""
        ...

    def check(self, world: World, state: HexState, side: Side, action: HexAction) -> Refusal | None:
        """The rule against an action. None if it is allowed."""
        ...

    def legal(
        self, world: World, state: HexState, side: Side, shuffle: Random | None, more: tuple[HexAction, ...]
    ) -> Iterator[HexAction]:
        """The legal actions, including those of ``more`` (offered by parts) that are allowed."""
        ...

    def do(self, run: Unfolding, side: Side, action: HexAction) -> bool:
        """Carry out an action. Returns whether the phase is over."""
        ...
