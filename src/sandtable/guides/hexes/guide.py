"""The guide of a hex game."""

from collections.abc import Mapping
from typing import Any

from sandtable.core.decision import Seat
from sandtable.core.guide import Box, Chair, Measure, Moment, Tally, Throw
from sandtable.core.refusal import Refusal
from sandtable.core.tutorial import Tutorial
from sandtable.hexes import events as ev
from sandtable.hexes.actions import HexAction
from sandtable.hexes.combat.advancing import Chance
from sandtable.hexes.family import HexGame
from sandtable.hexes.production import count_production
from sandtable.hexes.state import HexState
from sandtable.hexes.story import tell, word
from sandtable.hexes.strength import toll

FACES = range(1, 7)

MEASURES = (
    Measure("points", "Strength", "Strength points in all armies of a side.", "seat", "stand"),
    Measure("production", "Production", "Production points that a side could count.", "seat", "stand"),
    Measure(
        "lost",
        "Losses",
        "Strength points that a side has lost in combat and for want of supply.",
        "seat",
        "running",
    ),
)


class HexGuide:
    """What a hex game tells people beyond its rules."""

    kit_type: Any = None
    question_type: Any = None
    answer_type: Any = None
    standing_type: Any = None
    query_type: Any = None
    reply_type: Any = None
    tutorial: Tutorial | None = None
    kit: Any = None
    ground = ""
    names: Mapping[str, Mapping[str, str]] = {}
    measures = MEASURES

    def __init__(self, game: HexGame) -> None:
        self._game = game

    @property
    def box(self) -> Box:
        game = self._game
        known = {side: world.who(side) for world in game.worlds.values() for side in world.order}
        return Box(
            id=game.id,
            title=game.title,
            summary=game.summary,
            family="hexes",
            chairs=tuple(Chair(seat, known[seat].name, seat, known[seat].colour) for seat in game.seats),
            sides={seat: known[seat].name for seat in game.seats},
            scenarios=game.facts.scenarios,
            options=(),
        )

    def sheet(self, dark: bool) -> str:
        return ""

    def headline(self, view: HexState) -> str:
        world = self._game.world(view)
        return f"{world.date(view.turn)}, {world.name(view.side)}, {view.phase.capitalize()}"

    def turn(self, view: HexState) -> str:
        return f"{view.turn} {view.side}"

    def picture(self, view: HexState, dark: bool) -> str:
        return ""

    def answer(self, view: HexState, seat: Seat | None, question: Any) -> Any | Refusal:
        return Refusal("", "This game answers no questions.")

    def reply(self, query: Any) -> Any:
        return None

    def standing(self, view: HexState, seat: Seat, orders: Any) -> HexAction | None:
        return None

    def lapsed(self, given: HexState, now: HexState, seat: Seat, orders: Any) -> bool:
        return True

    def tell(self, before: HexState, event: ev.HexEvent) -> tuple[str, ...]:
        return tell(self._game.world(before), before, event)

    def moment(self, view: HexState) -> Moment:
        return Moment(view.turn, view.side, f"{view.phase.capitalize()} Phase")

    def measure(self, view: HexState) -> Mapping[str, Mapping[str, float]]:
        world = self._game.world(view)
        return {
            "points": {s: sum(army.points.total for _, army in view.armies_of(s)) for s in world.order},
            "production": {side: count_production(world, view, side) for side in world.order},
        }

    def tally(self, before: HexState, event: ev.HexEvent) -> tuple[Tally, ...]:
        match event:
            case ev.Lost():
                return (Tally("lost", event.side, toll(event.armies) + event.fort_points),)
            case ev.Eliminated():
                army = before.armies[event.army]
                return (Tally("lost", army.side, army.points.total),)
            case ev.SupplyFailed():
                gone = [before.armies[name] for name in event.armies]
                return tuple(Tally("lost", army.side, army.points.total) for army in gone)
        return ()

    def throws(self, before: HexState, event: ev.HexEvent) -> tuple[Throw, ...]:
        tables = self._game.world(before).tables
        match event:
            case ev.Fired():
                scores = tuple(tables.losses(event.strength, face + event.modifier) for face in FACES)
                return (Throw(event.side, "hits", event.at, (event.die,), scores),)
            case ev.AdvanceRolled():
                odds = Chance(event.strength, event.defence, event.need, event.modifier)
                scores = tuple(int(odds.succeeds(face)) for face in FACES)
                side = before.armies[event.army].side
                return (Throw(side, "advances", event.target, (event.die,), scores),)
        return ()

    def word(self, view: HexState, seat: Seat, action: HexAction) -> str:
        return word(self._game.world(view), view, action)
