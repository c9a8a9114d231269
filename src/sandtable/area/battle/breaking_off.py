"""Breaking off: at the end of a round the attacker decides whether all attackers leave, or none."""

from typing import Literal

from sandtable.area.actions import AreaAction, Press, Retreat
from sandtable.area.battle import judging, retreats
from sandtable.area.battle.sequence import RoundEnd
from sandtable.area.battle.volleys import step_of
from sandtable.area.citations import Citation
from sandtable.area.state import AreaState, Battle
from sandtable.area.world import World
from sandtable.core.decision import Decision, Seat
from sandtable.core.refusal import Refusal
from sandtable.core.wording import the

ASKS = "retreat"
"""The kind of decision: whether to press the attack."""


Remaining = Literal["no", "stay", "fight"]
"""What not retreating means: it is not allowed, the battle ends and the units stay, or they fight on."""


def remaining(world: World, battle: Battle) -> Remaining:
    """What happens to attackers that don't retreat now."""
    if judging.must_leave(world, battle):
        return "no"
    return "stay" if judging.verdict(world, battle) in ("unarmed", "stalemate") else "fight"


def pending(world: World, battle: Battle) -> tuple[Decision, ...]:
    """The open decision, if there is one."""
    if not battle.retreats:
        return ()
    space, name = battle.space, world.name(battle.attacker)
    places = " or ".join(to for to in battle.retreats if to)
    where_to = f" to {places}" if places else ""
    match remaining(world, battle):
        case "no":
            prompt = f"{name} must retreat from {space}{where_to}."
        case "stay":
            prompt = f"{name}: stay in {space}, or retreat{where_to}?"
        case "fight":
            prompt = f"{name}: press the attack on {space}, or retreat{where_to}?"
    return (Decision(battle.attacker, ASKS, space, prompt),)


def check(world: World, state: AreaState, battle: Battle, seat: Seat, action: Retreat | Press) -> Refusal | None:
    """None if a seat may give this answer now, otherwise the refusal."""
    if seat != battle.attacker:
        return world.refuse("retreat.attacker-only", f"Only {the(world.name(battle.attacker))} can decide that.")
    asked = bool(battle.retreats) and isinstance(step_of(world, battle), RoundEnd)
    if isinstance(action, Press):
        if not asked:
            return world.refuse("combat.fight-a-round", "Fight one round first.")
        if judging.verdict(world, battle) == "hopeless":
            return world.refuse("combat.hopeless-attack", "The attackers can't hit anything here and must leave.")
        if judging.must_leave(world, battle):
            return world.refuse("defenseless.attacking-transports-choice", "These units can't fight back.")
        return None
    if not asked:
        if battle.round > 1 and action.to not in retreats.places(world, state, battle):
            return retreats.why_not(world, state, battle, action.to)
        assault = battle.amphibious and not battle.at_sea
        rule: Citation = "amphib.others-must-fight-one-round" if assault else "combat.fight-a-round"
        return world.refuse(rule, "The attacker can't retreat before the first round is fought.")
    return None if action.to in battle.retreats else retreats.why_not(world, state, battle, action.to)


def legal(world: World, battle: Battle, seat: Seat) -> tuple[AreaAction, ...]:
    """Every legal answer for a seat."""
    if not battle.retreats or seat != battle.attacker:
        return ()
    places: tuple[AreaAction, ...] = tuple(Retreat(to) for to in battle.retreats)
    return places if remaining(world, battle) == "no" else (Press(), *places)
