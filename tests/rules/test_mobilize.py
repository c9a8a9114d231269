"""Mobilizing beside two complexes at once: this board has no such zone, but the engine must not rely on that."""

import pytest
from msgspec.structs import replace

from sandtable import games
from sandtable.area.actions import Mobilize
from sandtable.area.events import Mobilized
from sandtable.area.evolve import evolve
from sandtable.area.factories import room_at
from sandtable.area.phases import mobilize
from sandtable.area.position import Position, build
from sandtable.area.state import AreaState
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.dice import ScriptedDice

ZONE = "Sea Zone 5"
"""Borders on Germany, where the complex is, and on Norway/Finland, where one is put."""


def two_complexes() -> World:
    """The world with a second German complex, of value 1, on Sea Zone 5."""
    world = games.area("1941").world
    lands = dict(world.board.territories)
    lands["Norway/Finland"] = replace(lands["Norway/Finland"], factory=True)
    return World(world.game, replace(world.board, territories=lands), world.units, world.sequences, world.setup)


def one_left_each(world: World, ships: int) -> AreaState:
    """Germany mobilizes, with this many submarines bought and one place left in either complex."""
    state = build(
        world, Position(start_from="empty", turn="germany", phase="mobilize", bought={"submarine": ships})
    )
    assert isinstance(state, AreaState)
    return replace(state, turn=replace(state.turn, charged={"Germany": 3}))


def place(world: World, state: AreaState, order: Mobilize) -> Unfolding:
    assert mobilize.check(world, state, "germany", "germany", order) is None
    run = Unfolding(world, state, ScriptedDice(()), evolve)
    mobilize.do(run, "germany", "germany", order)
    return run


def charged(run: Unfolding) -> dict[str, int]:
    """How many units each complex was charged with in this run."""
    found: dict[str, int] = {}
    for event in run.events:
        if isinstance(event, Mobilized):
            found[event.complex] = found.get(event.complex, 0) + event.count
    return found


def test_no_zone_of_this_board_borders_on_two_complexes() -> None:
    board = games.area("1941").world.board
    for zone in board.sea_zones:
        assert sum(board.territories[land].factory for land in board.coasts[zone]) <= 1


@pytest.mark.rule("1941.mobilize.shared-zone-choice")
def test_two_ships_are_charged_to_one_complex_each() -> None:
    world = two_complexes()
    run = place(world, one_left_each(world, 3), Mobilize(unit="submarine", space=ZONE, count=2))
    assert charged(run) == {"Germany": 1, "Norway/Finland": 1}
    third = mobilize.check(world, run.state, "germany", "germany", Mobilize(unit="submarine", space=ZONE))
    assert third is not None
    assert third.rule == "1941.mobilize.capacity"


@pytest.mark.rule("1941.mobilize.shared-zone-choice")
@pytest.mark.parametrize(("named", "other"), [("Germany", "Norway/Finland"), ("Norway/Finland", "Germany")])
def test_the_owner_chooses_the_complex(named: str, other: str) -> None:
    world = two_complexes()
    state = one_left_each(world, 2)
    both = mobilize.check(
        world, state, "germany", "germany", Mobilize(unit="submarine", space=ZONE, count=2, complex=named)
    )
    assert both is not None
    assert both.rule == "1941.mobilize.capacity"
    run = place(world, state, Mobilize(unit="submarine", space=ZONE, complex=named))
    assert charged(run) == {named: 1}
    assert room_at(world, run.state, "germany", named) == 0
    assert room_at(world, run.state, "germany", other) == 1
