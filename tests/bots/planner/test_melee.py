"""Losses: cheap units go before dear ones, but the last troops stay to take the territory."""

from msgspec.structs import replace

from sandtable.area.actions import Casualties
from sandtable.area.forces import Piece, stack
from sandtable.area.position import Position
from sandtable.area.state import Battle, Strip
from sandtable.bots.planner.melee import Melee
from tests.bots.planner.positions import Table

TABLE = Table("1941")


def lost(
    attack: dict[str, int],
    defend: dict[str, int],
    hits: int,
    victim: str,
    ways: list[dict[str, int]] | None = None,
    amphibious: bool = False,
) -> dict[str, int]:
    """Whom ``hard`` gives up in a battle for Moscow."""
    state = TABLE.state(Position(start_from="empty", turn="germany"))
    sides = {"attack": attack, "defend": defend}
    powers = {"attack": "germany", "defend": "ussr"}
    strips = {
        side: Strip(stack((Piece(powers[side], u), n) for u, n in units.items())) for side, units in sides.items()
    }
    battle = Battle("Russia", "land", "germany", strips["attack"], strips["defend"], round=1, victim=victim)
    battle = replace(battle, amphibious=amphibious)
    seat = powers[victim]
    melee = Melee(TABLE.game, replace(state, battle=battle), TABLE.stance(state, seat), seat)
    ways = ways or [{u: hits} for u in sides[victim] if sides[victim][u] >= hits]
    options = [Casualties((), stack((Piece(seat, u), n) for u, n in way.items())) for way in ways]
    chosen, reason = melee._losses(options)
    assert isinstance(chosen, Casualties)
    assert reason.aim
    assert isinstance(chosen, Casualties)
    return {piece.unit: n for piece, n in chosen.destroyed or ()}


def test_fighters_outlive_infantry_and_tanks() -> None:
    army = {"infantry": 5, "tank": 5, "fighter": 3, "bomber": 1}
    assert lost(army, {"infantry": 14}, 2, "attack") == {"infantry": 2}
    assert lost({"tank": 5, "fighter": 3}, {"infantry": 6}, 2, "attack") == {"tank": 2}


def test_the_defender_keeps_its_fighter() -> None:
    assert lost({"infantry": 9, "tank": 2}, {"infantry": 4, "fighter": 1}, 1, "defend") == {"infantry": 1}


def test_the_last_troops_stay_to_take_the_territory() -> None:
    assert lost({"infantry": 1, "fighter": 3}, {"infantry": 1}, 1, "attack") == {"fighter": 1}


def test_who_is_about_to_break_off_keeps_what_is_worth_most() -> None:
    army, ways = {"tank": 3, "fighter": 3}, [{"tank": 3, "fighter": 1}, {"tank": 1, "fighter": 3}]
    assert lost(army, {"fighter": 6}, 4, "attack", ways) == ways[0]
    assert lost(army, {"fighter": 6}, 4, "attack", ways, amphibious=True) == ways[1]  # nobody can break off
    assert lost(army, {"infantry": 1}, 4, "attack", ways) == ways[1]  # there is something to win
