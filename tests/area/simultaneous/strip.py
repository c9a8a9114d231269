"""A battle of game ``revised-historical`` on its own: its board, units and sequences, and nothing else of it."""

from typing import ClassVar

import msgspec

import sandtable.games
from sandtable.area.actions import Aim, PullBack
from sandtable.area.battle import fight
from sandtable.area.battle.sequence import Sequences
from sandtable.area.board import Board
from sandtable.area.forces import Piece, Stack, changed, stack
from sandtable.area.part import NoSettings, Parts
from sandtable.area.parts.directed_research import DirectedResearch, Settings
from sandtable.area.parts.missions import Missions
from sandtable.area.state import Party, Shots
from sandtable.area.techs import Effect, TechInfo
from sandtable.area.units import UnitType
from sandtable.area.world import GameFile, PhaseInfo, PowerInfo, SetupFile, World
from sandtable.core.datafile import read_yaml
from sandtable.games import area
from tests.area.strip import Table, force

FOLDER = sandtable.games.BUILT_IN / "revised-historical"


def _power(name: str, adjective: str, side: str, capital: str) -> PowerInfo:
    return PowerInfo(name, adjective, side, capital, capital, 0, "gray")


TECHS = {
    "jets": (
        Effect(("fighter",), attack=1, defense=1, dogfight=(2, 1), abilities=("jet",)),
        Effect(("bomber",), attack=-1, defense=2, dogfight=(0, 1), abilities=("jet",)),
    ),
    "advanced-submarine": (Effect(("submarine",), attack=1, defense=1),),
    "asw": (Effect(("fighter",), abilities=("sub-hunter",), volley="hunter"),),
    "heavy-bomber": (Effect(("bomber",), move=2, best_of=1),),
}
"""The weapons that matter in a battle."""
RESEARCH = Settings(5, 6, {name: TechInfo(name, "", effects) for name, effects in TECHS.items()})

GAME = GameFile(
    "Battles with simultaneous losses",
    "",
    "rh",
    {"axis": "Axis", "allies": "Allies"},
    {
        "ussr": _power("Soviet Union", "Soviet", "allies", "Russia"),
        "germany": _power("Germany", "German", "axis", "Germany"),
        "uk": _power("United Kingdom", "British", "allies", "United Kingdom"),
        "japan": _power("Japan", "Japanese", "axis", "Japan"),
        "usa": _power("United States", "American", "allies", "Eastern United States"),
    },
    {"combat": PhaseInfo("Conduct Combat", together=True)},
    area("revised-historical").world.game.conduct,
)

RH = World(
    GAME,
    read_yaml(FOLDER / "board.yaml", Board),
    read_yaml(FOLDER / "units.yaml", dict[str, UnitType]),
    read_yaml(FOLDER / "battle.yaml", Sequences),
    SetupFile({}),
    parts=Parts([DirectedResearch(RESEARCH), Missions(NoSettings())]),
    citations={
        "casualty.owner-chooses": "rh.combat.owner-picks-casualties",
        "casualty.assign-as-many-as-possible": "rh.combat.owner-picks-casualties",
        "casualty.eligibility": "rh.land.hits-on-land-only",
        "transport.chosen-last": "rh.combat.restricted-hits-first",
        "transport.cargo-passive": "rh.seacombat.naval-hits",
        "combat.order-of-battles": "rh.combat.order",
    },
)


def sent(power: str, came: str = "", **units: int) -> Stack:
    """Units that were sent into battle, from a space."""
    return changed(force(power, **units), lambda p: msgspec.structs.replace(p, moved=True, came=came))


def landed(power: str, land: str, zone: str, **units: int) -> Stack:
    """Units that have come ashore."""
    return changed(sent(power, zone, **units), lambda p: msgspec.structs.replace(p, landing=land))


def flown(power: str, **units: int) -> Stack:
    """Air units on a mission."""
    return changed(force(power, **units), lambda p: msgspec.structs.replace(p, moved=True, raiding=True))


def aim(*shots: tuple[Piece, Stack]) -> Aim:
    """Shots at one enemy after another."""
    return Aim(tuple(Shots(at, by) for at, by in shots))


def one(power: str, unit: str) -> Piece:
    return Piece(power, unit)


def back(*parties: tuple[Stack, str], below: Stack = ()) -> PullBack:
    """Parties that pull back, each to a place."""
    return PullBack(tuple(Party(units, to) for units, to in parties), below)


class Cycle(Table):
    """A battle with simultaneous losses."""

    world: ClassVar[World] = RH

    def stay(self) -> "Cycle":
        """Nobody pulls back who does not have to."""
        while not self.over and self.asked and all(kind == "pull-back" for _, kind in self.asked):
            round_ = self.state.battle.round if self.state.battle else 0
            for seat, _ in self.asked:
                self.do(seat, PullBack())
                if self.state.battle is None or self.state.battle.round != round_:
                    return self
        return self

    def left(self, side: str) -> dict[str, int]:
        """Who is in the battle on a side."""
        battle = self.state.battle
        assert battle is not None
        units = battle.attack.units if side == "attack" else battle.defend.units
        counts: dict[str, int] = {}
        for piece, n in units:
            name = f"{piece.power} {piece.unit}"
            counts[name] = counts.get(name, 0) + n
        return counts

    def choices(self, seat: str) -> int:
        """How many answers a seat is offered, all of which pass."""
        offered = fight.legal(self.run.world, self.state, seat)
        assert all(self.check(seat, action) is None for action in offered)
        return len(offered)


__all__ = ["RH", "Cycle", "aim", "back", "flown", "force", "landed", "one", "sent", "stack"]
