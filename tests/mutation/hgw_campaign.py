"""Ways to break the first campaign game of ``hgw``, and which of its rules must notice."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from sandtable.hexes.family import HexGame
from sandtable.hexes.part import Part, Parts
from sandtable.hexes.parts.confinement import Confinement
from sandtable.hexes.parts.fort_dates import FortDates
from sandtable.hexes.parts.growth import Growth
from sandtable.hexes.parts.imports import Imports
from sandtable.hexes.parts.lend_lease import LendLease
from sandtable.hexes.parts.lifelines import Lifelines
from sandtable.hexes.parts.mobilization import Mobilization
from sandtable.hexes.parts.nations import Nations
from sandtable.hexes.parts.neutral_ports import NeutralPorts
from sandtable.hexes.parts.politics import neutrality
from sandtable.hexes.parts.politics.politics import Politics
from sandtable.hexes.parts.politics.settings import Settings
from sandtable.hexes.parts.pools import Pools
from sandtable.hexes.parts.ratio_victory import RatioVictory
from sandtable.hexes.parts.repair_limits import RepairLimits
from sandtable.hexes.parts.sea_rights import SeaRights
from sandtable.hexes.strength import NONE
from sandtable.hexes.world import World
from tests.mutation.breaks import everywhere
from tests.mutation.hexes import HexBreak, WorldMaker, facts, never_refused, setting

REFUSING = (
    "entry.italy-mediterranean-axis",
    "entry.italy-mediterranean-allied",
    "entry.rumania-troops",
    "entry.us-unaligned",
    "limits.unaligned-immobile",
    "limits.no-mutual-attack",
    "limits.no-exchange-between-nations",
    "limits.french-stacking",
    "limits.leaving-france",
    "limits.siberia-troops",
    "limits.shared-production",
    "limits.france-not-shared",
    "surrender.italy-losses",
    "surrender.soviet-accepted",
    "surrender.soviet-refused",
    "surrender.france-vichy",
    "production.french-forts",
    "lendlease.allied-internal",
    "lendlease.start",
    "campaign1.fleets",
)
"""The rules of this game that refuse something."""


def refusals(game: HexGame) -> Iterator[HexBreak]:
    """A game that never refuses for one of these rules."""
    for rule in REFUSING:
        full = f"{game.facts.prefix}.{rule}"
        yield HexBreak(f"never refused: {full}", (rule,), during=partial(never_refused, full))


def without(part: type[Part[Any]]) -> WorldMaker:
    """A world that lacks a part."""

    def remake(world: World) -> World:
        kept = {key: tuple(p for p in parts if not isinstance(p, part)) for key, parts in world.extras.items()}
        parts = Parts(one for one in world.parts.all if not isinstance(one, part))
        return replace(world, parts=parts, extras=kept)

    return remake


def politics(**changes: Callable[[Settings], Any]) -> WorldMaker:
    """Politics, set otherwise."""
    return setting(Politics, lambda old: replace(old, **{key: change(old) for key, change in changes.items()}))


def neutrals(**changes: Any) -> WorldMaker:
    return politics(neutrals=lambda old: replace(old.neutrals, **changes))


def terms(country: str, **changes: Any) -> WorldMaker:
    return politics(terms=lambda old: {**old.terms, country: replace(old.terms[country], **changes)})


def collapse(**changes: Any) -> WorldMaker:
    return politics(collapses=lambda old: {name: replace(one, **changes) for name, one in old.collapses.items()})


def entry(number: int, **changes: Any) -> WorldMaker:
    return politics(
        entry=lambda old: tuple(replace(one, **changes) if i == number else one for i, one in enumerate(old.entry))
    )


def without_gift(country: str) -> WorldMaker:
    return politics(gifts=lambda old: {name: one for name, one in old.gifts.items() if name != country})


def part(kind: type[Part[Any]], **changes: Any) -> WorldMaker:
    return setting(kind, lambda old: replace(old, **changes))


def _no_army(world: World) -> dict[str, Any]:
    """One point fewer in every army of the campaign."""
    sides = world.facts.sides
    if "U.S. Army" not in sides.get("allied", sides["axis"]).armies:
        return {}
    armies = {
        name: replace(one, points=replace(one.points, infantry=1)) for name, one in sides["axis"].armies.items()
    }
    return {"sides": {**sides, "axis": replace(sides["axis"], armies=armies)}}


BREAKS = (
    # entry
    HexBreak("Italy joins later", ("entry.italy-joins", "entry.italy-production"), entry(0, date="Summer 1940")),
    HexBreak("Italy joins before production", ("entry.italy-joins",), entry(0, production=False)),
    HexBreak("the minors join later", ("entry.axis-minors",), entry(1, date="Winter 1941")),
    HexBreak("no Rumanians", ("entry.rumania-troops",), without_gift("Rumania")),
    HexBreak("no Hungarians", ("entry.hungary-troops",), without_gift("Hungary")),
    HexBreak("no Finns", ("entry.finland-troops",), without_gift("Finland")),
    HexBreak("America joins later", ("entry.us-conditions",), entry(2, date="Summer 1942")),
    HexBreak("America is not provoked", ("entry.us-conditions",), neutrals(at_once={})),
    HexBreak("America does not grow", ("entry.us-production",), part(Growth, step=0)),
    HexBreak("America grows from nothing", ("entry.us-production",), part(Growth, start=0)),
    HexBreak("Brazil stays out", ("entry.us-inclined",), entry(3, colour="greece")),
    HexBreak("Turkey joins", ("entry.others-stay",), entry(3, countries=("Turkey",))),
    HexBreak("Spain is closed", ("entry.spanish-ports",), without(NeutralPorts)),
    HexBreak("Spain is never closed", ("entry.spanish-ports",), part(NeutralPorts, until="Summer 1945")),
    HexBreak(
        "the sea stays as it is",
        (
            "entry.italy-mediterranean-axis",
            "entry.italy-mediterranean-allied",
            "entry.italy-mediterranean-supply",
        ),
        without(SeaRights),
    ),
    # neutrals
    HexBreak(
        "attacked countries join nobody",
        ("neutral.joins-other-side", "neutral.which-side", "neutral.example-spain", "neutral.overseas-colour"),
        neutrals(joins={}, instead={}),
    ),
    HexBreak("all join the Allies", ("neutral.which-side",), neutrals(instead={})),
    HexBreak("even Poland joins", ("neutral.exceptions",), neutrals(never=())),
    HexBreak("Gibraltar is not Spain", ("neutral.gibraltar-from-portugal",), neutrals(also=())),
    HexBreak(
        "nobody goes over",
        ("neutral.italy-attacked", "neutral.us-attacked-by-allies"),
        during=everywhere("joins", lambda *args: "", neutrality),
    ),
    HexBreak(
        "an army that has changed sides holds its fire",
        ("neutral.italy-attacked",),
        during=lambda: patch.object(Politics, "guards", Part.guards),
    ),
    HexBreak(
        "no attack is noticed",
        ("neutral.attack-means", "neutral.joins-other-side"),
        during=everywhere("violate", lambda *args: None, neutrality),
    ),
    # surrender
    HexBreak("Paris alone is not enough", ("surrender.france-trigger",), terms("France", holds=("1434", "1734"))),
    HexBreak("France keeps its south", ("surrender.france-mainland",), terms("France", yields=())),
    HexBreak("Africa stays French", ("surrender.france-africa",), terms("France", frees=())),
    HexBreak("Syria is lost, too", ("surrender.free-french",), terms("France", yields=("Lebanon-Syria",))),
    HexBreak("no welcome in Africa", ("surrender.france-africa",), terms("France", ships="")),
    HexBreak("Africa does not rally", ("surrender.france-africa-rejoins",), politics(rallies=lambda old: ())),
    HexBreak("London is enough", ("surrender.britain-trigger",), terms("Great Britain", holds=("1333",))),
    HexBreak("Britain keeps all", ("surrender.britain-effects",), terms("Great Britain", yields=())),
    HexBreak("India is lost, too", ("surrender.britain-rest",), terms("Great Britain", yields=("India",))),
    HexBreak("Panama is not asked for", ("surrender.us-trigger",), terms("United States", holds=("1909",))),
    HexBreak("Italy stands four losses", ("surrender.italy-trigger",), collapse(count=4)),
    HexBreak("Italy stands two losses", ("surrender.italy-trigger",), collapse(count=2)),
    HexBreak("nothing is lost with Italy", ("surrender.italy-losses",), collapse(loses=NONE)),
    HexBreak("no offer", ("surrender.soviet-offer",), politics(offer=lambda old: None)),
    HexBreak(
        "possessions go to the victor",
        ("surrender.netherlands", "surrender.belgium"),
        politics(heirs=lambda old: {}),
    ),
    HexBreak(
        "capitals are only hexes",
        ("surrender.other-capital", "surrender.other-effects", "map.minor-capitals", "surrender.occupied-hexes"),
        politics(enduring=lambda old: ("Poland", "Yugoslavia", "Norway", "Rumania", "Netherlands")),
    ),
    HexBreak("France is repaired", ("surrender.france-vichy",), without(RepairLimits)),
    # limits
    HexBreak(
        "points mix",
        ("limits.no-exchange-between-nations", "limits.french-stacking", "limits.french-supply"),
        without(Nations),
    ),
    HexBreak("the French feed all", ("limits.french-supply",), part(Nations, apart=())),
    HexBreak("France is free", ("limits.leaving-france",), without(Confinement)),
    HexBreak(
        "one budget",
        ("limits.shared-production", "limits.france-not-shared", "lendlease.allied-internal"),
        without(Pools),
    ),
    HexBreak("lend-lease from the start", ("lendlease.start",), part(LendLease, invader="")),
    HexBreak("Siberia marches", ("limits.siberia-troops",), facts(lambda world: {"frozen": {}})),
    # production
    HexBreak(
        "no limit",
        (
            "production.soviet-mobilization",
            "production.soviet-outside",
            "production.soviet-aggression",
            "production.siberia-start",
        ),
        without(Mobilization),
    ),
    HexBreak("four hexes are enough", ("production.soviet-aggression",), part(Mobilization, invaded=4)),
    HexBreak("the Baltic States count as others", ("production.soviet-aggression",), part(Mobilization, also=())),
    HexBreak(
        "no ore",
        ("production.sweden", "production.sweden-neutral-shipping", "production.sweden-seasons"),
        without(Imports),
    ),
    HexBreak(
        "no seasons",
        ("production.sweden-seasons",),
        part(Imports, ports={season: {"0438": 2, "0640": 2} for season in ("Winter", "Spring", "Summer")}),
    ),
    HexBreak("India always counts", ("production.suez-india",), without(Lifelines)),
    HexBreak("forts in France", ("production.french-forts",), without(FortDates)),
    # the game itself
    HexBreak("everybody has a Summer 1945", ("campaign1.length",), facts(lambda world: {"last": {}})),
    HexBreak("nobody counts", ("campaign1.ratio", "campaign1.winner"), without(RatioVictory)),
    HexBreak("other armies", ("campaign1.forces",), facts(_no_army)),
)
