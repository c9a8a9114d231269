"""The random bot: any legal action, chosen by a seed. It plays every game whose rules can list legal actions."""

from itertools import islice
from random import Random
from typing import Generic, TypeVar

from sandtable.bots.bot import BotFailed, Reason
from sandtable.core.decision import Decision
from sandtable.core.game import Game

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")

RESTLESS = 0.85
"""The chance of giving another order when the bot could end its phase."""


class RandomBot(Generic[S, A, E]):
    """Plays legal actions at random; the same seed plays the same game."""

    name = "random"
    think = 1.0

    def __init__(self, game: Game[S, A, E], seed: int) -> None:
        self._game = game
        self._random = Random(seed)

    @staticmethod
    def serves(game: Game[S, A, E]) -> bool:
        return True

    def choose(self, view: S, decision: Decision, think: float | None = None) -> A:
        """An action that the seat may take now."""
        game, rng, seat = self._game, self._random, decision.seat
        some = list(islice(game.legal(view, seat, rng), 1 + rng.randrange(4)))
        if not some:
            raise BotFailed(f"{seat} has no legal action")
        ending = game.ending
        if ending is not None and rng.random() > RESTLESS and game.check(view, seat, ending) is None:
            return ending
        return rng.choice(some)

    def why(self) -> Reason | None:
        """None: chance has no reasons."""
        return None
