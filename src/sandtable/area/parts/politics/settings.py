"""Settings of politics."""

from collections.abc import Iterator, Mapping

import msgspec

from sandtable.area.forces import Power
from sandtable.area.requirements.fitting import misfits
from sandtable.area.requirements.kinds import Requirements
from sandtable.area.world import World
from sandtable.core.datafile import Misfit

Names = tuple[str, ...]


class Declaration(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A power that may declare war on another, and when."""

    by: Names
    """Who may declare war."""
    against: Names
    """On whom."""
    rule: str
    """The rule that allows it, cited while its requirements don't hold."""
    when: Requirements = ()
    """What must hold; ``self`` is the declaring power."""
    provoked: Requirements = ()
    """What makes the declaration provoked. If left out, it is unprovoked."""
    phase: str = "combat-move"
    """The phase in which war is declared."""
    neutral: bool = False
    """Only for a power that was at war with nobody when the phase began."""


class Link(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Powers that go to war together."""

    powers: Names
    """The powers."""
    against: Names
    """A war between one of the powers and one of these is a war with all of the powers."""


class Closure(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Territories that powers can't enter or fly over."""

    powers: Names
    """The powers that can't enter."""
    within: Names
    """The territories or regions."""
    rule: str
    """The rule against entering."""
    when: Requirements = ()
    """While these hold; ``self`` is the entering power."""


class Anchorage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sea zones where some powers' ships may not end a move."""

    powers: Names
    """The ships' owners."""
    rule: str
    """The rule against it."""
    when: Requirements = ()
    """While these hold."""
    within: Names = ()
    """These zones. Default: all."""
    beside: Names = ()
    """Only zones adjacent to a territory of one of these holders."""
    unless_beside: Names = ()
    """Except zones adjacent to a territory of one of these holders."""
    open_to: Mapping[str, tuple[str, ...]] = {}
    """Zones that stay open to units with any of these abilities."""
    open_rule: str = ""
    """The rule against other units in those zones. Default: ``rule``."""


class Awakening(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units that are upgraded free when a power enters the war."""

    at: Names
    """The territories."""
    become: Mapping[str, str]
    """Unit types, and the types they become."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """War, peace and neutral powers."""

    declarations: tuple[Declaration, ...] = ()
    """Who may declare war on whom; anything not listed is not allowed."""
    links: tuple[Link, ...] = ()
    """Powers that go to war together."""
    closed: tuple[Closure, ...] = ()
    """Territories that some powers can't enter for a time."""
    anchorages: tuple[Anchorage, ...] = ()
    """Sea zones where some powers' ships can't stop for a time."""
    fronts: Mapping[Power, Mapping[str, Names]] = {}
    """Powers that can be neutral on part of the board: regions, and the enemies of a war there."""
    die: int = 0
    """The sides of the die for how many units a neutral power may move; 0: no limit."""
    spending: int = 1
    """A neutral power may spend its money divided by this on combat units."""
    awakenings: Mapping[Power, Awakening] = {}
    """What changes when a power enters the war."""


def problems(world: World, settings: Settings, file: str) -> Iterator[Misfit]:
    """Unknown names in the settings."""
    powers = (*world.powers, *world.game.sides)
    board = world.board

    def unknown(what: str, names: Names, known: tuple[str, ...], under: tuple[str, ...]) -> Iterator[Misfit]:
        for name in names:
            if name not in known:
                yield Misfit(file, f"unknown {what} {name!r}", name, known, under)

    for one in settings.declarations:
        under = ("declarations",)
        yield from unknown("power", (*one.by, *one.against), powers, under)
        yield from misfits(world, file, (*one.when, *one.provoked), under)
    for link in settings.links:
        yield from unknown("power", (*link.powers, *link.against), powers, ("links",))
    for closure in settings.closed:
        yield from unknown("power", closure.powers, powers, ("closed",))
        yield from unknown("space", closure.within, (*board.territories, *board.regions), ("closed",))
        yield from misfits(world, file, closure.when, ("closed",))
    for zone in settings.anchorages:
        under = ("anchorages",)
        yield from unknown("power", (*zone.powers, *zone.beside, *zone.unless_beside), powers, under)
        yield from unknown("space", (*zone.within, *zone.open_to), (*board.spaces, *board.regions), under)
        yield from misfits(world, file, zone.when, under)
    for power, fronts in settings.fronts.items():
        yield from unknown("power", (power,), powers, ("fronts",))
        for region, enemies in fronts.items():
            yield from unknown("region", (region,), tuple(board.regions), ("fronts", power))
            yield from unknown("power", enemies, powers, ("fronts", power, region))
    for power, awakening in settings.awakenings.items():
        under = ("awakenings",)
        yield from unknown("power", (power,), powers, under)
        yield from unknown("territory", awakening.at, tuple(board.territories), under)
        units = (*awakening.become, *awakening.become.values())
        yield from unknown("unit", units, tuple(world.units), under)
