"""Plays a power's turn from a position and says what was wrong with it.

A file holds a ``kind`` of blunder, a position that all of its cases share, and the cases: what differs in the
position, and what must be true, either when the attacks are ordered (``attacks``, ``spares``, ``odds``) or at
the end of the turn. How strong a blow can fall on a space is worked out from all that each single enemy can
bring there, by exact odds.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from sandtable.area.actions import AreaAction, Done
from sandtable.area.events import AirLost, AreaEvent, Ordered
from sandtable.area.family import AreaGame
from sandtable.area.forces import Piece, Stack, merge, stack, where
from sandtable.area.parts.project_research.advancing import ProjectAdvanced
from sandtable.area.position import Position, PositionError, build
from sandtable.area.state import AreaState
from sandtable.area.status import enemies_at
from sandtable.bots.bot import Bot
from sandtable.bots.planner.disruption import Disruption
from sandtable.bots.planner.field import Field
from sandtable.bots.planner.reach import Reach
from sandtable.bots.planner.terrain import Terrain
from sandtable.bots.registry import NoBot, make
from sandtable.core.datafile import read_yaml
from sandtable.core.dice import SeededDice
from sandtable.games import area
from sandtable.odds.answer import Question, exact_odds
from sandtable.odds.result import Odds

SEEDS = (1, 2, 3)


class Demand(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a good player does; only what is mentioned is looked at."""

    attacks: tuple[str, ...] = ()
    """These spaces are attacked."""
    attacks_one_of: tuple[str, ...] = ()
    spares: tuple[str, ...] = ()
    """These are not."""
    odds: Mapping[str, float] = {}
    """Where these spaces are attacked, the attack wins with at least this chance."""
    holds: Mapping[str, float] = {}
    """At the end: no single enemy takes the territory with more than this chance."""
    keeps: Mapping[str, int] = {}
    """At the end: at least this many units of the power's side stand there."""
    leaves: tuple[str, ...] = ()
    """At the end: no unit of the power stands there any more."""
    ships_worth: Mapping[str, float] = {}
    """At the end: of the power's fleets no enemy blow wins more than this, in money (``anywhere`` or a zone)."""
    ashore: bool = False
    """At the end: no troops of the power wait aboard a transport."""
    escorted: bool = False
    """At the end: no transport of the power lies alone where an enemy can strike it."""
    no_plane_lost: bool = False
    """No air unit of the power is lost for want of a landing place."""
    buys: Mapping[str, int] = {}
    """At least this many units of these types are bought."""
    buys_one_of: tuple[str, ...] = ()
    """At least one unit of one of these types is bought."""
    at_most: Mapping[str, int] = {}
    """No more units of these types are bought."""
    spends: int = 0
    """At least this much is spent on units."""
    researches: int = 0
    """At least this many dice are rolled for projects."""
    disrupts: float = 0.0
    """At the end: the power's ships take at least this much from enemy convoys in a round, on average."""
    missions: tuple[str, ...] = ()
    """Air units fly missions over these territories."""
    no_mission: tuple[str, ...] = ()
    """Nobody flies one over these, other than by night."""


class Case(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One position."""

    title: str
    position: Position
    must: Demand


class BlunderFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Cases of one kind of blunder."""

    kind: str
    game: str
    position: Position = Position()
    """Laid under the position of every case: its units, control and treasury, where the case says nothing."""
    cases: tuple[Case, ...]


def cases_in(folder: Path) -> Iterator[tuple[str, str, Case]]:
    """Kind, game and case of everything in a folder's files."""
    for path in sorted(folder.glob("*.yaml")):
        file = read_yaml(path, BlunderFile)
        for case in file.cases:
            yield file.kind, file.game, msgspec.structs.replace(case, position=over(file.position, case.position))


def over(base: Position, own: Position) -> Position:
    """A case's own position, laid over the one that all cases of a file share."""
    return msgspec.structs.replace(
        own,
        start_from=base.start_from if own.start_from == "opening" else own.start_from,
        turn=own.turn or base.turn,
        units={**base.units, **own.units},
        control={**base.control, **own.control},
        treasury={**base.treasury, **own.treasury},
    )


def problems(game_id: str, case: Case, bot_name: str, seed: int) -> list[str]:
    """What was wrong with the turn that a bot played."""
    game = area(game_id)
    state = build(game.world, case.position)
    assert not isinstance(state, PositionError), f"{case.title}: {state}"
    bot = make(bot_name, game, seed)
    assert not isinstance(bot, NoBot), bot
    return Trial(game, bot, state, seed, case.position.turn).judged(case.must)


class Trial:
    """One turn of one bot; ``power``: whose play is looked at, where a team has its turn."""

    def __init__(
        self, game: AreaGame, bot: Bot[AreaState, AreaAction], state: AreaState, seed: int, power: str = ""
    ) -> None:
        self.game = game
        self.world = game.world
        self.terrain = Terrain(game.world)
        self.power = power if power in state.turn.phases else next(iter(state.turn.phases))
        self.side = game.world.side(self.power)
        self.events: list[AreaEvent] = []
        self.ordered = state
        """The position when all attacks are on their way."""
        self.end = self._play(bot, state, SeededDice.from_seed(seed))
        assert self.events, "nobody was asked anything"

    def _play(self, bot: Bot[AreaState, AreaAction], state: AreaState, dice: SeededDice) -> AreaState:
        round_ = state.round
        while (pending := self.game.pending(state)) and self.power in state.turn.phases and state.round == round_:
            decision = pending[0]
            action = bot.choose(self.game.view(state, decision.seat), decision)
            refusal = self.game.check(state, decision.seat, action)
            assert refusal is None, refusal
            if (decision.kind, decision.seat) == ("combat-move", self.power) and isinstance(action, Done):
                self.ordered = state
            for event in self.game.decide(state, decision.seat, action, dice):
                self.events.append(event)
                state = self.game.evolve(state, event)
        return state

    def judged(self, must: Demand) -> list[str]:
        return [
            *self._purchase(must),
            *self._orders(must),
            *self._missions(must),
            *self._outcome(must),
            *self._fleets(must),
        ]

    def _purchase(self, must: Demand) -> Iterator[str]:
        orders = [e for e in self.events if isinstance(e, Ordered) and e.power == self.power]
        units = Counter({unit: n for order in orders for unit, n in order.units.items()})
        spent = sum(order.cost for order in orders)
        for unit, least in must.buys.items():
            if units[unit] < least:
                yield f"{units[unit]} {unit} bought"
        for unit, most in must.at_most.items():
            if units[unit] > most:
                yield f"{units[unit]} {unit} bought"
        if must.buys_one_of and not any(units[unit] for unit in must.buys_one_of):
            yield f"none of {', '.join(must.buys_one_of)} bought"
        if spent < must.spends:
            yield f"only {spent} spent"
        dice = sum(isinstance(e, ProjectAdvanced) and e.power == self.power for e in self.events)
        if dice < must.researches:
            yield f"{dice} dice rolled for projects"

    # attacks

    def attackers(self, space: str) -> Stack:
        """The power's units that attack a space, those still at sea included."""
        state = self.ordered
        here = where(state.at(space), lambda p: p.power == self.power)
        if self.world.board.is_sea(space):
            fights = any(p.moved for p, _ in here) or space in state.turn.engaged
            return here if fights and enemies_at(self.world, state, self.power, space) else ()
        landing = stack(
            (Piece(self.power, unit.unit), count)
            for zone in self.world.board.coasts[space]
            for piece, count in state.at(zone)
            for unit in piece.cargo
            if unit.power == self.power and unit.landing == space
        )
        hostile = self.world.side(state.control[space]) != self.side
        taken = self.world.side(state.turn.control[space]) != self.side and not hostile
        return merge(here, landing) if hostile or taken else ()

    def _orders(self, must: Demand) -> Iterator[str]:
        for space in must.attacks:
            if not self.attackers(space):
                yield f"{space} was not attacked"
        if must.attacks_one_of and not any(self.attackers(space) for space in must.attacks_one_of):
            yield f"none of {', '.join(must.attacks_one_of)} was attacked"
        for space in must.spares:
            if self.attackers(space):
                yield f"{space} was attacked"
        for space, least in must.odds.items():
            force = self.attackers(space)
            if force:
                won = self._duel(force, enemies_at(self.world, self.ordered, self.power, space), space)
                if won is not None and won.win < least:
                    yield f"{space} was attacked with a chance of {won.win:.0%}"

    def _missions(self, must: Demand) -> Iterator[str]:
        flown = {
            space: {p.mission for p, _ in pieces if p.raiding and p.power == self.power}
            for space, pieces in self.ordered.stacks.items()
        }
        for space in must.missions:
            if not flown.get(space):
                yield f"nobody flew a mission over {space}"
        for space in must.no_mission:
            if flown.get(space, set()) - {"night-bombing"}:
                yield f"a mission was flown over {space}"

    def _duel(self, attack: Stack, defend: Stack, space: str) -> Odds | None:
        if not defend:
            return None
        return exact_odds(self.world, Question(attack, defend, self.world.board.is_sea(space)))

    # the end of the turn

    def blows(self, space: str) -> Iterator[tuple[str, Odds]]:
        """Every single enemy that can strike a space, and the odds if it does with all it has."""
        field = Field.of(self.terrain, self.end)
        ours = where(self.end.at(space), lambda p: self.world.side(p.power) == self.side)
        for foe in self.world.order:
            if self.world.side(foe) == self.side:
                continue
            force = Reach(field, self.terrain.power[foe]).force(self.terrain.index[space])
            units = stack(
                (Piece(foe, name), int(n)) for name, n in zip(self.terrain.roster.names, force, strict=True)
            )
            if units:
                yield foe, exact_odds(self.world, Question(units, ours, self.world.board.is_sea(space)))

    def _outcome(self, must: Demand) -> Iterator[str]:
        for space, most in must.holds.items():
            if self.world.side(self.end.control[space]) != self.side:
                yield f"{space} is not held at all"
                continue
            for foe, odds in self.blows(space):
                if odds.capture > most:
                    yield f"{self.world.name(foe)} takes {space} with a chance of {odds.capture:.0%}"
        for space, least in must.keeps.items():
            here = sum(n for p, n in self.end.at(space) if self.world.side(p.power) == self.side)
            if here < least:
                yield f"only {here} units stand in {space}"
        for space in must.leaves:
            if any(p.power == self.power for p, _ in self.end.at(space)):
                yield f"units are still in {space}"
        lost = [
            e for e in self.events if isinstance(e, AirLost) and any(p.power == self.power for p, _ in e.units)
        ]
        if must.no_plane_lost and lost:
            yield f"an air unit was lost in {lost[0].space}"

    def _fleets(self, must: Demand) -> Iterator[str]:
        if must.disrupts:
            enemies = self.world.as_of(self.end).enemies[self.power]
            foes = [n for p, n in self.terrain.power.items() if p in enemies]
            field = Field.of(self.terrain, self.end)
            convoys = Disruption(self.world, field, foes)
            mine = {zone: field.force[zone].get(self.terrain.power[self.power]) for zone in convoys.zones}
            taken = sum(convoys.takes(zone, force) for zone, force in mine.items() if force)
            if taken < must.disrupts:
                yield f"convoys lose only {taken:.1f}"
        for zone in self.world.board.sea_zones:
            own = where(self.end.at(zone), lambda p: p.power == self.power)
            if not own:
                continue
            most = must.ships_worth.get(zone, must.ships_worth.get("anywhere"))
            if most is not None:
                for foe, odds in self.blows(zone):
                    if odds.value_swing > most:
                        yield f"{self.world.name(foe)} wins {odds.value_swing:.1f} in {zone}"
            if must.ashore and any(p.unit in self.world.transports and p.cargo for p, _ in own):
                yield f"troops wait aboard in {zone}"
            if must.escorted and any(p.unit in self.world.transports for p, _ in own) and self._alone(zone):
                yield f"a transport lies alone in {zone}"

    def _alone(self, zone: str) -> bool:
        """Whether nobody beside transports is there who could fight, and somebody can come."""
        guarded = any(
            self.world.side(p.power) == self.side and self.world.type(p).defense for p, _ in self.end.at(zone)
        )
        return not guarded and any(odds.win > 0 for _, odds in self.blows(zone))
