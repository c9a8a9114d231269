"""A side's aims for countries: whose surrender it seeks, and which neutrals are worth attacking.

A neutral is attacked only if its capital is near enough to capture in the same phase, or if it would join neither
side: any other would only be driven to the enemy.
"""

from collections.abc import Iterator

import msgspec

from sandtable.hexes.parts.imports import Imports
from sandtable.hexes.parts.mobilization import READINESS, Mobilization
from sandtable.hexes.parts.politics.neutrality import joins
from sandtable.hexes.parts.politics.politics import Politics
from sandtable.hexes.parts.politics.standing import unaligned
from sandtable.hexes.state import HexState, Place, Side
from sandtable.hexes.world import World

NEAR = 1
"""The most steps to a capital that can be captured at once,"""
PATIENT = 3
"""and to that of a country that joins neither side."""


class Goal(msgspec.Struct, frozen=True):
    """Places that bring a surrender when a side has all of them, or enough of them."""

    side: Side
    places: tuple[Place, ...]
    missing: int
    """How many are still to be captured."""


def goals(world: World, state: HexState) -> Iterator[Goal]:
    """The surrenders that are still possible."""
    politics = Politics.of(world)
    if politics is None:
        return
    settings = politics.settings
    sought = [(name, terms.to, terms.holds) for name, terms in settings.terms.items()]
    if settings.offer is not None:
        sought.append((settings.offer.country, settings.offer.to, settings.offer.holds))
    for country, side, holds in sought:
        if country not in state.surrendered and all(place in world.board for place in holds):
            yield Goal(side, holds, sum(state.control.get(place) != side for place in holds))
    for country, terms in settings.collapses.items():
        entry = state.joined.get(country)
        if country in state.surrendered or entry is None or entry.side != terms.side:
            continue
        left = terms.count - sum(state.control.get(place) != terms.side for place in terms.places)
        for side in world.order:
            if world.hostile(side, terms.side):
                yield Goal(side, terms.places, max(1, left))


def prey(world: World, state: HexState, side: Side) -> dict[Place, float]:
    """Unowned places worth attacking, and how many production points come with each at once."""
    politics = Politics.of(world)
    if politics is None or world.facts.neutrals:
        return {}
    settings = politics.settings
    found: dict[Place, float] = {}
    for rally in settings.rallies:
        if rally.side == side and rally.after in state.surrendered:
            found |= dict.fromkeys((p for p in world.places_in(rally.areas) if p not in state.control), 0.0)
    for country, facts in world.facts.countries.items():
        capital = facts.capitals[0] if len(facts.capitals) == 1 else ""
        if (
            capital not in world.board
            or capital in state.control
            or facts.of
            or _spared(world, state, side, country)
        ):
            continue
        stays = not joins(settings.neutrals, country, side)
        far = _steps(world, state, side, capital, PATIENT if stays else NEAR)
        if far is not None:
            own = [place for place in world.lands[country] if place not in state.control]
            found |= dict.fromkeys(own, 0.0)
            found[capital] = sum(world.most_production(place) for place in own) + len(own) / 2
    return found


def _spared(world: World, state: HexState, side: Side, country: str) -> bool:
    """Whether a country is better left alone: it will join by itself, already pays, or is not worth the price."""
    politics, mobilization, imports = Politics.of(world), Mobilization.of(world), Imports.of(world)
    assert politics is not None, "there are no countries"
    if not unaligned(world, state, country) or country in politics.settings.neutrals.waits:
        return True
    if any(country in dated.countries and dated.side == side for dated in politics.settings.entry):
        return True
    if imports is not None and imports.settings.side == side:
        ports = {port for season in imports.settings.ports.values() for port in season}
        if country in {world.country_of[place] for place in (imports.settings.place, *ports)}:
            return True
    limited = mobilization is not None and mobilization.settings.side == side and not READINESS.of(state).lifted
    return limited and mobilization is not None and country not in mobilization.settings.also


def _steps(world: World, state: HexState, side: Side, goal: Place, most: int) -> int | None:
    """How many steps a place is from our own, through unowned places; None if more than ``most``."""
    edge, seen = [goal], {goal}
    for far in range(1, most + 1):
        ahead = [near for here in edge for near in world.near(here) if near not in seen]
        if any(state.control.get(near) == side for near in ahead):
            return far
        edge = [near for near in dict.fromkeys(ahead) if near not in state.control]
        seen |= set(edge)
    return None
