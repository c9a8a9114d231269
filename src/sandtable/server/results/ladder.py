"""A game's ladder: ratings computed from its rated games in the order they ended. Pure."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

import msgspec

from sandtable.server.results.glicko import Game, Strength, aged, rated, together
from sandtable.server.wire.weeks import Outcome

PERIOD = timedelta(days=30)
"""How long a player must be away to become less certain by one rating period."""
UNSURE = 110.0
"""Ratings with a higher deviation are provisional."""
SCORES: Mapping[Outcome, float] = {"won": 1.0, "draw": 0.5, "lost": 0.0}


class Entrant(msgspec.Struct, frozen=True):
    """A person in a rated game."""

    person: str
    side: str
    outcome: Outcome


class Match(msgspec.Struct, frozen=True):
    """A finished rated game."""

    ended: datetime
    entrants: tuple[Entrant, ...]


class Standing(msgspec.Struct, frozen=True):
    """A person's record in all rated games."""

    strength: Strength = Strength()
    last: datetime | None = None
    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def games(self) -> int:
        return self.won + self.lost + self.drawn

    @property
    def provisional(self) -> bool:
        return self.strength.deviation > UNSURE


def standings(matches: Iterable[Match]) -> dict[str, Standing]:
    """Everybody's standing after these games, which must be in order."""
    found: dict[str, Standing] = {}
    for match in matches:
        before = {one.person: found.get(one.person, Standing()) for one in match.entrants}
        sides = {one.side for one in match.entrants}
        teams = {
            side: [before[one.person].strength for one in match.entrants if one.side != side] for side in sides
        }
        for one in match.entrants:
            if not teams[one.side]:
                continue  # no opponent: the game says nothing
            old = before[one.person]
            periods = (match.ended - old.last) / PERIOD if old.last else 0.0
            game = Game(together(teams[one.side]), SCORES[one.outcome])
            found[one.person] = Standing(
                strength=rated(old.strength, [game], periods),
                last=match.ended,
                won=old.won + (one.outcome == "won"),
                lost=old.lost + (one.outcome == "lost"),
                drawn=old.drawn + (one.outcome == "draw"),
            )
    return found


def today(standing: Standing, at: datetime) -> Standing:
    """A current standing: the longer a player has been away, the less certain it is."""
    if standing.last is None:
        return standing
    waited = max((at - standing.last) / PERIOD, 0.0)
    return msgspec.structs.replace(standing, strength=aged(standing.strength, waited))
