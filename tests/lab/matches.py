"""Made-up results, and small arenas."""

from sandtable.bots.asking import Fault
from sandtable.lab.arena import Plan
from sandtable.lab.match import Clock, Entrant, How, Match, Played, Result

SIDES = ("axis", "allies")


def plan(*bots: str, games: int = 4, rounds: int = 1, seed: int = 1) -> Plan:
    """Random bots under several names."""
    return Plan("1941", SIDES, tuple(Entrant("random", label=bot) for bot in bots), games, rounds, seed)


def ended(match: Match, winner: str, how: How = "victory", rounds: int = 5, fault: Fault | None = None) -> Played:
    """A match with this result."""
    result = Result(winner, how, rounds, 100, "digest", {"axis": 0.5, "allies": 0.5}, fault)
    return Played(match, result, {side: Clock(10, 1.0, 0.5) for side in match.sides})
