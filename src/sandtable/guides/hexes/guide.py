"""The guide of the hex family: the entry point for all questions."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import assert_never

from sandtable.core.decision import Seat
from sandtable.core.guide import Box, Measure, Moment, Tally, Throw
from sandtable.core.refusal import Refusal
from sandtable.core.tutorial import Tutorial, read_tutorials
from sandtable.guides.hexes import measures, queries
from sandtable.guides.hexes import questions as ask
from sandtable.guides.hexes.attacks import announced_now, approach_of, attacks_now, prospect_of
from sandtable.guides.hexes.box import box_of
from sandtable.guides.hexes.deployment import deployment_of, harbours_of
from sandtable.guides.hexes.drawing import Canvas
from sandtable.guides.hexes.kit import HexKit, kit_of
from sandtable.guides.hexes.pending_decision import pending_decision_of
from sandtable.guides.hexes.production import production_of
from sandtable.guides.hexes.reach import reach_of
from sandtable.guides.hexes.standing import lapsed, next_action
from sandtable.guides.hexes.supplies import line_of, supply_now
from sandtable.guides.hexes.weighing import weigh_now
from sandtable.guides.hexes.words import headline, word
from sandtable.guides.names import names_in
from sandtable.hexes.actions import HexAction
from sandtable.hexes.events import HexEvent, PhaseBegan
from sandtable.hexes.family import HexGame
from sandtable.hexes.state import HexState
from sandtable.hexes.story import tell
from sandtable.hexes.victory import winner_now


class HexGuide:
    """Helps the players of one hex game."""

    kit_type = HexKit
    question_type = ask.QuestionAsked
    answer_type = ask.AnswerGiven
    standing_type = ask.StandingOrders
    query_type = queries.QueryAsked
    reply_type = queries.ReplyGiven

    def __init__(self, game: HexGame) -> None:
        self._game = game

    @cached_property
    def box(self) -> Box:
        return box_of(self._game, self.tutorials)

    @cached_property
    def tutorials(self) -> tuple[Tutorial, ...]:
        return read_tutorials(self._game.folder)

    @cached_property
    def kit(self) -> HexKit:
        return kit_of(self._game)

    @cached_property
    def names(self) -> Mapping[str, Mapping[str, str]]:
        return names_in(Path(__file__).parent, self._game.folder)

    @cached_property
    def _canvases(self) -> Mapping[str, Canvas]:
        return {world.facts.theatre: Canvas(world.board) for world in self._game.worlds.values()}

    @property
    def _first(self) -> Canvas:
        """The board of the first scenario."""
        return next(iter(self._canvases.values()))

    @cached_property
    def ground(self) -> str:
        return self._first.ground()

    @property
    def boards(self) -> tuple[str, ...]:
        return tuple(self._canvases)

    def ground_of(self, board: str) -> str:
        return self._canvases[board].ground()

    def sheet(self, dark: bool) -> str:
        return self._first.sheet(dark)

    def headline(self, view: HexState) -> str:
        return headline(self._game.world(view), view)

    def turn(self, view: HexState) -> str:
        return f"{0 if view.phase == 'setup' else view.turn} {view.side}"

    def picture(self, view: HexState, dark: bool) -> str:
        world = self._game.world(view)
        return self._canvases[world.facts.theatre].picture(world, view, dark)

    def answer(self, view: HexState, seat: Seat | None, question: ask.QuestionAsked) -> ask.AnswerGiven | Refusal:
        """The answer to a question, or a refusal if this seat can't ask it."""
        world = self._game.world(view)
        if seat is not None and seat not in world.order:
            return world.refuse("setup.sides", f"{seat!r} has no part in this scenario.")
        match question:
            case ask.Reach():
                return reach_of(self._game, view, seat, question)
            case ask.Attacks():
                return attacks_now(self._game, view, seat)
            case ask.Approach():
                return approach_of(self._game, view, seat, question)
            case ask.Prospect():
                return prospect_of(world, view, question)
            case ask.Weigh():
                return weigh_now(self._game, view, seat, question)
            case ask.Announced():
                return announced_now(self._game, view)
            case ask.Production():
                return production_of(self._game, view, question)
            case ask.PendingDecision():
                return pending_decision_of(self._game, view, seat)
            case ask.Deployment():
                return deployment_of(self._game, view, seat)
            case ask.Harbours():
                return harbours_of(self._game, view, seat, question)
            case ask.Supply():
                return supply_now(world, view, question)
            case ask.Line():
                return line_of(world, view, question)
            case _:
                assert_never(question)

    def reply(self, query: queries.QueryAsked) -> queries.ReplyGiven:
        return queries.reply_to(next(iter(self._game.worlds.values())).tables, query)

    def standing(self, view: HexState, seat: Seat, orders: ask.StandingOrders) -> HexAction | None:
        return next_action(self._game, view, seat, orders)

    def lapsed(self, given: HexState, now: HexState, seat: Seat, orders: ask.StandingOrders) -> bool:
        return lapsed(given, now, orders)

    def tell(self, before: HexState, event: HexEvent) -> tuple[str, ...]:
        """One event in sentences. Phases are left out: they are headings."""
        if isinstance(event, PhaseBegan):
            return ()
        told = tell(self._game.world(before), before, event)
        return (told,) if told else ()

    def tell_all(self, happened: Sequence[tuple[HexState, HexEvent]]) -> tuple[str, ...]:
        return tuple(line for before, event in happened for line in self.tell(before, event))

    def moment(self, view: HexState) -> Moment:
        return measures.moment(view)

    @property
    def measures(self) -> tuple[Measure, ...]:
        return measures.MEASURES

    def measure(self, view: HexState) -> Mapping[str, Mapping[str, float]]:
        return measures.measure(self._game.world(view), view)

    def strength(self, view: HexState) -> Mapping[str, float]:
        return measures.strengths(self._game.world(view), view)

    def leader(self, view: HexState) -> str:
        return winner_now(self._game.world(view), view)

    def tally(self, before: HexState, event: HexEvent) -> tuple[Tally, ...]:
        return measures.tally(before, event)

    def throws(self, before: HexState, event: HexEvent) -> tuple[Throw, ...]:
        return measures.throws(self._game.world(before), before, event)

    def word(self, view: HexState, seat: Seat, action: HexAction) -> str:
        return word(self._game.world(view), view, action)
