"""The assumptions in players' words: orders of losses, when the attacker retreats, which method was used."""

from sandtable.area.actions import Side
from sandtable.area.battle.sequence import PullingBack
from sandtable.area.parts.air_war import AirWar, flight_of
from sandtable.area.units import UnitType
from sandtable.area.wording import listed, sentence, times, unit_name
from sandtable.area.world import World
from sandtable.odds.answer import Question
from sandtable.odds.policy import Policy, Retreat
from sandtable.odds.result import Odds

_ORDERS = {
    "cheapest": "the cheapest first",
    "weakest": "the weakest first",
    "planes-last": "planes last",
    "land-last": "land units last",
}

ROUNDING = 1e-12
"""Rounding error left where a chance is really zero."""


def percent(chance: float, decimals: int = 2) -> str:
    """A chance as players write it; what isn't quite certain is never shown as certain.

    >>> percent(0.40698), percent(1.0), percent(0.9999999), percent(1e-9), percent(0.0)
    ('40.70%', '100%', '>99.99%', '<0.01%', '0%')
    """
    if min(abs(chance), abs(chance - 1)) < ROUNDING:
        return f"{chance:.0%}"
    least = 10.0 ** -(decimals + 2)
    if 0 < chance < least / 2:
        return f"<{least:.{decimals}%}"
    if 1 - least / 2 <= chance < 1:
        return f">{1 - least:.{decimals}%}"
    return f"{chance:.{decimals}%}"


def method(odds: Odds) -> str:
    """How the odds were found: ``exact over 342 states``, or sampled and with what precision."""
    if odds.method == "exact":
        return f"exact over {odds.states:,} {'state' if odds.states == 1 else 'states'}"
    found = f"sampled from {odds.states:,} battles"
    if odds.win_interval is not None:
        found += f", win between {percent(odds.win_interval.low)} and {percent(odds.win_interval.high)} (95%)"
    return found


def assumed(world: World, question: Question) -> str:
    """How both sides are assumed to fight."""
    attack, defend = (losses(world, policy) for policy in (question.attacker, question.defender))
    if attack == defend:
        said = [f"both sides lose {attack}"]
    else:
        said = [f"the attacker loses {attack}", f"the defender loses {defend}"]
    if submersibles(world, question):
        leave = "withdraw" if "withdrawal" in world.features else "submerge"
        below = [s for s, p in _sides(question) if p.submerge and submersibles(world, question, s)]
        if len(below) == 2:
            said.append(f"submarines {leave} as soon as they can")
        elif below:
            said.append(f"the {'attacker' if below[0] == 'attack' else 'defender'}'s submarines {leave}")
        else:
            said.append("submarines fight on")
    said += _pulled_back(world, question)
    if mass := [side for side, policy in _sides(question) if policy.aim == "mass"]:
        said.append(f"{_who(mass)} aims all shots at one enemy")
    said += _in_the_air(world, question)
    if question.low_luck:
        said.append("low luck")
    return sentence("; ".join(said))


def _in_the_air(world: World, question: Question) -> list[str]:
    """That air units fight each other first, and how well trained the pilots are."""
    sides = (question.attack, False), (question.defend, question.at_sea)
    if question.air_fought or AirWar.of(world) is None or not all(flight_of(world, *side) for side in sides):
        return []
    trained = [
        f"the {'attacker' if side == 'attack' else 'defender'}'s pilots at {policy.pilots:+d}"
        for side, policy in _sides(question)
        if policy.pilots
    ]
    return [f"air combat comes first ({listed(trained)})" if trained else "air combat comes first"]


def _pulled_back(world: World, question: Question) -> list[str]:
    """Which units retreat, and when; both sides are named if both may."""
    if not pulls_back(world, question):
        return [retreats(question.attacker.retreat)]
    said = [
        retreats(policy.retreat, "attacker" if side == "attack" else "defender")
        for side, policy in _sides(question)
        if not policy.retreat.never
    ] or ["no voluntary retreats"]
    if planes := [side for side, policy in _sides(question) if policy.planes_back]:
        said.append(f"{_who(planes)} retreats its planes after the first round")
    return said


def pulls_back(world: World, question: Question) -> bool:
    """Whether both sides may retreat."""
    return world.sequences.sequences["sea" if question.at_sea else "land"].simultaneous


def _who(sides: list[Side]) -> str:
    if len(sides) > 1:
        return "each side"
    return "the attacker" if sides[0] == "attack" else "the defender"


def _sides(question: Question) -> tuple[tuple[Side, Policy], ...]:
    return ("attack", question.attacker), ("defend", question.defender)


def submersibles(world: World, question: Question, side: Side | None = None) -> bool:
    """Whether a side (or either one) has units that can submerge."""
    attack = question.attack if side != "defend" else ()
    defend = question.defend if side != "attack" else ()
    steps = world.sequences.sequences["sea"].steps
    hides = [step.below for step in steps if isinstance(step, PullingBack) and step.below is not None]

    def leave(of: Side, unit: UnitType) -> bool:
        return world.sequences.may_leave(of, unit) or any(who.takes(unit) for who in hides)

    return question.at_sea and (
        any(leave("attack", world.type(piece)) for piece, _ in attack)
        or any(leave("defend", world.type(piece)) for piece, _ in defend)
    )


def losses(world: World, policy: Policy) -> str:
    """An order of losses."""
    if isinstance(policy.losses, tuple):
        named = [unit_name(world, unit, 2) for unit in policy.losses]
        said = ", then ".join(named) if len(named) > 1 else f"{named[0]} first"
    else:
        said = _ORDERS.get(policy.losses, f"by the order {policy.losses!r}")
    return f"{said} (keeping a land unit)" if policy.keep_land else said


def retreats(retreat: Retreat, who: str = "attacker") -> str:
    """When a side retreats.

    >>> retreats(Retreat(after_rounds=2, below_chance=0.3))
    'the attacker retreats after 2 rounds or when the chance to win is under 30%'
    """
    if retreat.never:
        return "nobody retreats"
    reasons = []
    if retreat.after_rounds is not None:
        reasons.append(f"after {times(retreat.after_rounds, 'round')}")
    if retreat.below_units is not None:
        reasons.append(f"with fewer than {times(retreat.below_units, 'unit')} left to fire")
    if retreat.below_chance is not None:
        hope = "the chance to win" if who == "attacker" else "its chance to hold"
        reasons.append(f"when {hope} is under {100 * retreat.below_chance:.4g}%")
    if retreat.only_planes:
        reasons.append("when only planes are left")
    if retreat.best:
        reasons.append("whenever that is worth more than fighting on")
    return f"the {who} retreats {listed(reasons, 'or')}"
