"""The random bot: any legal action, chosen by a seed. It plays every game whose rules can list what is legal."""

from itertools import islice
from random import Random
from typing import TypeVar

from sandtable.core.decision import Seat
from sandtable.core.game import Game

S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")


class RandomBot:
    """Plays legal actions at random; the same seed plays the same game.

    ``restless`` is the chance to give another order while the bot might as well end its phase.
    """

    def __init__(self, seed: int, restless: float = 0.85) -> None:
        self._random = Random(seed)
        self._restless = restless

    def choose(self, game: Game[S, A, E], state: S, seat: Seat) -> A:
        """An action that ``seat`` may take now."""
        rng = self._random
        some = list(islice(game.legal(state, seat, rng), 1 + rng.randrange(4)))
        if not some:
            raise ValueError(f"{seat} has no legal action")
        ending = game.ending
        if ending is not None and rng.random() > self._restless and game.check(state, seat, ending) is None:
            return ending
        return rng.choice(some)
