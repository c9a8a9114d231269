"""Research and raids: a few points for the most common units, a roll when it may pay, bombs where they hurt."""

from msgspec.structs import replace

from sandtable.bots.bot import Reason
from sandtable.bots.hexes.airmen import price_of, value_of
from sandtable.bots.hexes.deployment import Step
from sandtable.bots.hexes.outlook import Outlook
from sandtable.hexes.parts.fleets.cargo import convoys, hostile_convoys
from sandtable.hexes.parts.research import Invest, Research, Resolve
from sandtable.hexes.parts.research.memory import KNOWLEDGE
from sandtable.hexes.parts.strategic import Strategic
from sandtable.hexes.parts.strategic.bombing import DeclareRaid, FlyRaids
from sandtable.hexes.parts.strategic.memory import STRATEGY
from sandtable.hexes.strength import Amount, spoken
from sandtable.odds.hexes.bombing import raid_on

SHARE = 4
"""A quarter of what a side produces is the most that it keeps for research."""
EACH = 2
"""Production points for one item a turn."""
RIPE = 4
"""The step of the track from which a roll is likely to pay."""
DEAR = 4
"""Bombers that cost more wait for research."""
STAPLES = 2
"""For how many items points are kept back, before anything else is bought."""


def reserve(outlook: Outlook) -> Amount:
    """What is not spent on points, because research comes last."""
    if Research.of(outlook.world) is None:
        return 0
    return min(EACH * min(STAPLES, len(_studied(outlook))), outlook.state.budget // SHARE)


def _studied(outlook: Outlook) -> list[str]:
    """What is worth cheapening, most important first."""
    lab, state, side = Research.of(outlook.world), outlook.state, outlook.side
    if lab is None or state.turn >= outlook.ground.last_turn:
        return []
    hunted = any(fleet.submarines for fleet in state.fleets.values() if fleet.side in outlook.foes)
    hunting = any(fleet.submarines for fleet in state.fleets.values() if fleet.side == side)
    wanted = ["infantry", "mechanized"]
    if hunted and any(convoys(outlook.world, state, side)):
        wanted.insert(0, "asw")
    if hunting and any(hostile_convoys(outlook.world, state, side)):
        wanted.append("u_boat")
    wanted += ["bomber", "tac_air", "amphibious", "air_defense"]
    one = Invest("", 1)
    return [item for item in wanted if lab.check(outlook.world, state, side, replace(one, item=item)) is None]


def research(outlook: Outlook) -> Step | None:
    """The next order of a research phase; None: it is over."""
    lab, state, side = Research.of(outlook.world), outlook.state, outlook.side
    if lab is None:
        return None
    known = KNOWLEDGE.of(state)
    for item in _studied(outlook):
        for count in (EACH, 1):
            invest = Invest(item, count)
            if item not in known.invested and lab.check(outlook.world, state, side, invest) is None:
                return Step(invest, Reason(f"Cheaper {spoken(item)} will pay"))
    for item, step in known.steps.get(side, {}).items():
        if step >= RIPE and lab.check(outlook.world, state, side, Resolve(item)) is None:
            return Step(Resolve(item), Reason(f"Research for {spoken(item)} is far enough"))
    return None


def bomb(outlook: Outlook) -> Step | None:
    """All bombers of a base to where they do most, then the next; then they fly."""
    war, world, state, side = Strategic.of(outlook.world), outlook.world, outlook.state, outlook.side
    if war is None:
        return None
    best: tuple[float, DeclareRaid, str] | None = None
    for raid in war.offers(world, state, side):
        if not isinstance(raid, DeclareRaid) or raid.morale or war.check(world, state, side, raid) is not None:
            continue
        gain, odds = _worth(outlook, raid)
        if gain > 0 and (best is None or (gain, raid.target) > (best[0], best[1].target)):
            best = gain, raid, odds
    if best is not None:
        gain, raid, odds = best
        return Step(raid, Reason(f"Bomb {world.title(raid.target)}", odds, value=round(gain, 1)))
    fly = FlyRaids()
    return Step(fly, Reason("Fly the raids")) if war.check(world, state, side, fly) is None else None


def _worth(outlook: Outlook, raid: DeclareRaid) -> tuple[float, str]:
    """What a raid adds to those declared, by exact odds: production that has to be repaired, against aircraft shot
    down."""
    world, state, side = outlook.world, outlook.state, outlook.side
    sent = next((one for one in STRATEGY.of(state).raids if one.target == raid.target), None)
    planes, guards = (sum(sent.bombers.values()), sum(sent.escorts.values())) if sent is not None else (0, 0)
    prices = price_of(outlook, side, "bomber") or 0, price_of(outlook, side, "escort") or 0
    target = raid_on(world, state, side, raid.target, planes + raid.bombers, guards + raid.escorts)
    value, ruined, lost = value_of(outlook, target, *prices)
    if sent is not None:
        value -= value_of(outlook, raid_on(world, state, side, raid.target, planes, guards), *prices)[0]
    return value, f"devastates {ruined:.1f}, loses {lost:.1f}"
