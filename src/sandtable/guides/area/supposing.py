"""Odds of a battle that nobody fights yet: exact where a page can wait for that, sampled otherwise."""

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
from sandtable.guides.area import queries as ask
from sandtable.guides.area.chances import QUICK
from sandtable.odds.answer import Question, bad_battle, chances_by_round, exact_odds
from sandtable.odds.estimate import ROUNDS, rough_estimate
from sandtable.odds.histogram import Bar, bars_of, units_left, value_swings
from sandtable.odds.policy import ORDERS, Retreat
from sandtable.odds.raid import bad_raid, mission, raid_odds
from sandtable.odds.result import Odds, RoundChance
from sandtable.odds.rounds import Unreadable
from sandtable.odds.sampled import bad_sample, sampled_odds

BARS = 25
"""So many bars are drawn at most."""
LIKELY = 5
"""So many endings are told."""
ROLLED = 3e6
"""Units times battles that are rolled where an exact answer takes too long: less than a second."""
BATTLES = (2_000, 20_000)
"""The least and the most of them."""
TOLD = 12
"""Rounds after which a battle that goes on is told no more."""


def reply(world: World, query: ask.QueryAsked) -> ask.ReplyGiven:
    """The answer to what is asked without a table."""
    match query:
        case ask.Drill():
            return drill(world)
        case ask.Suppose():
            return suppose(world, query)
        case _:
            assert_never(query)


def drill(world: World) -> ask.DrillReply:
    """What can be chosen in this game."""
    return ask.DrillReply(
        tuple(_field(world, scene) for scene in _scenes(world)),
        ORDERS,
        tuple(ask.Development(name, tech.name, tech.text) for name, tech in world.tech_table.items()),
        LOW_LUCK in world.game.options,
        ask.MOST,
    )


def _scenes(world: World) -> Iterator[ask.Scene]:
    yield from ("land", "landing", "sea")
    if "raids" in world.features or mission(world):
        yield "raid"


def _field(world: World, scene: ask.Scene) -> ask.Field:
    steps = world.sequences.sequences[_sequence(world, scene)].steps
    leave: Literal["submerge", "withdraw"] = "withdraw" if "withdrawal" in world.features else "submerge"
    divers = any(world.sequences.may_leave(s, u) for u in world.units.values() for s in ("attack", "defend"))
    divers = divers or any(isinstance(step, PullingBack) and step.below is not None for step in steps)
    pulling = {step.side for step in steps if isinstance(step, PullingBack)}
    return ask.Field(
        scene,
        # Whoever bombs comes first: a raid is nothing without them.
        tuple(sorted(_fighters(world, scene, "attack"), key=lambda f: scene == "raid" and not _bombs(world, f))),
        tuple(_fighters(world, scene, "defend")),
        "attack" in pulling
        or (scene != "landing" and any(isinstance(step, RoundEnd) and step.retreat == "attack" for step in steps)),
        leave if scene == "sea" and divers else "",
        "defend" in pulling,
        any(isinstance(step, Aiming) for step in steps),
    )


def _bombs(world: World, fighter: ask.Fighter) -> bool:
    return "bombs" in world.units[fighter.unit].abilities


def _sequence(world: World, scene: ask.Scene) -> str:
    if scene == "raid" and mission(world):
        return "mission"
    return "land" if scene == "landing" else scene


def _fighters(world: World, scene: ask.Scene, side: Side) -> Iterator[ask.Fighter]:
    for name, unit in world.units.items():
        supports = world.sequences.supports(_sequence(world, scene), side, unit)
        if _takes_part(world, scene, side, name, unit, supports):
            yield ask.Fighter(name, unit.kind, unit.hits, supports)


def _takes_part(world: World, scene: ask.Scene, side: Side, name: str, unit: UnitType, supports: bool) -> bool:
    if scene == "raid":
        if mission(world):
            return unit.kind == "air" or (side == "defend" and supports)
        return "bombs" in unit.abilities if side == "attack" else supports
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
    """What the battle is worth, or why that cannot be said."""
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
            return ask.Senseless(f"The {name} has {count} units; up to {ask.MOST} are worked out here.")
    if query.scene == "raid":
        return _raid(armed, attack, defend)
    pulls = any(isinstance(step, PullingBack) for step in world.sequences.sequences["land"].steps)
    stay = query.scene == "landing" and not pulls
    attacker = replace(query.attacker, retreat=Retreat()) if stay else query.attacker
    at_sea = query.scene == "sea"
    return _battle(armed, Question(attack, defend, at_sea, attacker, query.defender, query.low_luck))


def _stack(side: Side, groups: Iterable[ask.Group]) -> Stack:
    """In odds the sides stand for powers."""
    return stack(
        (
            Piece(side, one.unit, damage=one.damage, cargo=tuple(Piece(side, unit) for unit in sorted(one.cargo))),
            one.count,
        )
        for one in groups
        if one.count
    )


def _raid(world: World, attack: Stack, defend: Stack) -> ask.Raided | ask.Senseless:
    wrong = bad_raid(world, attack, defend)
    if wrong is not None:
        return ask.Senseless(sentence(wrong.why))
    found = raid_odds(world, attack, defend)
    bars = bars_of([(amount, "win", chance) for amount, chance in found.damage.items()], BARS)
    return ask.Raided(found.expected, found.lost, _worth(world, attack), found.left, tuple(map(_bar, bars)))


def _battle(world: World, question: Question) -> ask.Outlook | ask.Senseless:
    wrong = bad_battle(world, question)
    if wrong is not None:
        return ask.Senseless(sentence(wrong.why))
    try:
        work = rough_estimate(world, question).work
        if work <= QUICK:
            found = exact_odds(world, question)
            followed = work * ROUNDS <= QUICK
            rounds = tuple(chances_by_round(world, question)[:TOLD]) if followed else ()
        else:
            wrong = bad_sample(question)
            if wrong is not None:
                return ask.Senseless(sentence(wrong.why))
            units = sum(count for _, count in (*question.attack, *question.defend))
            least, most = BATTLES
            found, rounds = sampled_odds(world, question, max(least, min(most, int(ROLLED / units)))), ()
    except Unreadable:
        return ask.Senseless("The battles of this game are of a kind that cannot be worked out.")
    return _outlook(world, question, found, rounds)


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
