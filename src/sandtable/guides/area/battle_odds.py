"""The odds for the rest of the battle in progress."""

from sandtable.area.battle.fight import LOW_LUCK
from sandtable.area.state import AreaState
from sandtable.area.world import World
from sandtable.guides.area.chances import SHARE, chances, odds_now
from sandtable.guides.area.questions import BattleOddsAnswer


def battle_odds(world: World, state: AreaState) -> BattleOddsAnswer:
    """From the current step on, if both sides fight to the end and lose their cheapest units first."""
    battle = state.battle
    if battle is None:
        return BattleOddsAnswer(None)
    odds = odds_now(world, battle, state.options.get(LOW_LUCK, False), seconds=SHARE)
    if odds is None:
        return BattleOddsAnswer(None)
    note = "" if odds.method == "exact" else "Sampled, from the next round on."
    return BattleOddsAnswer(chances(world, battle.space, battle.attack.units, battle.defend.units, odds, note))
