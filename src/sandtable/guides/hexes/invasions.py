"""Invasions: which coasts an army can invade, with which fleets, and which fleets can support it."""

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.guides.hexes import questions as ask
from sandtable.hexes.actions import Invade, Support
from sandtable.hexes.family import HexGame
from sandtable.hexes.invasion.declaring import check_invade, course, legal_invasions
from sandtable.hexes.state import Army, Combat, HexState, Name, Place, Side
from sandtable.hexes.world import World


def invasions(world: World, state: HexState, seat: Side, name: Name) -> Iterator[Invade]:
    """Hexes that an army can invade, each once; first those for which it spends no points."""
    seen: set[Place] = set()
    for spend in _spending(state.armies[name]):
        for action in legal_invasions(world, state, state.combat or Combat(), seat, [name], None, spend):
            if action.target not in seen:
                seen.add(action.target)
                yield action


def _spending(army: Army) -> Iterator[int]:
    """How many of its amphibious points an army can spend and still invade, zero first."""
    spend = 0
    while spend < army.points.amphibious and 2 * (army.points.amphibious - spend) >= army.points.total - spend:
        yield spend
        spend += 1


def voyages(world: World, state: HexState, seat: Side, name: Name, target: Place) -> tuple[Invade, ...]:
    """Ways to invade a hex: with each fleet of the port, then with none, each for as few points as possible."""
    army, combat = state.armies[name], state.combat or Combat()
    plain = Invade(name, target)
    for spend in _spending(army):
        plain = Invade(name, target, spend=spend)
        if check_invade(world, state, combat, seat, plain) is None:
            break
    else:
        plain = Invade(name, target)
    plain = replace(plain, route=course(world, state, seat, army.at, plain))
    here = [(fleet, one) for fleet, one in state.fleets.items() if one.side == seat and one.at == army.at]
    fleets = [fleet for fleet, one in here if not one.submarines]
    return (*(replace(plain, fleet=fleet) for fleet in fleets), plain)


def escorts(game: HexGame, state: HexState, target: Place) -> Iterator[ask.Escort]:
    """The invader's fleets: those that sail there, and whether the others can support it."""
    combat = state.combat
    if combat is None or combat.step != "announce":
        return
    sailing = {attack.fleet: attack for attack in (*combat.attacks, *combat.supports) if attack.fleet}
    for fleet, one in state.fleets.items():
        if one.side != state.side:
            continue
        there = sailing.get(fleet)
        if there is not None and there.target == target:
            yield ask.Escort(fleet, sails=True, alone=not there.army)
            continue
        order = Support(fleet, target)
        refusal = game.check(state, state.side, order)
        if refusal is None:
            yield ask.Escort(fleet, order=order)
        else:
            yield ask.Escort(fleet, no=ask.No(refusal.rule, refusal.why))
