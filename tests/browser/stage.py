"""Positions that tests begin with, games that begin there, and dice that fall as written."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace
from playwright.sync_api import Locator, expect

from sandtable.area.family import AreaGame
from sandtable.area.position import Position, PositionError, build
from sandtable.area.state import AreaState
from sandtable.core.dice import SeededDice
from sandtable.core.game import AnyGame, Setup
from sandtable.games import area
from sandtable.games import find as find_game
from sandtable.guides import area_guide
from sandtable.server.settings import Bots, Settings
from tests.browser.board import POWERS, Board
from tests.server.site import TALKATIVE, UNHURRIED, Site, running_site

POSITIONS: Mapping[str, tuple[str, Position]] = {
    # A British turn with something of everything.
    "britain": (
        "1941",
        Position(
            start_from="empty",
            turn="uk",
            units={
                "United Kingdom": {"uk": "3 infantry, tank, fighter, bomber"},
                "Sea Zone 8": {"uk": "battleship, destroyer, transport"},
                "Sea Zone 6": {"germany": "destroyer, submarine"},
                "Western Europe": {"germany": "infantry, tank"},
                "Anglo-Egypt Sudan": {"uk": "2 infantry, tank"},
                "North Africa": {"germany": "2 infantry"},
                "Germany": {"germany": "2 infantry"},
                "Russia": {"ussr": "infantry"},
                "Japan": {"japan": "infantry"},
            },
            treasury={"uk": 12},
        ),
    ),
    # Germany attacks on land, and nothing else is to be done.
    "ukraine": (
        "1941",
        Position(
            start_from="empty",
            turn="germany",
            phase="combat-move",
            units={
                "Ukraine": {"germany": "3 infantry, 2 tank"},
                "Caucasus": {"ussr": "2 infantry, tank, fighter"},
                "Germany": {"germany": "infantry"},
                "Russia": {"ussr": "infantry"},
                "United Kingdom": {"uk": "infantry"},
                "Japan": {"japan": "infantry"},
            },
        ),
    ),
    # Submarines may dive, a battleship can take a hit, and planes must come down on a carrier.
    "pacific": (
        "1941",
        Position(
            start_from="empty",
            turn="japan",
            phase="combat-move",
            units={
                "Sea Zone 45": {"japan": "battleship, carrier[2 fighter], 2 submarine"},
                "Sea Zone 46": {"usa": "battleship, 2 submarine, transport"},
                "Japan": {"japan": "infantry, bomber"},
                "Germany": {"germany": "infantry"},
                "Russia": {"ussr": "infantry"},
                "Eastern United States": {"usa": "infantry"},
            },
        ),
    ),
    # A submarine will sink a carrier; then it and the fighters cannot hit each other.
    "stalemate": (
        "1941",
        Position(
            start_from="empty",
            turn="germany",
            phase="combat-move",
            units={
                "Sea Zone 9": {"germany": "submarine"},
                "Sea Zone 8": {"uk": "carrier[2 fighter]"},
                "Germany": {"germany": "infantry"},
                "Russia": {"ussr": "infantry"},
                "United Kingdom": {"uk": "infantry"},
                "Japan": {"japan": "infantry"},
            },
        ),
    ),
    # The older game, with weapons to be developed.
    "laboratory": ("classic", Position()),
    # A whole team on turn: Germany and Japan attack, a Soviet fighter is near enough to help.
    "teams": (
        "revised-historical",
        Position(
            start_from="empty",
            turn="germany",
            phase="purchase",
            units={
                "Ukraine": {"germany": "3 infantry, tank, fighter"},
                "Germany": {"germany": "infantry, bomber, industrial complex"},
                "West Russia": {"ussr": "3 infantry"},
                "Caucasus": {"ussr": "fighter, 2 infantry, industrial complex"},
                "Russia": {"ussr": "2 infantry, industrial complex"},
                "Kwangtung": {"japan": "2 infantry"},
                "Japan": {"japan": "infantry, industrial complex"},
                "China": {"usa": "infantry"},
                "United Kingdom": {"uk": "infantry, industrial complex"},
                "Eastern United States": {"usa": "industrial complex"},
                "Sea Zone 5": {"germany": "battleship(damaged)"},
            },
            control={"West Russia": "ussr"},
            treasury={"germany": 30, "japan": 12},
            developments={"germany": ("rockets",)},
        ),
    ),
    # The Allies are next: money, repairs, rockets, submarines that stop ships, bombs, planes that land again.
    "alliance": (
        "revised-historical",
        Position(
            start_from="empty",
            turn="germany",
            phase="develop",
            mates={"japan": "waits"},
            options={"progress-boxes": True},
            units={
                "United Kingdom": {"uk": "2 bombers, fighter, infrastructure defense, industrial complex"},
                "Sea Zone 2": {"uk": "battleship(damaged), destroyer, transport[2 infantry]"},
                "Sea Zone 8": {"germany": "2 submarines"},
                "Sea Zone 7": {"uk": "carrier", "usa": "carrier"},
                "Germany": {"germany": "infantry, industrial complex"},
                "Belorussia": {"germany": "2 infantry, 2 tanks"},
                "West Russia": {"ussr": "bomber, 2 infantry"},
                "Caucasus": {"ussr": "3 infantry, industrial complex"},
                "Russia": {"ussr": "infantry, industrial complex"},
                "Ukraine": {"germany": "3 infantry"},
                "Eastern Europe": {"germany": "fighter"},
                "Japan": {"japan": "industrial complex"},
                "Eastern United States": {"usa": "industrial complex"},
            },
            control={"West Russia": "ussr"},
            treasury={"uk": 30, "usa": 30, "ussr": 10},
            developments={"uk": ("rockets",)},
        ),
    ),
    # Guns on the way and at a factory, rockets, submarines that may withdraw, a landing after a battle at sea.
    "channel": (
        "classic",
        Position(
            start_from="empty",
            turn="uk",
            units={
                "United Kingdom": {"uk": "2 bombers, fighter, antiaircraft gun"},
                "English Channel Sea Zone": {"uk": "battleship, transport[2 infantry]"},
                "North Atlantic Sea Zone": {"uk": "2 submarines"},
                "West Spain Sea Zone": {"germany": "battleship, submarine"},
                "Baltic Sea Zone": {"germany": "transport"},
                "Western Europe": {"germany": "antiaircraft gun"},
                "Southern Europe": {"germany": "infantry"},
                "Germany": {"germany": "2 infantry, antiaircraft gun"},
                "Finland Norway": {"germany": "infantry"},
                "Russia": {"ussr": "infantry"},
                "Japan": {"japan": "infantry"},
                "Eastern U.S.A.": {"usa": "infantry"},
            },
            treasury={"uk": 15, "germany": 20},
            developments={"uk": ("rockets", "long-range-aircraft")},
        ),
    ),
}


LARGE: Mapping[str, tuple[str, Position]] = {
    # Nine powers: damaged works, submarines among convoys, and a war that is still to be declared.
    "blitz": (
        "global-1940",
        Position(
            turn="uk",
            round=2,
            units={
                "United Kingdom": {
                    "uk": "4 infantry, AAA, fighter, major industrial complex(damaged 12), "
                    "air base(damaged 3), naval base(damaged 1)"
                },
                "Malta": {"uk": "infantry, fortification(building 1)"},
                "Sea Zone 109": {"uk": "cruiser, transport", "germany": "2 submarines"},
                "Sea Zone 106": {"germany": "submarine"},
            },
            treasury={"uk": 45},
        ),
    ),
    # The Americans may enter the war before they collect their income.
    "entry": ("global-1940", Position(turn="usa", round=3, phase="mobilize", bought="nothing")),
}
"""Positions on boards so large that only the tests that need them load them."""


CALLED = ("britain",)
"""Positions at which every battle waits for its player, as at any new table; elsewhere tests save the click."""


class Staged(AreaGame):
    """A game that begins with a position of ours."""

    def __init__(self, name: str, game: str, position: Position) -> None:
        whole = area(game)
        super().__init__(whole.folder, area_guide)
        self.id = name
        self._position = position

    def start(self, setup: Setup) -> AreaState:
        found = build(self.world, self._position)
        assert not isinstance(found, PositionError), found.message
        return replace(found, call_battles=bool(setup.call_battles) and self.id in CALLED)


def find(game_id: str) -> AnyGame | None:
    """For the server's other processes: a position by its name, or a game by its id."""
    known = {**POSITIONS, **LARGE}
    return Staged(game_id, *known[game_id]) if game_id in known else find_game(game_id)


@contextmanager
def running_stage(
    data: Path, page: Path | None = None, games: Mapping[str, AnyGame] | None = None
) -> Iterator[Site]:
    """A server of all positions, or of other games."""
    settings = Settings(
        data=data,
        page=page,
        limits=UNHURRIED,
        bots=Bots(games="tests.browser.stage:find", pause=0.0),
        tables=TALKATIVE,
    )
    staged = {name: Staged(name, *what) for name, what in POSITIONS.items()}
    with running_site(settings, staged if games is None else games) as site:
        yield site


def load_dice(patch: pytest.MonkeyPatch, *faces: int) -> None:
    """The dice of a table fall like this, from its first roll on; then as they like."""
    honest = SeededDice._die

    def die(self: SeededDice, number: int, sides: int) -> int:
        return faces[number] if number < len(faces) else honest(self, number, sides)

    patch.setattr(SeededDice, "_die", die)


class Scene(Board):
    """A page at a table that begins with one of the positions."""

    def begin(self, position: str, seats: Mapping[str, str] | None = None) -> "Scene":
        """Sit down, in every seat if nothing else is said."""
        self._post("/visit", {})
        chosen = dict.fromkeys(POWERS, "me") if seats is None else dict(seats)
        self.game = position
        self.table = self._post("/tables", {"game": position, "seats": chosen})["id"]
        self.page.goto(f"/t/{self.table}")
        return self

    def visit(self, table: str, *seats: str) -> "Scene":
        """Come to a table that somebody else has opened, and take seats there."""
        self._post("/visit", {})
        self.table = table
        for seat in seats:
            self._post(f"/tables/{table}/sit", {"seat": seat})
        self.page.goto(f"/t/{table}")
        return self

    @property
    def orders(self) -> Locator:
        return self.page.get_by_role("region", name="Orders", exact=True)

    @property
    def strip(self) -> Locator:
        return self.page.get_by_role("table", name="Battle board:")

    @property
    def messages(self) -> Locator:
        return self.page.get_by_role("region", name="Messages")

    def asked(self, prompt: str) -> None:
        """The page asks this."""
        expect(self.page.get_by_role("heading", name=prompt)).to_be_visible()

    def do(self, name: str) -> None:
        """Press a button among the orders."""
        self.orders.get_by_role("button", name=name, exact=True).click()

    def send(self, start: str, end: str, *units: str) -> None:
        """Pick up units on the map and click where they go."""
        moves = self.moves().count()
        self.look(start)
        for unit in units:
            self.marker(start, unit).click()
        self.space(end).evaluate("one => one.click()")
        expect(self.moves()).to_have_count(moves + 1)
