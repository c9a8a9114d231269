"""The guide of the area family: the entry point for all questions."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import assert_never

from sandtable.area.actions import AreaAction
from sandtable.area.events import AreaEvent, PhaseBegan, TurnBegan
from sandtable.area.family import AreaGame
from sandtable.area.state import AreaState
from sandtable.area.story import Narrator, tell
from sandtable.area.wording import times
from sandtable.core.decision import Seat
from sandtable.core.guide import Box, Measure, Moment, Tally, Throw
from sandtable.core.refusal import Refusal
from sandtable.core.tutorial import Tutorial, read_tutorials
from sandtable.guides.area import measures, queries
from sandtable.guides.area import questions as ask
from sandtable.guides.area.aims import aims
from sandtable.guides.area.battle_odds import battle_odds
from sandtable.guides.area.box import box_of
from sandtable.guides.area.contests import contests
from sandtable.guides.area.convoys import convoys
from sandtable.guides.area.flights import flights
from sandtable.guides.area.income import income
from sandtable.guides.area.kit import AreaKit, kit_of
from sandtable.guides.area.names import names_of
from sandtable.guides.area.placements import placements
from sandtable.guides.area.projects import projects
from sandtable.guides.area.reach import reach
from sandtable.guides.area.reaction import reaction
from sandtable.guides.area.sail import sail
from sandtable.guides.area.shop import shop
from sandtable.guides.area.standing import lapsed, next_action
from sandtable.guides.area.strength import strengths
from sandtable.guides.area.strip import strip
from sandtable.guides.area.supposing import reply
from sandtable.guides.area.threat import threat
from sandtable.guides.area.words import headline, word
from sandtable.guides.area.worth import worth
from sandtable.maps.draw import draw, ground
from sandtable.maps.geometry import Geometry
from sandtable.maps.picture import pieces_of


class AreaGuide:
    """Helps the players of one area game."""

    kit_type = AreaKit
    question_type = ask.QuestionAsked
    answer_type = ask.AnswerGiven
    standing_type = ask.StandingOrders
    query_type = queries.QueryAsked
    reply_type = queries.ReplyGiven

    def __init__(self, game: AreaGame, geometry: Geometry) -> None:
        self._game = game
        self._geometry = geometry

    @cached_property
    def box(self) -> Box:
        return box_of(self._game, self.tutorials)

    @cached_property
    def tutorials(self) -> tuple[Tutorial, ...]:
        return read_tutorials(self._game.folder)

    @cached_property
    def kit(self) -> AreaKit:
        return kit_of(self._game, self._geometry)

    @cached_property
    def names(self) -> Mapping[str, Mapping[str, str]]:
        return names_of(self._game.folder)

    @cached_property
    def ground(self) -> str:
        return ground(self._game.world.board, self._geometry, self._game.world.order)

    @property
    def boards(self) -> tuple[str, ...]:
        return ()

    def ground_of(self, board: str) -> str:
        return self.ground

    def sheet(self, dark: bool) -> str:
        return draw(self._game.world.board, self._geometry, dark=dark)

    def headline(self, view: AreaState) -> str:
        return headline(self._game.world, view)

    def turn(self, view: AreaState) -> str:
        return f"{view.round} {' '.join(sorted(view.turn.phases))}"

    def picture(self, view: AreaState, dark: bool) -> str:
        world = self._game.world
        return draw(world.board, self._geometry, pieces_of(world, view), dark=dark)

    def answer(self, view: AreaState, seat: Seat | None, question: ask.QuestionAsked) -> ask.AnswerGiven | Refusal:
        """The answer to a question, or a refusal if this seat can't ask it."""
        game, world = self._game, self._game.world.as_of(view)
        if seat is not None and seat not in world.powers:
            return world.refuse("players.all-powers-assigned", f"There is no power {seat!r}.")
        match question:
            case ask.Reach():
                return reach(game, view, seat, question)
            case ask.Sail():
                return sail(game, view, seat, question)
            case ask.Threat():
                return threat(world, view, seat, question)
            case ask.Contests():
                return contests(game, view, seat, question)
            case ask.Worth():
                return worth(game, view, seat)
            case ask.BattleOdds():
                return battle_odds(world, view)
            case ask.Strip():
                return strip(game, view, seat)
            case ask.Shop():
                return shop(game, view, seat)
            case ask.Placements():
                return placements(game, view, seat)
            case ask.Income():
                return income(game, view, question.power)
            case ask.Flights():
                return flights(world, view, seat)
            case ask.Reaction():
                return reaction(game, view, seat)
            case ask.Aims():
                return aims(game, view, question.power or seat)
            case ask.Projects():
                return projects(game, view, seat)
            case ask.Convoys():
                return convoys(world, view)
            case _:
                assert_never(question)

    def reply(self, query: queries.QueryAsked) -> queries.ReplyGiven:
        return reply(self._game.world, query)

    def standing(self, view: AreaState, seat: Seat, orders: ask.StandingOrders) -> AreaAction | None:
        return next_action(self._game, view, seat, orders)

    def lapsed(self, given: AreaState, now: AreaState, seat: Seat, orders: ask.StandingOrders) -> bool:
        return lapsed(given, now, orders)

    def tell(self, before: AreaState, event: AreaEvent) -> tuple[str, ...]:
        """One event in sentences. Turns and phases are left out: they are headings."""
        if isinstance(event, TurnBegan | PhaseBegan):
            return ()
        told = tell(self._game.world, before, event)
        return (told,) if told else ()

    def tell_all(self, happened: Sequence[tuple[AreaState, AreaEvent]]) -> tuple[str, ...]:
        narrator = Narrator(self._game.world)
        for before, event in happened:
            if not isinstance(event, TurnBegan | PhaseBegan):
                narrator.hear(before, event)
        return tuple(narrator.lines())

    def moment(self, view: AreaState) -> Moment:
        return measures.moment(self._game.world, view)

    @cached_property
    def measures(self) -> tuple[Measure, ...]:
        return measures.measures(self._game.world)

    def measure(self, view: AreaState) -> Mapping[str, Mapping[str, float]]:
        return measures.measure(self._game.world, view)

    def leader(self, view: AreaState) -> str:
        """Always empty: these games have no leader before a victory."""
        return ""

    def strength(self, view: AreaState) -> Mapping[str, float]:
        return strengths(self._game.world, view)

    def tally(self, before: AreaState, event: AreaEvent) -> tuple[Tally, ...]:
        return measures.tally(self._game.world, event)

    def throws(self, before: AreaState, event: AreaEvent) -> tuple[Throw, ...]:
        return measures.throws(self._game.world, before, event)

    def word(self, view: AreaState, seat: Seat, action: AreaAction) -> str:
        world = self._game.world
        part = world.parts.by_action.get(type(action))
        price = part.price(world.as_of(view), view, seat, action) if part is not None else 0
        return word(world, seat, action) + (f" ({times(price, 'IPC')})" if price else "")
