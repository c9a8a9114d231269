"""The odds of a hypothetical battle: exact if that is fast enough for a page, sampled otherwise."""

from collections.abc import Iterable, Iterator
from typing import Literal, assert_never

from msgspec.structs import replace

from sandtable.area.actions import Side
from sandtable.area.battle.casualties import worth
from sandtable.area.battle.fight import LOW_LUCK
from sandtable.area.battle.sequence import Aiming, PullingBack, RoundEnd
from sandtable.area.forces import Piece, Stack, stack
from sandtable.area.techs import with_techs
from sandtable.area.units import UnitType
from sandtable.area.wording import sentence
from sandtable.area.world import World
from sandtable.core.effort import OutOfTime, at_most
from sandtable.guides.area import queries as ask
from sandtable.guides.area.chances import QUICK
from sandtable.odds.answer import Question, bad_battle, chances_by_round, exact_odds
from sandtable.odds.estimate import ROUNDS, rough_estimate
from sandtable.odds.histogram import Bar, bars_of, units_left, value_swings
from sandtable.odds.policy import ORDERS, Retreat
from sandtable.odds.raid import bad_raid, bombs, declared, joins, mission, raid_odds
from sandtable.odds.result import Odds, RoundChance
from sandtable.odds.rounds import Unreadable
from sandtable.odds.sampled import bad_sample, sampled_odds

BARS = 25
"""The most bars in a chart."""
LIKELY = 5
"""How many outcomes are listed."""
ROLLED = 3e6
"""Units times battles in a sample, where exact odds take too long: less than a second."""
BATTLES = (2_000, 20_000)
"""The fewest and the most battles in a sample."""
SHARE = 0.4
"""CPU seconds for exact odds, and again for a sample if they aren't enough."""
SMALLER = (0.75, 0.5, 0.4, 0.3, 0.2, 0.15, 0.1, 0.05, 0.02)
"""Fractions of a too large battle to try, to say what size would work."""
TOLD = 12
"""The last round whose state is described."""


def reply(world: World, query: ask.QueryAsked) -> ask.ReplyGiven:
    """The answer to a query."""
    match query:
        case ask.Drill():
            return drill(world)
        case ask.Suppose():
            return suppose(world, query)
        case _:
            assert_never(query)


def drill(world: World) -> ask.DrillReply:
    """The choices this game has."""
    return ask.DrillReply(
        tuple(_field(world, scene) for scene in _scenes(world)),
        ORDERS,
        tuple(ask.Development(name, tech.name, tech.text) for name, tech in world.tech_table.items()),
        LOW_LUCK in world.game.options,
        ask.MOST,
    )


def _scenes(world: World) -> Iterator[ask.Scene]:
    yield from ("land", "landing", "sea")
    if world.parts.missions and declared(world):
        yield "raid"


def _field(world: World, scene: ask.Scene) -> ask.Field:
    sequence = world.sequences.sequences.get(_sequence(world, scene))
    steps = sequence.steps if sequence is not None else ()
    leave: Literal["submerge", "withdraw"] = "withdraw" if "withdrawal" in world.features else "submerge"
    divers = any(world.sequences.may_leave(s, u) for u in world.units.values() for s in ("attack", "defend"))
    divers = divers or any(isinstance(step, PullingBack) and step.below is not None for step in steps)
    retreating = {step.side for step in steps if isinstance(step, PullingBack)}
    return ask.Field(
        scene,
        # Bombers first: there is no raid without them.
        tuple(
            sorted(_fighters(world, scene, "attack"), key=lambda f: scene == "raid" and not bombs(world, f.unit))
        ),
        tuple(_fighters(world, scene, "defend")),
        "attack" in retreating
        or (scene != "landing" and any(isinstance(step, RoundEnd) and step.retreat == "attack" for step in steps)),
        leave if scene == "sea" and divers else "",
        "defend" in retreating,
        any(isinstance(step, Aiming) for step in steps),
    )


def _sequence(world: World, scene: ask.Scene) -> str:
    if scene == "raid" and mission(world):
        return "mission"
    return "land" if scene == "landing" else scene


def _fighters(world: World, scene: ask.Scene, side: Side) -> Iterator[ask.Fighter]:
    for name, unit in world.units.items():
        known = _sequence(world, scene)
        supports = known in world.sequences.sequences and world.sequences.supports(known, side, unit)
        if _takes_part(world, scene, side, name, unit, supports):
            yield ask.Fighter(name, unit.kind, unit.hits, supports)


def _takes_part(world: World, scene: ask.Scene, side: Side, name: str, unit: UnitType, supports: bool) -> bool:
    if scene == "raid":
        return joins(world, side, name)
    if name in world.shields:
        return side == "defend" and scene != "sea"
    if unit.kind == "facility" or (side == "attack" and name in world.prizes):
        return False
    match scene:
        case "sea":
            return unit.kind in ("sea", "air")
        case "landing":
            return unit.kind != "sea" or (side == "attack" and supports)
        case "land":
            return unit.kind != "sea"
        case _:
            assert_never(scene)


def suppose(world: World, query: ask.Suppose) -> ask.ReplyGiven:
    """The odds of a battle, or why there are none."""
    unknown = [tech for tech in (*query.attacker_techs, *query.defender_techs) if tech not in world.tech_table]
    if unknown:
        return ask.Senseless(f"This game has no weapon {unknown[0]!r}.")
    units = (unit for side in (query.attack, query.defend) for one in side for unit in (one.unit, *one.cargo))
    strange = next((unit for unit in units if unit not in world.units), None)
    if strange is not None:
        return ask.Senseless(f"This game has no unit {strange!r}.")
    techs = with_techs(with_techs((), "attack", query.attacker_techs), "defend", query.defender_techs)
    armed = world.developed(techs)
    attack, defend = _stack("attack", query.attack), _stack("defend", query.defend)
    for name, force in (("attacker", attack), ("defender", defend)):
        count = sum(n for _, n in force)
        if count > ask.MOST:
            return ask.Senseless(f"The {name} has {count} units; the maximum here is {ask.MOST}.")
    if query.scene == "raid":
        return _raid(armed, attack, defend, query)
    pulls = any(isinstance(step, PullingBack) for step in world.sequences.sequences["land"].steps)
    stay = query.scene == "landing" and not pulls
    attacker = replace(query.attacker, retreat=Retreat()) if stay else query.attacker
    at_sea = query.scene == "sea"
    return _battle(armed, Question(attack, defend, at_sea, attacker, query.defender, query.low_luck))


def _stack(side: Side, groups: Iterable[ask.Group]) -> Stack:
    """The units as a stack. In odds, the sides stand in for powers."""
    return stack(
        (
            Piece(side, one.unit, damage=one.damage, cargo=tuple(Piece(side, unit) for unit in sorted(one.cargo))),
            one.count,
        )
        for one in groups
        if one.count
    )


def _raid(world: World, attack: Stack, defend: Stack, query: ask.Suppose) -> ask.Raided | ask.Senseless:
    wrong = bad_raid(world, attack, defend)
    if wrong is not None:
        return ask.Senseless(sentence(wrong.why))
    found = raid_odds(world, attack, defend, query.attacker, query.defender)
    bars = bars_of([(amount, "win", chance) for amount, chance in found.damage.items()], BARS)
    return ask.Raided(found.expected, found.lost, _worth(world, attack), found.left, tuple(map(_bar, bars)))


def _battle(world: World, question: Question) -> ask.Outlook | ask.Senseless:
    wrong = bad_battle(world, question)
    if wrong is not None:
        return ask.Senseless(sentence(wrong.why))
    try:
        work = rough_estimate(world, question).work
        exact = _exact(world, question) if work <= QUICK else None
        if exact is not None:
            rounds = _rounds(world, question) if work * ROUNDS <= QUICK else ()
            return _outlook(world, question, exact, rounds)
        wrong = bad_sample(question)
        if wrong is not None:
            return ask.Senseless(sentence(wrong.why))
        units = sum(count for _, count in (*question.attack, *question.defend))
        least, most = BATTLES
        battles = max(least, min(most, int(ROLLED / units)))
        return _outlook(world, question, sampled_odds(world, question, battles, seconds=SHARE), ())
    except Unreadable:
        return ask.Senseless("The odds of this game's battles can't be worked out.")
    except OutOfTime:
        return ask.Senseless(_too_large(world, question))


def _exact(world: World, question: Question) -> Odds | None:
    """The exact odds; None if they take longer than estimated."""
    try:
        with at_most(SHARE):
            return exact_odds(world, question)
    except OutOfTime:
        return None


def _rounds(world: World, question: Question) -> tuple[RoundChance, ...]:
    """The state of the battle after each round, if there is time for it."""
    try:
        with at_most(SHARE / 2):
            return tuple(chances_by_round(world, question)[:TOLD])
    except OutOfTime:
        return ()


def _too_large(world: World, question: Question) -> str:
    """Says that a battle is too large, and what size would work."""
    for share in SMALLER:
        smaller = replace(question, attack=_part(question.attack, share), defend=_part(question.defend, share))
        if smaller.attack and smaller.defend and rough_estimate(world, smaller).work <= QUICK:
            attack, defend = (sum(count for _, count in side) for side in (smaller.attack, smaller.defend))
            return (
                f"This battle is too large to work out here. With the same kinds of units, {attack} "
                f"against {defend} would fit."
            )
    return "This battle is too large to work out here. Try fewer kinds of units."


def _part(units: Stack, share: float) -> Stack:
    """A fraction of a force, kind by kind."""
    return tuple((piece, number) for piece, count in units if (number := int(count * share)))


def _outlook(world: World, question: Question, odds: Odds, rounds: tuple[RoundChance, ...]) -> ask.Outlook:
    interval = odds.win_interval
    return ask.Outlook(
        win=odds.win,
        draw=odds.draw,
        lose=odds.lose,
        capture=odds.capture,
        rounds=odds.rounds,
        swing=odds.value_swing,
        attack_value=_worth(world, question.attack),
        defend_value=_worth(world, question.defend),
        attack_left=dict(odds.survivors["attack"]),
        defend_left=dict(odds.survivors["defend"]),
        exact=odds.method == "exact",
        states=odds.states,
        low=interval.low if interval else odds.win,
        high=interval.high if interval else odds.win,
        left=tuple(map(_bar, units_left(odds, BARS))),
        swings=tuple(map(_bar, value_swings(odds, BARS))),
        by_round=rounds,
        likely=tuple(
            ask.Likely(one.chance, one.outcome, dict(one.attack), dict(one.defend), one.retreated)
            for one in odds.endings[:LIKELY]
        ),
    )


def _worth(world: World, units: Stack) -> int:
    return sum(worth(world, piece) * count for piece, count in units)


def _bar(bar: Bar) -> ask.Bar:
    return ask.Bar(bar.low, bar.high, bar.win, bar.draw, bar.lose)
