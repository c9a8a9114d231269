"""Research and raids: a few points for the most common units, a roll when it may pay, bombs where they hurt."""

from sandtable.bots.bot import Reason
from sandtable.bots.hexes.deployment import Step
from sandtable.bots.hexes.outlook import Outlook
from sandtable.hexes.parts.research import Invest, Research, Resolve
from sandtable.hexes.parts.research.memory import KNOWLEDGE
from sandtable.hexes.parts.strategic import Strategic
from sandtable.hexes.parts.strategic.bombing import DeclareRaid, FlyRaids
from sandtable.hexes.status import undevastated
from sandtable.hexes.strength import Amount, spoken
from sandtable.odds.hexes.bombing import bombing, raid_on
from sandtable.odds.hexes.course import mean

RESERVE = 2
"""Production points kept for research,"""
RICH = 12
"""by a side that has at least this many."""
RIPE = 4
"""The step of the track from which a roll is likely to pay."""
AIRCRAFT = 4
"""What a bomber or an escort is worth."""
WANTED = ("infantry", "mechanized", "amphibious")
"""What is researched, in this order."""


def reserve(outlook: Outlook) -> Amount:
    """What is not spent on points, because research comes last."""
    return RESERVE if Research.of(outlook.world) is not None and outlook.state.budget >= RICH else 0


def research(outlook: Outlook) -> Step | None:
    """The next order of a research phase; None: it is over."""
    lab, state, side = Research.of(outlook.world), outlook.state, outlook.side
    if lab is None:
        return None
    known = KNOWLEDGE.of(state)
    for item in WANTED:
        for count in (2, 1):
            invest = Invest(item, count)
            if not known.invested and lab.check(outlook.world, state, side, invest) is None:
                return Step(invest, Reason(f"Cheaper {spoken(item)} will pay"))
    for item, step in known.steps.get(side, {}).items():
        if step >= RIPE and lab.check(outlook.world, state, side, Resolve(item)) is None:
            return Step(Resolve(item), Reason(f"Research for {spoken(item)} is far enough"))
    return None


def bomb(outlook: Outlook) -> Step | None:
    """All bombers to where most production is left, then go."""
    war, world, state = Strategic.of(outlook.world), outlook.world, outlook.state
    if war is None:
        return None
    offers = list(war.offers(world, state, outlook.side))
    raids = [one for one in offers if isinstance(one, DeclareRaid) and not one.morale]
    raids.sort(key=lambda raid: (-undevastated(world, state, raid.target), raid.target))
    for raid in raids:
        if war.check(world, state, outlook.side, raid) is None and undevastated(world, state, raid.target):
            gain, odds = _worth(outlook, raid)
            if gain > 0:
                return Step(raid, Reason(f"Bomb {world.title(raid.target)}", odds, value=round(gain, 1)))
    fly = FlyRaids()
    return Step(fly, Reason("Fly the raids")) if war.check(world, state, outlook.side, fly) is None else None


def _worth(outlook: Outlook, raid: DeclareRaid) -> tuple[float, str]:
    """What a raid is worth by exact odds: production that has to be repaired, against aircraft shot down."""
    world, state = outlook.world, outlook.state
    target = raid_on(world, state, outlook.side, raid.target, raid.bombers, raid.escorts)
    found = bombing(world.tables, target)
    ruined, lost = mean(found.devastated), mean(found.bombers) + mean(found.escorts)
    # What is devastated produces nothing until it is repaired.
    return ruined * (world.tables.repair_cost + 1) - lost * AIRCRAFT, f"devastates {ruined:.1f}, loses {lost:.1f}"
