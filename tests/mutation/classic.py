"""Ways to break game ``classic``: guns, rockets, submarines that withdraw, neutrals, weapons, factories."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from sandtable.area import capture, family, victory
from sandtable.area.battle import fight
from sandtable.area.citations import CITATIONS, FEATURES
from sandtable.area.events import TreasurySeized
from sandtable.area.family import AreaGame
from sandtable.area.movement import landing, orders
from sandtable.area.parts import guns, rockets
from sandtable.area.phases import combat, mobilize, noncombat_move
from sandtable.core.unfolding import Unfolding
from tests.mutation import breaks
from tests.mutation.breaks import (
    Break,
    GameMaker,
    conduct,
    doing,
    everywhere,
    lands,
    part,
    research,
    rules,
    steps,
    unit,
    weapon,
    with_world,
    without,
    without_part,
)

NEVER_REFUSING = frozenset(
    (
        "armor.blitz-past-gun-or-complex",
        "combat.battle-order",
        "map.black-sea-open",
        "neutral.first-entry",
        "transport.alone",
        "transport.cannon-fodder",
    )
)
"""Rules that the family cites in other games where it refuses what this one allows."""


def refusals(game: AreaGame) -> Iterator[Break]:
    """For every rule that the family may cite in this game: it never refuses for it."""
    keys = [*CITATIONS, *(key for feature in sorted(game.world.features) for key in FEATURES[feature])]
    return (broken for broken in breaks.refusals(game, keys) if broken.rules[0] not in NEVER_REFUSING)


def options(**changes: Any) -> GameMaker:
    """The game with the effects of its options changed."""
    return rules(options=lambda all_of_them: {k: replace(one, **changes) for k, one in all_of_them.items()})


def conditions(change: Callable[[Any], Any]) -> GameMaker:
    """The game with every victory condition changed; nothing means left out."""
    return rules(victory=lambda all_of_them: tuple(v for v in map(change, all_of_them) if v is not None))


def step(sequence: str, name: str, **changes: Any) -> GameMaker:
    """The game with one step of a battle changed, by its name."""
    return steps(sequence, lambda one: replace(one, **changes) if one.name == name else one)


def skipping(sequence: str, *names: str) -> GameMaker:
    """The game with steps of a battle left out."""
    return steps(sequence, lambda one: None if one.name in names else one)


_emit = Unfolding.emit


def _no_plunder(run: Any, event: Any) -> None:
    if not isinstance(event, TreasurySeized):
        _emit(run, event)


def _decks_for_bombers(game: AreaGame) -> AreaGame:
    lander = unit("bomber", abilities=("bombs", "carrier-landing"))(game)
    return unit("carrier", berths=(("fighter", "bomber"),) * 2)(lander)


BREAKS = (
    # pieces and numbers
    Break("infantry attacks at 2", ("units.table", "infantry.fight"), unit("infantry", attack=2)),
    Break("armor defends at 3", ("units.table", "armor.fight"), unit("armor", defense=3)),
    Break("armor drives 1", ("armor.move", "armor.blitz"), unit("armor", move=1)),
    Break("armor does not blitz", ("armor.blitz", "armor.blitz-second-territory"), without("armor", "blitz")),
    Break("fighters fly 5", ("fighter.stats", "air.out-and-back", "air.count-spaces"), unit("fighter", move=5)),
    Break("bombers defend at 2", ("bomber.stats",), unit("bomber", defense=2)),
    Break("bombers land on carriers", ("bomber.no-carrier",), _decks_for_bombers),
    Break("battleships take two hits", ("units.one-hit",), unit("battleship", hits=2)),
    Break("battleships cost 23", ("units.table",), unit("battleship", cost=23)),
    Break("carriers hold one fighter", ("carrier.capacity",), unit("carrier", berths=(("fighter",),))),
    Break("carriers defend at 2", ("carrier.fight",), unit("carrier", defense=2)),
    Break("transports fire at 2", ("transport.fight",), unit("transport", defense=2)),
    Break(
        "transports attack",
        ("combat.attacking-transports-roll-nothing", "transport.alone"),
        unit("transport", attack=1),
    ),
    Break(
        "armor leaves room aboard",
        ("transport.capacity", "armor.sea-transport"),
        unit("transport", fills=(), berths=(("infantry", "armor"), ("infantry",))),
    ),
    Break("ships sail 3", ("naval.move",), unit("battleship", move=3)),
    Break("guns drive 2", ("aa.move", "nmove.gun"), unit("antiaircraft_gun", move=2)),
    Break("guns attack", ("aa.no-attack",), without("antiaircraft_gun", "never-attacks")),
    Break(
        "guns fight to the end",
        ("aa.captured", "aa.gun-only-territory", "capture.gun-and-complex"),
        without("antiaircraft_gun", "prize"),
    ),
    Break(
        "two guns in a territory", ("aa.one-per-territory", "placement.one-gun"), unit("antiaircraft_gun", limit=2)
    ),
    Break("two factories in a territory", ("complex.one-per-territory",), unit("industrial_complex", limit=2)),
    # guns
    Break(
        "guns fire at 2 in battle",
        ("aa.at-target", "aa.one-die-per-plane"),
        step("land", "Antiaircraft gun fires", value=2),
    ),
    Break("guns fire every round", ("aa.once-per-battle",), step("land", "Antiaircraft gun fires", only_round=0)),
    Break(
        "one die for all planes",
        ("aa.one-die-per-plane",),
        step("land", "Antiaircraft gun fires", per_target=False),
    ),
    Break(
        "planes that are hit fire once more",
        ("aa.no-return-fire",),
        step("land", "Antiaircraft gun fires", losses="behind"),
    ),
    Break(
        "guns do not fire on the way",
        ("aa.over-flight-fire", "aa.moment-of-over-flight-fire", "aa.automatic"),
        during=doing(guns.Guns, "follows", lambda *a: None),
    ),
    Break(
        "guns on the way fire at 2",
        ("aa.over-flight-fire",),
        during=doing(guns.Guns, "value", lambda self, world: 2),
    ),
    Break(
        "the cheapest plane is lost on the way",
        ("aa.owner-picks-plane",),
        during=doing(guns, "_only", guns._default),
    ),
    Break(
        "bombers are not fired at over the target",
        ("raid.antiaircraft-first",),
        skipping("raid", "Antiaircraft gun fires"),
    ),
    # battles
    Break(
        "no support from battleships",
        ("amphibious.battleship-support", "amphibious.support-casualties-fire"),
        skipping("land", "Battleships give support"),
    ),
    Break(
        "battleships support every round",
        ("amphibious.battleship-support",),
        step("land", "Battleships give support", only_round=0),
    ),
    Break(
        "who is hit by a battleship does not fire",
        ("amphibious.support-casualties-fire",),
        step("land", "Battleships give support", losses="removed"),
    ),
    Break(
        "defenders that are hit do not fire",
        ("combat.defender-casualties-fire", "combat.land-sequence"),
        step("land", "Attacker fires", losses="removed"),
    ),
    Break(
        "defenders that are hit at sea do not fire",
        ("combat.naval-sequence",),
        step("sea", "Attacker fires", losses="removed"),
    ),
    Break(
        "submarines have no first shot",
        ("submarine.first-shot", "submarine.example-carrier"),
        without("submarine", "first-shot"),
    ),
    Break(
        "who is hit by a first shot fires",
        ("submarine.first-shot", "submarine.first-shot-casualty-choice"),
        skipping("sea", "Remove those hit by a first shot"),
    ),
    Break(
        "submarines never withdraw",
        ("submarine.withdraw-when", "submarine.individual-choice"),
        without("submarine", "withdraws"),
    ),
    Break(
        "only attackers withdraw",
        ("submarine.defender-destination", "submarine.withdraw-order"),
        skipping("sea", "Defending submarines withdraw"),
    ),
    Break(
        "only defenders withdraw",
        ("submarine.attacker-destination", "submarine.withdraw-order"),
        skipping("sea", "Attacking submarines withdraw"),
    ),
    Break(
        "submarines hit planes",
        ("submarine.no-air-targets", "combat.allowed-targets"),
        with_world(sequences=lambda s: replace(s, targets=s.targets[1:])),
    ),
    Break(
        "nobody retreats",
        ("combat.retreat-timing", "combat.retreat-together"),
        during=doing(fight, "_retreat", lambda *a: None),
    ),
    Break(
        "troops from the sea retreat",
        ("amphibious.no-retreat",),
        step("land", "Press attack or retreat", seaborne="stay"),
    ),
    Break(
        "retreat to any origin",
        ("combat.retreat-after-blitz",),
        step("land", "Press attack or retreat", origin="any"),
    ),
    Break(
        "ships that did not move cannot retreat",
        ("optional.naval-placement-in-enemy-zones",),
        step("sea", "Press attack or retreat", unmoved=False),
    ),
    Break(
        "hopeless battles go on",
        ("combat.hopeless-attack",),
        step("sea", "Press attack or retreat", hopeless=False),
    ),
    Break("landings are always made", ("amphibious.landing-optional",), conduct(landings__optional=False)),
    Break("landings come first", ("combat.battle-order",), conduct(assaults_first=True)),
    Break(
        "landings in any order",
        ("amphibious.sea-battle-first",),
        during=doing(combat, "open_sites", lambda world, state: state.turn.sites),
    ),
    # moves
    Break(
        "empty land is taken in combat",
        ("cmove.empty-territory-timing", "cmove.empty-enemy-territory", "armor.blitz-second-territory"),
        conduct(undefended="in-combat"),
    ),
    Break("transports do not sail alone", ("transport.alone",), conduct(fleets__lone_transports=False)),
    Break("no loading under fire", ("transport.load-conditions",), conduct(landings__load_under_fire=False)),
    Break("one coast for a transport", ("transport.bridging-two-targets",), conduct(landings__coasts=1)),
    Break(
        "guns and factories stop armor", ("armor.blitz-past-gun-or-complex",), conduct(factories__stop_blitz=True)
    ),
    Break(
        "moved units move again",
        ("cmove.range", "naval.move-in-one-action"),
        during=doing(orders, "check_rested", lambda *a: None),
    ),
    Break(
        "flights need no end",
        ("air.no-suicide", "air.landing-plan"),
        during=doing(landing, "_unsaved", lambda *a: 0),
    ),
    Break(
        "stranded planes fly a space",
        ("air.carrier-lost-landing", "air.carrier-lost-no-coast"),
        conduct(stranded="one-space"),
    ),
    Break(
        "stranded planes are lost",
        ("air.carrier-lost-landing",),
        during=doing(noncombat_move, "places", lambda *a: ()),
    ),
    Break(
        "planes count on new carriers",
        ("air.new-carrier-too-late", "placement.fighters-not-on-carriers"),
        conduct(ships__new_carriers=True),
    ),
    Break("ships can be closed to partners", ("multi.no-permission-needed",), conduct(ships__deny_room=True)),
    Break("open canals", ("canal.panama", "canal.suez"), with_world(board=lambda b: replace(b, passages=()))),
    # neutrals
    Break("neutrals cost 2", ("neutral.penalty", "neutral.must-pay"), part("neutrals", fee=2)),
    Break("neutrals are closed", ("neutral.first-entry", "neutral.by-sea"), without_part("neutrals")),
    Break(
        "no neutrals", ("map.neutrals", "neutral.land-units-stop"), lands(lambda n, t: replace(t, neutral=False))
    ),
    # money, capitals, victory
    Break(
        "every territory is worth one more",
        ("map.income-values", "setup.production-levels", "income.collect"),
        lands(lambda n, t: replace(t, value=t.value + 1)),
    ),
    Break(
        "a lost capital changes nothing",
        ("capital.no-purchase", "capital.no-income", "income.needs-capital"),
        rules(phases=lambda p: {k: replace(one, needs_capital=False) for k, one in p.items()}),
    ),
    Break("no plunder", ("capital.loot",), during=doing(Unfolding, "emit", _no_plunder)),
    Break(
        "nothing is given back with a capital",
        ("liberate.capital-by-ally", "capital.regained"),
        during=doing(capture, "_give_back", lambda run, power: None),
    ),
    Break(
        "partners never get land back", ("liberate.ally",), during=doing(capture, "capital_lost", lambda *a: True)
    ),
    Break(
        "land always goes back",
        ("liberate.capital-exception",),
        during=doing(capture, "capital_lost", lambda *a: False),
    ),
    Break(
        "prizes stay with the loser",
        ("aa.captured", "complex.captured"),
        during=doing(capture, "_take_prizes", lambda *a: None),
    ),
    Break(
        "one capital less wins",
        ("victory.allies", "victory.axis-military"),
        conditions(lambda v: replace(v, at_least=max(0, v.at_least - 1))),
    ),
    Break(
        "83 is enough",
        ("victory.axis-economic",),
        conditions(lambda v: replace(v, production=v.production - 1 if v.production else 0)),
    ),
    Break(
        "85 is needed",
        ("victory.axis-economic",),
        conditions(lambda v: replace(v, production=v.production + 1 if v.production else 0)),
    ),
    Break(
        "economic victory at any time", ("victory.economic-timing",), conditions(lambda v: replace(v, after=""))
    ),
    Break(
        "total victory by two capitals",
        ("optional.total-victory",),
        conditions(lambda v: replace(v, at_least=2) if v.at_least == 3 else v),
    ),
    Break(
        "nobody wins",
        ("victory.military-timing", "victory.held-together"),
        during=everywhere("victor", lambda *a: None, family, victory),
    ),
    Break(
        "no winner among the winners",
        ("victory.individual", "victory.individual-of-winners"),
        without_part("individual-winner"),
    ),
    # new units
    Break(
        "factories are limited",
        ("complex.original-unlimited",),
        conduct(factories__original="value"),
    ),
    Break("worthless land takes nothing", ("complex.new-zero-value",), conduct(factories__least=0)),
    Break("unplaced units are paid back", ("placement.unplaceable-lost",), conduct(unplaced="refunded")),
    Break("new ships among enemies", ("placement.naval-no-enemy",), conduct(fleets__placed_among_enemies=True)),
    Break(
        "new factories are unlimited",
        ("complex.new-limited", "complex.captured-counts-new"),
        during=everywhere("room_at", lambda *a: 99, mobilize),
    ),
    # weapons
    Break("dice cost 4", ("research.die-cost",), research(die=4)),
    Break("a 5 is a breakthrough", ("research.breakthrough", "research.failure"), research(success=5)),
    Break("jets are ordinary", ("tech.jet-power",), weapon("jet-power", effects=())),
    Break("no super submarines", ("tech.super-submarines",), weapon("super-submarines", effects=())),
    Break("no long range", ("tech.long-range",), weapon("long-range-aircraft", effects=())),
    Break("industry saves nothing", ("tech.industrial-technology",), weapon("industrial-technology", effects=())),
    Break(
        "no heavy bombers",
        ("tech.heavy-bombers-combat", "tech.heavy-bombers-raid"),
        weapon("heavy-bombers", effects=()),
    ),
    Break("no rockets", ("tech.rockets-damage", "tech.rockets-timing"), without_part("rockets")),
    Break("rockets fly 4", ("tech.rockets-range",), part("rockets", range=4)),
    Break("rockets do nothing", ("tech.rockets-damage",), during=doing(rockets.Rockets, "do", lambda *a: None)),
    # options
    Break("the Soviet Union attacks at once", ("optional.restricted-soviet-attack",), options(peaceful_rounds={})),
    Break("factories are always for sale", ("optional.no-new-complexes",), options(not_for_sale=())),
    Break("no weapons to begin with", ("optional.axis-developments",), options(techs={})),
    Break(
        "the option does not help ships",
        ("optional.naval-placement-in-enemy-zones",),
        options(ships_among_enemies=None),
    ),
)
