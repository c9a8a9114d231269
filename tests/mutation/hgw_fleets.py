"""Ways to break the war at sea of the second campaign game of ``hgw``, and which of its rules must notice."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from typing import Any
from unittest.mock import patch

from sandtable.hexes import supplying
from sandtable.hexes.family import HexGame
from sandtable.hexes.parts.fleets import Fleets, battle, cargo, course, meeting, raiding, sailing, transport
from sandtable.hexes.parts.fleets.memory import changed
from sandtable.hexes.parts.fleets.settings import Reach
from sandtable.hexes.parts.lend_lease import LendLease, LendLeaseSunk
from sandtable.hexes.parts.production_order import ProductionOrder
from sandtable.hexes.parts.sea_links import LossesCounted, ProductionSunk, SeaLinks
from sandtable.hexes.parts.shipping_points import ShippingPoints, routes, shipping_points
from sandtable.hexes.parts.shipping_points.losses import LoadsCounted
from sandtable.hexes.parts.shipping_points.memory import Route
from sandtable.hexes.parts.shipping_points.reacting import ShippingLost
from sandtable.hexes.parts.weather_reports import WeatherReports
from sandtable.hexes.state import Fleet
from tests.mutation.hexes import HexBreak, after_part, never_refused
from tests.mutation.hgw_campaign import part, without

TOPICS = ("fleet", "uboat", "asw", "lendlease", "shipping")
UNREFUSED = (
    "fleet.one-at-a-time",
    "lendlease.british-lifeline",
    "lendlease.attacks",
    "shipping.supply-needs-capacity",
    "shipping.functions-attacked-separately",
    "shipping.shipping-points-survive",
    "uboat.loss-limit",
    "uboat.supply-disrupted",
)
"""Rules that are cited for what happens, not for what is refused."""
ELSEWHERE = "shipping.area-"
"""Most shipping areas refuse only on the map of the whole world, which unit tests look at."""


def refusals(game: HexGame) -> Iterator[HexBreak]:
    """A game that never refuses for one of the rules of the war at sea."""
    world = game.worlds["campaign-2"]
    cited = [rule for one in world.parts.all for rule in (*one.citations, *one.rules())]
    for rule in dict.fromkeys(cited):
        if rule.split(".")[0] in TOPICS and rule not in UNREFUSED and not rule.startswith(ELSEWHERE):
            full = f"{game.facts.prefix}.{rule}"
            yield HexBreak(f"never refused: {full}", (rule,), during=partial(never_refused, full))


def _patched(where: object, name: str, new: Callable[..., Any]) -> Callable[[], AbstractContextManager[object]]:
    """Another function in place of one of the war at sea."""
    return lambda: patch.object(where, name, new)


def _strength(world: Any, state: Any, fleet: Fleet, foe: Fleet | None) -> int:
    """Every ship counts once."""
    return min(fleet.ships, int(world.tables.most))


def _level_for_all(world: Any, state: Any, fleet: Fleet, foe: Fleet | None) -> int:
    """Escorts use what their side has learnt without a capital ship, and are doubled."""
    if fleet.submarines:
        return fleet.submarines
    known = sum(one.hunts(world, state, fleet.side) for one in world.parts.hunts)
    return min(2 * fleet.points + 2 * fleet.asw + int(known), int(world.tables.most))


def _straight(world: Any, state: Any, terms: Any, chase: Any, way: Any) -> int:
    """The shortest way is counted, whatever was declared."""
    return meeting.sighted(world, state, terms, chase.fleet, way)[chase.at]


def _lucky(self: Reach, distance: int) -> int:
    return 6


def _cheapest(name: str, fleet: Fleet, hits: int) -> battle.ShipsLost:
    """Escorts first, whatever their owner wants."""
    left = fleet.without(hits)
    return battle.ShipsLost(
        fleet=name,
        capital=fleet.points - left.points,
        asw=fleet.asw - left.asw,
        submarines=fleet.submarines - left.submarines,
    )


BREAKS = (
    HexBreak(
        "nobody may wait for a result",
        ("naval.several-interceptors",),
        during=after_part(course.PassageReopened, lambda old, new, event: old),
    ),
    HexBreak(
        "a declared way is not counted",
        ("uboat.warfare-example",),
        during=_patched(course, "distance_to", _straight),
    ),
    HexBreak(
        "every interception succeeds",
        ("fleet.interception-roll", "chart.fleet-intercept-ranges"),
        during=_patched(Reach, "needed", _lucky),
    ),
    HexBreak(
        "surface fleets patrol like submarines",
        ("fleet.patrol-like-u-boats",),
        part(Fleets, surface=Reach(30, {2: 6, 4: 5, 6: 4, 8: 3, 11: 2, 12: 1})),
    ),
    HexBreak("submarines stay near", ("uboat.patrol",), part(Fleets, submarines=Reach(20, {30: 6}))),
    HexBreak("no weather", ("research.german-weather-u-boats",), part(Fleets, weather=None)),
    HexBreak(
        "ships are not doubled",
        ("fleet.battle-procedure",),
        during=_patched(battle, "sea_strength", _strength),
    ),
    HexBreak(
        "the level helps everybody",
        ("asw.combined-strength", "asw.half-in-surface-combat", "uboat.versus-fleets"),
        during=_patched(battle, "sea_strength", _level_for_all),
    ),
    HexBreak(
        "the attacker wins ties",
        ("fleet.battle-procedure",),
        during=_patched(battle, "decided", lambda world, state, one: (one.defender, one.attacker)),
    ),
    HexBreak(
        "losses without choice",
        ("asw.escort-losses",),
        during=_patched(battle, "only_way", _cheapest),
    ),
    HexBreak(
        "distances are rounded down",
        ("fleet.distance-fractions",),
        during=_patched(meeting, "ceil", int),
    ),
    HexBreak(
        "whoever intercepts is safe",
        ("fleet.interceptor-can-be-intercepted", "uboat.intercepting-fleet-exposure"),
        during=_patched(course, "way_out", lambda world, state, name, at: ()),
    ),
    HexBreak(
        "the beaten fight on",
        ("c2-sequence.expended-markers-removed", "fleet.route-fixed"),
        during=after_part(battle.BattleEnded, lambda old, new, event: changed(old, battle=None)),
    ),
    HexBreak(
        "everybody recovers at once",
        ("c2-sequence.expended-markers-removed",),
        during=_patched(Fleets, "tires", lambda self, world, state: frozenset()),
    ),
    HexBreak(
        "patrols are home at once",
        ("uboat.patrol-returns",),
        during=_patched(sailing, "overdue", lambda state, side: []),
    ),
    HexBreak(
        "escorts stay in port",
        ("uboat.warfare-example", "asw.simultaneous-fire"),
        during=_patched(raiding, "escort_of", lambda world, state, convoy: ""),
    ),
    HexBreak(
        "cargo is not attacked twice as hard",
        ("uboat.attack-strength", "uboat.warfare-example", "asw.unescorted"),
        during=_patched(cargo, "raid_strength", lambda world, terms, fleet: fleet.submarines),
    ),
    HexBreak(
        "nothing is sunk",
        ("uboat.losses-from-next-budget",),
        without(SeaLinks),
    ),
    HexBreak(
        "production is sunk again and again",
        ("uboat.loss-counts-once",),
        during=after_part(LossesCounted, lambda old, new, event: old),
    ),
    HexBreak(
        "lend-lease arrives in full",
        ("lendlease.recorded-in-production", "lendlease.attacks"),
        during=after_part(LendLeaseSunk, lambda old, new, event: old),
    ),
    HexBreak("lend-lease needs no route", ("lendlease.needs-route",), part(LendLease, sources=())),
    HexBreak("Iran is open", ("lendlease.needs-route",), part(LendLease, landings={})),
    HexBreak(
        "capital ships need no escorts",
        ("uboat.patrol-can-be-intercepted",),
        during=_patched(meeting, "fights", lambda world, state, fleet, foe: True),
    ),
    HexBreak(
        "the Atlantic does not matter",
        ("uboat.losses-from-next-budget", "uboat.warfare-example"),
        during=after_part(ProductionSunk, lambda old, new, event: old),
    ),
    HexBreak(
        "nobody sees troops at sea",
        ("shipping.troops-can-be-intercepted",),
        during=_patched(Fleets, "embarked", lambda self, run, action, moved: False),
    ),
    HexBreak(
        "escorts do not shield troops",
        ("shipping.escort-shields-troops",),
        during=_patched(transport, "guarded", lambda state, voyage: False),
    ),
    HexBreak(
        "an invasion is found without a roll",
        ("fleet.interception-roll",),
        during=_patched(Fleets, "finds", lambda self, run, name, route: True),
    ),
    HexBreak(
        "any sea supplies",
        ("shipping.supply-needs-capacity", "shipping.enclosed-seas", "shipping.production-over-sea"),
        during=_patched(supplying, "links_of", lambda world, state, side: None),
    ),
    HexBreak(
        "a cut route supplies",
        ("uboat.supply-disrupted",),
        during=_patched(routes, "disrupted", lambda world, state, side: frozenset()),
    ),
    HexBreak(
        "nothing depends on routes",
        ("uboat.loss-limit", "shipping.functions-attacked-separately"),
        during=after_part(LoadsCounted, lambda old, new, event: old),
    ),
    HexBreak(
        "fallen ports keep their shipping",
        ("shipping.shipping-points-survive",),
        during=after_part(ShippingLost, lambda old, new, event: old),
    ),
    HexBreak(
        "a second area costs nothing",
        ("shipping.area-cost",),
        during=lambda: patch.object(Route, "price", property(lambda self: 1)),
    ),
    HexBreak("routes of any length", ("shipping.path-length",), part(ShippingPoints, long=99, longest=99)),
    HexBreak("nobody brings shipping", ("shipping.start-amounts",), part(ShippingPoints, gains=())),
    HexBreak(
        "landings have no route",
        ("shipping.invasions-need-none",),
        during=_patched(shipping_points, "supply_landing", lambda areas, run, side, place: None),
    ),
    HexBreak(
        "transport is bought for good",
        ("shipping.extra-transport",),
        during=_patched(shipping_points, "rest", lambda terms, run: None),
    ),
    HexBreak(
        "weather reports help nobody",
        ("research.german-weather-army",),
        during=_patched(WeatherReports, "leads", lambda self, world, state, armies, target, how: 0),
    ),
    HexBreak("production has no order", ("c2-sequence.production-steps",), without(ProductionOrder)),
)
