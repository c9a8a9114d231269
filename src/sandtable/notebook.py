# ruff: noqa: PLC0415 - pandas is an extra, and loaded only when a table is asked for
"""A saved game in a notebook: its map, its log, its statistics.

    import sandtable as st
    game = st.load("game.jsonl")
    game                  # the map at the end
    game.at(40)           # the map after forty decisions
    game.story()          # what happened, as a data frame
    game.stats()          # income, units and territories by round and power, as a data frame
    game.at(40).odds()    # the battles planned at that moment

This module only looks at games; ``core.record`` plays them.
"""

from base64 import b64encode
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from sandtable import games
from sandtable.area.family import AreaGame
from sandtable.area.state import AreaState
from sandtable.core.decision import Decision
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.core.savefile import BadFile, read
from sandtable.guides.area import questions as ask
from sandtable.maps.draw import draw
from sandtable.maps.geometry import read_geometry
from sandtable.maps.picture import pieces_of

if TYPE_CHECKING:
    from pandas import DataFrame


COLUMNS = ["round", "when", "seat", "income", "money", "territories", "units", "value"]
"""Columns of the statistics; ``value``: the cost of the units."""


class CannotLoad(ValueError):
    """A file that isn't a saved game; the message says what to do."""


class CannotTell(TypeError):
    """Something that isn't available for this kind of game."""


def load(path: Path) -> "SavedGame":
    """Load the game in a save file."""
    found = read(path, games.find)
    if isinstance(found, BadFile):
        raise CannotLoad(str(found) if str(path) in str(found) else f"{path}: {found}")
    return SavedGame(found)


class MapView(msgspec.Struct, frozen=True):
    """A drawn map, shown as a picture in a notebook."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg


def show(game_id: str, state: AreaState | None = None, *, dark: bool = False) -> MapView:
    """The map of a game with a position on it; without a position, the empty board.

    >>> show("1941").svg[:4]
    '<svg'
    """
    world = games.world(game_id)
    pieces = pieces_of(world, state) if state is not None else None
    return MapView(draw(world.board, read_geometry(games.folder(game_id)), pieces, dark=dark))


class Moment:
    """A position of a game, shown as a map in a notebook."""

    def __init__(self, record: Record[Any, Any, Any], number: int) -> None:
        self._game = record.game
        self.number = number
        """How many decisions have been made."""
        self.state = record.at(number)
        """The game's complete state."""

    def __repr__(self) -> str:
        return f"<{self._game.title}, after {self.number} decisions: {self.headline}>"

    @property
    def headline(self) -> str:
        """Where the game is: ``Round 3, Japan, Combat Move``."""
        return self._game.guide.headline(self.state)

    @property
    def pending(self) -> tuple[Decision, ...]:
        """The pending decisions; empty if the game is over."""
        return self._game.pending(self.state)

    def svg(self, *, dark: bool = False) -> str:
        """The map with this position, as SVG."""
        state = self.state
        if not isinstance(state, AreaState):
            raise CannotTell(f"There is no drawing of {self._game.title}.")
        return show(self._game.id, state, dark=dark).svg

    def odds(self) -> "DataFrame":
        """The battles set up by the moves so far, with their odds."""
        _area(self._game)
        answer = self._game.guide.answer(self.state, None, ask.Contests())
        battles = () if isinstance(answer, Refusal) else answer.battles
        columns = ["space", "win", "draw", "lose", "swing", "exact"]
        return _frame([{name: getattr(one, name) for name in columns} for one in battles], columns)

    def _repr_html_(self) -> str:
        """An embedded picture, so that the drawing's styles don't affect the page."""
        caption = f"<figcaption>{escape(self._game.title)}: {escape(self.headline)}</figcaption>"
        try:
            picture = b64encode(self.svg().encode()).decode()
        except CannotTell:
            return f"<figure>{caption}</figure>"
        words = escape(f"Map of {self._game.title}, {self.headline}", quote=True)
        image = f'<img style="max-width:100%" alt="{words}" src="data:image/svg+xml;base64,{picture}">'
        return f'<figure style="margin:0">{image}{caption}</figure>'


class SavedGame:
    """A saved game. A notebook shows its final position."""

    def __init__(self, record: Record[Any, Any, Any]) -> None:
        self.record = record
        """The complete record, to continue from."""

    def __len__(self) -> int:
        """The number of decisions."""
        return len(self.record.entries)

    def __repr__(self) -> str:
        return repr(self.at())

    def _repr_html_(self) -> str:
        return self.at()._repr_html_()

    @property
    def winner(self) -> str | None:
        """The side that has won."""
        return self.record.game.winner(self.record.state)

    def at(self, number: int | None = None) -> Moment:
        """The position after a number of decisions. Default: at the end."""
        last = len(self)
        if number is None:
            number = last
        if not 0 <= number <= last:
            raise IndexError(f"the game has {last} decisions, not {number}")
        return Moment(self.record, number)

    def story(self) -> "DataFrame":
        """What happened: a row per sentence, with the round, turn and phase."""
        return _frame(list(self._told()), ["number", "headline", "seat", "edit", "text"])

    def _told(self) -> Iterator[dict[str, object]]:
        game = self.record.game
        state = self.record.at(0)
        for number, entry in enumerate(self.record.entries, 1):
            headline = game.guide.headline(state)
            for event in entry.events:
                for text in game.guide.tell(state, event):
                    row = {"number": number, "headline": headline, "seat": entry.seat}
                    yield {**row, "edit": entry.edit, "text": text}
                state = game.evolve(state, event)

    def stats(self) -> "DataFrame":
        """Income, money, territories and units: a row per power at the start of each round, and at the end."""
        game = _area(self.record.game)
        rows = [row for moment, state in self._rounds() for row in _counted(game, moment, state)]
        return _frame(rows, COLUMNS)

    def _rounds(self) -> Iterator[tuple[str, AreaState]]:
        last = 0
        for state in self.record.states():
            if state.round != last:
                last = state.round
                yield "begins", state
        yield "end", self.record.state


def _counted(game: AreaGame, when: str, state: AreaState) -> Iterator[dict[str, object]]:
    """What each power has in a position, by the measures of the game's statistics."""
    measured = game.guide.measure(state)
    for power in game.seats:
        yield {
            "round": state.round,
            "when": when,
            "seat": power,
            "income": measured["income"][power],
            "money": state.treasury[power],
            "territories": measured["territories"][power],
            "units": _units(state, power),
            "value": measured["army"][power],
        }


def _units(state: AreaState, power: str) -> int:
    """How many units a power has, including cargo."""
    return sum(
        count * ((piece.power == power) + sum(one.power == power for one in piece.cargo))
        for pieces in state.stacks.values()
        for piece, count in pieces
    )


def _area(game: object) -> AreaGame:
    if not isinstance(game, AreaGame):
        raise CannotTell("This is known of games of territories and sea zones only.")
    return game


def _frame(rows: list[dict[str, object]], columns: list[str]) -> "DataFrame":
    try:
        from pandas import DataFrame
    except ModuleNotFoundError:
        raise ModuleNotFoundError("tables in a notebook need pandas: pip install 'sandtable[notebook]'") from None
    return DataFrame(rows, columns=columns)
