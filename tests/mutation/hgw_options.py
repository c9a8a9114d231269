"""Ways to break the optional rules of ``hgw``, and which of them must notice."""

from collections.abc import Iterator
from functools import partial
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from sandtable.hexes.family import HexGame
from sandtable.hexes.parts.home_forces import (
    HomeForces,
    HomeForcesGone,
    HomeForcesTurned,
    Together,
)
from sandtable.hexes.parts.leaders import LeaderAtRisk, LeaderRevealed, Leaders, MarkersLost
from sandtable.hexes.parts.lifelines import LifelineChanged
from sandtable.hexes.parts.pledged_army import PledgedArmy, PointsStarved
from sandtable.hexes.strength import Points
from tests.mutation.hexes import Doing, HexBreak, after_part, facts, never_refused, setting
from tests.mutation.hgw_campaign import part

TOPICS = ("leader", "homeforces", "italy", "optional")
UNREFUSED = (
    "leader.modifier",
    "leader.pools",
    "leader.reveal",
    "leader.casualty-roll",
    "homeforces.controller",
    "homeforces.axis-reinforcements",
    "italy.advance-penalty",
    "italy.surrender",
    "italy.east-africa-supply",
)
"""Rules that are cited for what happens, not for what is refused."""


def refusals(game: HexGame) -> Iterator[HexBreak]:
    """A game that never refuses for one of the optional rules."""
    world = game.worlds["campaign-1"]
    parts = [one for parts in world.extras.values() for one in parts]
    cited = [rule for one in parts for rule in (*one.citations, *one.rules())]
    cited += [option.rule for option in world.facts.options.values()]
    for rule in dict.fromkeys(cited):
        if rule.split(".")[0] in TOPICS and rule not in UNREFUSED:
            full = f"{game.facts.prefix}.{rule}"
            yield HexBreak(f"never refused: {full}", (rule,), during=partial(never_refused, full))


def _instead(kind: type[Any], name: str, answer: object) -> Doing:
    """A hook of a part that always answers alike."""
    return lambda: patch.object(kind, name, lambda *_: answer)


def _deaf(kind: type[Any], name: str) -> Doing:
    """A hook of a part that does nothing."""
    return _instead(kind, name, None)


BREAKS = (
    HexBreak("Italy needs little", ("italy.minimum-force",), part(PledgedArmy, least=Points(1, 0))),
    HexBreak("the Italian army advances like others", ("italy.advance-penalty",), part(PledgedArmy, penalty=0)),
    HexBreak("hunger in Ethiopia", ("italy.east-africa-supply",), part(PledgedArmy, larder=())),
    HexBreak(
        "mechanized points eat grass",
        ("italy.east-africa-supply",),
        during=after_part(PointsStarved, lambda old, new, event: old),
    ),
    HexBreak("others go with Italy", ("italy.surrender",), during=_instead(PledgedArmy, "pledged", frozenset())),
    HexBreak(
        "nothing in Libya",
        ("italy.extra-infantry",),
        facts(
            lambda world: {"options": {name: replace(one, armies={}) for name, one in world.facts.options.items()}}
        ),
    ),
    HexBreak(
        "Suez is not enough",
        ("production.suez-india",),
        during=after_part(LifelineChanged, lambda old, new, event: old if event.open else new),
    ),
    HexBreak("leaders help nobody", ("leader.modifier",), during=_instead(Leaders, "leads", 0)),
    HexBreak("a large pool", ("leader.pools",), part(Leaders, size=12)),
    HexBreak("five points a leader", ("leader.land-allowance", "leader.limit-always"), part(Leaders, points=5)),
    HexBreak(
        "nobody is turned over", ("leader.reveal", "leader.effect-of-reveal"), during=_deaf(Leaders, "announced")
    ),
    HexBreak(
        "no leader stays",
        ("leader.effect-of-reveal",),
        during=after_part(LeaderRevealed, lambda old, new, event: new if event.leader else old),
    ),
    HexBreak("leaders of any nation", ("leader.wrong-nationality",), during=_instead(Leaders, "_nation", "")),
    HexBreak(
        "immortal leaders", ("leader.casualty-roll",), during=after_part(LeaderAtRisk, lambda old, new, _: old)
    ),
    HexBreak(
        "leaders without an army", ("leader.movement",), during=after_part(MarkersLost, lambda old, new, _: old)
    ),
    HexBreak(
        "America's leaders from the start",
        ("leader.entry",),
        setting(Leaders, lambda old: replace(old, roster=tuple(replace(one, country="") for one in old.roster))),
    ),
    HexBreak("everybody has three", ("homeforces.table",), part(HomeForces, strength={}, others=3)),
    HexBreak("full capitals", ("homeforces.placement-limit",), part(HomeForces, in_capital=9)),
    HexBreak("no home forces", ("homeforces.placement-time",), during=_deaf(HomeForces, "announced")),
    HexBreak("the Axis directs all", ("homeforces.controller",), during=_instead(HomeForces, "_director", "axis")),
    HexBreak(
        "nobody changes sides",
        ("homeforces.controller",),
        during=after_part(HomeForcesTurned, lambda old, new, _: old),
    ),
    HexBreak("home forces hold fire", ("homeforces.combat",), during=_instead(HomeForces, "irregular", False)),
    HexBreak("they retreat anywhere", ("homeforces.stay-home",), during=_instead(HomeForces, "shelters", True)),
    HexBreak(
        "they outlive their country",
        ("homeforces.axis-reinforcements",),
        during=after_part(HomeForcesGone, lambda old, new, event: old if event.standing else new),
    ),
    HexBreak("nobody is relieved", ("homeforces.axis-reinforcements",), part(HomeForces, relieved={})),
    HexBreak(
        "no fort in Belgium",
        ("homeforces.low-countries-fort",),
        part(HomeForces, groups={"Low Countries": Together(("Netherlands", "Belgium"), ("1235", "1334"))}),
    ),
)
