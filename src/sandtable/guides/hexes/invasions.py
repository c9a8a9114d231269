"""Invasions: which coasts an army could invade, with which fleets, and who could support it."""

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.guides.hexes import questions as ask
from sandtable.hexes.actions import Invade, Support
from sandtable.hexes.family import HexGame
from sandtable.hexes.invasion.declaring import check_invade, course, legal_invasions
from sandtable.hexes.state import Army, Combat, HexState, Name, Place, Side
from sandtable.hexes.world import World


def invasions(world: World, state: HexState, seat: Side, name: Name) -> Iterator[Invade]:
    """Hexes that an army could invade, each once; first those for which it spends nothing on its way."""
    seen: set[Place] = set()
    for spend in _spending(state.armies[name]):
        for action in legal_invasions(world, state, state.combat or Combat(), seat, [name], None, spend):
            if action.target not in seen:
                seen.add(action.target)
                yield action


def _spending(army: Army) -> Iterator[int]:
    """How many of its own amphibious points an army could spend and still invade, none first."""
    spend = 0
    while spend < army.points.amphibious and 2 * (army.points.amphibious - spend) >= army.points.total - spend:
        yield spend
        spend += 1


def voyages(world: World, state: HexState, seat: Side, name: Name, target: Place) -> tuple[Invade, ...]:
    """Ways to invade a hex: with each fleet of the port, then with none, for as few points as that takes."""
    army, combat = state.armies[name], state.combat or Combat()
    plain = Invade(name, target)
    for spend in _spending(army):
        plain = Invade(name, target, spend=spend)
        if check_invade(world, state, combat, seat, plain) is None:
            break
    else:
        plain = Invade(name, target)
    plain = replace(plain, route=course(world, state, seat, army.at, plain))
    fleets = [fleet for fleet, one in state.fleets.items() if one.side == seat and one.at == army.at]
    return (*(replace(plain, fleet=fleet) for fleet in fleets), plain)


def escorts(game: HexGame, state: HexState, target: Place) -> Iterator[ask.Escort]:
    """The fleets of who invades a hex: those that sail there, and whether the others could support it."""
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
