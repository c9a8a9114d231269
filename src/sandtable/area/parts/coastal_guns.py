"""Coastal guns: fortifications fire once at the ships of an assault on their territory, during the bombardment.

They fire only if there was no sea battle first. On a low roll the defender chooses the ship that is hit,
otherwise the attacker does. Ships that are sunk still bombard.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from sandtable.area import claims
from sandtable.area.actions import Action, Casualties
from sandtable.area.claims import Claim, Gone, Toppled, gathered
from sandtable.area.forces import Power, Stack, merge, size, where
from sandtable.area.movement.voyage import troops_waiting
from sandtable.area.part import Part, PartEvent, TurnMemory
from sandtable.area.state import AreaState, Site, Slice
from sandtable.area.status import own_at
from sandtable.area.unfold import Unfolding
from sandtable.area.wording import faces, times
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.guide import Throw, at_most
from sandtable.core.refusal import Refusal

ASKS = "battery-losses"
"""Decision kind: which ship the guns have hit."""
AT_SHIPS = "naval"
"""The kind of hit."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The fortifications that fire, and their chance to hit."""

    unit: str
    """The unit type of the fortifications."""
    value: int
    """They hit with this or less."""
    picks_on: int
    """With this or less the defender chooses the ship."""


class Batteries(Slice, frozen=True, tag="coastal-guns"):
    """State kept for one turn."""

    fired: tuple[str, ...] = ()
    """Territories whose fortifications have fired."""
    claims: tuple[Claim, ...] = ()
    sunk: Mapping[str, Stack] = {}
    """Ships sunk, by the territory whose fortifications sank them; they have fired as well."""


BATTERIES = TurnMemory("coastal-guns", Batteries())


class BatteryFired(PartEvent, frozen=True):
    """Fortifications fire at the ships of an assault."""

    dice_at: ClassVar[tuple[str, ...]] = ("dice",)

    space: str
    power: Power
    """The fortifications' owner."""
    value: int
    dice: tuple[int, ...]
    claims: tuple[Claim, ...] = ()

    def evolve(self, world: World, state: AreaState) -> AreaState:
        known = BATTERIES.of(state)
        return BATTERIES.put(
            state, replace(known, fired=(*known.fired, self.space), claims=(*known.claims, *self.claims))
        )

    def throws(self, world: World, state: AreaState) -> tuple[Throw, ...]:
        return (Throw(self.power, "hits", self.space, self.dice, at_most(self.value)),)

    def tell(self, world: World, state: AreaState) -> str:
        hits = sum(die <= self.value for die in self.dice)
        scored = times(hits, "hit") if hits else "no hit"
        return f"the coastal guns in {self.space} fire at the ships: {faces(self.dice)}, {scored}"


class BatteryLosses(Toppled, frozen=True):
    """Ships are hit from the shore."""

    space: str = ""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        state = super().evolve(world, state)
        known = BATTERIES.of(state)
        lost = merge(known.sunk.get(self.space, ()), *(one.destroyed for one in self.gone))
        return BATTERIES.put(state, replace(known, claims=known.claims[1:], sunk={**known.sunk, self.space: lost}))

    def tell(self, world: World, state: AreaState) -> str:
        return self.lost(world)


class CoastalGuns(Part[Settings]):
    """Fortifications that fire at the ships of an assault."""

    name = "coastal-guns"
    Settings = Settings
    turn_memory = BATTERIES
    answers = (Casualties,)
    typed: ClassVar = {ASKS: "lose cruiser · lose default"}
    events = (BatteryFired, BatteryLosses)
    citations = ("amphib.fortification-fires", "amphib.fortification-one")

    def problems(self, world: World) -> Iterable[str]:
        if self.settings.unit not in world.units:
            yield f"unknown unit {self.settings.unit!r}"

    def resolves(self, run: Unfolding, power: Power, site: Site) -> bool:
        """Fire before the troops land. False if the combat goes on as usual."""
        world, space = run.world, site.space
        if not site.amphibious or world.board.is_sea(space) or space in BATTERIES.of(run.state).fired:
            return False
        works, ships = self.works(world, run.state, power, space), self.ships(world, run.state, power, space)
        if not works or not ships:
            return False
        owner, settings = works[0][0].power, self.settings
        dice = run.dice.roll(size(works))
        picked = sum(die <= settings.picks_on for die in dice)
        plain = sum(die <= settings.value for die in dice) - picked
        found = [Claim(gathered(ships), picked, AT_SHIPS, (owner,), free=True)] if picked else []
        found += [Claim(gathered(ships), plain, AT_SHIPS, (power,))] if plain else []
        run.emit(BatteryFired(space, owner, settings.value, dice, tuple(found)))
        return self._settle(run)

    def works(self, world: World, state: AreaState, power: Power, space: str) -> Stack:
        """The fortifications in a territory that can fire at a power's ships."""
        foes = world.enemies[power]
        found = where(state.at(space), lambda p: p.unit == self.settings.unit and p.power in foes)
        return where(
            found,
            lambda p: any(p.unit in part.serving(world, state, p.power, space) for part in world.parts.serving),
        )

    def ships(self, world: World, state: AreaState, power: Power, space: str) -> dict[str, Stack]:
        """The ships of an assault without a sea battle first, by zone."""
        turn = state.turn
        return {
            zone: where(
                own_at(state, power, zone),
                lambda p: world.type(p).kind == "sea" and not world.can(p, "submersible"),
            )
            for zone, land in turn.assaults
            if land == space
            and zone not in turn.fought
            and zone not in turn.blocked
            and troops_waiting(state, power, zone, land)
        }

    def _settle(self, run: Unfolding) -> bool:
        """Apply hits that leave no choice. True if somebody has a decision to make."""
        while pending := BATTERIES.of(run.state).claims:
            losses = claims.only(run.world, pending[0])
            if losses is None:
                return True
            self._lose(run, claims.spread(pending[0], losses))
        return False

    def _lose(self, run: Unfolding, gone: tuple[Gone, ...]) -> None:
        run.emit(BatteryLosses(gone, BATTERIES.of(run.state).fired[-1]))

    def supports_landing(self, world: World, state: AreaState, power: Power, space: str) -> Stack:
        """Ships that were sunk while bombarding."""
        sunk = BATTERIES.of(state).sunk.get(space, ())
        return where(
            sunk,
            lambda p: world.sequences.supports("land", "attack", world.type(p)) and p.landing in ("", space),
        )

    # the decision which ship is hit

    def asks(self, world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
        pending = BATTERIES.of(state).claims
        if not pending:
            return ()
        space = BATTERIES.of(state).fired[-1]
        prompt = f"The coastal guns in {space} have hit a ship. Which one?"
        return tuple(Decision(seat, ASKS, space, prompt) for seat in pending[0].asked)

    def when(self, action: type[Action]) -> tuple[str, ...]:
        return ("combat",)

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        assert isinstance(action, Casualties)
        claim = BATTERIES.of(state).claims[0]
        return claims.check(world, claim, seat, action, "amphib.fortification-one")

    def unanswered(self, world: World, state: AreaState, power: Power) -> Refusal:
        return world.refuse("amphib.fortification-fires", "First choose which ship was hit from the shore.")

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        pending = BATTERIES.of(state).claims
        if pending and seat in pending[0].asked:
            yield from claims.offers(world, pending[0])

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        assert isinstance(action, Casualties)
        claim = BATTERIES.of(run.state).claims[0]
        settled = claims.answered(run.world, claim, seat, action)
        assert settled.losses is not None
        self._lose(run, claims.spread(claim, settled.losses))
        self._settle(run)

    def at_risk(self, state: AreaState) -> Stack:
        return next((claim.units for claim in BATTERIES.of(state).claims), ())


PART = CoastalGuns
