"""Breaking off: the attacker's question at the end of a round, where all of them leave or none."""

from sandtable.area.actions import AreaAction, Press, Retreat
from sandtable.area.battle import judging, retreats
from sandtable.area.battle.sequence import RoundEnd
from sandtable.area.battle.volleys import step_of
from sandtable.area.citations import Citation
from sandtable.area.state import AreaState, Battle
from sandtable.area.world import World
from sandtable.core.decision import Decision, Seat
from sandtable.core.refusal import Refusal


def _must_retreat(world: World, battle: Battle) -> bool:
    return judging.verdict(world, battle) in ("exposed", "stalemate", "hopeless")


def pending(world: World, battle: Battle) -> tuple[Decision, ...]:
    """Who is asked."""
    if not battle.retreats:
        return ()
    space, name = battle.space, world.name(battle.attacker)
    places = " or ".join(to for to in battle.retreats if to)
    where_to = f" to {places}" if places else ""
    if _must_retreat(world, battle):
        prompt = f"{name} has to retreat from {space}{where_to}."
    elif judging.verdict(world, battle) == "unarmed":
        prompt = f"{name}: stay in {space}, or retreat{where_to}?"
    else:
        prompt = f"{name}: press the attack on {space}, or retreat{where_to}?"
    return (Decision(battle.attacker, "retreat", space, prompt),)


def check(world: World, state: AreaState, battle: Battle, seat: Seat, action: Retreat | Press) -> Refusal | None:
    """Nothing if a seat may give this answer now, otherwise the rule against it."""
    if seat != battle.attacker:
        return world.refuse("retreat.attacker-only", f"That is for {world.name(battle.attacker)} to say.")
    asked = bool(battle.retreats) and isinstance(step_of(world, battle), RoundEnd)
    if isinstance(action, Press):
        if not asked:
            return world.refuse("combat.fight-a-round", "A round has to be fought out first.")
        if judging.verdict(world, battle) == "hopeless":
            return world.refuse("combat.hopeless-attack", "The attackers can hit nobody: they have to leave.")
        if _must_retreat(world, battle):
            return world.refuse("defenseless.attacking-transports-choice", "These units can only be shot at.")
        return None
    if not asked:
        if battle.round > 1 and action.to not in retreats.places(world, state, battle):
            return retreats.why_not(world, state, battle, action.to)
        assault = battle.amphibious and battle.sequence == "land"
        rule: Citation = "amphib.others-must-fight-one-round" if assault else "combat.fight-a-round"
        return world.refuse(rule, "A round has to be fought out before the attacker may retreat.")
    return None if action.to in battle.retreats else retreats.why_not(world, state, battle, action.to)


def legal(world: World, battle: Battle, seat: Seat) -> tuple[AreaAction, ...]:
    """Every answer of a seat."""
    if not battle.retreats or seat != battle.attacker:
        return ()
    places: tuple[AreaAction, ...] = tuple(Retreat(to) for to in battle.retreats)
    return places if _must_retreat(world, battle) else (Press(), *places)
