"""Ways to break the second campaign game of ``hgw``, and which of its rules must notice."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from sandtable.hexes.family import HexGame
from sandtable.hexes.parts.beyond_the_edge import BeyondTheEdge
from sandtable.hexes.parts.paratroops import Dropped, Paratroops
from sandtable.hexes.parts.partisans import Partisans, PartisansRose
from sandtable.hexes.parts.research import Research
from sandtable.hexes.parts.research.settings import Item
from sandtable.hexes.parts.strategic import Strategic
from sandtable.hexes.parts.strategic.bombing import DefenceFired
from sandtable.hexes.parts.strategic.memory import changed
from sandtable.hexes.parts.tactical_air import TacticalAir
from sandtable.hexes.parts.tactical_air.events import AirFought
from tests.mutation.hexes import HexBreak, WorldMaker, after_part, facts, never_refused, setting
from tests.mutation.hgw_campaign import part, without

TOPICS = (
    "research",
    "partisan",
    "tacair",
    "para",
    "bombing",
    "missile",
    "abomb",
    "morale",
    "campaign2",
    "c2-sequence",
)
UNREFUSED = (
    "research.copying",
    "research.prohibited-levels",
    "tacair.ferry-iceland",
    "partisan.supply-deadline",
    "research.german-weather-u-boats",
)
"""Rules that are cited for what happens, not for what is refused."""


def refusals(game: HexGame) -> Iterator[HexBreak]:
    """A game that never refuses for one of the rules of this campaign."""
    world = game.worlds["campaign-2"]
    cited = [rule for one in world.parts.all for rule in (*one.citations, *one.rules())]
    orders = (world.facts.sequence_rule, world.facts.sides_rule, world.facts.setup_rule)
    for rule in dict.fromkeys((*cited, *orders)):
        if rule.split(".")[0] in TOPICS and rule not in (*UNREFUSED, "campaign2.beyond-the-edge"):
            full = f"{game.facts.prefix}.{rule}"
            yield HexBreak(f"never refused: {full}", (rule,), during=partial(never_refused, full))


def _items(**prices: tuple[Any, ...]) -> WorldMaker:
    """Research with other prices."""
    return setting(
        Research,
        lambda old: replace(old, items={**old.items, **{name: Item(cost) for name, cost in prices.items()}}),
    )


BREAKS = (
    HexBreak("everybody starts alike", ("research.start-levels",), part(Research, start={})),
    HexBreak("cheap infantry", ("research.cost-by-tech-level",), _items(infantry=(1, 1, 1))),
    HexBreak("a lucky track", ("research.track-table",), part(Research, track=("AAAAAA",) * 5)),
    HexBreak("no setback", ("research.efficiency-table", "research.result-c"), part(Research, setback=(0,) * 6)),
    HexBreak("a longer track", ("research.step-five-is-the-end",), part(Research, track=("ABCCCC",) * 7)),
    HexBreak("three points an item", ("research.invest-one-or-two",), part(Research, most=3)),
    HexBreak("no Soviet peace", ("research.soviet-peace-limit",), part(Research, peace=None)),
    HexBreak("cheap partisans", ("partisan.cost-and-roll",), part(Partisans, cost=1)),
    HexBreak("lucky partisans", ("partisan.cost-and-roll",), part(Partisans, need=3)),
    HexBreak("partisans in Germany", ("partisan.valid-hexes",), part(Partisans, safe=())),
    HexBreak("Italy rises at once", ("partisan.italy",), part(Partisans, footholds=())),
    HexBreak(
        "partisans devastate nothing",
        ("partisan.devastation",),
        during=after_part(PartisansRose, lambda old, new, event: replace(new, devastated=old.devastated)),
    ),
    HexBreak(
        "an air attack hits nobody",
        ("tacair.air-attack-losses",),
        during=after_part(AirFought, lambda old, new, event: old),
    ),
    HexBreak(
        "no aircraft",
        ("tacair.unused-joins-assault", "tacair.air-superiority", "tacair.coastal-air-is-six-tac-air"),
        without(TacticalAir),
    ),
    HexBreak("five aircraft at the coast", ("tacair.coastal-air-is-six-tac-air",), part(TacticalAir, coast=5)),
    HexBreak(
        "failed drops cost nothing",
        ("para.failure",),
        during=after_part(Dropped, lambda old, new, event: replace(new, armies=old.armies)),
    ),
    HexBreak("no drops", ("para.paradrop-doubles", "para.across-water"), without(Paratroops)),
    HexBreak("bombers fly on", ("bombing.range",), part(Strategic, ranges=(20,) * 7)),
    HexBreak(
        "escorts fly like bombers",
        ("bombing.ferry",),
        part(Strategic, legs={"bomber": 20, "escort": 20, "air_defense": 20}),
    ),
    HexBreak(
        "air defense hits nothing",
        ("bombing.air-defense-fires-first", "bombing.example"),
        during=after_part(DefenceFired, lambda old, new, event: changed(new, shot_down=0)),
    ),
    HexBreak("four missile counters", ("missile.three-counters",), part(Strategic, counters=4)),
    HexBreak("missiles fly on", ("missile.resolution",), part(Strategic, missile_range=9)),
    HexBreak("weak bombs", ("abomb.attack-on-forces",), part(Strategic, blast=1)),
    HexBreak("bombs shock nobody", ("abomb.morale",), part(Strategic, shock=0)),
    HexBreak("no limit to morale", ("morale.track",), part(Strategic, limit=99)),
    HexBreak("morale hurts nobody", ("morale.attack-penalty",), part(Strategic, penalties=())),
    HexBreak("no events move morale", ("morale.chart",), part(Strategic, events=())),
    HexBreak("hexes do not count", ("morale.hexes-by-side",), part(Strategic, gained=99, lost=99)),
    HexBreak("nothing from beyond the edge", ("campaign2.beyond-the-edge",), without(BeyondTheEdge)),
    HexBreak("Siberia is free", ("campaign2.siberia-in-hexes",), facts(lambda world: {"frozen": {}})),
    HexBreak("poor Siberia", ("campaign2.siberia-in-hexes",), facts(lambda world: {"box_production": {}})),
)
