"""The world of one game: everything that stays the same while it is played."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path

import msgspec

from sandtable.area.battle.sequence import Sequences
from sandtable.area.board import Board, Passage
from sandtable.area.citations import Citation
from sandtable.area.forces import Piece, Power
from sandtable.area.units import Ability, Kind, UnitType
from sandtable.core.datafile import DataFileError, read_yaml
from sandtable.core.refusal import Refusal


class PowerInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A power as the game file has it."""

    name: str
    adjective: str
    side: str
    capital: str
    city: str
    treasury: int
    colour: str


class PhaseInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A phase of the turn: its name, and whether a power without its capital plays it."""

    name: str
    needs_capital: bool = False


class OptionInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An optional rule that can be agreed on before the game."""

    name: str
    text: str
    default: bool = False
    rule: str = ""
    """Cited when somebody wants to switch it in mid-game."""


class VictoryInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a side wins: looked at when a power's turn ends."""

    side: str
    after: Power
    cities: tuple[str, ...]
    at_least: int
    rule: str
    option: str = ""
    """Only with this option; entries without one hold while no option with entries is on."""


class GameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``game.yaml``: powers in order of play, phases, options, victory."""

    id: str
    title: str
    summary: str
    prefix: str
    sides: Mapping[str, str]
    powers: Mapping[Power, PowerInfo]
    phases: Mapping[str, PhaseInfo]
    options: Mapping[str, OptionInfo] = {}
    victory: tuple[VictoryInfo, ...] = ()
    absent: Mapping[str, str] = {}
    """Things that other games have and this one lacks: unit or action name, and the rule to cite."""
    cites: Mapping[str, str] = {}
    """Family citations that this game's book files under another id."""


class SetupFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``setup.yaml``: one scenario after another, units by power and space."""

    scenarios: Mapping[str, Mapping[Power, Mapping[str, Mapping[str, int]]]]


class World(msgspec.Struct, frozen=True, dict=True):
    """A game's board, units, powers and battle sequences, ready to play on."""

    game: GameFile
    board: Board
    units: Mapping[str, UnitType]
    sequences: Sequences
    setup: SetupFile

    @classmethod
    def read(cls, folder: Path) -> "World":
        """Read a game's folder and say what does not fit together."""
        world = cls(
            read_yaml(folder / "game.yaml", GameFile),
            read_yaml(folder / "board.yaml", Board),
            read_yaml(folder / "units.yaml", dict[str, UnitType]),
            read_yaml(folder / "battle.yaml", Sequences),
            read_yaml(folder / "setup.yaml", SetupFile),
        )
        problems = [*world.board.problems(), *world._problems()]
        if problems:
            raise DataFileError(f"{folder.name}: " + "; ".join(problems))
        return world

    def _problems(self) -> Iterable[str]:
        for name, power in self.powers.items():
            if power.side not in self.game.sides:
                yield f"power {name}: unknown side {power.side!r}"
            if power.capital not in self.board.territories:
                yield f"power {name}: unknown capital {power.capital!r}"
        for scenario in self.setup.scenarios.values():
            for name, spaces in scenario.items():
                if name not in self.powers:
                    yield f"set-up: unknown power {name!r}"
                for space, units in spaces.items():
                    if space not in self.board.spaces:
                        yield f"set-up of {name}: unknown space {space!r}"
                    yield from (f"set-up of {name}: unknown unit {u!r}" for u in units if u not in self.units)

    # powers and sides

    @property
    def powers(self) -> Mapping[Power, PowerInfo]:
        return self.game.powers

    @cached_property
    def order(self) -> tuple[Power, ...]:
        """Powers in order of play."""
        return tuple(self.powers)

    @cached_property
    def side_of(self) -> Mapping[Power, str]:
        return {name: info.side for name, info in self.powers.items()}

    def side(self, power: Power) -> str:
        return self.side_of[power]

    @cached_property
    def enemies(self) -> Mapping[Power, frozenset[Power]]:
        """For each power the powers of the other side."""
        return {p: frozenset(q for q in self.order if self.side(q) != self.side(p)) for p in self.order}

    def friends(self, a: Power, b: Power) -> bool:
        """Whether two powers are on one side (a power is its own friend)."""
        return self.side_of[a] == self.side_of[b]

    def name(self, power: Power) -> str:
        return self.powers[power].name if power in self.powers else "nobody"

    # units

    def type(self, piece: Piece) -> UnitType:
        return self.units[piece.unit]

    def can(self, piece: Piece, ability: Ability) -> bool:
        return ability in self.units[piece.unit].abilities

    def _takes(self, kind: Kind) -> frozenset[str]:
        return frozenset(
            name
            for name, unit in self.units.items()
            if any(self.units[guest].kind == kind for berth in unit.berths for guest in berth)
        )

    @cached_property
    def transports(self) -> frozenset[str]:
        """Unit types with room for land units."""
        return self._takes("land")

    @cached_property
    def carriers(self) -> frozenset[str]:
        """Unit types with room for air units."""
        return self._takes("air")

    # citations

    def cite(self, key: Citation) -> str:
        """The id under which this game's rulebook has a rule of the family."""
        return self.game.cites.get(key) or f"{self.game.prefix}.{key}"

    def refuse(self, key: Citation, why: str) -> Refusal:
        return Refusal(self.cite(key), why)

    # passages

    def passage_open(self, passage: Passage, power: Power, control: Mapping[str, Power]) -> bool:
        """Whether ships of ``power`` may use a canal or strait; ``control`` is that of the turn's start."""
        return not passage.closed and all(
            control.get(bank, "") in self.powers and self.friends(control[bank], power) for bank in passage.banks
        )
