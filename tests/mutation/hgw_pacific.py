"""Ways to break the fourth campaign game of ``hgw`` and what sides build, and which rules must notice."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from sandtable.hexes import status
from sandtable.hexes.family import HexGame
from sandtable.hexes.parts.belligerents import Belligerents
from sandtable.hexes.parts.fleets import Fleets
from sandtable.hexes.parts.garrisons import Garrisons
from sandtable.hexes.parts.home_bound import ArmyRose, HomeBound
from sandtable.hexes.parts.politics import surrender
from sandtable.hexes.parts.pools import PointsGranted, Pools
from sandtable.hexes.parts.replenishment import FleetStranded, Replenishment, UnitStationed
from sandtable.hexes.parts.research import Research
from sandtable.hexes.parts.sea_links import SeaLinks
from sandtable.hexes.parts.standing_orders import StandingOrders
from sandtable.hexes.parts.stationing import Stationing
from sandtable.hexes.parts.supply_ground import SupplyGround
from sandtable.hexes.parts.tactical_air import TacticalAir
from sandtable.hexes.parts.terrain_skills import TerrainSkills
from sandtable.hexes.parts.trade import Trade
from sandtable.hexes.parts.works import NavalPortsReady, PortMade, Works
from sandtable.hexes.world import World
from tests.mutation.hexes import HexBreak, after_part, facts, never_refused, setting
from tests.mutation.hgw_campaign import part, politics, without

UNREFUSED = (
    "coastal-air.no-garrison-hexes",
    "garrison-pacific.no-inherent",
    "garrison-pacific.exceptions",
    "terrain.jungle-japanese",
    "terrain.mountain-advance",
    "limits.us-fleet-hawaii",
    "supply.communist-china",
    "supply.australia",
    "research.chinese-infantry",
    "replenish.spent",
    "replenish.broken-chain",
    "surrender.us-effects",
)
"""Rules that are cited for what happens, or only in data."""
PARTS = (Belligerents, HomeBound, Trade, Works, Replenishment)


def refusals(game: HexGame) -> Iterator[HexBreak]:
    """A game that never refuses for one of the rules of the Pacific."""
    world = game.worlds["campaign-4"]
    own = [one for one in world.parts.all if isinstance(one, PARTS)]
    cited = [rule for one in own for rule in (*one.citations, *one.rules())]
    cited += ["lendlease.china", "lendlease.china-route", "limits.no-lendlease-communists"]
    cited += ["limits.us-lendlease-after-entry", "tacair.ferry-pacific-chain", "replenish.reach-first"]
    theirs = ("production.basic-costs", "fleet.who-has-fleets", "partisan.valid-hexes", "limits.no-mutual-attack")
    for rule in dict.fromkeys(cited):
        if rule not in (*UNREFUSED, *theirs):
            full = f"{game.facts.prefix}.{rule}"
            yield HexBreak(f"never refused: {full}", (rule,), during=partial(never_refused, full))


def _patched(where: object, name: str, new: Callable[..., Any]) -> Callable[[], AbstractContextManager[object]]:
    """Another function in place of one."""
    return lambda: patch.object(where, name, new)


def _window(world: World) -> dict[str, Any]:
    """The war ends with Berlin alone."""
    end = world.facts.ends_with
    return {"ends_with": replace(end, also=())} if end is not None else {}


def _always_dormant(world: World) -> dict[str, Any]:
    """Indochina is nobody's possession: its capitals count from the start."""
    countries = {name: replace(one, until="") for name, one in world.facts.countries.items()}
    return {"countries": countries}


BREAKS = (
    HexBreak("Japan insults nobody", ("neutral.pacific-majors",), part(Belligerents, insulted=())),
    HexBreak(
        "all are at peace for ever",
        ("limits.japan-soviet",),
        during=_patched(Belligerents, "_weak", lambda *_: False),
    ),
    HexBreak("America is never surprised", ("limits.surprise-turn",), part(Belligerents, navy=())),
    HexBreak("the fleet stays on the west coast", ("limits.us-fleet-hawaii",), without(StandingOrders)),
    HexBreak(
        "China is a country like others",
        ("limits.china-borders", "limits.china-partisan-attacks"),
        part(HomeBound, nations=()),
    ),
    HexBreak("a three takes a hex", ("limits.china-partisan-attacks",), part(HomeBound, need=3)),
    HexBreak(
        "what rises changes nothing",
        ("limits.china-partisan-attacks",),
        during=after_part(ArmyRose, lambda old, new, event: old),
    ),
    HexBreak("the Communists are fed by everybody", ("supply.communist-china",), part(HomeBound, sources={})),
    HexBreak(
        "garrisons are everywhere",
        ("garrison-pacific.no-inherent", "map.circular-islands", "coastal-air.no-garrison-hexes"),
        without(Garrisons),
    ),
    HexBreak(
        "no exceptions from the lack of garrisons", ("garrison-pacific.exceptions",), part(Garrisons, but=())
    ),
    HexBreak(
        "every coast has aircraft",
        ("coastal-air.no-garrison-hexes",),
        during=_patched(Garrisons, "quiet", lambda *_: frozenset()),
    ),
    HexBreak(
        "no empty coast has aircraft",
        ("map.airbase",),
        during=_patched(Garrisons, "quiet", lambda self, world, state, side, places: places & world.bare),
    ),
    HexBreak(
        "a marker is no garrison",
        ("garrison.marker-garrison",),
        during=_patched(status, "garrison", lambda world, state, place: int(world.garrisoned(place))),
    ),
    HexBreak(
        "nobody knows jungle or mountains",
        ("terrain.jungle-japanese", "terrain.mountain-advance"),
        part(TerrainSkills, skills=()),
    ),
    HexBreak("Australia is open country", ("supply.australia",), without(SupplyGround)),
    HexBreak(
        "Chinese infantry costs as much as British", ("research.chinese-infantry",), part(Research, fixed=())
    ),
    HexBreak("Japan imports nothing", ("production.japan-imports",), part(Trade, points=0)),
    HexBreak(
        "the mainland counts in full",
        ("production.japan-mainland",),
        setting(SeaLinks, lambda old: replace(old, links={})),
    ),
    HexBreak(
        "aid is paid by the Allies",
        ("lendlease.china",),
        during=_patched(Pools, "_free", lambda self, state, aid: False),
    ),
    HexBreak("grants vanish", ("lendlease.china",), during=after_part(PointsGranted, lambda old, new, event: old)),
    HexBreak("Indochina counts while France fights", ("neutral.french-indochina",), facts(_always_dormant)),
    HexBreak(
        "Indochina stays French",
        ("surrender.france-indochina",),
        during=_patched(surrender, "capitals_fell", lambda run, settings: None),
    ),
    HexBreak(
        "Americans abroad stay Americans",
        ("surrender.us-effects",),
        politics(terms=lambda old: {name: replace(one, nation="") for name, one in old.terms.items()}),
    ),
    HexBreak("Berlin is all that counts", ("campaign4.proposed-victory",), facts(_window)),
    HexBreak(
        "forces stay where they are proposed", ("campaign4.seats", "campaign4.proposed-setup"), without(Stationing)
    ),
    HexBreak("no chain of bases", ("tacair.ferry-pacific-chain", "map.airbase"), part(TacticalAir, chain=None)),
    HexBreak(
        "landing craft sink", ("port.from-amphibious",), during=after_part(PortMade, lambda old, new, event: old)
    ),
    HexBreak(
        "roads lead nowhere", ("road.effect",), during=_patched(Works, "do", lambda self, run, side, action: None)
    ),
    HexBreak(
        "construction never ends",
        ("navalport.construction-time",),
        during=after_part(NavalPortsReady, lambda old, new, event: old),
    ),
    HexBreak(
        "construction survives capture",
        ("navalport.construction-time",),
        during=_patched(Works, "hexes_fell", lambda self, run: None),
    ),
    HexBreak(
        "units refuel nobody",
        ("replenish.unit", "replenish.chain"),
        during=_patched(Replenishment, "refuels", lambda self, world, state, fleet: ()),
    ),
    HexBreak(
        "units cost nothing",
        ("replenish.unit",),
        during=after_part(UnitStationed, lambda old, new, event: replace(new, armies=old.armies)),
    ),
    HexBreak(
        "units are for ever",
        ("replenish.spent",),
        during=_patched(Replenishment, "_remove", lambda self, run, units, rule: None),
    ),
    HexBreak(
        "fleets survive their chain",
        ("replenish.broken-chain",),
        during=after_part(FleetStranded, lambda old, new, event: old),
    ),
    HexBreak(
        "nobody meets units at sea",
        ("replenish.interception",),
        during=_patched(Fleets, "embarked", lambda self, run, action, moved: False),
    ),
)
