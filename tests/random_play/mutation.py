"""Spoiled actions: a legal action with something in it changed. Refused with a rule, or legal; never a crash."""

from random import Random
from typing import Any, get_args

import msgspec

from sandtable.area.actions import AreaAction, Mission
from sandtable.area.world import World

MISSIONS = ("", *get_args(Mission))


def spoil(world: World, action: AreaAction, rng: Random) -> AreaAction:
    """The action with one value in it replaced by another of the same type."""
    raw = msgspec.to_builtins(action)
    places = [p for p in _places(raw) if p[1] != "do"]
    if not places:
        return action
    holder, key = rng.choice(places)
    holder[key] = rng.choice(MISSIONS) if key == "mission" else _other(world, holder[key], rng)
    spoiled: AreaAction = msgspec.convert(raw, type(action))
    return spoiled


def _places(raw: Any) -> list[tuple[Any, Any]]:
    """Every value in nested lists and objects, as (holder, key)."""
    found: list[tuple[Any, Any]] = []
    items = raw.items() if isinstance(raw, dict) else enumerate(raw) if isinstance(raw, list | tuple) else ()
    for key, value in items:
        if isinstance(value, dict | list | tuple):
            found += _places(value)
        elif isinstance(raw, dict | list):
            found.append((raw, key))
    return found


def _other(world: World, value: object, rng: Random) -> object:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice((-1, 0, 1, 2, 99))
    words = [*world.units, *world.powers, *world.board.spaces, "", "nowhere"]
    return rng.choice(words)
