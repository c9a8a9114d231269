"""The protocol: what every bot is, whether it plays by lot, by plan, or in another process.

A bot is made for one game (``make(name, game, seed)`` in :mod:`sandtable.bots.registry`) and then asked, decision
after decision. One bot may sit in several seats: the decision says which seat is asked.

Reproducible: a bot made with the same seed and asked the same views in the same order gives the same answers, on
every machine. So a bot counts its work in steps, not in seconds: ``think`` sets how many steps it takes (more
seconds, more steps), and the clock is only the emergency brake of a machine too slow for them. A bot whose brake
bites plays on, but it is then no longer reproducible.

Replaceable: a bot may keep a plan between calls, but nothing that it cannot do without. A bot that is made anew in
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
    """What the aim hangs on, in words: ``7 inf, 2 tanks against 4 inf: wins 83%``."""
    chance: float | None = None
    """The chance that it works, from 0 to 1."""
    value: float | None = None
    """What it is worth on average, in the game's money."""
    alternatives: tuple[str, ...] = ()
    """What else was weighed, best first, and what it was worth."""


class BotFailed(Exception):
    """A bot that cannot answer says so with this; the message is shown to the player."""


class Bot(Protocol[S_contra, A_co]):
    """A player that is a program."""

    @property
    def name(self) -> str:
        """The name under which the bot is known, such as ``hard``."""
        ...

    @property
    def think(self) -> float:
        """Seconds that it takes for an answer if nobody says otherwise."""
        ...

    def choose(self, view: S_contra, decision: Decision, think: float | None = None) -> A_co:
        """The answer to ``decision``, seen from ``view`` (what ``decision.seat`` may see of the state).

        ``think``: seconds for this answer; not given: the bot's own measure. A planner spends them when it makes a
        plan for a phase, and answers the rest of the phase from it. The action must pass the game's ``check``.
        """
        ...

    def why(self) -> Reason | None:
        """Why the last action was chosen; nothing if there was no reason or nothing has been chosen yet."""
        ...
