"""The PettingZoo environment: its own test suite, and our encoding."""

import sys
from importlib import import_module

import msgspec
import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from sandtable.area.actions import Concede, Done
from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal
from sandtable.games import area, area_ids
from sandtable.lab.pettingzoo import Encoder, TableEnv, choices, env, layout

DICTIONARY = (
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
)
NAMES = "ignore:We recommend agents to be named in the format"


@pytest.mark.filterwarnings("error", *DICTIONARY, NAMES)
@pytest.mark.parametrize("game", area_ids())
def test_pettingzoo_accepts_it(game: str) -> None:
    """No warnings except about agent names and masks in observations, which its own board games cause too."""
    api_test(env(game, rounds=1, places=64), num_cycles=60)


@pytest.mark.filterwarnings("error", *DICTIONARY, NAMES)
@pytest.mark.parametrize("scenario", ["barbarossa", "campaign-1"])
def test_it_accepts_games_of_hexes(scenario: str) -> None:
    api_test(env("hgw", rounds=1, places=64, scenario=scenario), num_cycles=60)


def test_a_hex_game_is_played_to_its_end() -> None:
    table = env("hgw", places=32)
    rng = np.random.default_rng(3)
    table.reset(seed=3)
    rewards: dict[str, float] = {}
    for agent in table.agent_iter(20_000):
        observation, reward, termination, truncation, _ = table.last()
        if termination or truncation:
            rewards[agent] = reward
            table.step(None)
            continue
        table.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    assert sorted(rewards.values()) == [-1.0, 1.0]


def test_the_same_seed_is_the_same_game() -> None:
    seed_test(lambda: env(rounds=1, places=64), num_cycles=20)


def play(table: TableEnv, seed: int, most: int) -> list[str]:
    """Random legal actions. Returns the digests of the states."""
    rng = np.random.default_rng(seed)
    table.reset(seed=seed)
    digests = []
    for agent in table.agent_iter(most):
        observation, _, termination, truncation, info = table.last()
        if termination or truncation:
            table.step(None)
            continue
        places = np.flatnonzero(observation["action_mask"])
        assert list(places) == info["places"]
        assert len(info["actions"]) == len(places)
        assert info["decision"]["seat"] == agent
        table.step(int(rng.choice(places)))
        digests.append(table.game.digest(table.record.state))
    return digests


def test_masked_actions_are_legal_for_a_whole_game() -> None:
    digests = play(env(rounds=1, places=32), 3, 2000)
    assert digests == play(env(rounds=1, places=32), 3, 2000)
    assert digests != play(env(rounds=1, places=32), 4, 2000)


def test_equal_states_have_equal_lists_of_legal_actions() -> None:
    game, table = area("1941"), env(places=16)
    play(table, 1, 40)
    state = table.record.state
    seat = game.pending(state)[0].seat
    listed = choices(game, state, seat, 16)
    copy = msgspec.json.decode(msgspec.json.encode(state), type=type(state))
    assert choices(game, copy, seat, 16) == listed
    assert all(game.check(state, seat, one) is None for one in listed if one is not None)
    assert len({msgspec.json.encode(one) for one in listed if one is not None}) == sum(map(bool, listed))


def test_where_all_fit_all_are_listed() -> None:
    game = area("1941")
    state = game.start(Setup())
    assert not isinstance(state, Refusal)
    listed = choices(game, state, "ussr")
    assert listed[0] == Done()
    assert [one for one in listed[1:] if one is not None] == [
        one for one in game.legal(state, "ussr") if one != Done()
    ]
    assert len(listed) == 512


def test_an_unused_index_is_refused() -> None:
    table = env()
    table.reset(seed=1)
    empty = int(np.flatnonzero(table.observe("ussr")["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match=f"place {empty} of ussr's actions is empty"):
        table.step(empty)


def test_agents_have_no_actions_out_of_turn() -> None:
    table = env()
    table.reset(seed=1)
    assert not table.observe("japan")["action_mask"].any()


def test_the_winners_are_rewarded() -> None:
    table = env()
    table.reset(seed=1)
    for seat in ("ussr", "uk", "usa"):
        table.record.act(seat, Concede())
    table._ask()
    assert all(table.terminations.values())
    assert table.rewards == {"ussr": -1, "germany": 1, "uk": -1, "japan": 1, "usa": -1}


def test_the_game_is_truncated_after_the_last_round() -> None:
    table = env(rounds=1)
    table.reset(seed=1)
    while not any(table.truncations.values()):
        mask = table.observe(table.agent_selection)["action_mask"]
        table.step(int(np.flatnonzero(mask)[0]))
    assert table.record.state.round == 2
    assert not any(table.terminations.values())
    assert set(table.rewards.values()) == {0}


def test_without_pettingzoo_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.delitem(sys.modules, "sandtable.lab.pettingzoo")
    with pytest.raises(ModuleNotFoundError, match=r"pettingzoo is not installed: pip install 'sandtable\[lab\]'"):
        import_module("sandtable.lab.pettingzoo")


def test_the_vector_says_what_the_layout_names() -> None:
    game = area("1941")
    state = game.start(Setup())
    assert not isinstance(state, Refusal)
    vector = Encoder(game.world).encode(state, "ussr")
    seen = dict(zip(layout(game.world), vector, strict=True))
    assert (
        seen["round"] == seen["asked: ussr"] == seen["phase: ussr: purchase"] == seen["control: Japan: japan"] == 1
    )
    assert seen["treasury: usa"] == state.treasury["usa"]
    setup = game.world.setup.scenarios[next(iter(game.world.setup.scenarios))]
    for power, spaces in setup.items():
        for space, units in spaces.items():
            for unit, count in units.items():
                assert seen[f"units: {space}: {power}: {unit}"] == count
