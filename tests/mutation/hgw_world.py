"""Ways to break invasions in naval movement and the world's war at sea in ``hgw``, and which rules must notice."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from sandtable.hexes import movement
from sandtable.hexes.combat import announcing
from sandtable.hexes.events import ForcesSailed
from sandtable.hexes.family import HexGame
from sandtable.hexes.parts.fleets import Fleets, bases, cargo, sailing, strikes, terror, uncovered
from sandtable.hexes.parts.fleets.fleets import BasesMended
from sandtable.hexes.parts.fleets.memory import NAVY, on_top
from sandtable.hexes.parts.home_forces import HomeForces
from sandtable.hexes.parts.sea_links import SeaLinks
from sandtable.hexes.parts.shipping_points import ShippingPoints
from sandtable.hexes.parts.strategic import Strategic, morale
from sandtable.hexes.parts.strategic.settings import Settings
from sandtable.hexes.parts.tactical_air import TacticalAir
from sandtable.hexes.phases import naval
from sandtable.hexes.world import World
from tests.mutation.hexes import HexBreak, after, after_part, never_refused, setting
from tests.mutation.hgw_campaign import part

REFUSED = (
    "c2-sequence.naval-movement-steps",
    "c2-sequence.naval-before-land",
    "coastal-air.passing-fleets",
    "morale.coastal-attacks",
    "morale.submarine-attack",
    "port.hidden-indian-ocean",
    "raider.bering-strait",
    "chart.ranges",
)


def refusals(game: HexGame) -> Iterator[HexBreak]:
    """A game that never refuses for one of these rules."""
    for rule in REFUSED:
        full = f"{game.facts.prefix}.{rule}"
        yield HexBreak(f"never refused: {full}", (rule,), during=partial(never_refused, full))


def _patched(where: object, name: str, new: Any) -> Callable[[], AbstractContextManager[object]]:
    """Another function in place of one."""
    return lambda: patch.object(where, name, new)


def _one_pair(old: Settings) -> Settings:
    """Everything everywhere moves the morale of Germany and Great Britain."""
    return replace(old, nations={name: one for name, one in old.nations.items() if not one.nations})


def _for_all(old: Settings) -> Settings:
    """Hexes count for every pair, wherever they are."""
    return replace(old, nations={name: replace(one, columns=(1, 112)) for name, one in old.nations.items()})


def _naval(**changes: Any) -> Callable[[World], World]:
    """The naval game, set otherwise."""
    return setting(Fleets, lambda old: replace(old, naval=replace(old.naval, **changes)) if old.naval else old)


BREAKS = (
    HexBreak(
        "declared armies move on",
        ("c2-sequence.naval-before-land",),
        during=_patched(announcing, "under_way", lambda state, name: False),
    ),
    HexBreak(
        "whoever comes to the port joins the invasion",
        ("c2-sequence.naval-before-land",),
        during=_patched(movement, "under_way", lambda state, name: False),
    ),
    HexBreak(
        "naval movement ends before the invasions have sailed",
        ("c2-sequence.naval-movement-steps",),
        during=_patched(naval, "waiting", lambda combat: []),
    ),
    HexBreak(
        "fleets move after the invasions",
        ("c2-sequence.naval-movement-steps",),
        during=_patched(sailing, "check_homecoming", lambda world, state, side: None),
    ),
    HexBreak(
        "voyages of invasions are forgotten",
        ("c2-sequence.naval-movement-steps", "c2-sequence.naval-before-land"),
        during=after(
            ForcesSailed,
            lambda old, new, event: replace(new, combat=new.combat and replace(new.combat, sailed=())),
        ),
    ),
    HexBreak(
        "no coast strikes what has passed",
        ("c2-sequence.coastal-air-step",),
        during=_patched(strikes, "passed", lambda run, terms, voyage: None),
    ),
    HexBreak(
        "a coast strikes each force again and again",
        ("c2-sequence.coastal-air-step",),
        during=after_part(
            strikes.CoastStruck,
            lambda old, new, event: on_top(new, struck=NAVY.of(old).voyages[-1].struck),
        ),
    ),
    HexBreak(
        "losses in the air last without a search",
        ("c2-sequence.coastal-air-step",),
        during=_patched(strikes, "flying", lambda *_: 5),
    ),
    HexBreak(
        "fleets with an invasion have other missions, too",
        ("c2-sequence.support-fleets-return",),
        during=_patched(Fleets, "excuses", lambda self, world, state, name, fleet: None),
    ),
    HexBreak("one pair of countries", ("morale.mirror", "morale.countries"), setting(Strategic, _one_pair)),
    HexBreak("hexes count everywhere", ("morale.hexes-by-side",), setting(Strategic, _for_all)),
    HexBreak("the Chinese lose heart", ("morale.countries",), part(Strategic, unmoved=())),
    HexBreak(
        "a side shares its morale",
        ("morale.penalty-scope",),
        during=_patched(
            Strategic,
            "steadies",
            lambda self, world, state, side, how, whose: morale.penalty(self.settings, state, side),
        ),
    ),
    HexBreak("ships never lose heart", ("morale.penalty-scope",), during=_patched(cargo, "aimed", lambda *_: 0)),
    HexBreak(
        "carriers are nothing to Japan",
        ("morale.chart",),
        during=_patched(morale, "carriers_lost", lambda *_: None),
    ),
    HexBreak(
        "every hit is felt",
        ("morale.coastal-attacks",),
        during=_patched(
            bases,
            "shake",
            lambda run, side, navy, nation, at, hits: [
                one.alarmed(run, "Japan", hits) for one in run.world.parts.alarmed if hits
            ],
        ),
    ),
    HexBreak(
        "a submarine comes home",
        ("morale.submarine-attack",),
        during=_patched(
            terror, "ShipsLost", lambda fleet, submarines: terror.CoastAlarmed(fleet=fleet, at="1810")
        ),
    ),
    HexBreak("nobody fears submarines", ("morale.submarine-attack",), _naval(terror=None)),
    HexBreak("no port is hidden", ("port.hidden-indian-ocean",), _naval(hidden=())),
    HexBreak(
        "hidden ports are never found",
        ("port.hidden-indian-ocean",),
        during=_patched(uncovered, "note", lambda run, terms, voyage: None),
    ),
    HexBreak("no raider passes the Bering Strait", ("raider.bering-strait",), _naval(strait=None)),
    HexBreak(
        "the Bering Strait is never frozen",
        ("raider.bering-strait",),
        setting(
            Fleets,
            lambda old: (
                replace(
                    old,
                    naval=replace(
                        old.naval, strait=replace(old.naval.strait, seasons=("Spring", "Summer", "Winter"))
                    ),
                )
                if old.naval and old.naval.strait
                else old
            ),
        ),
    ),
    HexBreak("bases are never wrecked", ("navalport.damage",), during=_patched(strikes, "BREAKING", 99)),
    HexBreak(
        "hits are never forgotten",
        ("navalport.damage",),
        during=after_part(BasesMended, lambda old, new, event: old),
    ),
    HexBreak(
        "fleets stay in a wrecked base",
        ("navalport.damage",),
        during=_patched(strikes, "check_harbour", lambda *_: None),
    ),
    HexBreak(
        "Australia needs no ships",
        ("production.australia-shipping",),
        setting(
            SeaLinks,
            lambda old: replace(old, links={k: v for k, v in old.links.items() if k != "Australian route"}),
        ),
    ),
    HexBreak(
        "routes carry what they like",
        ("shipping.capacity", "sea.pacific"),
        during=_patched(ShippingPoints, "carries", lambda self, world, state, side, ports, points: ()),
    ),
    HexBreak("nobody flies to China", ("tacair.ferry-india-china",), part(TacticalAir, ferries=())),
    HexBreak(
        "home forces go where their director rules",
        ("homeforces.stay-home",),
        during=_patched(HomeForces, "_unaligned", lambda self, world, state, country: False),
    ),
)
