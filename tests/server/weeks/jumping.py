"""A game whose player owes a decision while the system clock jumps."""

import random
import time
from collections.abc import Callable, Mapping

from sandtable.core.game import AnyGame
from sandtable.server.settings import Settings
from tests.patience import SECONDS
from tests.server.site import Site, running_site
from tests.server.tables.people import Player
from tests.server.weeks.machine import Machine

SLACK = 60.0
"""Seconds that may really pass on a busy machine during a test."""
LIVE = {"kind": "live", "minutes": 10, "increment": 0, "end": "bot"}
FARTHEST = 40 * 86_400.0


class Game:
    """Anna owes a decision, and has ten minutes for it."""

    def __init__(self, site: Site, player: Player | None = None) -> None:
        self.player = player or Player(site, "Anna", site.member("Anna"))
        self.table = self.player.new(seats={"red": "me", "blue": "me", "gold": "me"}, clock=LIVE)

    def left(self) -> float:
        """Her remaining seconds. Fails if a bot has taken her seat."""
        seat = self.table.info()["seats"][0]
        assert not seat["bot"]
        assert seat["time"]["late"] == 0
        return float(seat["time"]["left"])

    def settles(self, before: float) -> None:
        """Wait until her clock is right again."""
        end = time.monotonic() + SECONDS
        while not before - SLACK < (left := self.left()) <= 600:
            assert time.monotonic() < end, f"{left} seconds are left, and {before} were"
            time.sleep(0.02)


def jumps(
    settings: Settings,
    games: Mapping[str, AnyGame],
    count: int,
    seed: int,
    enough: Callable[[], bool] = lambda: False,
    report: Callable[[], None] = lambda: None,
) -> list[str]:
    """Set the clock this many times, forward and back. Returns the failures."""
    chance, machine = random.Random(seed), Machine()
    with running_site(settings, games, machine.clock, lead=machine.lead) as site:
        game = Game(site)
        for number in range(count):
            if enough():
                break
            far = chance.choice((-1, 1)) * chance.uniform(40.0, chance.choice((120.0, 7200.0, FARTHEST)))
            try:
                before = game.left()
                machine.jump(far)
                game.settles(before)
                if chance.random() < 0.2:
                    game.table.bid("red", 1)
                    game = Game(site, game.player)
            except AssertionError as error:
                return [f"jump {number} by {far:.0f} seconds: {error}"]
            report()
    return []
