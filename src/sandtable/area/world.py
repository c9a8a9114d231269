"""The world of one game: everything that stays the same while it is played."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path

import msgspec

from sandtable.area.battle.sequence import Bombing, PullingBack, RoundEnd, Search, Sequences, Volley, Withdrawal
from sandtable.area.board import Board, Passage
from sandtable.area.citations import FINER, Citation, Feature
from sandtable.area.conduct import AidInfo, ClosedArea, Conduct, OptionInfo, VictoryInfo
from sandtable.area.forces import Piece, Power
from sandtable.area.techs import ResearchInfo, TechInfo, Techs, improved
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
    capital_at_start: bool = False
    """Whether it matters only who held the capital when the turn began."""
    together: bool = False
    """Nobody of a team begins it before all have come so far, and nobody goes on before it is over for all."""


class Rota(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose turn it is: the powers of a team take theirs at the same time, each at its own pace."""

    teams: tuple[tuple[Power, ...], ...] = ()
    """The turns of a round; left out, every power has one of its own, in the order of the powers."""
    opening: tuple[tuple[Power, ...], ...] = ()
    """The turns of a special opening round, which comes before the first."""


class GameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``game.yaml``: powers in order of play, phases, options, victory."""

    id: str
    title: str
    summary: str
    prefix: str
    sides: Mapping[str, str]
    powers: Mapping[Power, PowerInfo]
    phases: Mapping[str, PhaseInfo]
    rota: Rota = Rota()
    options: Mapping[str, OptionInfo] = {}
    victory: tuple[VictoryInfo, ...] = ()
    conduct: Conduct = Conduct()
    research: ResearchInfo | None = None
    aid: Mapping[Power, AidInfo] = {}
    """Powers that may send money to partners."""
    closed: tuple[ClosedArea, ...] = ()
    """Territories that are closed to some powers for a time."""
    deals: Mapping[int, tuple[tuple[Power, ...], ...]] = {}
    """For each number of players, which powers the book gives to each of them."""
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
    techs: Techs = ()
    """The developments of its powers, where they have any: see :meth:`developed`."""

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
        for team in (*self.game.rota.opening, *self.game.rota.teams):
            yield from (f"rota: unknown power {name!r}" for name in team if name not in self.powers)
        for scenario in self.setup.scenarios.values():
            for name, spaces in scenario.items():
                if name not in self.powers:
                    yield f"set-up: unknown power {name!r}"
                for space, units in spaces.items():
                    if space not in self.board.spaces:
                        yield f"set-up of {name}: unknown space {space!r}"
                    yield from (f"set-up of {name}: unknown unit {u!r}" for u in units if u not in self.units)
        for name, unit in self.units.items():
            yield from (f"unit {name}: unknown guest {g!r}" for g in sorted(unit.guests) if g not in self.units)
        for name, option in self.game.options.items():
            yield from (f"option {name}: unknown unit {u!r}" for u in option.not_for_sale if u not in self.units)
            given = [tech for techs in option.techs.values() for tech in techs]
            yield from (f"option {name}: unknown development {t!r}" for t in given if t not in self.tech_table)
        battle = [step.aboard_as for step in self.sequences.all_steps if isinstance(step, PullingBack)]
        battle += [self.sequences.built_in.unit] if self.sequences.built_in else []
        yield from (f"battle: unknown unit {u!r}" for u in battle if u and u not in self.units)
        for area in self.game.closed:
            known = self.board.territories
            yield from (
                f"{area.name}: unknown territory {s!r}" for s in (*area.spaces, area.until) if s not in known
            )
        for name, tech in self.tech_table.items():
            touched = [unit for effect in tech.effects for unit in effect.units]
            yield from (f"development {name}: unknown unit {u!r}" for u in touched if u not in self.units)

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

    def teams(self, round_: int) -> tuple[tuple[Power, ...], ...]:
        """The turns of a round, one after the other: who takes part in each."""
        if round_ < 1:
            return self.game.rota.opening
        return self.game.rota.teams or tuple((power,) for power in self.order)

    def together(self, phase: str) -> bool:
        """Whether a team plays this phase as one."""
        return bool(phase) and self.game.phases[phase].together

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
        """What a piece is, with the developments of its power."""
        if not self.techs:
            return self.units[piece.unit]
        return self.unit(piece.power, piece.unit)

    def unit(self, power: Power, name: str) -> UnitType:
        """A unit type as ``power`` has it."""
        return self._improved.get((power, name)) or self.units[name]

    @cached_property
    def _improved(self) -> Mapping[tuple[Power, str], UnitType]:
        """Unit types that developments have changed, by power."""
        return improved(self.units, self.tech_table, self.techs)

    def can(self, piece: Piece, ability: Ability) -> bool:
        return ability in self.units[piece.unit].abilities

    @cached_property
    def tech_table(self) -> Mapping[str, TechInfo]:
        """Every development of this game."""
        return self.game.research.techs if self.game.research else {}

    def developed(self, techs: Techs) -> "World":
        """This world with the developments that its powers have gained: unit types differ by power then."""
        if techs == self.techs:
            return self
        if techs not in self._developed:
            self._developed[techs] = msgspec.structs.replace(self, techs=techs)
        return self._developed[techs]

    @cached_property
    def _developed(self) -> "dict[Techs, World]":
        return {}

    def _takes(self, kind: Kind) -> frozenset[str]:
        return frozenset(
            name
            for name, unit in self.units.items()
            if any(self.units[guest].kind == kind for guest in unit.guests)
        )

    def _able(self, *abilities: Ability) -> frozenset[str]:
        return frozenset(name for name, unit in self.units.items() if set(abilities) & set(unit.abilities))

    @cached_property
    def prizes(self) -> frozenset[str]:
        """Unit types that belong to whoever takes their territory, and fight for nobody on the ground."""
        return self._able("prize")

    @cached_property
    def factory_units(self) -> frozenset[str]:
        """Unit types where new units enter play; none if this game's factories are printed on the board."""
        return self._able("factory")

    @cached_property
    def barring(self) -> frozenset[str]:
        """Unit types that make a sea zone hostile to their enemies."""
        return self._able("surface-warship", "obstacle")

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
        known = self.game.cites.get(key)
        if known:
            return known
        return self.cite(FINER[key]) if key in FINER else f"{self.game.prefix}.{key}"

    @cached_property
    def features(self) -> frozenset[Feature]:
        """What this game has beyond what all games of the family have."""
        conduct, steps = self.game.conduct, self.sequences.all_steps
        found: dict[Feature, bool] = {
            "research": self.game.research is not None,
            "rockets": any(tech.rockets for tech in self.tech_table.values()),
            "neutrals": conduct.neutral_fee is not None,
            "prizes": bool(self.prizes),
            "facilities": any(unit.kind == "facility" for unit in self.units.values()),
            "raids": any(isinstance(step, Bombing) for step in steps),
            "missions": any(sequence.mission for sequence in self.sequences.sequences.values()),
            "directed-research": self.game.research is not None and self.game.research.directed,
            "declared-rockets": any(t.rockets and t.rockets.declared for t in self.tech_table.values()),
            "half-flights": conduct.half_flights,
            "interdiction": conduct.interdiction,
            "decks-carry": conduct.decks_carry,
            "levies": conduct.levies is not None,
            "exiles-build": conduct.build_where_lost,
            "capital-ships": conduct.capital_ships_at_home,
            "captured-factories": conduct.captured_capacity > 1,
            "aid": bool(self.game.aid),
            "repairs": conduct.repairs,
            "scorched-earth": conduct.scorched_earth,
            "passive-moves": "window" in self.game.phases,
            "airlift": any(unit.lifts for unit in self.units.values()),
            "land-targets": bool(self._able("land-targets")),
            "support": any(isinstance(step, Volley) and step.support for step in steps),
            "withdrawal": any(isinstance(step, Withdrawal) for step in steps),
            "landing-choice": conduct.landing_optional,
            "ships-need-free-zones": not conduct.ships_among_enemies,
            "seaborne-bind": any(isinstance(step, RoundEnd) and step.seaborne == "bind" for step in steps),
            "teams": any(len(team) > 1 for team in self.game.rota.teams),
            "searches": any(isinstance(step, Search) for step in steps),
            "pull-backs": any(isinstance(step, PullingBack) for step in steps),
            "last-by-kind": any(rule.last is not None for rule in self.sequences.targets),
            "forced-retreat": any(isinstance(step, RoundEnd) and step.hopeless for step in steps),
        }
        return frozenset(feature for feature, has in found.items() if has)

    def closed_to(self, power: Power, space: str, opened: tuple[str, ...]) -> ClosedArea | None:
        """The area that keeps a power out of a territory, if one does."""
        for area in self.game.closed:
            if space in area.spaces and power in area.powers and area.name not in opened:
                return area
        return None

    def shut_out(self, power: Power, space: str, opened: tuple[str, ...], flying: bool = False) -> Refusal | None:
        """The rule that keeps a power out of a territory, or out of the air above it, if one does."""
        area = self.closed_to(power, space, opened)
        if area is None:
            return None
        rule = area.overflight if flying else area.entry
        return Refusal(f"{self.game.prefix}.{rule}", f"{space} is closed to {self.name(power)}: {area.name}.")

    def refuse(self, key: Citation, why: str) -> Refusal:
        return Refusal(self.cite(key), why)

    # passages

    def passage_open(self, passage: Passage, power: Power, control: Mapping[str, Power]) -> bool:
        """Whether ships of ``power`` may use a canal or strait; ``control`` is that of the turn's start."""
        return not passage.closed and all(
            control.get(bank, "") in self.powers and self.friends(control[bank], power) for bank in passage.banks
        )
