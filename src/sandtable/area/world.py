"""The world of one game: everything that stays the same during a game."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Literal, Protocol

import msgspec

from sandtable.area.battle.sequence import PullingBack, RoundEnd, Search, Sequences, Volley, Withdrawal
from sandtable.area.board import Board, Passage
from sandtable.area.citations import FINER, Citation, Feature
from sandtable.area.conduct import Conduct, OptionInfo, VictoryInfo
from sandtable.area.forces import Piece, Power
from sandtable.area.part import Parts
from sandtable.area.parts import compose
from sandtable.area.relations import Relation, RelationInfo, Relations, table
from sandtable.area.requirements.fitting import misfits
from sandtable.area.techs import TechInfo, Techs, improved
from sandtable.area.units import Ability, Kind, UnitType
from sandtable.core.bounds import Amount, Money
from sandtable.core.datafile import AnyFolder, Misfit, read_yaml, refuse_misfits
from sandtable.core.refusal import Refusal
from sandtable.core.wording import sentence, the


class PowerInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A power, as in the game file."""

    name: str
    adjective: str
    side: str
    capital: str
    """Its capital territory; empty if it has none."""
    city: str
    treasury: Money
    colour: str


class PhaseInfo(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A phase of the turn: its name, and whether a power without its capital plays it."""

    name: str
    needs_capital: bool = False
    capital_at_start: bool = False
    """Whether only the capital's holder at the start of the turn matters."""
    together: bool = False
    """A team plays it together: it begins for all when all have reached it, and ends for all."""


class Rota(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The turn order: powers of a team take their turns at the same time, each at its own pace."""

    teams: tuple[tuple[Power, ...], ...] = ()
    """The turns of a round; by default each power has its own, in the order of the powers."""
    opening: tuple[tuple[Power, ...], ...] = ()
    """The turns of a special opening round, before the first."""


class GameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``game.yaml``: powers in turn order, phases, options, victory."""

    title: str
    summary: str
    prefix: str
    sides: Mapping[str, str]
    powers: Mapping[Power, PowerInfo]
    phases: Mapping[str, PhaseInfo]
    conduct: Conduct
    rota: Rota = Rota()
    options: Mapping[str, OptionInfo] = {}
    victory: tuple[VictoryInfo, ...] = ()
    parts: Mapping[str, Any] = {}
    """The parts of this game, with their settings."""
    relations: tuple[RelationInfo, ...] = ()
    """Powers whose relation at the start differs from that of their sides: partners, at war, or at peace."""
    deals: Mapping[int, tuple[tuple[Power, ...], ...]] = {}
    """For each number of players, the powers that the book assigns to each."""
    absent: Mapping[str, str] = {}
    """Things that other games have and this one lacks: unit or action name, and the rule to cite."""
    family: Literal["area"] = "area"
    like: str = ""
    """The game that this is a variant of."""
    finished: bool = False
    """Whether every rule of the book is enforced and tested."""
    renamed: Mapping[str, str] = {}
    """New names for spaces of the game it is a variant of, by old name."""
    version: str = ""
    """The author's version number: 1.0."""
    author: str = ""
    licence: str = ""
    """Its licence: CC BY 4.0."""
    id: str = ""
    """The name of its folder."""


class SetupFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``setup.yaml``: the scenarios, units by power and space."""

    scenarios: Mapping[str, Mapping[Power, Mapping[str, Mapping[str, Amount]]]]
    on_board: tuple[str, ...] = ()
    """Units that are part of the board and drawn with it, such as factories."""


class _Changing(Protocol):
    """The parts of a world that change during a game."""

    @property
    def techs(self) -> Techs: ...

    @property
    def relations(self) -> Relations: ...


class World(msgspec.Struct, frozen=True, dict=True):
    """A game's board, units, powers and battle sequences, ready for play."""

    game: GameFile
    board: Board
    units: Mapping[str, UnitType]
    sequences: Sequences
    setup: SetupFile
    techs: Techs = ()
    """The developments of its powers, if any: see :meth:`developed`."""
    relations: Relations = ()
    """Relations between powers that differ from those of their sides."""
    parts: Parts = Parts()
    citations: Mapping[str, str] = {}
    """For each case of the family, the rule of this game's book that settles it."""

    @classmethod
    def read(cls, folder: AnyFolder) -> "World":
        """Read a game's folder and report inconsistencies."""
        game = msgspec.structs.replace(read_yaml(folder / "game.yaml", GameFile), id=folder.name)
        world = cls(
            game,
            read_yaml(folder / "board.yaml", Board),
            read_yaml(folder / "units.yaml", dict[str, UnitType]),
            read_yaml(folder / "battle.yaml", Sequences),
            read_yaml(folder / "setup.yaml", SetupFile),
            parts=compose(game.parts, folder),
        )
        refuse_misfits(folder, [*world.board.problems(), *world._problems()])
        return world

    def _problems(self) -> Iterable[Misfit]:
        powers, units, lands = self.powers, self.units, self.board.territories
        for name, power in powers.items():
            under = ("powers", name)
            if power.side not in self.game.sides:
                what = f"power {name}: unknown side {power.side!r}"
                yield Misfit("game.yaml", what, power.side, self.game.sides, under)
            if power.capital and power.capital not in lands:
                what = f"power {name}: unknown capital {power.capital!r}"
                yield Misfit("game.yaml", what, power.capital, lands, under)
        for pair in self.game.relations:
            for name in pair.powers:
                if name not in powers:
                    yield Misfit("game.yaml", f"relations: unknown power {name!r}", name, powers, ("relations",))
        for team in (*self.game.rota.opening, *self.game.rota.teams):
            for name in team:
                if name not in powers:
                    yield Misfit("game.yaml", f"rota: unknown power {name!r}", name, powers, ("rota",))
        yield from self._victory_problems()
        for scenario, placed in self.setup.scenarios.items():
            for name, spaces in placed.items():
                under = ("scenarios", scenario)
                if name not in powers:
                    yield Misfit("setup.yaml", f"set-up: unknown power {name!r}", name, powers, under)
                for space, stack in spaces.items():
                    if space not in self.board.spaces:
                        what = f"set-up of {name}: unknown space {space!r}"
                        yield Misfit("setup.yaml", what, space, self.board.spaces, (*under, name))
                    for unit in stack:
                        if unit not in units:
                            what = f"set-up of {name}: unknown unit {unit!r}"
                            yield Misfit("setup.yaml", what, unit, units, (*under, name, space))
        for name, kind in units.items():
            for guest in sorted(kind.guests):
                if guest not in units:
                    yield Misfit("units.yaml", f"unit {name}: unknown guest {guest!r}", guest, units, (name,))
        for name, option in self.game.options.items():
            under = ("options", name)
            for unit in option.not_for_sale:
                if unit not in units:
                    yield Misfit("game.yaml", f"option {name}: unknown unit {unit!r}", unit, units, under)
            for tech in (tech for techs in option.techs.values() for tech in techs):
                if tech not in self.tech_table:
                    what = f"option {name}: unknown development {tech!r}"
                    yield Misfit("game.yaml", what, tech, self.tech_table, under)
        battle = [step.aboard_as for step in self.sequences.all_steps if isinstance(step, PullingBack)]
        battle += [self.sequences.built_in.unit] if self.sequences.built_in else []
        for unit in battle:
            if unit and unit not in units:
                yield Misfit("battle.yaml", f"battle: unknown unit {unit!r}", unit, units)
        for part in self.parts.all:
            for problem in part.problems(self):
                if isinstance(problem, Misfit):
                    yield problem
                else:
                    yield Misfit("game.yaml", f"part {part.name}: {problem}", part.name, (), ("parts",))
        for name, developed in self.tech_table.items():
            for unit in (unit for effect in developed.effects for unit in effect.units):
                if unit not in units:
                    what = f"development {name}: unknown unit {unit!r}"
                    yield Misfit("game.yaml", what, unit, units, ("parts",))

    def _victory_problems(self) -> Iterable[Misfit]:
        sides = self.game.sides
        cities = {land.city for land in self.board.territories.values()} | {
            one.city for one in self.powers.values()
        }
        for goal in self.game.victory:
            if goal.side not in sides:
                yield Misfit("game.yaml", f"victory: unknown side {goal.side!r}", goal.side, sides, ("victory",))
            if goal.after and goal.after not in self.powers:
                what = f"victory: unknown power {goal.after!r}"
                yield Misfit("game.yaml", what, goal.after, self.powers, ("victory",))
            yield from misfits(self, "game.yaml", goal.when, ("victory",))
            for city in goal.cities:
                if city not in cities:
                    yield Misfit("game.yaml", f"victory: unknown city {city!r}", city, cities, ("victory",))

    # powers and sides

    @property
    def powers(self) -> Mapping[Power, PowerInfo]:
        return self.game.powers

    @cached_property
    def order(self) -> tuple[Power, ...]:
        """Powers in turn order."""
        return tuple(self.powers)

    @cached_property
    def side_of(self) -> Mapping[Power, str]:
        return {name: info.side for name, info in self.powers.items()}

    def teams(self, round_: int) -> tuple[tuple[Power, ...], ...]:
        """The turns of a round in order: the powers in each."""
        if round_ < 1:
            return self.game.rota.opening
        return self.game.rota.teams or tuple((power,) for power in self.order)

    def together(self, phase: str) -> bool:
        """Whether a team plays this phase together."""
        return bool(phase) and self.game.phases[phase].together

    def side(self, power: Power) -> str:
        """The side of a power; a side that holds something jointly is its own side."""
        return power if power in self.game.sides else self.side_of[power]

    @cached_property
    def _relations(self) -> Mapping[tuple[Power, Power], Relation]:
        return table(self.side_of, self.relations)

    def relation(self, a: Power, b: Power) -> Relation:
        """The relation of two powers."""
        return self._relations[a, b]

    @cached_property
    def enemies(self) -> Mapping[Power, frozenset[Power]]:
        """For each power, the powers it is at war with."""
        return {p: frozenset(q for q in self._holders if self._relations[p, q] == "war") for p in self._holders}

    @cached_property
    def at_war(self) -> frozenset[Power]:
        """The powers that are at war with another power."""
        return frozenset(p for p in self.order if any(q in self.powers for q in self.enemies[p]))

    @cached_property
    def partners(self) -> Mapping[Power, frozenset[Power]]:
        """For each power, itself and its partners."""
        return {
            p: frozenset(q for q in self._holders if self._relations[p, q] == "partners") for p in self._holders
        }

    @cached_property
    def _holders(self) -> tuple[str, ...]:
        """Who can hold a territory: powers, and sides whose powers hold it jointly."""
        return (*self.order, *self.game.sides)

    @cached_property
    def at_peace(self) -> Mapping[Power, frozenset[Power]]:
        """For each power, the powers it is at peace with."""
        return {p: frozenset(q for q in self._holders if self._relations[p, q] == "peace") for p in self._holders}

    def named_powers(self, names: tuple[str, ...]) -> tuple[Power, ...]:
        """The powers that some names mean, in turn order; a side stands for all its powers."""
        if names not in self._named:
            self._named[names] = tuple(p for p in self.order if p in names or self.side_of[p] in names)
        return self._named[names]

    @cached_property
    def _named(self) -> dict[tuple[str, ...], tuple[Power, ...]]:
        return {}

    def friends(self, a: Power, b: Power) -> bool:
        """Whether two powers are partners (a power is its own partner)."""
        return self._relations[a, b] == "partners"

    @cached_property
    def neutral_powers(self) -> frozenset[Power]:
        """Powers that are at war with nobody and partners of nobody."""
        return frozenset(
            p for p in self.order if all(self._relations[p, q] == "peace" for q in self.order if q != p)
        )

    def name(self, power: Power) -> str:
        """The name of a power, or of a side that holds something jointly."""
        return self.powers[power].name if power in self.powers else self.game.sides.get(power, "nobody")

    def the(self, power: Power) -> str:
        """The same in a sentence: ``the Soviet Union``."""
        return the(self.name(power))

    # units

    def type(self, piece: Piece) -> UnitType:
        """A piece's unit type, with its power's developments."""
        if not self.techs:
            return self.units[piece.unit]
        return self.unit(piece.power, piece.unit)

    def unit(self, power: Power, name: str) -> UnitType:
        """A unit type as ``power`` has it."""
        return self._improved.get((power, name)) or self.units[name]

    @cached_property
    def _improved(self) -> Mapping[tuple[Power, str], UnitType]:
        """Unit types changed by developments, by power."""
        return improved(self.units, self.tech_table, self.techs)

    def deck_closed(self, ship: Piece) -> bool:
        """Whether a ship is so damaged that its air units can neither land nor take off."""
        return ship.damage > 0 and "fragile-deck" in self.units[ship.unit].abilities

    def points_left(self, piece: Piece) -> int:
        """The movement points a piece has left this turn."""
        return self.type(piece).move + piece.extra - piece.used

    def can(self, piece: Piece, ability: Ability) -> bool:
        return ability in self.type(piece).abilities

    @cached_property
    def tech_table(self) -> Mapping[str, TechInfo]:
        """All developments of this game."""
        return {name: tech for part in self.parts.all for name, tech in part.techs.items()}

    def as_of(self, state: _Changing) -> "World":
        """This world in a given state: with the powers' developments and relations."""
        return self._with(state.techs, state.relations)

    def developed(self, techs: Techs) -> "World":
        """This world with hypothetical developments."""
        return self._with(techs, self.relations)

    def _with(self, techs: Techs, relations: Relations) -> "World":
        if (techs is self.techs or techs == self.techs) and (
            relations is self.relations or relations == self.relations
        ):
            return self
        key = techs, relations
        if key not in self._variants:
            self._variants[key] = msgspec.structs.replace(self, techs=techs, relations=relations)
        return self._variants[key]

    @cached_property
    def _variants(self) -> "dict[tuple[Techs, Relations], World]":
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
    def has_company(self) -> bool:
        """Whether some unit types take others along when they move."""
        return any(unit.blitzes_with or unit.towed_by for unit in self.units.values())

    @cached_property
    def shields(self) -> frozenset[str]:
        """Unit types that take the first hits for all other units on their side."""
        return self._able("shield")

    def worn(self, piece: Piece) -> bool:
        """Whether a shield can't take any more hits: it is too damaged, or still under construction."""
        return piece.unit in self.shields and (piece.chips > 0 or piece.damage >= self.units[piece.unit].hits)

    @cached_property
    def prizes(self) -> frozenset[str]:
        """Unit types that go to the power that takes their territory, and don't fight on the ground."""
        return self._able("prize")

    @cached_property
    def unarmed(self) -> frozenset[str]:
        """Unit types that don't fight or hold anything: prizes, and those that stay out of battles."""
        return self._able("prize", "noncombatant")

    @cached_property
    def factory_units(self) -> frozenset[str]:
        """Unit types at which new units enter play; empty if this game's factories are printed on the board."""
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
        """The id that a rule of the family has in this game's rulebook."""
        known = self.citations.get(key)
        if known:
            return known
        return self.cite(FINER[key]) if key in FINER else f"{self.game.prefix}.{key}"

    @cached_property
    def features(self) -> frozenset[Feature]:
        """The features of this game that not all games of the family have."""
        conduct, steps = self.game.conduct, self.sequences.all_steps
        found: dict[Feature, bool] = {
            "prizes": bool(self.prizes),
            "facilities": any(unit.kind == "facility" for unit in self.units.values()),
            "decks-carry": conduct.ships.decks_carry,
            "captured-factories": conduct.factories.captured > 1,
            "land-targets": bool(self._able("land-targets")),
            "support": any(isinstance(step, Volley) and step.support for step in steps),
            "withdrawal": any(isinstance(step, Withdrawal) for step in steps),
            "landing-choice": conduct.landings.optional,
            "ships-need-free-zones": not conduct.fleets.placed_among_enemies,
            "seaborne-bind": any(isinstance(step, RoundEnd) and step.seaborne == "bind" for step in steps),
            "teams": any(len(team) > 1 for team in self.game.rota.teams),
            "joint-attacks": self.sequences.joint,
            "searches": any(isinstance(step, Search) for step in steps),
            "pull-backs": any(isinstance(step, PullingBack) for step in steps),
            "last-by-kind": any(rule.last is not None for rule in self.sequences.targets),
            "forced-retreat": any(isinstance(step, RoundEnd) and step.hopeless for step in steps),
        }
        return frozenset(feature for feature, has in found.items() if has)

    def refuse_by(self, rule: str, why: str) -> Refusal:
        """A refusal by a rule of this game's own book, named in its data."""
        return Refusal(f"{self.game.prefix}.{rule}", sentence(why))

    def refuse(self, key: Citation, why: str) -> Refusal:
        return Refusal(self.cite(key), sentence(why))

    def refuse_own_or(self, own: str, key: Citation, why: str) -> Refusal:
        """Refuse by a rule named in the game's data, or else by the family's."""
        return self.refuse_by(own, why) if own else self.refuse(key, why)

    # passages

    def passage_open(self, passage: Passage, power: Power, control: Mapping[str, Power]) -> bool:
        """Whether ships of ``power`` may use a canal or strait; ``control``: as at the start of the turn."""
        return not passage.closed and all(
            control.get(bank, "") in self.powers and self.friends(control[bank], power) for bank in passage.banks
        )
