"""Compares the solver's odds with what a scenario expects, to the decimals written."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from sandtable.area.battle.fight import LOW_LUCK
from sandtable.area.forces import Stack
from sandtable.area.notation import NotationError, parse_force
from sandtable.area.world import World
from sandtable.guides.hexes.notation import TypedError, parse_attack
from sandtable.guides.hexes.queries import Senseless, reply_to
from sandtable.hexes.tables import Tables
from sandtable.odds import BadBattle, Odds, Policy, Question, odds
from sandtable.odds.in_progress import odds_in_progress, question_of
from sandtable.scenarios.game_table import StepError
from sandtable.scenarios.mismatch import Mismatch
from sandtable.scenarios.table import Table
from sandtable.scenarios.words.odds import HexOddsSeen, OddsSeen


def look_at_odds(table: Table, expected: OddsSeen) -> Iterator[Mismatch]:
    """Every number in a battle's odds that isn't as expected."""
    found = _odds(table, expected)
    about = f" ({expected.attack} against {expected.defend})" if expected.attack else ""
    for name in ("win", "draw", "lose", "capture"):
        chance: float = getattr(found, name)
        yield from _same(f"odds: {name}{about}, in per cent", getattr(expected, name), 100 * chance)
    yield from _same(f"odds: rounds{about}", expected.rounds, found.rounds)


def _odds(table: Table, expected: OddsSeen) -> Odds:
    world, state = table.world, table.state
    attacker, defender = _policy(expected.attacker), _policy(expected.defender)
    low_luck = state.options.get(LOW_LUCK, False)
    if not expected.attack and not expected.defend:
        if state.battle is None:
            raise StepError("odds: no battle is in progress; say who attacks whom with 'attack' and 'defend'")
        question = question_of(state.battle, attacker, defender, low_luck)
        return odds_in_progress(world, state.battle, question)
    mine, theirs = _force(world, "attack", expected.attack), _force(world, "defend", expected.defend)
    ships = any(
        world.type(p).kind == "sea" and not world.sequences.supports("land", "attack", world.type(p))
        for p, _ in mine
    )
    at_sea = expected.sea or ships or any(world.type(p).kind == "sea" for p, _ in theirs)
    found = odds(world, Question(mine, theirs, at_sea, attacker, defender, low_luck))
    if isinstance(found, BadBattle):
        raise StepError(f"odds: {found.why}")
    if found.method != "exact":
        raise StepError("odds: this battle is too large to be worked out exactly")
    return found


def _policy(written: Mapping[str, Any]) -> Policy:
    try:
        return msgspec.convert(written, Policy)
    except msgspec.ValidationError as error:
        raise StepError(f"odds: this is no way to fight: {error}") from None


def _force(world: World, side: str, text: str) -> Stack:
    found = parse_force(world, side, text)
    if isinstance(found, NotationError):
        raise StepError(f"odds: {found.message}")
    return found


def look_at_hex_odds(tables: Tables, expected: HexOddsSeen) -> Iterator[Mismatch]:
    """Every number in an attack's odds that isn't as expected."""
    try:
        found = reply_to(tables, parse_attack(expected.attack, expected.defend))
    except TypedError as error:
        raise StepError(f"odds: {error}") from None
    if isinstance(found, Senseless):
        raise StepError(f"odds: {found.why}")
    about = f" ({expected.attack} against {expected.defend})"
    entered = [expected.entered] if isinstance(expected.entered, float | int) else expected.entered or ()
    if len(entered) > len(found.entered):
        raise StepError(f"odds: {len(found.entered)} hexes are attacked, and {len(entered)} chances expected")
    for number, (wanted, chance) in enumerate(zip(entered, found.entered, strict=False), start=1):
        yield from _same(f"odds: hex {number} entered{about}, in per cent", wanted, 100 * chance)
    yield from _same(f"odds: captured{about}, in per cent", expected.captured, 100 * found.captured)
    yield from _same(f"odds: own losses{about}", expected.own, found.mean_own)
    yield from _same(f"odds: enemy losses{about}", expected.enemy, found.mean_enemy)


def _same(what: str, expected: float | None, found: float) -> Iterator[Mismatch]:
    """Yields the difference, unless a number is right to the decimals written.

    >>> list(_same("win", 33.3, 33.333)), len(list(_same("win", 33.4, 33.333)))
    ([], 1)
    """
    if expected is None:
        return
    decimals = len(str(expected).partition(".")[2])
    if round(found, decimals) != round(expected, decimals):
        yield Mismatch(what, str(expected), f"{found:.{max(decimals, 1)}f}")
