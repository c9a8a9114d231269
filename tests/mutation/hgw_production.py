"""Ways to break production in ``hgw``, and which of its rules must notice: production, forts, lend-lease."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.hexes import events as ev
from sandtable.hexes import production, shipping, status
from sandtable.hexes.combat import advancing, defending
from sandtable.hexes.family import HexGame
from sandtable.hexes.parts.lend_lease import LendLease, Lent
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.strength import Points
from sandtable.hexes.world import World
from tests.mutation import hexes
from tests.mutation.breaks import doing, everywhere
from tests.mutation.hexes import Doing, HexBreak, WorldMaker, after, after_part, facts, setting, tables

TOPICS = ("fort", "production", "lendlease")

SILENT = ("production.siberia-captured",)
"""Looked after with Barbarossa."""


def refusals(game: HexGame) -> Iterator[HexBreak]:
    """A game that never refuses for one of these rules."""
    return hexes.refusals(game, TOPICS, but=SILENT)


def _nothing(*args: object, **kwargs: object) -> None:
    return None


def _lend(**changes: Any) -> WorldMaker:
    return setting(LendLease, lambda terms: replace(terms, **changes))


def _depots(terms: Any) -> Any:
    return replace(terms, depots=dict.fromkeys(terms.depots, 3))


def _siberia(world: World) -> Mapping[str, Any]:
    dated = world.facts.box_production
    return {"box_production": {box: dict.fromkeys(dates, 8) for box, dates in dated.items()}}


def _cost(**changes: int) -> WorldMaker:
    return lambda world: tables(cost={**world.tables.cost, **changes})(world)


def _all_fed(world: World, state: HexState, side: Side) -> frozenset[Place]:
    return shipping.friendly_places(state, side)


def _devastated_too(world: World, state: HexState, place: Place) -> int:
    return world.production(place, state.turn)


def _rarely(world: World, state: HexState, place: Place, count: int) -> Refusal | None:
    return world.refuse("stack.builds", "Too many at once.") if count > 4 else _room(world, state, place, count)


_room = production._check_room


def _at_home(world: World, state: HexState, side: Side, action: Any) -> Refusal | None:
    if action.at not in world.home(side):
        return world.refuse("production.repair-cost", "Not at home.")
    return _repair(world, state, side, action)


_repair = production.check_repair


def _no_forts(points: Points, fort: int) -> int:
    return points.infantry + points.mechanized


def _same_cover(before: HexState, after: HexState, event: Any) -> HexState:
    return replace(after, cover=before.cover)


def _kept_fort(before: HexState, after: HexState, event: Any) -> HexState:
    return replace(after, forts=before.forts)


def _at_once(before: HexState, after: HexState, event: Any) -> HexState:
    fort = after.forts[event.at]
    return replace(after, forts={**after.forts, event.at: replace(fort, points=fort.points + fort.building)})


def _saved(before: HexState, after: HexState, event: Any) -> HexState:
    lost = before.lent.get(event.side, 0)
    return replace(after, lent={**after.lent, event.side: lost})


@contextmanager
def _saving() -> Iterator[None]:
    """What was left of the last budget is added to the next."""
    left = after(ev.TurnBegan, lambda before, after, event: replace(after, budget=before.budget))
    more = after(ev.Budgeted, lambda before, after, event: replace(after, budget=before.budget + after.budget))
    with left(), more():
        yield


def _scaffolding(state: HexState, place: Place) -> int:
    fort = state.forts.get(place)
    return state.points_at(place).total + (fort.points + fort.building if fort is not None else 0)


def _advanced(**changes: Any) -> Doing:
    return doing(advancing, "Advanced", lambda **told: ev.Advanced(**{**told, **changes}))


BREAKS = (
    # production
    HexBreak(
        "supply does not matter to production",
        ("production.count", "production.repair-cost", "fort.placement"),
        during=doing(production, "full_supply", _all_fed),
    ),
    HexBreak(
        "devastated points produce and build",
        ("production.count", "production.placement", "production.repair-delay", "production.devastation"),
        during=doing(production, "undevastated", _devastated_too),
    ),
    HexBreak("repairs are free", ("production.uses", "production.repair-cost"), tables(repair_cost=0)),
    HexBreak(
        "what is left is kept",
        ("production.no-saving",),
        during=_saving,
    ),
    HexBreak("infantry costs three", ("production.basic-costs", "production.any-number"), _cost(infantry=3)),
    HexBreak("mechanized points cost four", ("production.basic-costs",), _cost(mechanized=4)),
    HexBreak("amphibious points cost four", ("invasion.amphibious-points",), _cost(amphibious=4)),
    HexBreak("forts everywhere", ("production.barbarossa-types",), facts(lambda world: {"forts": True})),
    HexBreak("four at once", ("production.any-number",), during=doing(production, "_check_room", _rarely)),
    HexBreak(
        "every hex builds",
        ("production.placement", "production.countries", "production.siberia-placement"),
        during=doing(production, "check_yard", _nothing),
    ),
    HexBreak(
        "dominions never produce on their own",
        ("production.independent-dominions",),
        during=doing(production, "independent", lambda *args: {}),
    ),
    HexBreak(
        "new points join anybody", ("production.join-army",), during=doing(production, "_check_taker", _nothing)
    ),
    HexBreak("captures devastate nothing", ("production.devastation",), during=_advanced(devastated=0)),
    HexBreak(
        "only the own country is repaired",
        ("production.repair-captured",),
        during=doing(production, "check_repair", _at_home),
    ),
    HexBreak(
        "repairs are of use at once",
        ("production.repair-delay",),
        during=after(ev.Repaired, lambda before, after, event: replace(after, repaired=before.repaired)),
    ),
    HexBreak(
        "a repair repairs the whole hex",
        ("production.repair-partial",),
        during=after(
            ev.Repaired, lambda before, after, event: replace(after, devastated={**after.devastated, event.at: 0})
        ),
    ),
    HexBreak("Siberia never gives twelve", ("production.siberia-output",), facts(_siberia)),
    # forts
    HexBreak("forts cost four", ("fort.cost",), tables(fort_cost=4)),
    HexBreak("eight forts", ("fort.limit-seven",), tables(fort_limit=8)),
    HexBreak("six forts", ("fort.limit-seven",), tables(fort_limit=6)),
    HexBreak(
        "forts are ready at once",
        ("fort.construction-delay", "fort.construction-inert"),
        during=after(ev.Fortified, _at_once),
    ),
    HexBreak(
        "scaffolding counts", ("fort.construction-inert",), during=doing(status, "strength_of", _scaffolding)
    ),
    HexBreak(
        "forts do not fire", ("fort.no-attack",), during=everywhere("defence_strength", _no_forts, defending)
    ),
    HexBreak("forts swallow again and again", ("fort.absorb",), during=after(ev.FortHeld, _same_cover)),
    HexBreak("forts swallow once a game", ("fort.absorb",), during=after(ev.TurnBegan, _same_cover)),
    HexBreak(
        "forts outlast advances",
        ("fort.destroyed-by-advance", "fort.immobile"),
        during=after(ev.Advanced, _kept_fort),
    ),
    HexBreak("forts need no supply", ("fort.unsupplied",), during=after(ev.SupplyFailed, _kept_fort)),
    # lend-lease
    HexBreak("three through a depot", ("lendlease.depots",), setting(LendLease, _depots)),
    HexBreak("two in all", ("lendlease.start", "lendlease.depots"), _lend(limit=2)),
    HexBreak(
        "gifts cost nothing",
        ("lendlease.phase",),
        during=after_part(Lent, lambda before, after, event: replace(after, budget=before.budget)),
    ),
    HexBreak("gifts never end", ("lendlease.next-turn",), during=after(ev.Budgeted, _saved)),
    HexBreak("anybody gives", ("lendlease.no-reverse",), _lend(giver="soviet", receiver="allied")),
)
