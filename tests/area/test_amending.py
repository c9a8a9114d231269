"""Positions of area games changed by hand: what is refused, and that what is allowed is a position."""

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from sandtable.area.actions import AreaAction, Order
from sandtable.area.amending import standing
from sandtable.area.changes import AreaChange, SetOwner, SetTechs, SetTreasury, SetTurn, SetUnits
from sandtable.area.events import AreaEvent
from sandtable.area.family import AreaGame
from sandtable.area.state import AreaState
from sandtable.bots.random import RandomBot
from sandtable.core.dice import SeededDice
from sandtable.core.game import Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.core.verify import verify
from sandtable.games import area, load

Log = Record[AreaState, AreaAction, AreaEvent]


def begun(game_id: str) -> Log:
    record = Record.begin(load(game_id), Setup(), SeededDice.from_seed(7))
    assert not isinstance(record, Refusal)
    return record


def amend(record: Log, *changes: AreaChange) -> AreaState:
    for change in changes:
        done = record.amend(change)
        assert not isinstance(done, Refusal), done.why
    return record.state


def units(space: str, power: str, unit: str, count: int) -> SetUnits:
    return SetUnits(space=space, power=power, unit=unit, count=count)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (units("Narnia", "ussr", "infantry", 1), "There is no space 'Narnia'."),
        (units("Russia", "narnia", "infantry", 1), "There is no power 'narnia'."),
        (units("Russia", "ussr", "dragon", 1), "There is no unit 'dragon'."),
        (units("Russia", "ussr", "battleship", 1), "Battleships can't be on land."),
        (units("Russia", "germany", "infantry", 1), "Russia belongs to the Soviet Union. Change its owner first."),
        (
            units("Sea Zone 1", "uk", "fighter", 1),
            "No ship in Sea Zone 1 has room for that many fighters.",
        ),
        (
            units("Sea Zone 1", "uk", "infantry", 1),
            "No ship in Sea Zone 1 has room for that many infantry.",
        ),
        (SetOwner("Sea Zone 1", "uk"), "Sea Zone 1 is a sea zone and has no owner."),
        (SetOwner("Russia", ""), "Russia must have an owner."),
        (SetOwner("Russia", "germany"), "Soviet Union has units in Russia. Remove them first."),
        (SetTurn("uk", "lunch"), "There is no phase 'lunch'"),
        (SetTreasury("narnia", 3), "There is no power 'narnia'."),
        (SetTechs("uk", ("jets",)), "This game has no developments."),
    ],
)
def test_what_would_be_no_position_is_refused(change: AreaChange, why: str) -> None:
    record = begun("1941")
    refused = record.amend(change)
    assert isinstance(refused, Refusal)
    assert (refused.rule, refused.why[: len(why)]) == ("", why)
    assert not record.entries


def test_troops_and_planes_at_sea_are_aboard() -> None:
    record = begun("1941")
    state = amend(
        record,
        units("Sea Zone 1", "uk", "transport", 1),
        units("Sea Zone 1", "uk", "infantry", 2),
        units("Sea Zone 1", "uk", "carrier", 1),
        units("Sea Zone 1", "uk", "fighter", 2),
    )
    assert {(piece.unit, tuple(one.unit for one in piece.cargo)) for piece, _ in state.at("Sea Zone 1")} >= {
        ("transport", ("infantry", "infantry")),
        ("carrier", ("fighter", "fighter")),
    }
    assert isinstance(record.amend(units("Sea Zone 1", "uk", "infantry", 3)), Refusal)
    state = amend(record, units("Sea Zone 1", "uk", "infantry", 1))
    assert standing(state, "Sea Zone 1", "uk", "infantry") == 1


def test_planes_of_the_power_on_turn_are_in_the_air() -> None:
    record = begun("1941")
    state = amend(record, units("Sea Zone 1", "ussr", "carrier", 1), units("Sea Zone 1", "ussr", "fighter", 2))
    assert standing(state, "Sea Zone 1", "ussr", "fighter") == 2
    assert all(not piece.cargo for piece, _ in state.at("Sea Zone 1") if piece.power == "ussr")
    state = amend(record, SetTurn("germany", "purchase"))
    assert [len(piece.cargo) for piece, _ in state.at("Sea Zone 1") if piece.unit == "carrier"] == [2]


def test_a_territory_changes_hands_with_what_is_built_there() -> None:
    record = begun("classic")
    state = record.state
    space = next(
        space
        for space, pieces in state.stacks.items()
        if state.control.get(space) == "germany" and any(piece.unit == "industrial_complex" for piece, _ in pieces)
    )
    away = [
        units(space, piece.power, piece.unit, 0)
        for piece, _ in state.at(space)
        if piece.unit not in ("industrial_complex", "antiaircraft_gun")
    ]
    state = amend(record, *away, SetOwner(space, "uk"))
    assert {piece.power for piece, _ in state.at(space)} == {"uk"}
    assert (state.control[space], state.turn.control[space]) == ("uk", "uk")
    assert isinstance(record.amend(units(space, "uk", "industrial_complex", 0)), Refusal)
    assert isinstance(record.amend(units(space, "uk", "industrial_complex", 2)), Refusal)


def test_developments_are_what_is_said() -> None:
    record = begun("classic")
    first, second = list(area("classic").world.tech_table)[:2]
    assert amend(record, SetTechs("uk", (first, second))).techs == tuple(sorted((("uk", first), ("uk", second))))
    assert amend(record, SetTechs("uk", (second,))).techs == (("uk", second),)


def test_a_turn_begins_afresh_and_purchases_are_paid_back() -> None:
    record = begun("1941")
    money = record.state.treasury["ussr"]
    assert not isinstance(record.act("ussr", Order(units={"infantry": 2})), Refusal)
    state = amend(record, SetTurn("uk", "purchase", round=5))
    assert (state.round, state.treasury["ussr"], state.bought) == (5, money, {})
    assert [decision.seat for decision in record.pending] == ["uk"]


def test_a_phase_that_decides_itself_passes() -> None:
    record = begun("1941")
    before = record.state.treasury["ussr"]
    state = amend(record, SetTurn("ussr", "income"))
    assert state.treasury["ussr"] > before
    assert [decision.seat for decision in record.pending] == ["germany"]


CHANGES = ("units", "owner", "turn", "treasury", "techs")


def some_change(game: AreaGame, pick: some.DataObject) -> AreaChange:
    """Any change at all, most of them sensible."""
    world = game.world

    def one(of: Iterable[str]) -> str:
        return pick.draw(some.sampled_from(sorted(of)))

    match one(CHANGES):
        case "units":
            return units(
                one(world.board.spaces), one(world.order), one(world.units), pick.draw(some.integers(0, 4))
            )
        case "owner":
            return SetOwner(one(world.board.spaces), one((*world.order, "")))
        case "turn":
            return SetTurn(one(world.order), one(world.game.phases))
        case "treasury":
            return SetTreasury(one(world.order), pick.draw(some.integers(0, 60)))
        case _:
            return SetTechs(one(world.order), tuple(sorted(world.tech_table)[: pick.draw(some.integers(0, 3))]))


@pytest.mark.parametrize("game_id", ["1941", "classic"])
@settings(max_examples=12, deadline=None)
@given(pick=some.data())
def test_the_game_goes_on_after_any_changes(game_id: str, pick: some.DataObject) -> None:
    """Bots by lot play between changes: no position that is allowed breaks a rule, and all of it verifies."""
    record = begun(game_id)
    game = record.game
    assert isinstance(game, AreaGame)
    bot: RandomBot[AreaState, AreaAction, AreaEvent] = RandomBot(game, 5)
    for _ in range(6):
        for _ in range(4):
            record.amend(some_change(game, pick))
        for _ in range(6):
            if record.finished:
                return
            decision = record.pending[0]
            done = record.act(decision.seat, bot.choose(record.view(decision.seat), decision))
            assert not isinstance(done, Refusal)
    assert verify(record).good
