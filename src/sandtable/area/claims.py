"""Claims: hits on units outside a battle, and which of those units are lost.

The units (ships on their way, air units over guns or on the ground) may be in several places. Their owners choose
the losses; if several players own some and don't agree, an enemy chooses.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from sandtable.area.actions import Casualties
from sandtable.area.battle.casualties import Broken, Losses, Toll, hurt, resolve
from sandtable.area.battle.casualty_choice import dearest
from sandtable.area.forces import EMPTY, Piece, Power, Stack, add, ashore, changed, merge, minus, size, take
from sandtable.area.part import PartEvent
from sandtable.area.state import AreaState, Hits, Proposal
from sandtable.area.status import player_of
from sandtable.area.updates import put
from sandtable.area.wording import force, listed
from sandtable.area.world import World
from sandtable.core.refusal import Refusal

Groups = tuple[tuple[str, Stack], ...]
"""Places, and units in each of them."""


class Claim(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hits that still have to be assigned."""

    groups: Groups
    """The units that can be hit, and where they are."""
    hits: int
    kind: str
    """The kind of hit, as in the unit table."""
    owners: tuple[Power, ...]
    """Who chooses the losses: one seat per player."""
    referee: Power = ""
    """Who chooses if the owners don't agree."""
    free: bool = False
    """Enemies choose the losses, and no unit is spared."""
    named: tuple[Proposal, ...] = ()

    @property
    def units(self) -> Stack:
        """All units that can be hit."""
        return merge(*(units for _, units in self.groups))

    @property
    def asked(self) -> tuple[Power, ...]:
        """The seats that still have to answer."""
        spoken = {proposal.seat for proposal in self.named}
        return tuple(seat for seat in self.owners if seat not in spoken) or (self.referee or self.owners[0],)


class Gone(msgspec.Struct, frozen=True, omit_defaults=True):
    """The effect of hits in one place."""

    space: str
    destroyed: Stack = EMPTY
    damaged: Stack = EMPTY


class Settled(NamedTuple):
    """A claim after an answer: either the losses are known, or somebody else has to answer."""

    losses: Losses | None
    claim: Claim


def seats(world: World, state: AreaState, units: Stack) -> tuple[Power, ...]:
    """One seat per player with some of these units: the player's first power among them."""
    present, found = {piece.power for piece, _ in units}, dict[str, Power]()
    for power in world.order:
        if power in present:
            found.setdefault(player_of(state, power), power)
    return tuple(found.values())


def toll(world: World, claim: Claim) -> Toll:
    """Every way to take the hits."""
    return Toll(world, claim.units, (Hits(claim.kind, claim.hits),), (), claim.free)


def meant(world: World, claim: Claim, action: Casualties) -> Losses | Broken:
    """The losses that an answer names."""
    if action.damaged is None and action.destroyed is None:
        return dearest(toll(world, claim)) if claim.free else toll(world, claim).default()
    return resolve(claim.units, action.damaged, action.destroyed)


def check(world: World, claim: Claim, seat: Power, action: Casualties, rule: str) -> Refusal | None:
    """None if a seat may take these losses, otherwise the refusal."""
    if seat not in claim.asked:
        return world.refuse(rule, f"{world.the(claim.asked[0])} chooses the casualties now.")
    losses = meant(world, claim, action)
    broken = losses if isinstance(losses, Broken) else toll(world, claim).broken(losses)
    return world.refuse(rule, f"Choose other casualties: {broken.why}.") if broken else None


def offers(world: World, claim: Claim) -> Iterator[Casualties]:
    """Every answer, up to a limit."""
    return (Casualties(*losses) for losses in toll(world, claim).choices())


def answered(world: World, claim: Claim, seat: Power, action: Casualties) -> Settled:
    """The result of an answer that passed :func:`check`."""
    losses = meant(world, claim, action)
    assert isinstance(losses, Losses)
    if len(claim.owners) < 2 or seat not in claim.owners:
        return Settled(losses, claim)
    claim = replace(claim, named=(*claim.named, Proposal(seat, *losses)))
    ways = {(one.damaged, one.destroyed) for one in claim.named}
    agreed = len(claim.named) == len(claim.owners) and len(ways) == 1
    return Settled(losses if agreed else None, claim)


def only(world: World, claim: Claim) -> Losses | None:
    """The losses, if there is only one way to take them."""
    return toll(world, claim).only()


def spread(claim: Claim, losses: Losses) -> tuple[Gone, ...]:
    """The losses by place."""
    found: dict[str, Gone] = {}
    for field, units in (("destroyed", losses.destroyed), ("damaged", losses.damaged)):
        for piece, count in units:
            left = count
            for space, here in claim.groups:
                known = found.get(space, Gone(space))
                free = sum(n for p, n in here if p == piece)
                free -= sum(n for p, n in (*known.destroyed, *known.damaged) if p == piece)
                some = min(left, free)
                if some > 0:
                    now = add(getattr(known, field), piece, some)
                    found[space] = replace(known, **{field: now})
                    left -= some
    return tuple(found.values())


def without(here: Stack, piece: Piece) -> Stack:
    """A space without a unit that is in it or aboard a ship there."""
    if any(p == piece for p, _ in here):
        return take(here, piece)
    ship = next(p for p, _ in here if piece in p.cargo)
    return add(take(here, ship), ashore(ship, piece))


def still_there(state: AreaState, claim: Claim, gone: tuple[Gone, ...]) -> Claim | None:
    """A claim after other losses: with the units that are left, damaged ones as they are now."""
    hit = {one.space: dict(one.damaged) for one in gone}
    groups: dict[str, Stack] = {}
    for space, units in claim.groups:
        here = Counter[Piece]()
        for piece, count in state.at(space):
            here[piece] += count
            for guest in piece.cargo:
                here[guest] += count
        found: Stack = EMPTY
        for piece, count in units:
            whole = min(count, here[piece])
            worn = min(count - whole, hit.get(space, {}).get(piece, 0))
            for one, number in ((piece, whole), (hurt(piece), worn)):
                found = add(found, one, number) if number else found
        groups[space] = found
    kept = gathered(groups)
    return replace(claim, groups=kept) if kept else None


class Toppled(PartEvent, frozen=True):
    """Base of the events in which units outside a battle are lost or damaged."""

    gone: tuple[Gone, ...]

    def evolve(self, world: World, state: AreaState) -> AreaState:
        for one in self.gone:
            here = state.at(one.space)
            for piece, count in one.destroyed:
                for _ in range(count):
                    here = without(here, piece)
            here = merge(minus(here, one.damaged), changed(one.damaged, hurt))
            state = put(state, {one.space: here})
        return state

    def lost(self, world: World) -> str:
        """The losses in words."""
        told = []
        for one in self.gone:
            if one.destroyed:
                verb = "is" if size(one.destroyed) == 1 else "are"
                told.append(f"{force(world, one.destroyed)} {verb} lost in {one.space}")
            if one.damaged:
                verb = "is" if size(one.damaged) == 1 else "are"
                told.append(f"{force(world, one.damaged)} {verb} damaged in {one.space}")
        return listed(told)


def gathered(groups: dict[str, Stack]) -> Groups:
    """Groups in the form that a claim needs."""
    return tuple((space, units) for space, units in sorted(groups.items()) if units)
