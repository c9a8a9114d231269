"""A game as a PettingZoo environment (AEC). Needs the extra ``sandtable[lab]``.

Agents are the seats; the agent to act is the first seat that owes a decision. An action is an index into a list of
legal actions, which ``infos[agent]["actions"]`` shows in full; the mask says which indices are used.
:func:`choices` defines the encoding. An observation is a vector of counts, laid out by :func:`layout`, or for a
hex game by :func:`sandtable.lab.hex_vectors.layout`.

Rewards come at the end: 1 for the seats of the winning side, -1 for the others. A game that is truncated after the
last round gives no reward.
"""

from collections.abc import Mapping
from itertools import islice
from random import Random
from typing import Any, ClassVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from sandtable.area.family import AreaGame
from sandtable.area.parts.damage import BombDamage
from sandtable.area.state import AreaState
from sandtable.area.status import production
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.dice import SeededDice
from sandtable.core.game import AnyGame, Setup
from sandtable.core.record import Record
from sandtable.core.refusal import Refusal
from sandtable.games import load
from sandtable.hexes.family import HexGame
from sandtable.lab.hex_vectors import HexEncoder

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        f"{error.name} is not installed: pip install 'sandtable[lab]'", name=error.name
    ) from None

ACTIONS = 512
"""The length of the list of actions."""
MOST = 100_000.0
"""The largest number in an observation."""

Observation = Mapping[str, NDArray[np.float32] | NDArray[np.int8]]


def choices(game: AnyGame, state: Any, seat: str, places: int = ACTIONS) -> tuple[Any, ...]:
    """The list of actions: index 0 ends the phase, if allowed; then what ``game.legal`` lists.

    If there are too many, a random sample is used that depends only on the state, so that the same state always
    has the same list. Unused indices are empty.

    >>> from sandtable.core.game import Setup
    >>> game = load("1941")
    >>> choices(game, game.start(Setup()), "ussr")[:3]
    (Done(), Order(units={'infantry': 2}), Order(units={'infantry': 1}))
    """
    ending = game.ending
    may_end = ending is not None and game.check(state, seat, ending) is None
    room = places - 1
    found = list(islice((one for one in game.legal(state, seat) if one != ending), room + 1))
    if len(found) > room:
        lot = Random(game.digest(state))
        found = list(islice((one for one in game.legal(state, seat, lot) if one != ending), room))
    return (ending if may_end else None, *found, *[None] * (room - len(found)))


def layout(world: World) -> tuple[str, ...]:
    """The layout of an observation: a name for each number of the vector.

    >>> from sandtable.games import world
    >>> names = layout(world("1941"))
    >>> names[:2], len(names) == len(set(names))
    (('round', 'asked: ussr'), True)
    """
    powers, units, lands = world.order, tuple(world.units), tuple(world.board.territories)
    return (
        "round",
        *(f"asked: {power}" for power in powers),
        *(f"phase: {power}: {phase}" for power in powers for phase in world.game.phases),
        *(f"treasury: {power}" for power in powers),
        *(f"income: {power}" for power in powers),
        *(f"bought: {power}: {unit}" for power in powers for unit in units),
        *(f"development: {power}: {tech}" for power in powers for tech in world.tech_table),
        *(f"control: {land}: {power}" for land in lands for power in powers),
        *(
            f"damage: {land}: {what}"
            for land in (lands if BombDamage.of(world) is not None else ())
            for what in ("income", "production")
        ),
        *(
            f"units: {space}: {power}: {unit}"
            for space in world.board.spaces
            for power in powers
            for unit in units
        ),
        "battle: round",
        "battle: hits on attack",
        "battle: hits on defend",
        *(f"battle: {space}" for space in world.board.spaces),
        *(f"battle: {side}: {unit}" for side in ("attack", "defend") for unit in units),
    )


class Encoder:
    """Turns views into vectors laid out by :func:`layout`."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._places = {name: place for place, name in enumerate(layout(world))}

    @property
    def size(self) -> int:
        return len(self._places)

    def encode(self, state: AreaState, seat: str) -> NDArray[np.float32]:
        """What a seat sees, as numbers."""
        vector = np.zeros(self.size, dtype=np.float32)
        for name, value in self._facts(state, seat).items():
            vector[self._places[name]] = value
        return vector

    def _facts(self, state: AreaState, seat: str) -> dict[str, float]:
        world = self._world
        facts: dict[str, float] = {"round": state.round, f"asked: {seat}": 1}
        for power in world.order:
            facts[f"treasury: {power}"] = state.treasury[power]
            facts[f"income: {power}"] = production(world, state, power)
            for unit, count in state.bought.get(power, {}).items():
                facts[f"bought: {power}: {unit}"] = count
        # A power that waits for its team is in no phase.
        facts |= {f"phase: {power}: {phase}": 1 for power, phase in state.turn.phases.items() if phase}
        for land, damage in state.damage.items():
            facts |= {f"damage: {land}: income": damage.income, f"damage: {land}: production": damage.production}
        facts |= {f"development: {power}: {tech}": 1 for power, tech in state.techs}
        facts |= {f"control: {land}: {power}": 1 for land, power in state.control.items() if power in world.powers}
        for space, pieces in state.stacks.items():
            for piece, count in pieces:
                for one in (piece, *piece.cargo):
                    key = f"units: {space}: {one.power}: {one.unit}"
                    if key in self._places:
                        facts[key] = facts.get(key, 0) + count
        return facts | self._battle(state)

    def _battle(self, state: AreaState) -> dict[str, float]:
        battle = state.battle
        if battle is None:
            return {}
        facts: dict[str, float] = {"battle: round": battle.round, f"battle: {battle.space}": 1}
        if battle.victim:
            facts[f"battle: hits on {battle.victim}"] = sum(hits.count for hits in battle.hits)
        for side, strip in (("attack", battle.attack), ("defend", battle.defend)):
            for piece, count in strip.units:
                key = f"battle: {side}: {piece.unit}"
                facts[key] = facts.get(key, 0) + count
        return facts


class TableEnv(AECEnv[str, Observation, int | None]):
    """A game with agents. ``rounds``: truncate the game after this many."""

    metadata: ClassVar[dict[str, object]] = {
        "name": "sandtable_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game_id: str = "1941",
        rounds: int = 15,
        places: int = ACTIONS,
        options: Mapping[str, bool] | None = None,
        render_mode: str | None = None,
        scenario: str = "",
    ) -> None:
        super().__init__()
        self.game = load(game_id)
        self.render_mode = render_mode
        self._scenario = scenario
        self._box = self.game.guide.box
        self.possible_agents = list(self._box.seats_in(scenario))
        self.agents: list[str] = []
        self._rounds = rounds
        self._places = places
        self._options = dict(options or {})
        self._encoder = _encoder(self.game, scenario)
        self._seeds = Random()
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(places) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Start a new game. The same seed gives the same dice; without one they are random."""
        if seed is not None:
            self._seeds = Random(seed)
        dice = SeededDice.from_seed(self._seeds.getrandbits(48))
        record = Record.begin(self.game, Setup(scenario=self._scenario, options=self._options), dice)
        if isinstance(record, Refusal):
            raise ValueError(f"{record.why} ({record.rule})")
        self.record: Record[Any, Any, Any] = record
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ask()

    def observe(self, agent: str) -> Observation:
        """An agent's observation and legal actions; none while it is another agent's turn."""
        mask = np.zeros(self._places, dtype=np.int8)
        if agent == self._decision.seat and not self._over():
            mask[[place for place, action in enumerate(self._choices) if action is not None]] = 1
        return {"observation": self._encoder.encode(self.record.view(agent), agent), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take the action at this index."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        chosen = None if action is None else self._choices[action]
        if chosen is None:
            raise ValueError(f"place {action} of {agent}'s actions is empty: choose one that the mask allows")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        events = self.record.act(agent, chosen)
        assert not isinstance(events, Refusal), "only legal actions are listed"
        self._ask()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The state of the game and the strength of the sides, as text; with money if there is any."""
        if self.render_mode != "ansi":
            return None
        state, guide = self.record.state, self.game.guide
        lines = [f"round {self._round()}, {self._decision.seat}: {self._decision.kind}"]
        if isinstance(self.game, AreaGame):
            lines += [
                f"{power}: treasury {state.treasury[power]}, income {production(self.game.world, state, power)}"
                for power in self.game.world.order
            ]
        else:
            lines += [f"{side}: strength {much:g}" for side, much in guide.strength(state).items()]
        return "\n".join(lines)

    def close(self) -> None:
        """Does nothing."""

    def _observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(0.0, MOST, (self._encoder.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (self._places,), np.int8),
            }
        )

    def _round(self) -> int:
        return self.game.guide.moment(self.record.state).round

    def _over(self) -> bool:
        return any(self.terminations.values()) or any(self.truncations.values())

    def _ask(self) -> None:
        """Select the seat that owes a decision, or end the game."""
        state = self.record.state
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        pending = self.record.pending
        if not pending:
            self.terminations = dict.fromkeys(self.agents, True)
            winner = self.game.winner(state) or ""
            self.rewards = {agent: 1.0 if self._box.won(agent, winner) else -1.0 for agent in self.agents}
        elif self._round() > self._rounds:
            self.truncations = dict.fromkeys(self.agents, True)
        self._decision = pending[0] if pending else Decision(self.agents[0], "over")
        self.agent_selection = self._decision.seat
        self._choices: tuple[Any, ...] = ()
        if self._over():
            return
        self._choices = choices(
            self.game, self.record.view(self._decision.seat), self._decision.seat, self._places
        )
        self.infos[self._decision.seat] = {
            "decision": msgspec.to_builtins(self._decision),
            "actions": [msgspec.to_builtins(one) for one in self._choices if one is not None],
            "places": [place for place, one in enumerate(self._choices) if one is not None],
        }


def _encoder(game: AnyGame, scenario: str) -> Encoder | HexEncoder:
    """The encoder for a game's views."""
    if isinstance(game, AreaGame):
        return Encoder(game.world)
    if isinstance(game, HexGame):
        name = scenario or game.facts.scenarios[0]
        if name not in game.worlds:
            raise ValueError(f"there is no scenario {name!r}, but {', '.join(game.worlds)}")
        return HexEncoder(game.worlds[name])
    raise ValueError(f"no encoder for {game.id}")


def env(
    game_id: str = "1941",
    rounds: int = 15,
    places: int = ACTIONS,
    render_mode: str | None = None,
    scenario: str = "",
) -> TableEnv:
    """An environment, as PettingZoo's tools expect it."""
    return TableEnv(game_id, rounds, places, render_mode=render_mode, scenario=scenario)
