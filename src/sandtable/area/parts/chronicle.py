"""Chronicle: records events that requirements ask about, and how long conditions have lasted."""

from collections.abc import Iterable, Mapping
from functools import cached_property

import msgspec
from msgspec.structs import replace

from sandtable.area import events as ev
from sandtable.area.event import Event
from sandtable.area.forces import Power
from sandtable.area.part import Part
from sandtable.area.requirements.chronicle import CHRONICLE, Chronicle, Watch
from sandtable.area.requirements.fitting import misfits
from sandtable.area.requirements.judging import Case, holds
from sandtable.area.requirements.kinds import Lasting, Requirements, walk
from sandtable.area.state import AreaState
from sandtable.area.status import active
from sandtable.area.world import World
from sandtable.core.datafile import Misfit

Names = tuple[str, ...]


class Deed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="is", kw_only=True):
    """An event to record, if its requirements hold when it happens."""

    text: str
    """Its description."""
    by: Names
    """The powers and sides that can do it."""
    when: Requirements = ()
    """Only while these hold; ``self`` is the power that does it."""


class Captured(Deed, frozen=True, kw_only=True, tag="captured"):
    """Capturing a territory."""

    of: Names
    """Spaces or regions."""

    def done_by(self, world: World, state: AreaState, event: Event) -> Power:
        """The power that did it with this event, or empty. The state is the one after the event."""
        if not isinstance(event, ev.ControlChanged) or event.how not in ("capture", "blitz", "liberation"):
            return ""
        return active(state)[0] if event.space in world.board.named(self.of) else ""


class Declared(Deed, frozen=True, kw_only=True, tag="declared"):
    """Declaring war."""

    against: Names
    """Powers and sides."""
    provoked: bool | None = None
    """Only provoked declarations (true) or only unprovoked ones (false)."""

    def done_by(self, world: World, state: AreaState, event: Event) -> Power:
        if not isinstance(event, ev.RelationChanged) or event.now != "war" or not event.by:
            return ""
        other = next(power for power in event.powers if power != event.by)
        if other not in Case(world, state).powers(self.against):
            return ""
        return event.by if self.provoked in (None, event.provoked) else ""


class Attacked(Deed, frozen=True, kw_only=True, tag="attacked"):
    """Attacking a territory or sea zone."""

    within: Names
    """Spaces or regions."""
    held_by: Names = ()
    """Only if one of these holds the territory."""

    def done_by(self, world: World, state: AreaState, event: Event) -> Power:
        named = world.board.named(self.within)
        match event:
            case ev.SitesSet():
                power, spaces = event.power, {site.space for site in event.sites if not site.raid} & named
                held = {space: state.control.get(space) for space in spaces}
            case ev.ControlChanged(how="blitz" | "liberation") if event.space in named and active(state):
                power, held = active(state)[0], {event.space: event.frm}
            case _:
                return ""
        holders = Case(world, state, power).holders(self.held_by)
        return power if any(not holders or holder in holders for holder in held.values()) else ""


class Entered(Deed, frozen=True, kw_only=True, tag="entered"):
    """Moving into or through spaces."""

    within: Names
    """Spaces or regions."""

    def done_by(self, world: World, state: AreaState, event: Event) -> Power:
        match event:
            case ev.Moved():
                spaces, power = set(event.path[1:]), event.piece.power
            case ev.Landed():
                spaces, power = {event.territory}, event.units[0][0].power
            case _:
                return ""
        return power if spaces & world.board.named(self.within) else ""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The events to record."""

    deeds: Mapping[str, Captured | Declared | Attacked | Entered] = {}
    """Deeds by name; ``is`` gives the kind of each."""


class Chronicler(Part[Settings]):
    """Records deeds and lasting conditions."""

    name = "chronicle"
    Settings = Settings
    game_memory = CHRONICLE
    reacts_to = (
        ev.ControlChanged,
        ev.RelationChanged,
        ev.SitesSet,
        ev.Moved,
        ev.Landed,
        ev.TurnBegan,
        ev.Amended,
    )

    @cached_property
    def deeds(self) -> Mapping[str, str]:
        return {name: deed.text for name, deed in self.settings.deeds.items()}

    def problems(self, world: World) -> Iterable[str | Misfit]:
        for name, deed in self.settings.deeds.items():
            under = ("deeds", name)
            yield from misfits(world, self.file, deed.when, under)
            powers = (*world.powers, *world.game.sides)
            for who in (*deed.by, *(deed.against if isinstance(deed, Declared) else ())):
                if who not in powers:
                    yield Misfit(self.file, f"unknown power {who!r}", who, powers, under)
            spaces = deed.of if isinstance(deed, Captured) else getattr(deed, "within", ())
            known = (*world.board.spaces, *world.board.regions)
            for space in spaces:
                if space not in known:
                    yield Misfit(self.file, f"unknown space {space!r}", space, known, under)

    def reacts(self, world: World, state: AreaState, event: Event) -> AreaState:
        known = CHRONICLE.of(state)
        after = replace(known, deeds=self._deeds(world, state, event, known))
        if isinstance(event, ev.ControlChanged | ev.RelationChanged | ev.TurnBegan | ev.Amended):
            after = replace(after, lasting=_lasting(world.as_of(state), state, event, known))
        return state if after == known else CHRONICLE.put(state, after)

    def _deeds(self, world: World, state: AreaState, event: Event, known: Chronicle) -> Mapping[str, int]:
        if not isinstance(event, ev.ControlChanged | ev.RelationChanged | ev.SitesSet | ev.Moved | ev.Landed):
            return known.deeds
        found = dict(known.deeds)
        for name, deed in self.settings.deeds.items():
            if name in found:
                continue
            power = deed.done_by(world, state, event)
            if (
                power
                and power in Case(world, state).powers(deed.by)
                and holds(Case(world, state, power), deed.when)
            ):
                found[name] = state.round
        return found


def watched(world: World) -> Mapping[str, Lasting]:
    """The game's conditions that must last, by name."""
    return {
        one.name: one
        for condition in world.game.victory
        for one in walk(condition.when)
        if isinstance(one, Lasting)
    }


def _lasting(world: World, state: AreaState, event: Event, known: Chronicle) -> Mapping[str, Watch]:
    found: dict[str, Watch] = {}
    for name, one in watched(world).items():
        if not holds(Case(world, state), one.of):
            continue
        watch = known.lasting.get(name) or Watch(next(iter(active(state)), ""), state.round)
        if isinstance(event, ev.TurnBegan) and event.power == watch.power and event.round > watch.round:
            watch = replace(watch, complete=True)
        found[name] = watch
    return found


PART = Chronicler
