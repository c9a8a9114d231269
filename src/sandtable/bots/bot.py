"""The protocol that every bot implements, whether it plays randomly, by plan, or in another process.

A bot is made for one game (``make(name, game, seed)`` in :mod:`sandtable.bots.registry`) and then asked one
decision after another. One bot may play several seats: the decision says which seat is asked.

Reproducible: a bot made with the same seed and asked the same views in the same order gives the same answers, on
every machine. So a bot counts its work in steps, not in seconds: ``think`` sets how many steps it takes (more
seconds, more steps), and the clock is only an emergency brake for machines too slow for them. A bot stopped by the
brake plays on, but is no longer reproducible.

Replaceable: a bot may keep a plan between calls, but nothing that it can't do without. A bot that is recreated in
mid-game plays on from the view.
"""

from typing import Protocol, TypeVar

import msgspec

from sandtable.core.decision import Decision

S_contra = TypeVar("S_contra", contravariant=True)
A_co = TypeVar("A_co", covariant=True)


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why an action was chosen, for the page and for ``sandtable sim --explain``.

    >>> Reason("Take Ukraine", odds="wins 83%", chance=0.83, value=6.5, alternatives=("hold Caucasus: 4.0",)).aim
    'Take Ukraine'
    """

    aim: str
    """What the action is for, in a player's words."""
    odds: str = ""
    """What the aim depends on, in words: ``7 inf, 2 tanks against 4 inf: wins 83%``."""
    chance: float | None = None
    """The chance of success, from 0 to 1."""
    value: float | None = None
    """Its expected value, in the game's money."""
    alternatives: tuple[str, ...] = ()
    """The alternatives considered, best first, with their values."""


class BotFailed(Exception):
    """Raised by a bot that can't answer; the message is shown to the player."""


class Bot(Protocol[S_contra, A_co]):
    """A computer player."""

    @property
    def name(self) -> str:
        """The bot's name, such as ``hard``."""
        ...

    @property
    def think(self) -> float:
        """Default seconds per answer."""
        ...

    def choose(self, view: S_contra, decision: Decision, think: float | None = None) -> A_co:
        """The answer to ``decision``, seen from ``view`` (what ``decision.seat`` may see of the state).

        ``think``: seconds for this answer; default: the bot's own. A planner spends them when it makes a plan for
        a phase, and answers the rest of the phase from it. The action must pass the game's ``check``.
        """
        ...

    def why(self) -> Reason | None:
        """Why the last action was chosen; None if there was no reason or nothing has been chosen yet."""
        ...
