"""Ways to break supply and The Fall of Germany in ``hgw``, and which of its rules must notice."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from sandtable.hexes import events as ev
from sandtable.hexes import evolve, supplying, turns, victory
from sandtable.hexes.family import HexGame
from sandtable.hexes.invasion import sailing
from sandtable.hexes.state import HexState, Name, Place, Side
from sandtable.hexes.strength import Points
from sandtable.hexes.supply import Position
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World
from tests.mutation import hexes
from tests.mutation.breaks import doing
from tests.mutation.hexes import HexBreak, WorldMaker, board, control, facts, terrain
from tests.mutation.hgw_combat import During, evolving

TOPICS = ("supply", "fall")

SILENT = (
    "fall.axis-victory",
    "fall.two-players",
    "fall.soviet-victory",
    "fall.allied-victory",
    "fall.ends-with-berlin",
)
"""Cited for why a game is won, not for a refusal."""


def refusals(game: HexGame) -> Iterator[HexBreak]:
    """A game that never refuses for one of these rules."""
    return hexes.refusals(game, TOPICS, but=SILENT)


def _sides(change: Callable[[str, Any], Mapping[str, Any]]) -> WorldMaker:
    return facts(
        lambda world: {
            "sides": {name: replace(one, **change(name, one)) for name, one in world.facts.sides.items()}
        }
    )


def _forces(**changes: Points) -> WorldMaker:
    return _sides(lambda name, one: {"forces": changes.get(name, one.forces)})


def _verdicts(change: Callable[[Any], Any]) -> WorldMaker:
    return facts(lambda world: {"victory": tuple(map(change, world.facts.victory))})


def _thirds(number: int) -> WorldMaker:
    return _verdicts(
        lambda one: one if one.share is None else replace(one, share=replace(one.share, thirds=number))
    )


# supply

_position_of = supplying.position_of
_claimed = supplying._claimed
_check_supply = supplying.check_supply


def _traced(change: Callable[[World, HexState, Side, Position], Position]) -> During:
    """Supply is traced in another position."""

    def position_of(world: World, state: HexState, side: Side) -> Position:
        return change(world, state, side, _position_of(world, state, side))

    return doing(supplying, "position_of", position_of)


def _all_at_home(world: World, state: HexState, side: Side, own: Position) -> Position:
    return replace(own, home=own.sources)


def _home_only(world: World, state: HexState, side: Side, own: Position) -> Position:
    return replace(own, sources=own.home)


def _past_devastation(world: World, state: HexState, side: Side, own: Position) -> Position:
    all_points = own.friendly & world.productive
    return replace(own, sources=all_points, home=all_points & world.home(side))


def _only_what_produces(world: World, state: HexState, side: Side, own: Position) -> Position:
    idle = frozenset(place for place in own.sources if not world.production(place, state.turn))
    return replace(own, sources=own.sources - idle, home=own.home - idle)


def _enemy_siberia_feeds(world: World, state: HexState, side: Side, own: Position) -> Position:
    if side != "soviet":
        return own
    return replace(own, friendly=own.friendly | {"Siberia"}, home=own.home | {"Siberia"})


def _cut_by_armies(world: World, state: HexState, side: Side, own: Position) -> Position:
    beset = {
        near for army in state.armies.values() if world.hostile(army.side, side) for near in world.near(army.at)
    }
    return replace(own, friendly=own.friendly - beset)


def _through_anything(world: World, state: HexState, side: Side, own: Position) -> Position:
    return replace(own, friendly=frozenset(world.board.places[: world.board.land]))


def _no_seas(world: World, state: HexState, side: Side, own: Position) -> Position:
    return replace(own, seas=frozenset())


def _all_seas(world: World, state: HexState, side: Side, own: Position) -> Position:
    return replace(own, seas=frozenset(world.waters.group.values()))


def _all_marked(world: World, state: HexState, side: Side, own: Position) -> Position:
    return replace(own, marked=own.friendly)


def _none_marked(world: World, state: HexState, side: Side, own: Position) -> Position:
    return replace(own, marked=frozenset())


def _dry(world: World) -> tuple[tuple[int, ...], ...]:
    found = world.board
    return tuple(
        tuple(found.number[near] for near, way in world.near(place).items() if way == "land")
        for place in found.places[: found.land]
    )


def _kept_armies(state: HexState, event: ev.SupplyFailed) -> HexState:
    return evolve._supply_failed(state, replace(event, armies=()))


def _nothing_captured(state: HexState, event: ev.SupplyFailed) -> HexState:
    return evolve._supply_failed(state, replace(event, captured={}))


def _all_claimed(world: World, state: HexState, side: Side, lost: tuple[Place, ...]) -> Iterator[Place]:
    return iter(lost)


def _hungry_takers(world: World, state: HexState, side: Side, lost: tuple[Place, ...]) -> Iterator[Place]:
    """Armies without supply take hexes, too."""
    near = {place for _, army in state.armies_of(side) for place in (army.at, *world.near(army.at))}
    return iter(sorted({*_claimed(world, state, side, lost), *(near & set(lost))}))


def _earlier_takes(world: World, state: HexState, place: Place, takers: list[Side]) -> list[Side]:
    return takers[:1]


def _all_as_near(world: World, state: HexState, place: Place, takers: list[Side]) -> list[Side]:
    return takers


def _enemy_checked(run: Unfolding, side: Side) -> None:
    for other in run.world.order:
        if other != side:
            _check_supply(run, other)


def _nobody_bound(world: World, state: HexState, side: Side) -> tuple[Place, ...]:
    return ()


def _starving_bound(world: World, state: HexState, side: Side) -> tuple[Place, ...]:
    fed = supplying.any_supply(world, state, side)
    return tuple(sorted({army.at for _, army in state.armies_of(side)} - fed))


def _no_fleet_starves(world: World, state: HexState, side: Side) -> tuple[Name, ...]:
    return ()


def _everywhere_at_sea(*args: object) -> bool:
    return True


# The Fall of Germany


def _counted_alive(world: World, state: HexState, side: Side) -> int:
    return sum(
        world.production(place, state.turn) - state.devastated.get(place, 0)
        for place, holder in state.control.items()
        if holder == side
    )


def _turned(world: World) -> World:
    return replace(world, scenario=replace(world.scenario, who=dict(reversed(list(world.scenario.who.items())))))


def _shorter(world: World) -> Mapping[str, Any]:
    return {"turns": world.facts.turns[:-1]} if world.facts.ends_with is not None else {}


def _france_falls(state: HexState, event: ev.Advanced) -> HexState:
    after = evolve._advanced(state, event)
    if event.to != "1434":
        return after
    rest = dict.fromkeys(("1435", "1533", "1534", "1633"), after.armies[event.army].side)
    return replace(after, control={**after.control, **rest})


BREAKS = (
    HexBreak(
        "every point is at home",
        ("supply.home-country", "supply.full", "supply.defense-only-effects", "supply.fleets"),
        during=_traced(_all_at_home),
    ),
    HexBreak(
        "only points at home feed",
        ("supply.defense", "supply.home-country", "supply.defense-only-effects"),
        during=_traced(_home_only),
    ),
    HexBreak(
        "devastated points feed",
        ("supply.production-hex", "supply.full", "supply.example"),
        during=_traced(_past_devastation),
    ),
    HexBreak(
        "Siberia feeds nobody before it produces", ("supply.siberia-source",), during=_traced(_only_what_produces)
    ),
    HexBreak(
        "Siberia feeds whoever has lost it", ("supply.siberia-source",), during=_traced(_enemy_siberia_feeds)
    ),
    HexBreak(
        "armies beside a route cut it",
        ("supply.friendly-chain-only", "supply.full"),
        during=_traced(_cut_by_armies),
    ),
    HexBreak(
        "routes lead through anything",
        ("supply.full", "supply.friendly-chain-only", "supply.unsupplied-check", "supply.start-of-turn"),
        during=_traced(_through_anything),
    ),
    HexBreak("no sea carries supply", ("supply.port-exit",), during=_traced(_no_seas)),
    HexBreak("all seas carry supply", ("supply.port-exit", "supply.crossing"), during=_traced(_all_seas)),
    HexBreak("no marker is needed in deserts", ("supply.desert",), during=_traced(_all_marked)),
    HexBreak("no marker helps in deserts", ("supply.desert",), during=_traced(_none_marked)),
    HexBreak("arrows carry no supply", ("supply.crossing",), board(steps=_dry)),
    HexBreak("mountains need no road", ("supply.mountain",), terrain("mountain", road=False)),
    HexBreak(
        "no road leads through mountains",
        ("supply.mountain",),
        board(roads=lambda world: tuple(frozenset[int]() for _ in world.board.roads)),
    ),
    HexBreak(
        "supply is never checked",
        (
            "supply.unsupplied-check",
            "supply.elimination",
            "supply.unsupplied-capture",
            "supply.example",
            "supply.capture-tie",
            "fall.unsupplied-hexes",
            "fall.free-deployment-limits",
        ),
        during=doing(turns, "check_supply", lambda run, side: None),
    ),
    HexBreak(
        "supply of the others is checked",
        ("supply.unsupplied-check",),
        during=doing(turns, "check_supply", _enemy_checked),
    ),
    HexBreak(
        "armies live without supply", ("supply.elimination",), during=evolving(ev.SupplyFailed, _kept_armies)
    ),
    HexBreak(
        "hexes without supply stay",
        ("supply.unsupplied-capture",),
        during=evolving(ev.SupplyFailed, _nothing_captured),
    ),
    HexBreak(
        "hexes fall to enemies far away",
        ("supply.unsupplied-capture",),
        during=doing(supplying, "_claimed", _all_claimed),
    ),
    HexBreak(
        "hexes fall to enemies without supply",
        ("supply.unsupplied-capture",),
        during=doing(supplying, "_claimed", _hungry_takers),
    ),
    HexBreak("one hex is close", ("supply.unsupplied-capture",), during=doing(supplying, "CLOSE", 1)),
    HexBreak(
        "who moves earlier takes what starves",
        ("supply.capture-tie", "fall.unsupplied-hexes"),
        during=doing(supplying, "_nearest", _earlier_takes),
    ),
    HexBreak(
        "a die decides who takes what starves",
        ("supply.capture-tie", "fall.unsupplied-hexes"),
        during=doing(supplying, "_nearest", _all_as_near),
    ),
    HexBreak(
        "nobody is bound",
        (
            "supply.start-of-turn",
            "supply.defense-only-effects",
            "supply.points-in-defense-only-army",
            "supply.example",
        ),
        during=doing(turns, "bound_places", _nobody_bound),
    ),
    HexBreak(
        "defence supply is enough to attack",
        ("supply.defense-only-effects", "supply.points-in-defense-only-army"),
        during=doing(turns, "bound_places", _starving_bound),
    ),
    HexBreak("fleets do not starve", ("supply.fleets",), during=doing(turns, "starved_fleets", _no_fleet_starves)),
    HexBreak("hungry fleets fire well", ("supply.fleets",), during=doing(sailing, "hungry", lambda *args: 0)),
    HexBreak("hungry fleets sail far", ("supply.fleets",), during=doing(sailing, "can_sail", _everywhere_at_sea)),
    # The Fall of Germany
    HexBreak(
        "the Allies build in Italy",
        ("fall.allied-placement",),
        _sides(lambda name, one: {"builds": (*one.builds, "Italy", "Egypt")}),
    ),
    HexBreak(
        "the Soviets have fifty points",
        ("fall.free-deployment-limits", "fall.forces"),
        _forces(soviet=Points(36, 14)),
    ),
    HexBreak("the Axis has no forts", ("fall.forts", "fall.forces"), _sides(lambda name, one: {"forts": {}})),
    HexBreak(
        "plain ports have room",
        ("fall.fleets",),
        _sides(lambda name, one: {"fleets": replace(one.fleets, capacity={}) if one.fleets else None}),
    ),
    HexBreak("1442 is Soviet", ("fall.axis-areas",), control({"1442": "soviet"})),
    HexBreak("1837 is of the Axis", ("fall.allied-areas", "fall.axis-areas"), control({"1837": "axis"})),
    HexBreak("French Africa is neutral", ("fall.allied-areas",), control({"2828": "nobody"})),
    HexBreak("Stalingrad has fallen", ("fall.soviet-areas",), control({"1446": "axis"})),
    HexBreak(
        "nothing is devastated",
        ("fall.devastation", "fall.production-start"),
        facts(lambda world: {"devastated": {}}),
    ),
    HexBreak("French points can be repaired", ("fall.devastation",), facts(lambda world: {"beyond_repair": None})),
    HexBreak(
        "French points are beyond repair for all",
        ("fall.devastation",),
        facts(
            lambda world: {
                "beyond_repair": replace(world.facts.beyond_repair, sides=("axis", "soviet", "allied"))
                if world.facts.beyond_repair
                else None
            }
        ),
    ),
    HexBreak("1945 has no winter", ("fall.length",), facts(_shorter)),
    HexBreak("Berlin does not end the game", ("fall.ends-with-berlin",), facts(lambda world: {"ends_with": None})),
    HexBreak(
        "nobody wins",
        ("fall.axis-victory", "fall.soviet-victory", "fall.allied-victory", "fall.two-players", "fall.length"),
        during=doing(victory, "holds", lambda *args: False),
    ),
    HexBreak("a third is enough", ("fall.soviet-victory", "fall.allied-victory"), _thirds(1)),
    HexBreak("all is needed", ("fall.soviet-victory",), _thirds(3)),
    HexBreak(
        "devastated points do not count",
        ("fall.victory-count", "fall.soviet-victory"),
        during=doing(victory, "all_production", _counted_alive),
    ),
    HexBreak(
        "two players compare, too",
        ("fall.two-players",),
        _verdicts(lambda one: replace(one, players=9) if one.players else one),
    ),
    HexBreak(
        "Spain is of the Axis",
        ("fall.neutrals",),
        control(dict.fromkeys(["1730", "1731", "1732", "1733", "1832", "1833", "1931", "1932"], "axis")),
    ),
    HexBreak("France falls with Paris", ("fall.only-berlin",), during=evolving(ev.Advanced, _france_falls)),
    HexBreak("the Allies set up first", ("fall.setup-order", "fall.length"), _turned),
)
