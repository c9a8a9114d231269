"""Neutrality: neutral territories that lean to a side or to none, and the armies that defend them.

* A friendly neutral, with its army, joins the first friendly power whose land units move in.
* Any other neutral can be attacked: its army appears, and it joins the side opposing the attacker.
* After the first attack on a strict neutral, all others lean to the other side.
* Territories held by a side but by no power are taken over by land units that move in.
* Pacts make territories join a power when its territories are attacked.
"""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from sandtable.area import events as ev
from sandtable.area.actions import Action
from sandtable.area.forces import Piece, Power, Stack, where
from sandtable.area.leanings import LEANINGS, STRICT, leaning
from sandtable.area.part import Part, PartEvent, TurnMemory
from sandtable.area.requirements.judging import Case
from sandtable.area.state import AreaState, Route, Slice
from sandtable.area.status import neutral, own_at, phase_of
from sandtable.area.unfold import Unfolding
from sandtable.area.updates import swap
from sandtable.area.wording import an, listed, the, unit_name
from sandtable.area.world import World
from sandtable.core.datafile import Misfit
from sandtable.core.refusal import Refusal
from sandtable.core.wording import capital

Names = tuple[str, ...]


class Guardians(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Territories that only some powers of their side may take over."""

    within: Names
    """The territories."""
    powers: Names
    """The powers."""


class Pact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Neutral territories that join a power when certain territories of its own are attacked."""

    name: str
    """Its name."""
    within: Names
    """The territories of the pact."""
    joins: Power
    """The power they join."""
    attacked_by: Names
    """The powers whose attack makes them join."""
    cancelled_by: Names = ()
    """An attack by the power on one of these, while the pact is still strictly neutral, ends the pact."""
    cancelled_beside: Names = ()
    """So does an attack on a territory of these holders that borders the pact."""
    never_leans: Names = ()
    """Sides that its territories don't lean to when other neutrals do, unless the power attacks one of them."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Neutral armies, and special territories."""

    army: str
    """The unit type that defends an attacked neutral: it doesn't move, and belongs to no particular power."""
    joins_as: str
    """The unit type it becomes for a power that takes over the territory."""
    leads: Mapping[str, Power]
    """For each side, the power that leads the armies of territories that joined it, if at war."""
    takers: Names
    """The unit types that can take over a territory without a fight."""
    barred: Names = ()
    """Powers to which neutral territories are never friendly."""
    impassable: Names = ()
    """Territories that nobody may enter."""
    guardians: tuple[Guardians, ...] = ()
    """Territories that only some powers of their side may take over."""
    pacts: tuple[Pact, ...] = ()
    """Territories that join a power when it is attacked next to them."""


class Violations(Slice, frozen=True, tag="neutrality"):
    """State kept for one turn."""

    violated: tuple[str, ...] = ()
    """Neutral territories attacked this turn."""
    strict: bool = False
    """Whether one of them was strictly neutral."""
    pacts: tuple[str, ...] = ()
    """Pacts that take effect after the combats."""


VIOLATIONS = TurnMemory("neutrality", Violations())


class ArmyRose(PartEvent, frozen=True):
    """The army of a neutral territory appears."""

    space: str
    units: Stack
    strict: bool = False
    """The territory was strictly neutral."""

    def evolve(self, world: World, state: AreaState) -> AreaState:
        memory = VIOLATIONS.of(state)
        violated = tuple(sorted({*memory.violated, self.space}))
        state = VIOLATIONS.put(state, replace(memory, violated=violated, strict=memory.strict or self.strict))
        return swap(state, self.space, (), self.units) if self.units else state

    def tell(self, world: World, state: AreaState) -> str | None:
        number = sum(count for _, count in self.units)
        if not number:
            return None
        return f"{number} {unit_name(world, self.units[0][0].unit, number)} rise to defend {self.space}"


class NeutralsLean(PartEvent, frozen=True):
    """Neutral territories now lean to a side."""

    spaces: tuple[str, ...]
    to: str

    def evolve(self, world: World, state: AreaState) -> AreaState:
        known = LEANINGS.of(state)
        return LEANINGS.put(state, replace(known, to={**known.to, **dict.fromkeys(self.spaces, self.to)}))

    def tell(self, world: World, state: AreaState) -> str:
        return f"{listed(self.spaces)} now lean to {the(world.game.sides[self.to])}"


class ArmyJoined(PartEvent, frozen=True):
    """The army of a territory joins a power."""

    space: str
    power: Power
    gone: Stack
    come: Stack

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return swap(state, self.space, self.gone, self.come)

    def tell(self, world: World, state: AreaState) -> str:
        number = sum(count for _, count in self.come)
        what = unit_name(world, self.come[0][0].unit, number)
        return f"the army of {self.space}, {number} {what}, joins {the(world.name(self.power))}"


class PactEnded(PartEvent, frozen=True):
    """A pact has ended."""

    name: str

    def evolve(self, world: World, state: AreaState) -> AreaState:
        known = LEANINGS.of(state)
        return LEANINGS.put(state, replace(known, cancelled=(*known.cancelled, self.name)))

    def tell(self, world: World, state: AreaState) -> str:
        return f"{the(self.name)} is void"


class PactDue(PartEvent, frozen=True):
    """A pact will take effect after the combats."""

    name: str

    def evolve(self, world: World, state: AreaState) -> AreaState:
        memory = VIOLATIONS.of(state)
        return VIOLATIONS.put(state, replace(memory, pacts=(*memory.pacts, self.name)))


class PactHonoured(PartEvent, frozen=True):
    """A pact takes effect: its territories join their partner."""

    name: str

    def evolve(self, world: World, state: AreaState) -> AreaState:
        memory = VIOLATIONS.of(state)
        known = LEANINGS.of(state)
        state = VIOLATIONS.put(state, replace(memory, pacts=tuple(p for p in memory.pacts if p != self.name)))
        return LEANINGS.put(state, replace(known, cancelled=(*known.cancelled, self.name)))

    def tell(self, world: World, state: AreaState) -> str:
        return f"{the(self.name)} is honoured"


class Neutrality(Part[Settings]):
    """Neutral territories."""

    name = "neutrality"
    Settings = Settings
    game_memory = LEANINGS
    turn_memory = VIOLATIONS
    events = (ArmyRose, NeutralsLean, ArmyJoined, PactEnded, PactDue, PactHonoured)
    citations = (
        "neutral.friendly-no-attack",
        "neutral.friendly-no-overflight",
        "neutral.friendly-enter",
        "neutral.convert-needs-combat-unit",
        "board.impassable",
        "neutral.land-units-stop",
        "neutral.no-landing",
    )

    def problems(self, world: World) -> Iterable[str | Misfit]:
        settings, units, board = self.settings, world.units, world.board
        for unit in (settings.army, settings.joins_as, *settings.takers):
            if unit not in units:
                yield Misfit(self.file, f"unknown unit {unit!r}", unit, units)
        powers = tuple(world.powers)
        named = (*settings.leads.values(), *settings.barred, *(pact.joins for pact in settings.pacts))
        for power in (*named, *(p for g in settings.guardians for p in g.powers)):
            if power not in powers:
                yield Misfit(self.file, f"unknown power {power!r}", power, powers)
        known = (*board.territories, *board.regions)
        for group in (settings.impassable, *(g.within for g in settings.guardians)):
            for name in group:
                if name not in known:
                    yield Misfit(self.file, f"unknown territory {name!r}", name, known)
        for pact in settings.pacts:
            for name in (*pact.within, *pact.cancelled_by):
                if name not in known:
                    yield Misfit(self.file, f"unknown territory {name!r}", name, known, ("pacts",))

    # relations between territories and powers

    def friendly(self, world: World, state: AreaState, power: Power, space: str) -> bool:
        """Whether a neutral territory leans to a power's side."""
        return power not in self.settings.barred and leaning(world.board, state, space) == world.side(power)

    def leader(self, world: World, side: str, against: Power) -> Power:
        """The power that leads the army of a territory that joined a side."""
        mates = [power for power in world.order if world.side(power) == side and power in world.enemies[against]]
        first = self.settings.leads.get(side, "")
        return first if first in mates else next(iter(mates), first)

    def _opposite(self, world: World, power: Power) -> str:
        return next(side for side in world.game.sides if side != world.side(power))

    # entering

    def bars(self, world: World, state: AreaState, power: Power, space: str, flying: bool) -> Refusal | None:
        if space in self.settings.impassable:
            return world.refuse("board.impassable", f"You can't enter or cross {space}.")
        if power in world.neutral_powers:
            return None
        if flying and neutral(world, state, space) and self.friendly(world, state, power, space):
            why = f"{space} is a friendly neutral: you can't fly over it."
            return world.refuse("neutral.friendly-no-overflight", why)
        return None

    def check_violation(self, world: World, state: AreaState, power: Power, path: Route) -> Refusal | None:
        for space in path:
            if neutral(world, state, space) and self.friendly(world, state, power, space):
                why = f"{space} is a friendly neutral: you can enter it in the noncombat move, but not attack it."
                return world.refuse("neutral.friendly-no-attack", why)
        return None

    def assailable(self, world: World, state: AreaState, power: Power, space: str) -> bool:
        if space in self.settings.impassable or not neutral(world, state, space):
            return False
        return not self.friendly(world, state, power, space)

    def admits(self, world: World, state: AreaState, power: Power, space: str) -> bool:
        return space not in self.settings.impassable and self.friendly(world, state, power, space)

    def stops_at(self, world: World, state: AreaState, piece: Piece, path: Route) -> Refusal | None:
        here = path[-1]
        if here in VIOLATIONS.of(state).violated or self.assailable(world, state, piece.power, here):
            return world.refuse("neutral.land-units-stop", f"Entering neutral {here} ends the move.")
        if neutral(world, state, here) or state.control.get(here) in world.game.sides:
            return world.refuse("neutral.friendly-enter", f"Entering {here} ends the move.")
        return None

    def ends_at(
        self, world: World, state: AreaState, piece: Piece, path: Route, combat: bool, purpose: str
    ) -> Refusal | None:
        there = path[-1]
        if combat or len(path) < 2 or not neutral(world, state, there) or piece.unit in self.settings.takers:
            return None
        if world.type(piece).kind != "land" or any(
            p.unit in self.settings.takers for p, _ in own_at(state, piece.power, there)
        ):
            return None
        why = f"{capital(an(world.type(piece).name))} alone can't bring {there} over to your side."
        return world.refuse("neutral.convert-needs-combat-unit", why)

    # attacking

    def violate(self, run: Unfolding, power: Power, path: Route) -> None:
        for space in path:
            if neutral(run.world, run.state, space):
                self._attack(run, power, space)

    def _attack(self, run: Unfolding, power: Power, space: str) -> None:
        world, side = run.world, self._opposite(run.world, power)
        strict = leaning(world.board, run.state, space) == STRICT
        army = LEANINGS.of(run.state).armies.get(space, world.board.territories[space].army)
        units = ((Piece(self.leader(world, side, power), self.settings.army), army),) if army else ()
        run.emit(ArmyRose(space=space, units=units, strict=strict))
        run.emit(ev.ControlChanged(space=space, to=side, frm="", how="joined"))

    def follows(self, run: Unfolding, power: Power, action: Action) -> None:
        if phase_of(run.state, power) == "combat-move":
            for _, land in run.state.turn.assaults:
                if neutral(run.world, run.state, land):
                    self._attack(run, power, land)

    def phase_ends(self, run: Unfolding, power: Power) -> None:
        if phase_of(run.state, power) == "noncombat-move":
            self._take_over(run, power)

    def before_combat(self, run: Unfolding, power: Power) -> None:
        if VIOLATIONS.of(run.state).strict:
            self._flip(run, power)
        for pact in self.settings.pacts:
            self._look_at_pact(run, power, pact)

    def _flip(self, run: Unfolding, power: Power) -> None:
        """All other strict neutrals lean to the side opposing the attacker."""
        side, world = self._opposite(run.world, power), run.world
        violated = VIOLATIONS.of(run.state).violated
        kept: set[str] = set()
        for pact in self.settings.pacts:
            spaces = world.board.named(pact.within)
            if side in pact.never_leans and not (power == pact.joins and spaces.intersection(violated)):
                kept |= spaces
        turned = [
            s for s in world.board.neutrals if leaning(world.board, run.state, s) == STRICT and s not in kept
        ]
        turned = [space for space in turned if space not in self.settings.impassable]
        if turned:
            run.emit(NeutralsLean(spaces=tuple(sorted(turned)), to=side))

    # pacts

    def _look_at_pact(self, run: Unfolding, power: Power, pact: Pact) -> None:
        world, state = run.world, run.state
        if pact.name in LEANINGS.of(state).cancelled:
            return
        spaces = world.board.named(pact.within)
        around = {land for space in spaces for land in world.board.neighbours(space)}
        held = state.turn.control  # what changed hands before the combats was overrun in a blitz
        overrun = {land for land in around if held.get(land) and held[land] != state.control.get(land)}
        attacked = {site.space for site in state.turn.sites if not site.raid} | overrun
        if power == pact.joins:
            strict = any(leaning(world.board, state, space) == STRICT for space in spaces)
            holders = Case(world, state).powers(pact.cancelled_beside)
            named = attacked & set(pact.cancelled_by)
            beside = {space for space in attacked & around if held.get(space) in holders}
            if strict and (named or beside):
                run.emit(PactEnded(name=pact.name))
            return
        struck = any(held.get(space) == pact.joins for space in attacked & around)
        if struck and power in Case(world, state).powers(pact.attacked_by):
            run.emit(PactDue(name=pact.name))

    def combats_over(self, run: Unfolding, power: Power) -> None:
        for pact in self.settings.pacts:
            if pact.name in VIOLATIONS.of(run.state).pacts:
                self._honour(run, pact)

    def _honour(self, run: Unfolding, pact: Pact) -> None:
        side = run.world.side(pact.joins)
        run.emit(PactHonoured(name=pact.name))
        for space in sorted(run.world.board.named(pact.within)):
            holder = run.state.control.get(space, "")
            leans = leaning(run.world.board, run.state, space)
            if holder == side or leans in (STRICT, side):
                self._join(run, pact.joins, space, "passed", moved=False)

    # taking over

    def _take_over(self, run: Unfolding, power: Power) -> None:
        for space in tuple(run.state.stacks):
            if run.world.board.is_sea(space) or not self._may_take(run.world, run.state, power, space):
                continue
            if any(p.unit in self.settings.takers for p, _ in own_at(run.state, power, space)):
                self._join(run, power, space, "occupied", moved=True)

    def _may_take(self, world: World, state: AreaState, power: Power, space: str) -> bool:
        if neutral(world, state, space):
            return self.friendly(world, state, power, space)
        if state.control.get(space) != world.side(power):
            return False
        guards = [one for one in self.settings.guardians if space in world.board.named(one.within)]
        return all(power in one.powers for one in guards) and power not in self.settings.barred

    def _join(self, run: Unfolding, power: Power, space: str, how: ev.ChangeOfHands, moved: bool) -> None:
        """Give a power control of a territory and what is left of its army."""
        before = run.state.control.get(space, "")
        run.emit(ev.ControlChanged(space=space, to=power, frm=before, how=how))
        gone = where(run.state.at(space), lambda p: p.unit == self.settings.army)
        number = sum(count for _, count in gone) if before else run.world.board.territories[space].army
        if number:
            come = ((Piece(power, self.settings.joins_as, moved=moved), number),)
            run.emit(ArmyJoined(space=space, power=power, gone=gone, come=come))


PART = Neutrality
