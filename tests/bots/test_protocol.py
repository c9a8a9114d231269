"""What every bot must do, and how those that do not are told apart."""

from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from sandtable.area.actions import AreaAction, Order
from sandtable.area.events import AreaEvent
from sandtable.area.state import AreaState
from sandtable.bots import registry
from sandtable.bots.asking import Answer, Fault, allowed, ask
from sandtable.bots.bot import Bot, BotFailed, Reason
from sandtable.bots.level import BadLevel, Level, Number, read_level
from sandtable.bots.playing import Step, play_out
from sandtable.core.decision import Decision
from sandtable.core.dice import SeededDice
from sandtable.core.game import Game, Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.games import area
from tests.core.play import begin
from tests.core.toy import HIDDEN, TOY, Bid, Table, ToyAction

GAME = area("1941")


def opening() -> AreaState:
    state = GAME.start(Setup())
    assert not isinstance(state, Refusal)
    return state


def answers(seed: int, count: int) -> list[AreaAction]:
    """The first answers of a random bot in all seats."""
    bot = registry.make("random", GAME, seed)
    assert not isinstance(bot, registry.NoBot)
    record = Record.begin(GAME, Setup(), SeededDice.from_seed(1))
    assert not isinstance(record, Refusal)
    given: list[AreaAction] = []

    def keep(step: Step[AreaState, AreaAction, AreaEvent]) -> None:
        given.append(step.action)

    fault = play_out(record, dict.fromkeys(GAME.seats, bot), lambda _: len(given) >= count, watch=keep)
    assert fault is None
    return given


class Scripted:
    """A bot that does as it is told."""

    name = "scripted"
    think = 0.0

    def __init__(self, act: Callable[[], AreaAction]) -> None:
        self._act = act

    def choose(self, view: AreaState, decision: Decision, think: float | None = None) -> AreaAction:
        return self._act()

    def why(self) -> Reason | None:
        return None


def asked(act: Callable[[], AreaAction]) -> Answer[AreaAction] | Fault:
    state = opening()
    return ask(Scripted(act), GAME, state, GAME.pending(state)[0])


# asking


def test_a_legal_answer_is_taken() -> None:
    answer = asked(lambda: Order({"infantry": 2}))
    assert isinstance(answer, Answer)
    assert answer.action == Order({"infantry": 2})


def test_an_illegal_answer_names_the_rule_and_the_answer() -> None:
    fault = asked(lambda: Order({"battleship": 1}))
    assert isinstance(fault, Fault)
    assert (fault.kind, fault.seat) == ("illegal", "ussr")
    assert "1941.purchase.affordable" in fault.why
    assert "battleship" in fault.why


def test_a_bot_that_gives_up_is_heard() -> None:
    def give_up() -> AreaAction:
        raise BotFailed("I am lost")

    fault = asked(give_up)
    assert isinstance(fault, Fault)
    assert str(fault) == "scripted (ussr): failed: I am lost"


def test_a_crash_is_kept_with_its_place() -> None:
    fault = asked(lambda: Order({"infantry": 1 // 0}))
    assert isinstance(fault, Fault)
    assert fault.kind == "crashed"
    assert "ZeroDivisionError" in fault.why
    assert "test_protocol.py" in fault.details


def test_overtime_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter((0.0, allowed(0.0) + 0.1))
    monkeypatch.setattr("sandtable.bots.asking.perf_counter", lambda: next(clock))
    fault = asked(lambda: Order({"infantry": 2}))
    assert isinstance(fault, Fault)
    assert fault.kind == "overtime"


def test_own_work_counts_more_strictly_than_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    spent = iter((0.0, 0.3, 0.0, 0.2))
    monkeypatch.setattr("sandtable.bots.asking.thread_time", lambda: next(spent))
    assert isinstance(asked(lambda: Order({"infantry": 2})), Fault)
    answer = asked(lambda: Order({"infantry": 2}))
    assert isinstance(answer, Answer)
    assert answer.work == 0.2


class Peeping:
    """Bids what it sees of the others' bids."""

    name = "peeping"
    think = 0.0

    def __init__(self) -> None:
        self.seen: dict[str, int] = {}

    def choose(self, view: Table, decision: Decision, think: float | None = None) -> ToyAction:
        self.seen = dict(view.bids)
        return Bid(0)

    def why(self) -> Reason | None:
        return None


def test_a_bot_sees_only_what_its_seat_may_see() -> None:
    record, bot = begin(), Peeping()
    record.act("red", Bid(7))
    assert isinstance(ask(bot, TOY, record.state, record.pending[0]), Answer)
    assert record.state.bids == {"red": 7}
    assert bot.seen == {"red": HIDDEN}


# the random bot


def test_the_same_seed_gives_the_same_answers() -> None:
    assert answers(3, 120) == answers(3, 120)
    assert answers(3, 120) != answers(4, 120)


def test_a_bot_for_every_game_of_the_protocol() -> None:
    record = begin()
    bot = registry.make("random", TOY, 5)
    assert not isinstance(bot, registry.NoBot)
    assert play_out(record, dict.fromkeys(TOY.seats, bot), lambda _: False) is None
    assert record.finished


# names


def test_the_bots_by_name() -> None:
    assert registry.names()[:5] == ("random", "easy", "medium", "hard", "expert")
    assert all(one.about for one in registry.listings())


@pytest.mark.parametrize("name", registry.BUILT_IN)
def test_every_bot_answers_under_its_own_name(name: str) -> None:
    bot, state = registry.make(name, GAME, 1), opening()
    assert not isinstance(bot, registry.NoBot)
    assert bot.name == name
    assert bot.think > 0
    assert isinstance(ask(bot, GAME, state, GAME.pending(state)[0]), Answer)


def test_a_planner_does_not_play_what_it_does_not_know() -> None:
    assert registry.serves("random", TOY)
    assert not registry.serves("hard", TOY)
    problem = registry.find("hard", TOY)
    assert problem is not None
    assert problem.why == "the bot 'hard' does not play toy."


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("rondom", "there is no bot 'rondom'"),
        ("exec:", "a command is missing"),
        ("exec:no-such-program-at-all", "no program"),
        ("exec:python3 'open", "no command"),
        ("random@numbers.yaml", "plays by no numbers"),
        ("hard@no-such-file.yaml", "no-such-file.yaml: cannot be read"),
    ],
)
def test_names_that_mean_nothing(name: str, says: str) -> None:
    bot = registry.make(name, GAME, 1)
    assert isinstance(bot, registry.NoBot)
    assert says in bot.why


class Brought:
    """A bot of another package."""

    name = "brought"
    think = 1.0

    def __init__(self, game: Game[AreaState, AreaAction, AreaEvent], seed: int) -> None:
        self._game = game

    @staticmethod
    def serves(game: Game[AreaState, AreaAction, AreaEvent]) -> bool:
        return game.id == "1941"

    def choose(self, view: AreaState, decision: Decision, think: float | None = None) -> AreaAction:
        return next(self._game.legal(view, decision.seat))

    def why(self) -> Reason | None:
        return Reason("the first that is legal")


def install(monkeypatch: pytest.MonkeyPatch, name: str, place: str) -> None:
    found = [EntryPoint(name, place, registry.GROUP)]
    monkeypatch.setattr(registry, "entry_points", lambda group: found if group == registry.GROUP else [])


def test_other_packages_bring_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "brought", "tests.bots.test_protocol:Brought")
    assert registry.names()[-1] == "brought"
    bot: Bot[AreaState, AreaAction] | registry.NoBot = registry.make("brought", GAME, 1)
    assert not isinstance(bot, registry.NoBot)
    state = opening()
    assert isinstance(ask(bot, GAME, state, GAME.pending(state)[0]), Answer)
    assert not registry.serves("brought", TOY)


@pytest.mark.parametrize("place", ["tests.bots.no_such:Bot", "tests.bots.test_protocol:NoSuch", "tests:__name__"])
def test_a_broken_package_is_named(monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    install(monkeypatch, "brought", place)
    bot = registry.make("brought", GAME, 1)
    assert isinstance(bot, registry.NoBot)
    assert "'brought' cannot be loaded" in bot.why


def test_nobody_takes_the_name_of_our_own(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, "random", "tests.bots.test_protocol:Brought")
    bot = registry.make("random", GAME, 1)
    assert not isinstance(bot, registry.NoBot)
    assert bot.name == "random"


# levels


def test_turned_numbers_keep_within_their_bounds() -> None:
    level = Level("", 1.0, {"caution": Number(1.0, 0.5, 2.0), "greed": Number(3.0, 1.0, 4.0)})
    turned = level.turned({"caution": 9.0})
    assert (turned["caution"], turned["greed"]) == (2.0, 3.0)


@pytest.mark.parametrize("name", [name for name, one in registry.BUILT_IN.items() if one.level])
def test_the_levels_can_be_read(name: str) -> None:
    level = read_level(name)
    assert isinstance(level, Level)
    assert level.about
    assert level.numbers


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("about: x\nthink: 1\nnumbers: {nonsense: {value: 1, low: 0, high: 2}}", "'nonsense' is no number of"),
        ("about: x\nthink: 1", "is missing for the bot 'hard'"),
        ("about: x\nthink: 1\nnumbers: {a: {value: 5, low: 0, high: 2}}", "5.0 is not between 0.0 and 2.0"),
        ("about: [", "not valid YAML"),
    ],
)
def test_bad_level_files(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    level = read_level("hard", path)
    assert isinstance(level, BadLevel)
    assert says in level.why
