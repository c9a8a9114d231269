"""Landings: the stages of an invasion until its armies are ashore or back in port."""

from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.hexes.actions import Defend, Sail
from sandtable.hexes.capture import hexes_fell
from sandtable.hexes.combat.advancing import enter, make_advance
from sandtable.hexes.combat.assaulting import can_assault
from sandtable.hexes.combat.defending import announce_defence, covered, shooters
from sandtable.hexes.combat.fire import aimed, navy_of
from sandtable.hexes.combat.losses import hit_hex
from sandtable.hexes.events import DefenceAsked, Expended, ForcesSailed, LandingBegan
from sandtable.hexes.invasion.sailing import (
    air_at_target,
    air_fire,
    at_sea,
    hungry,
    interceptors,
    naval_fire,
    noticed,
    passing,
    settle_duel,
)
from sandtable.hexes.state import Attack, Combat, Fleet, HexState, Landing, Name, Place, Stage
from sandtable.hexes.status import attack_of, friendly
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


def to_land(combat: Combat) -> list[Place]:
    """The targets of invasions yet to be carried out."""
    return sorted({attack.target for attack in combat.attacks if attack.route})


def check_sail(world: World, combat: Combat, action: Sail) -> Refusal | None:
    """Validate the choice of the next invasion."""
    if combat.landing is not None or action.target not in to_land(combat):
        return world.refuse("invasion.attacker-order", f"There's no invasion of {action.target} to carry out.")
    return None


def put_to_sea(run: Unfolding, target: Place) -> None:
    """In naval movement the forces that invade a hex sail, and wait for the Combat Phase."""
    done = run.combat.sailed
    attacks = (attack.army for attack in run.combat.attacks if attack.target == target)
    supports = (attack.fleet for attack in run.combat.supports if attack.target == target)
    armies = tuple(name for name in attacks if name not in done)
    run.emit(LandingBegan(landing=Landing(target, armies, tuple(name for name in supports if name not in done))))
    _cast_off(run, 0)


def sail(run: Unfolding, target: Place) -> None:
    """The armies that invade a hex put to sea, or arrive if they have sailed already."""
    armies = tuple(attack.army for attack in run.combat.attacks if attack.route and attack.target == target)
    for part in run.world.parts.attacked:
        for name in armies:
            part.attacked(run, run.state.side, run.state.armies[name].at, target)
    supports = tuple(attack.fleet for attack in run.combat.supports if attack.target == target)
    if any(name in run.combat.sailed for name in armies):
        run.emit(LandingBegan(landing=Landing(target, armies, supports, stage="strike")))
        return
    run.emit(LandingBegan(landing=Landing(target, armies, supports)))
    _cast_off(run, 0)


def _landing(run: Unfolding) -> Landing:
    assert run.combat.landing is not None, "nobody lands"
    return run.combat.landing


def _change(run: Unfolding, stage: Stage) -> None:
    run.emit(LandingBegan(landing=replace(_landing(run), stage=stage)))


def _cast_off(run: Unfolding, number: int) -> None:
    """The next force of a landing puts to sea."""
    landing = replace(_landing(run), sailing=number, met=(), duel=None)
    if number < len(landing.armies) + len(landing.supports):
        attack = afloat(run.state, run.combat, landing)
        # In naval movement coastal air strikes last, at everything that has passed.
        passes = attack is not None and run.state.phase != "naval"
        coasts = passing(run.world, run.state, attack) if attack is not None and passes else ()
        run.emit(LandingBegan(landing=replace(landing, coasts=coasts)))
    elif run.state.phase == "naval":
        run.emit(ForcesSailed(target=landing.target, forces=(*landing.armies, *landing.supports)))
    else:
        run.emit(LandingBegan(landing=replace(landing, stage="strike")))


def afloat(state: HexState, combat: Combat, landing: Landing) -> Attack | None:
    """The force at sea. None if it was lost or has returned."""
    attack = at_sea(combat, landing)
    if attack is None or attack.army:
        return attack
    return attack if attack.fleet in state.fleets and attack.fleet not in state.expended else None


def advance_landing(run: Unfolding) -> bool:
    """Take the landing one step further. Returns whether it could; otherwise somebody has to decide."""
    landing = _landing(run)
    if landing.armies and not any(attack_of(run.combat, name) for name in landing.armies):
        run.emit(LandingBegan(landing=None))
        return True
    match landing.stage:
        case "sail":
            return _sailing(run)
        case "strike":
            return _striking(run)
        case "support":
            return _supporting(run)
        case "fire":
            _change(run, "assault")
            return True
        case "assault":
            if any(can_assault(run.world, run.state, run.combat, attack) for attack in _ashore(run)):
                return False
            _change(run, "advance")
            return True
        case "advance":
            return _advancing(run)


def _ashore(run: Unfolding) -> list[Attack]:
    names = _landing(run).armies
    return [attack for attack in run.combat.attacks if attack.army in names]


def _sailing(run: Unfolding) -> bool:
    settle_duel(run)
    landing = _landing(run)
    attack = afloat(run.state, run.combat, landing)
    if attack is None:
        _cast_off(run, landing.sailing + 1)
    elif any(part.shadows(run, attack) for part in run.world.parts.shadows):
        return False
    elif afloat(run.state, run.combat, landing) is None or run.combat.landing is None:
        return True  # it was lost on the way
    elif may_intercept(run.world, run.state, run.combat):
        return False
    elif landing.coasts:
        run.emit(LandingBegan(landing=replace(landing, coasts=landing.coasts[1:])))
        if noticed(run.world, run.state, landing.coasts[0], attack):
            air_fire(run, landing.coasts[0], attack)
    else:
        for part in run.world.parts.reached:
            part.reached(run, attack)
        _cast_off(run, landing.sailing + 1)
    return True


def may_intercept(world: World, state: HexState, combat: Combat) -> list[Name]:
    """Fleets that may still intercept the army at sea."""
    landing = combat.landing
    attack = afloat(state, combat, landing) if landing is not None and landing.stage == "sail" else None
    if landing is None or attack is None or landing.duel is not None:
        return []
    return [name for name in interceptors(world, state, attack) if name not in landing.met]


def striking(world: World, state: HexState, combat: Combat) -> list[Name]:
    """The armies that the target's coastal air can choose from."""
    landing = combat.landing
    if landing is None or landing.stage != "strike" or landing.struck:
        return []
    return [name for name in landing.armies if attack_of(combat, name) is not None]


def _striking(run: Unfolding) -> bool:
    landing = _landing(run)
    armies = striking(run.world, run.state, run.combat)
    if not armies or not air_at_target(run.world, run.state, run.state.side, landing.target):
        _change(run, "support")
        return True
    if any(part.shields(run, landing.target) for part in run.world.parts.shields):
        _change(run, "support")
        return True
    if len(armies) > 1:
        return False
    strike(run, armies[0])
    return True


def strike(run: Unfolding, army: Name) -> None:
    """The target's coastal air fires at one army."""
    landing = _landing(run)
    attack = attack_of(run.combat, army)
    assert attack is not None, "the army is not at sea"
    run.emit(LandingBegan(landing=replace(landing, struck=True)))
    air_fire(run, landing.target, attack)


def _supporting(run: Unfolding) -> bool:
    """The fleets with the armies fire at the hex, one by one; then the armies may fire."""
    landing, state = _landing(run), run.state
    hostile = not friendly(state, state.side, landing.target)
    alone = [attack for attack in run.combat.supports if attack.fleet in landing.supports]
    for attack in (*_ashore(run), *alone):
        fleet = state.fleets.get(attack.fleet)
        if fleet is not None and attack.fleet not in state.expended:
            run.emit(Expended(fleet=attack.fleet))
            if hostile and fleet.points:
                hits = naval_fire(
                    run, attack.fleet, landing.target, fleet.points, _support_modifier(run, attack.fleet, fleet)
                )
                hit_hex(run, landing.target, hits)
            return True
    asked = tuple(side for side in run.world.order if any(shooters(run.world, state, run.combat, side)))
    run.emit(LandingBegan(landing=replace(landing, stage="fire")))
    if asked:
        run.emit(DefenceAsked(sides=asked))
    elif (owner := state.control.get(landing.target)) is not None and covered(run, owner):
        announce_defence(run, owner, Defend())
    return True


def _support_modifier(run: Unfolding, name: Name, fleet: Fleet) -> int:
    """The modifier to the die of a fleet that fires at an invaded hex."""
    command = sum(part.commands(run.world, run.state, name) for part in run.world.parts.commands)
    spirit = aimed(run.world, run.state, fleet.side, "assault", navy_of(run.world, run.state, name))
    return command + hungry(run.world, run.state, fleet) + spirit


def _advancing(run: Unfolding) -> bool:
    """Every army must try to advance; into a friendly hex no die is needed."""
    left = _ashore(run)
    if friendly(run.state, run.state.side, _landing(run).target):
        enter(run, left[0].army, left[0].target, landed=True)
        return True
    if len(left) > 1:
        return False
    land(run, left[0].army)
    return True


def land(run: Unfolding, army: Name) -> None:
    """An army tries to land."""
    if make_advance(run, army):
        hexes_fell(run)
