"""Ways to break the ground that ``hgw`` stands on, and which of its rules must notice.

The map, boxes, terrain, armies, stacks, movement, control, garrisons, partners, the course of turns, Barbarossa.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from sandtable.hexes import capture, evolve, movement, shipping, status, supplying, turns, victory
from sandtable.hexes.combat import advancing, defending, retreating, sequence
from sandtable.hexes.events import Advanced, PhaseBegan, StepBegan, SupplyFailed, TurnBegan
from sandtable.hexes.family import HexGame
from sandtable.hexes.phases import combat
from sandtable.hexes.scenario import Withheld
from sandtable.hexes.state import Army, Combat, HexState
from sandtable.hexes.strength import Points
from sandtable.hexes.tables import Tables
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World
from sandtable.scenarios.hexes import expectations
from tests.mutation import hexes
from tests.mutation.breaks import doing, everywhere
from tests.mutation.hexes import HexBreak, WorldMaker, board, control, facts, tables, terrain

TOPICS = (
    *("map", "offmap", "terrain", "die", "table", "unit", "army", "record", "setup", "seq"),
    *("stack", "move", "control", "garrison", "coop", "barbarossa"),
)


def refusals(game: HexGame) -> Iterator[HexBreak]:
    """A game that never refuses for one of these rules; some of them are cited for other games' sake."""
    return hexes.refusals(game, TOPICS, but=SILENT)


SILENT = (
    "control.marker-removal",
    "terrain.jungle-assault",
    "barbarossa.axis-victory",
    "barbarossa.soviet-victory",
    "barbarossa.axis-reduction",
    "table.firepower",
    "offmap.retreat",
)
"""Rules that are cited without a refusal in these scenarios: why a game is won, why a budget is small, jungle."""


def _nothing(*args: object, **kwargs: object) -> None:
    return None


def _none(*args: object, **kwargs: object) -> tuple[()]:
    return ()


def _more(rows: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(number + 1 for number in row) for row in rows)


def _steps(kept: Callable[[World, str, str], bool], wide: bool = False) -> WorldMaker:
    """A board on which armies take only some steps; ``wide``: also over open water."""

    def steps(world: World) -> tuple[tuple[int, ...], ...]:
        found = world.board
        lands = found.places[: found.land]
        ways = found.touching if wide else found.neighbours
        return tuple(
            tuple(sorted(found.number[near] for near in ways(place) if near in found and kept(world, place, near)))
            for place in lands
        )

    return board(steps=steps)


def _dry(world: World, place: str, near: str) -> bool:
    return world.near(place)[near] == "land"


def _on_the_map(world: World, place: str, near: str) -> bool:
    return "Siberia" not in (place, near)


def _everywhere(world: World, place: str, near: str) -> bool:
    return True


def _verdicts(change: Callable[[Any], Any]) -> WorldMaker:
    return facts(lambda world: {"victory": tuple(map(change, world.facts.victory))})


def _sides(change: Callable[[Any], Mapping[str, Any]]) -> WorldMaker:
    return facts(
        lambda world: {"sides": {name: replace(one, **change(one)) for name, one in world.facts.sides.items()}}
    )


def _turned(world: World) -> World:
    return replace(world, scenario=replace(world.scenario, who=dict(reversed(list(world.scenario.who.items())))))


def _reach_all(world: World, state: HexState, side: str, start: str) -> set[str]:
    return {place for place, holder in state.control.items() if holder == side}


def _reach_near(world: World, state: HexState, side: str, start: str) -> set[str]:
    return {start, *(near for near in world.near(start) if state.control.get(near) == side)}


def _reach(through: Callable[[World, HexState, str], bool]) -> Callable[..., set[str]]:
    """A march that passes only some hexes."""

    def reach(world: World, state: HexState, side: str, start: str) -> set[str]:
        found, edge = {start}, [start]
        while edge:
            here = edge.pop()
            if here != start and not through(world, state, here):
                continue
            for near in world.near(here):
                if near not in found and state.control.get(near) == side:
                    found.add(near)
                    edge.append(near)
        return found

    return reach


def _reach_partners(world: World, state: HexState, side: str, start: str) -> set[str]:
    found, edge = {start}, [start]
    while edge:
        for near in world.near(edge.pop()):
            if near not in found and state.control.get(near) in (side, *world.partners(side)):
                found.add(near)
                edge.append(near)
    return found


def _advance(**changes: Any) -> Callable[[], AbstractContextManager[object]]:
    """Every advance into a hex tells something else."""
    return doing(advancing, "Advanced", lambda **told: Advanced(**{**told, **changes}))


def _garrison(found: Callable[[World, HexState, str], int]) -> Callable[[], AbstractContextManager[object]]:
    return everywhere("garrison", found, status, expectations)


def _never_bare(world: World, state: HexState, place: str) -> int:
    return 0 if status.strength_of(state, place) else int(world.garrisoned(place))


def _beside_armies(world: World, state: HexState, side: str, place: str) -> int | None:
    if status.friendly(state, side, place):
        return None
    return status.strength_of(state, place) + int(place not in state.ungarrisoned)


def _not_in_deserts(world: World, place: str) -> bool:
    return world.terrain(place) != "desert"


def _no_forts(state: HexState, place: str) -> int:
    return state.points_at(place).total


def _only_infantry(points: Points, fort: int) -> int:
    return points.infantry + fort


def _refuges_with_room(world: World, state: HexState, army: Army) -> list[str]:
    limit = world.tables.stack
    return [
        near
        for near in world.near(army.at)
        if status.friendly(state, army.side, near) and status.strength_of(state, near) + army.points.total <= limit
    ]


def _partners_refuges(world: World, state: HexState, army: Army) -> list[str]:
    hosts = (army.side, *world.partners(army.side))
    return [near for near in world.near(army.at) if state.control.get(near) in hosts]


def _off_the_table(self: Tables, strength: int, die: int) -> int:
    row = self.firepower[min(max(die, 1), len(self.firepower)) - 1]
    return row[min(strength, len(row)) - 1] if strength else 0


def _as_rolled(self: advancing.Chance, die: int) -> bool:
    return die + self.modifier <= self.need


def _marked_by_hunger(state: HexState, event: SupplyFailed) -> HexState:
    after = _supply_failed(state, event)
    return replace(after, marked=tuple(sorted({*after.marked, *event.captured})))


_supply_failed = evolve._supply_failed


def _all_claimed(world: World, state: HexState, side: str, lost: tuple[str, ...]) -> Iterator[str]:
    return iter(lost)


def _emptied(state: HexState, name: str, points: Points) -> HexState:
    army = state.armies[name]
    return replace(state, armies={**state.armies, name: replace(army, points=army.points - points)})


_vitebsk = {"1144": "1142"}
_withheld = Withheld(points=17, rule="barbarossa.axis-reduction")


def _evolving(
    kind: type, instead: Callable[[HexState, Any], HexState]
) -> Callable[[], AbstractContextManager[object]]:
    """Something else follows from events of a kind."""
    return lambda: patch.dict(evolve._STEPS, {kind: instead})


def _still_bare(state: HexState, event: PhaseBegan) -> HexState:
    return replace(evolve._phase_began(state, event), ungarrisoned=state.ungarrisoned)


def _still_fired(state: HexState, event: TurnBegan) -> HexState:
    return replace(evolve._turn_began(state, event), fired=state.fired)


def _check_all(run: Unfolding, side: str) -> None:
    for one in run.world.order:
        supplying.check_supply(run, one)


def _with_scaffolding(state: HexState, place: str) -> int:
    fort = state.forts.get(place)
    return fort.points + fort.building if fort is not None else 0


def _over_the_border(world: World) -> tuple[tuple[int, ...], ...]:
    america, canada = (world.board.number[place] for place in ("1909", "1614"))
    near = {america: (canada,), canada: (america,)}
    return tuple(near.get(number, steps) for number, steps in enumerate(world.board.steps))


def _all_fire(state: HexState, fight: Combat) -> tuple[str, ...]:
    holders = {state.control[attack.target] for attack in fight.attacks}
    return tuple(sorted(holders - {state.side}))


def _land_first(run: Unfolding) -> None:
    run.emit(StepBegan(step="defence", asked=defending.may_fire(run.world, run.state, run.combat)))


def _seasons(world: World) -> Mapping[str, Any]:
    names = {"Spring": "Winter", "Winter": "Spring", "Summer": "Summer"}
    dates = (date.split() for date in world.facts.turns)
    return {"turns": tuple(f"{names[season]} {year}" for season, year in dates)}


def _paris(world: World) -> Mapping[str, Any]:
    end = world.facts.ends_with
    return {"ends_with": replace(end, place="1434") if end is not None else None}


def _cold_poland(world: World) -> Mapping[str, Any]:
    winter = world.facts.winter
    return {"winter": replace(winter, areas=(*winter.areas, "Poland"))}


BREAKS = (
    # terrain
    HexBreak(
        "mechanized points assault into mountains",
        ("terrain.mountain-no-mech-assault",),
        terrain("mountain", assault="full"),
    ),
    HexBreak(
        "mountains add nothing",
        ("terrain.mountain-advance", "die.one-d6", "terrain.modifiers-cumulative"),
        terrain("mountain", advance=0),
    ),
    HexBreak(
        "mechanized points assault into swamps",
        ("terrain.swamp-no-mech-assault", "table.terrain"),
        terrain("swamp", assault="full"),
    ),
    HexBreak("swamps add nothing", ("terrain.swamp-advance-in", "table.terrain"), terrain("swamp", advance=0)),
    HexBreak(
        "tanks drive out of swamps",
        ("terrain.swamp-advance-out", "table.terrain"),
        terrain("swamp", leaving="full"),
    ),
    HexBreak(
        "deserts take nothing off",
        ("terrain.desert-advance", "garrison.european-games"),
        terrain("desert", advance=0),
    ),
    HexBreak("clear ground is hard", ("map.terrain-kinds",), terrain("clear", advance=1)),
    HexBreak(
        "friendly deserts get no marker", ("control.friendly-desert-marker",), terrain("desert", marker=False)
    ),
    HexBreak(
        "tanks do not defend rough ground",
        ("terrain.mountain-mech-defends", "terrain.swamp-no-mech-assault"),
        during=everywhere("defence_strength", _only_infantry, defending),
    ),
    # tables
    HexBreak(
        "every shot hits more", ("table.firepower",), lambda w: tables(firepower=_more(w.tables.firepower))(w)
    ),
    HexBreak("every advance is easier", ("table.advance",), lambda w: tables(advance=_more(w.tables.advance))(w)),
    HexBreak(
        "infantry costs three",
        ("table.basic-costs",),
        lambda world: tables(cost={**world.tables.cost, "infantry": 3})(world),
    ),
    HexBreak(
        "what is off the table is read in its last row",
        ("die.out-of-range",),
        during=doing(Tables, "losses", _off_the_table),
    ),
    HexBreak(
        "a die may be nothing", ("die.out-of-range",), during=doing(advancing.Chance, "succeeds", _as_rolled)
    ),
    # stacks
    HexBreak(
        "thirty points fit",
        ("stack.ten", "stack.army-ten", "stack.builds", "stack.overstack-elimination", "barbarossa.center-hex"),
        tables(stack=30),
    ),
    HexBreak(
        "nine points fit",
        ("stack.ten", "stack.builds", "move.example"),
        tables(stack=9),
    ),
    HexBreak("fort points need no room", ("stack.ten",), during=doing(status, "strength_of", _no_forts)),
    HexBreak(
        "overstacked armies may stay",
        ("stack.combat-overstack",),
        during=doing(combat, "duties", _none),
    ),
    HexBreak(
        "nobody retreats where there is no room",
        ("stack.combat-overstack",),
        during=doing(retreating, "refuges", _refuges_with_room),
    ),
    # the map and its boxes
    HexBreak(
        "every hex produces one more",
        ("map.production-number", "setup.start-production", "setup.procedure", "barbarossa.production-start"),
        board(production=lambda world: tuple(points + 1 for points in world.board.production)),
    ),
    HexBreak("arrows join nothing", ("map.crossing-arrow", "terrain.crossing-attack"), _steps(_dry)),
    HexBreak(
        "armies walk over the sea",
        ("map.crossing-arrow", "terrain.crossing-attack", "move.sea-hexside"),
        _steps(_everywhere, wide=True),
    ),
    HexBreak("Switzerland is open", ("map.permanent-neutrals",), board(closed=lambda world: frozenset())),
    HexBreak(
        "boxes are hexes",
        ("stack.off-map", "offmap.boxes", "offmap.retreat"),
        board(boxes=lambda world: {}),
    ),
    HexBreak(
        "nothing borders on Siberia",
        ("offmap.one-hex", "offmap.siberia-box", "offmap.siberia-borders", "offmap.capture"),
        _steps(_on_the_map),
    ),
    HexBreak(
        "Canada borders on the United States", ("offmap.by-sea", "offmap.boxes"), board(steps=_over_the_border)
    ),
    HexBreak(
        "there are no great ports",
        ("map.anchor",),
        board(ports=lambda world: tuple("none" if port == "none" else "port" for port in world.board.ports)),
    ),
    HexBreak("boxes produce on when they fall", ("offmap.capture",), during=_advance(devastated=0)),
    HexBreak(
        "every port is a great one",
        ("map.port-capacity",),
        board(ports=lambda world: tuple("none" if port == "none" else "anchor" for port in world.board.ports)),
    ),
    HexBreak(
        "every place is a port",
        ("map.port",),
        during=doing(shipping, "is_port", lambda world, place: True),
    ),
    # movement
    HexBreak(
        "points jump what is not friendly",
        ("move.friendly-route", "control.unfriendly-means-not-own"),
        during=doing(movement, "reach", _reach_all),
    ),
    HexBreak(
        "points go one hex",
        ("move.unlimited-distance", "map.terrain-kinds", "move.may-attack-after", "control.start"),
        during=doing(movement, "reach", _reach_near),
    ),
    HexBreak(
        "full hexes bar the way",
        ("move.pass-friends",),
        during=doing(movement, "reach", _reach(lambda world, state, place: status.strength_of(state, place) < 10)),
    ),
    HexBreak(
        "mountains bar the way",
        ("map.terrain-kinds",),
        during=doing(movement, "reach", _reach(lambda world, state, place: world.terrain(place) == "clear")),
    ),
    HexBreak(
        "points march through partners' hexes",
        ("control.unfriendly-means-not-own", "coop.no-entry"),
        during=doing(movement, "reach", _reach_partners),
    ),
    HexBreak(
        "emptied armies stay on the map",
        (
            "army.no-empty-army",
            "army.limit-twelve",
            "move.counter-relocation",
            "move.create-armies",
            "move.example",
        ),
        during=doing(evolve, "without_points", _emptied),
    ),
    # control and garrisons
    HexBreak(
        "an advance captures nothing",
        ("control.capture-by-entry", "seq.immediate-victory"),
        during=_advance(captured=False),
    ),
    HexBreak("an advance leaves no marker", ("control.occupation-marker",), during=_advance(marked=False)),
    HexBreak("every advance leaves a marker", ("control.occupation-marker",), during=_advance(marked=True)),
    HexBreak(
        "hunger leaves a marker, too",
        ("control.occupation-marker",),
        during=_evolving(SupplyFailed, _marked_by_hunger),
    ),
    HexBreak(
        "supply is never checked",
        ("control.capture-by-isolation", "seq.supply-check-step"),
        during=doing(turns, "check_supply", _nothing),
    ),
    HexBreak(
        "supply is checked in every side's turn",
        ("seq.supply-check-step",),
        during=doing(turns, "check_supply", _check_all),
    ),
    HexBreak(
        "whatever has no supply falls",
        ("barbarossa.cut-off-areas",),
        during=doing(supplying, "_claimed", _all_claimed),
    ),
    HexBreak(
        "there are no garrisons",
        (
            "garrison.inherent",
            "garrison.european-games",
            "garrison.returns-in-movement",
            "garrison.returns-after-combat",
            "garrison.vacated-by-advance",
            "garrison.fort-hex",
            "garrison.cannot-move",
            "control.stays",
        ),
        during=_garrison(lambda world, state, place: 0),
    ),
    HexBreak(
        "garrisons are back at once",
        ("garrison.returns-after-combat", "garrison.vacated-by-advance"),
        during=_garrison(_never_bare),
    ),
    HexBreak(
        "garrisons never come back",
        ("garrison.returns-after-combat", "garrison.vacated-by-advance", "seq.supply-check-step"),
        during=_evolving(PhaseBegan, _still_bare),
    ),
    HexBreak(
        "garrisons stand beside armies and forts",
        ("garrison.not-with-army", "garrison.fort-hex"),
        during=doing(advancing, "defence", _beside_armies),
    ),
    HexBreak(
        "deserts have no garrison",
        ("garrison.european-games",),
        during=doing(World, "garrisoned", _not_in_deserts),
    ),
    HexBreak(
        "a fort under construction defends",
        ("garrison.fort-hex",),
        during=doing(HexState, "fort_at", _with_scaffolding),
    ),
    HexBreak(
        "who has fired is not asked in the next side's turn",
        ("coop.no-combined-attack",),
        during=_evolving(TurnBegan, _still_fired),
    ),
    HexBreak(
        "retreats lead to partners",
        ("coop.no-entry",),
        during=doing(retreating, "refuges", _partners_refuges),
    ),
    HexBreak("partners are enemies", ("coop.no-attack", "coop.no-entry"), facts(lambda world: {"partners": ()})),
    HexBreak("garrisons fire", ("garrison.defends-only",), during=doing(sequence, "may_fire", _all_fire)),
    HexBreak(
        "ordinary attacks come before the landings",
        ("seq.fall-phases",),
        during=doing(sequence, "open_fire", _land_first),
    ),
    # the course of the game
    HexBreak("the other side begins", ("seq.turn-order", "seq.seasons"), _turned),
    HexBreak("the seasons are turned round", ("seq.seasons",), facts(_seasons)),
    HexBreak(
        "nobody wins before the end", ("seq.immediate-victory",), during=doing(capture, "judge_captures", _nothing)
    ),
    HexBreak(
        "nobody wins at all",
        ("barbarossa.axis-victory", "barbarossa.soviet-victory", "barbarossa.length"),
        during=doing(victory, "holds", lambda *args: False),
    ),
    HexBreak(
        "Vitebsk is Moscow",
        ("barbarossa.axis-victory", "map.hex-errata"),
        _verdicts(lambda verdict: replace(verdict, holds=tuple(_vitebsk.get(at, at) for at in verdict.holds))),
    ),
    HexBreak(
        "two capitals are enough",
        ("barbarossa.axis-victory",),
        _verdicts(lambda verdict: replace(verdict, holds=tuple(at for at in verdict.holds if at != "1446"))),
    ),
    HexBreak("Paris ends the game", ("map.capitals",), facts(_paris)),
    HexBreak(
        "the Axis reduction is for all games, or for none",
        ("barbarossa.axis-reduction", "barbarossa.production-start", "seq.rule-layers"),
        _sides(lambda side: {"withheld": None if side.withheld else _withheld}),
    ),
    # Barbarossa
    HexBreak(
        "Siberia is awake",
        ("barbarossa.siberia-troops", "offmap.siberia-box"),
        facts(lambda world: {"frozen": {}}),
    ),
    HexBreak(
        "Siberia always sleeps",
        ("barbarossa.siberia-troops", "offmap.siberia-box"),
        during=doing(World, "frozen", lambda world, turn: {"Siberia": "hgw.barbarossa.siberia-troops"}),
    ),
    HexBreak(
        "Siberia gives twelve from the beginning",
        ("barbarossa.siberia-production", "barbarossa.track-events"),
        facts(lambda world: {"box_production": {"Siberia": {world.facts.turns[0]: 12}}}),
    ),
    HexBreak(
        "nothing is devastated at the start",
        ("barbarossa.balkan-devastation", "barbarossa.production-start"),
        facts(lambda world: {"devastated": {}}),
    ),
    HexBreak(
        "everything can be repaired",
        ("barbarossa.french-devastation",),
        facts(lambda world: {"beyond_repair": None}),
    ),
    HexBreak(
        "no sea carries supply",
        ("barbarossa.baltic-supply",),
        _sides(lambda side: {"seas": {}}),
    ),
    HexBreak(
        "Riga builds",
        ("barbarossa.soviet-areas",),
        _sides(lambda side: {"builds": (*side.builds, "Baltic States")}),
    ),
    HexBreak("Poland is cold", ("barbarossa.eastern-poland",), facts(_cold_poland)),
    HexBreak(
        "Turkey is of the Axis",
        ("barbarossa.neutrals", "control.start"),
        control({"1842": "axis", "1846": "axis"}),
    ),
    HexBreak(
        "Crete is out of the war",
        ("barbarossa.cut-off-areas",),
        control({"2041": "nobody"}),
    ),
)
