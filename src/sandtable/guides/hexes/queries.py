"""What may be asked of a hex game itself, without a table: the odds of an attack that somebody supposes."""

from collections.abc import Iterable, Mapping

import msgspec

from sandtable.hexes.odds.exact import odds
from sandtable.hexes.odds.notation import MOST
from sandtable.hexes.odds.plan import Hex, Plan
from sandtable.hexes.odds.situation import LONGEST
from sandtable.hexes.strength import KINDS, Points
from sandtable.hexes.tables import Tables

ARMIES = 24
"""Armies that a supposed attack may have."""


class Query(msgspec.Struct, frozen=True, tag=str.lower, tag_field="ask", forbid_unknown_fields=True):
    """Base of everything that may be asked."""


class Suppose(Query, frozen=True):
    """The odds of this attack."""

    plan: Plan


QueryAsked = Suppose


class Reply(msgspec.Struct, frozen=True, tag=str.lower, tag_field="about"):
    """Base of all answers."""


class HexOutlook(msgspec.Struct, frozen=True):
    """What one hex of the path comes to."""

    entered: float
    """The chance that the spearhead gets in."""
    captured: float
    """The chance that anybody does."""
    cleared: float
    """The chance that nothing is left to defend it."""
    own: Mapping[int, float]
    """The chance of so many own losses there, if it comes to that."""
    enemy: Mapping[int, float]
    """The chance of so many enemy losses to fire there, if it comes to that."""


class Outlook(Reply, frozen=True, tag="outlook"):
    """What an attack is worth."""

    hexes: tuple[HexOutlook, ...]
    own: float
    """Own losses in all, on average."""
    enemy: float
    """Enemy losses to fire in all, on average."""


class Senseless(Reply, frozen=True, tag="senseless"):
    """Why there are no odds to tell."""

    why: str


ReplyGiven = Outlook | Senseless


def reply_to(tables: Tables, query: QueryAsked) -> ReplyGiven:
    """The odds of a supposed attack."""
    plan = query.plan
    wrong = fault_of(plan)
    if wrong:
        return Senseless(wrong)
    found = odds(tables, plan)
    steps = (HexOutlook(one.entered, one.captured, one.cleared, one.own, one.enemy) for one in found.steps)
    return Outlook(tuple(steps), found.own, found.enemy)


def fault_of(plan: Plan) -> str:
    """What makes no sense in a supposed attack; empty: nothing."""
    armies = [army for group in plan.groups for army in group.armies]
    if not 1 <= len(armies) <= ARMIES or any(not group.armies for group in plan.groups):
        return f"Name one to {ARMIES} armies that attack."
    if not 1 <= len(plan.path) <= LONGEST:
        return f"Name one to {LONGEST} hexes that are attacked."
    if not all(_sound(army) and army.total for army in armies):
        return f"Every army has one to {MOST} points."
    if not all(_sound(one.points) and 0 <= one.fort <= MOST for one in plan.path):
        return f"A hex has none to {MOST} points."
    if any(abs(number) > MOST for number in _numbers(plan)) or not plan.fire_at >= 0:
        return f"Numbers beyond {MOST} make no difference."
    if sorted(plan.losses) != sorted(KINDS):
        return "Losses name every kind of points once."
    return ""


def _sound(points: Points) -> bool:
    return points.sound and points.total <= MOST


def _numbers(plan: Plan) -> Iterable[int]:
    yield from (group.winter for group in plan.groups)
    yield plan.advanced
    for one in plan.path:
        yield from _of_hex(one)


def _of_hex(one: Hex) -> Iterable[int]:
    yield from (one.winter, one.defence_winter, one.fire or 0, one.cover or 0)
