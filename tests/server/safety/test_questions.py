"""Questions are answered within their CPU limit, by processes that can be stopped."""

import asyncio
import os
import signal
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from itertools import islice
from typing import Any, get_args

import msgspec
import pytest

from sandtable.area.state import AreaState
from sandtable.bots.random import RandomBot
from sandtable.core.dice import SeededDice
from sandtable.core.effort import OutOfTime, at_most
from sandtable.core.game import AnyGame, Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.games import ids, load
from sandtable.hexes.state import HexState
from sandtable.hexes.strength import KINDS
from sandtable.server.settings import Questions
from sandtable.server.wire import Problem
from sandtable.server.workers.jobs import Job, Options, Picture, Query, Question, Upload
from sandtable.server.workers.pool import Workers
from tests.patience import SECONDS

BUDGET = 1.0
DECISIONS = 150
"""How far a random game goes on which questions are asked."""
GRACE = 0.1
"""Seconds for the kernel's timer to fire late, and to write the answer."""

DEAF = "tests.server.safety.slow:find"
USUAL = Questions()


@asynccontextmanager
async def working(settings: Questions = USUAL, games: str = "sandtable.games:find") -> AsyncIterator[Workers]:
    workers = Workers(settings, games)
    try:
        yield workers
    finally:
        await workers.close()


def test_a_limit_interrupts_only_its_own_block() -> None:
    with pytest.raises(OutOfTime), at_most(5), at_most(0.05):
        while True:
            pass
    with at_most(5):
        with pytest.raises(OutOfTime), at_most(0.05):
            while True:
                pass
        began = time.process_time()
        while time.process_time() - began < 0.1:
            pass


def groups(*units: str, each: int) -> list[dict[str, object]]:
    return [{"unit": unit, "count": each} for unit in units]


def drilled(game: AnyGame, scene: str) -> tuple[list[str], list[str]]:
    """The units that can fight in a kind of battle."""
    reply = game.guide.reply(msgspec.convert({"ask": "drill"}, type=game.guide.query_type))
    field = next(one for one in reply.fields if one.scene == scene)
    return [one.unit for one in field.attack], [one.unit for one in field.defend]


def worst_battles(game: AnyGame, thorough: bool) -> Iterator[dict[str, object]]:
    """A dozen units of every kind on both sides, also with the most expensive policies."""
    reply = game.guide.reply(msgspec.convert({"ask": "drill"}, type=game.guide.query_type))
    for field in reply.fields:
        attack, defend = drilled(game, field.scene)
        for each in (12, 200 // max(len(attack), len(defend))):
            battle = {
                "ask": "suppose",
                "scene": field.scene,
                "attack": groups(*attack, each=each),
                "defend": groups(*defend, each=each),
            }
            yield battle
            if not thorough:
                continue
            techs = [one.id for one in reply.techs]
            yield {**battle, "attacker_techs": techs, "defender_techs": techs, "low_luck": reply.low_luck}
            yield {**battle, "attacker": {"retreat": {"best": True}}}
        two = {"attack": groups(*attack[:2], each=100), "defend": groups(*defend[:2], each=100)}
        yield {**battle, **two}


def worst_offensives() -> Iterator[dict[str, object]]:
    for kind in KINDS:
        points = {kind: 20}
        path = [{"points": points, "fort": 20, "terrain": terrain} for terrain in ("clear", "mountain") * 4]
        yield {"ask": "suppose", "groups": [{"armies": [points]}] * 24, "path": path}
        yield {"ask": "suppose", "groups": [{"armies": [points] * 24}], "path": path}
    marines, shore = {"amphibious": 20}, {"points": {"infantry": 20}, "fort": 20, "coast": True}
    fleets = [{"armies": [marines], "by_sea": True, "fleet": 20}] * 24
    yield {"ask": "suppose", "groups": fleets, "path": [shore]}
    yield {"ask": "suppose", "groups": [{**fleets[0], "armies": [marines] * 24}], "path": [shore]}


def worst_queries(game: AnyGame, thorough: bool) -> Iterator[Job]:
    asked = worst_battles(game, thorough) if game.guide.box.family == "area" else worst_offensives()
    for query in asked:
        yield Query(game.id, msgspec.json.encode(query))


def positions(game: AnyGame, scenario: str) -> Iterator[tuple[Any, str]]:
    """The first position of each kind of decision in a random game, and the seat that decides."""
    record = Record.begin(game, Setup(scenario=scenario), SeededDice.from_seed(1))
    assert not isinstance(record, Refusal)
    bots = {seat: RandomBot(game, number) for number, seat in enumerate(game.seats)}
    seen = set()
    for _ in range(DECISIONS):
        decision = record.pending[0]
        if decision.kind not in seen:
            seen.add(decision.kind)
            yield record.state, decision.seat
        record.act(decision.seat, bots[decision.seat].choose(record.view(decision.seat), decision))


def worst_questions(game: AnyGame, scenario: str) -> Iterator[Job]:
    """Every kind of question at every kind of decision."""
    for number, (state, seat) in enumerate(positions(game, scenario)):
        view = msgspec.json.encode(game.view(state, None))
        own = msgspec.json.encode(game.view(state, seat))
        yield Options(game.id, own, seat, scenario)
        if not number:
            yield Picture(game.id, view, True, 1600, scenario)
            yield Picture(game.id, view, True, 2000, scenario)
        for question in QUESTIONS[game.guide.box.family](game, state, seat):
            yield Question(game.id, own, seat, msgspec.json.encode(question), scenario)


def area_questions(game: AnyGame, state: AreaState, seat: str) -> Iterator[dict[str, object]]:
    for ask in (
        "worth",
        "battleodds",
        "strip",
        "shop",
        "placements",
        "flights",
        "reaction",
        "convoys",
        "projects",
    ):
        yield {"ask": ask}
    yield {"ask": "income", "power": seat}
    yield {"ask": "aims", "power": seat}
    yield {"ask": "contests", "orders": list(islice(game.legal(state, seat), 40))}
    own = {
        space: [{"unit": piece.unit, "count": n} for piece, n in stack if piece.power == seat]
        for space, stack in state.stacks.items()
    }
    for space in sorted(own, key=lambda one: -sum(n for _, n in state.stacks[one]))[:2]:
        yield {"ask": "threat", "space": space}
        yield {"ask": "reach", "space": space, "units": own[space]}
    for zone, units in own.items():
        for transport in [one for one in units if one["unit"] == "transport"]:
            yield {"ask": "sail", "zone": zone, "transport": {**transport, "count": 1}}


def hex_questions(game: AnyGame, state: HexState, seat: str) -> Iterator[dict[str, object]]:
    for ask in ("attacks", "announced", "pending-decision", "deployment"):
        yield {"ask": ask}
    for side in game.seats:
        yield {"ask": "supply", "side": side}
        yield {"ask": "production", "side": side}
    foes = [army.at for army in state.armies.values() if army.side != seat]
    for name, army in [(name, army) for name, army in state.armies.items() if army.side == seat][:2]:
        yield {"ask": "reach", "army": name}
        yield {"ask": "line", "place": army.at}
        for place in foes[:2]:
            yield {"ask": "approach", "army": name, "to": place}
            yield {"ask": "prospect", "army": name, "path": [place]}
    for fleet in list(state.fleets)[:2]:
        yield {"ask": "harbours", "fleet": fleet}
    orders: dict[type, object] = {}
    for order in islice(game.legal(state, seat), 300):
        orders.setdefault(type(order), order)
    for order in orders.values():
        yield {"ask": "weigh", "order": order}


QUESTIONS: dict[str, Callable[[AnyGame, Any, str], Iterator[dict[str, object]]]] = {
    "area": area_questions,
    "hexes": hex_questions,
}


def kinds_of_question(game: AnyGame) -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in get_args(game.guide.question_type)}


def jobs_for(game: AnyGame, thorough: bool) -> Iterator[Job]:
    scenarios = game.guide.box.scenarios
    yield from worst_queries(game, thorough)
    for scenario in scenarios if thorough else {scenarios[0], scenarios[-1]}:
        yield from worst_questions(game, scenario)


@pytest.mark.parametrize("thorough", [False, pytest.param(True, marks=pytest.mark.long)])
def test_the_most_expensive_questions_stay_within_their_limit(thorough: bool) -> None:
    async def ask() -> list[tuple[Job, bytes | Problem, float]]:
        found = []
        async with working() as workers:
            for game in map(load, ids()):
                for job in jobs_for(game, thorough):
                    workers.longest = 0.0
                    said = await workers.ask("anna", job)
                    found.append((job, said, workers.longest))
                    if isinstance(said, Problem) and isinstance(job, Picture):  # half the width must work
                        half = msgspec.structs.replace(job, width=job.width // 2)
                        found.append((half, await workers.ask("anna", half), workers.longest))
        return found

    answered, asked = set(), defaultdict[str, set[str]](set)
    for job, said, cost in asyncio.run(ask()):
        assert not isinstance(job, Upload)
        assert cost <= BUDGET + GRACE, (cost, job)
        if isinstance(job, Question):
            asked[job.game].add(msgspec.json.decode(job.question)["ask"])
        if isinstance(said, Problem):
            assert said.status in {413, 422}, (said, job)
        else:
            answered.add((job.game, type(job)))
    assert answered == {(game, kind) for game in ids() for kind in (Query, Question, Options, Picture)}
    assert asked == {game: kinds_of_question(load(game)) for game in ids()}


def test_a_battle_that_is_too_large_is_refused_with_advice() -> None:
    game = load("revised-historical")
    attack, defend = drilled(game, "land")
    query: dict[str, object] = {
        "ask": "suppose",
        "scene": "land",
        "attack": groups(*attack, each=12),
        "defend": groups(*defend, each=12),
        "attacker": {"retreat": {"best": True}},
    }

    async def ask(query: dict[str, object]) -> bytes | Problem:
        async with working() as workers:
            return await workers.ask("anna", Query(game.id, msgspec.json.encode(query)))

    said = asyncio.run(ask(query))
    assert isinstance(said, bytes)
    assert b"senseless" in said
    assert b"instead" in said, "the refusal suggests a smaller question"
    sampled = asyncio.run(ask({**query, "attacker": {}}))
    assert isinstance(sampled, bytes)
    outlook = msgspec.json.decode(sampled)
    assert outlook["about"] == "outlook"
    assert not outlook["exact"]
    assert outlook["low"] < outlook["win"] < outlook["high"]


def test_what_a_game_makes_once_does_not_count() -> None:
    """A new worker lays out the names of a whole board before the first picture."""
    game = load("hgw")
    scenario = game.guide.box.scenarios[-1]
    view = msgspec.json.encode(game.view(game.start(Setup(scenario=scenario)), None))

    async def ask() -> bytes | Problem:
        async with working(Questions(seconds=0.4)) as workers:
            return await workers.ask("anna", Picture(game.id, view, False, 0, scenario))

    assert isinstance(asyncio.run(ask()), bytes)


def test_a_question_that_ignores_signals_is_stopped() -> None:
    """The kernel stops code that ignores signals, and the next question is answered."""

    async def ask() -> tuple[bytes | Problem, bytes | Problem]:
        async with working(Questions(seconds=0.3), DEAF) as workers:
            deaf = await workers.ask("anna", Query("deaf", b'{"ask": "deaf"}'))
            quick = await workers.ask("anna", Query("deaf", b'{"ask": "quick"}'))
            return deaf, quick

    deaf, quick = asyncio.run(ask())
    assert isinstance(deaf, Problem)
    assert deaf.status == 413
    assert quick == b'"quick"'


def test_disconnecting_stops_the_question() -> None:
    async def ask() -> None:
        async with working(Questions(seconds=100.0), DEAF) as workers:
            leaving = asyncio.create_task(workers.ask("anna", Query("deaf", b'{"ask": "deaf"}')))
            while not workers.busy:
                await asyncio.sleep(0.01)
            leaving.cancel()
            async with asyncio.timeout(SECONDS):
                assert await workers.ask("bert", Query("deaf", b'{"ask": "quick"}')) == b'"quick"'

    asyncio.run(ask())


def test_the_same_question_is_computed_once() -> None:
    async def ask() -> int:
        async with working(Questions(), DEAF) as workers:
            query = Query("deaf", b'{"ask": "quick"}')
            await asyncio.gather(*(workers.ask(f"person {n}", query) for n in range(20)))
            await workers.ask("late", query)
            return workers.done

    assert asyncio.run(ask()) == 1


def test_one_person_can_queue_only_a_few_questions() -> None:
    async def ask() -> list[bytes | Problem]:
        async with working(Questions(waiting=3), DEAF) as workers:
            asked = (Query("deaf", b'{"ask": "quick", "n": %d}' % n) for n in range(10))
            return list(await asyncio.gather(*(workers.ask("greedy", one) for one in asked)))

    said = asyncio.run(ask())
    refused = [one for one in said if isinstance(one, Problem)]
    assert {one.status for one in refused} == {429}
    assert len(said) - len(refused) == 3


def test_a_worker_that_dies_is_replaced() -> None:
    async def ask() -> None:
        async with working(Questions(kept=0), DEAF) as workers:
            for n in range(3):
                assert await workers.ask("anna", Query("deaf", b'{"ask": "quick", "n": %d}' % n)) == b'"quick"'
                (pid,) = workers.processes
                os.kill(pid, signal.SIGKILL)
                async with asyncio.timeout(SECONDS):
                    while workers.processes:
                        await asyncio.sleep(0.01)

    asyncio.run(ask())
