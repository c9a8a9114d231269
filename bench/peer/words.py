"""Names of one game: ours and the other engine's, both ways."""

from collections.abc import Mapping
from pathlib import Path

import msgspec

from sandtable.area.family import AreaGame
from sandtable.core.datafile import read_yaml

NOBODY = "Neutral"
"""Who holds what nobody holds."""


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Names of one game that cannot be guessed."""

    units: Mapping[str, str] = {}
    spaces: Mapping[str, str] = {}


class Names(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    powers: Mapping[str, str]
    games: Mapping[str, Table]


class Words:
    """The names of a game as they are here. An engine with other names has words of its own."""

    developments = True
    """Whether the other engine takes over what powers have developed."""

    def __init__(self, game: AreaGame) -> None:
        self.world = game.world
        self.powers = {power: power for power in game.world.order}
        self.spaces = {space: space for space in game.world.board.spaces}
        self.units = {unit: unit for unit in game.world.units}
        self._turn_round()

    def _turn_round(self) -> None:
        self.our_power = {theirs: ours for ours, theirs in self.powers.items()}
        self.our_space = {theirs: ours for ours, theirs in self.spaces.items()}
        self.our_unit = {theirs: ours for ours, theirs in self.units.items()}


class TripleAWords(Words):
    """The names that TripleA's maps have."""

    developments = False

    def __init__(self, game: AreaGame) -> None:
        super().__init__(game)
        names = read_yaml(Path(__file__).with_name("names.yaml"), Names)
        table = names.games[game.id]
        self.powers = dict(names.powers)
        self.spaces = {space: table.spaces.get(space) or guess(space) for space in game.world.board.spaces}
        self.units = {unit: table.units.get(unit, unit) for unit in game.world.units}
        self._turn_round()


def guess(space: str) -> str:
    """The name that TripleA most likely has for a space.

    >>> guess("Sea Zone 12"), guess("Norway/Finland")
    ('12 Sea Zone', 'Norway Finland')
    """
    if space.startswith("Sea Zone "):
        return f"{space.removeprefix('Sea Zone ')} Sea Zone"
    return space.replace("/", " ")
