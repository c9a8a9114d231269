"""Ways to break game ``revised-historical``: turns of teams, money, capitals, weapons, moves and new units."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from sandtable.area import capture, economy, family, status
from sandtable.area.citations import CITATIONS, FEATURES
from sandtable.area.events import TreasurySeized
from sandtable.area.factories import capacity, has_factory
from sandtable.area.family import AreaGame
from sandtable.area.movement import landing
from sandtable.area.part import Part
from sandtable.area.parts import damage, directed_research, repairs, rockets
from sandtable.area.parts.exile import HALVED, Exile
from sandtable.area.parts.reaction import phase
from sandtable.area.phases import combat, combat_move, mobilize, noncombat_move
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
    unit,
    victory,
    weapon,
    with_world,
    without,
    without_part,
)

TOPICS = frozenset(
    [
        "turn",
        "round",
        "scope",
        "term",
        "map",
        "setup",
        "unit",
        "income",
        "econ",
        "lendlease",
        "purchase",
        "repair",
        "scorched",
        "capital",
        "control",
        "victory",
        "mobilize",
        "tech",
        "rocket",
        "xeno",
        "endturn",
        "air",
        "move",
    ]
)
"""Whose refusals are looked at here."""


def guns(**changes: int) -> GameMaker:
    """The game with other guns built into cities and factories."""
    return with_world(sequences=lambda s: replace(s, built_in=replace(s.built_in, **changes)))


def refusals(game: AreaGame) -> Iterator[Break]:
    """For every rule of these topics that the family may cite in this game: it never refuses for it."""
    keys = [*CITATIONS, *(key for feature in sorted(game.world.features) for key in FEATURES[feature])]
    for broken in breaks.refusals(game, keys):
        (rule,) = broken.rules
        if rule.split(".")[0] in TOPICS and rule not in NEVER_REFUSING:
            yield broken


NEVER_REFUSING = frozenset(
    (
        "air.no-overfly-fire",
        "capital.owner-plays-on",
        "mobilize.id",
        "setup.powers",
        "turn.phases",  # without it a phase is asked for what it does not know
        "turn.step-table",
        "unit.transport-harmless",
    )
)
"""Rules that the family may cite in other games, in cases which do not come up in this one."""


def _no_plunder(run: Any, event: Any) -> None:
    if not isinstance(event, TreasurySeized):
        _emit(run, event)


_emit = Unfolding.emit
_real_open = phase.open_for


def _last_conqueror(world: Any, state: Any, power: str, space: str) -> Any:
    there = [p.power for p, _ in combat.sent(world, state, power, space) if world.type(p).kind == "land"]
    return max(there, key=list(status.active(state)).index, default=None)


BEHAVIOUR = (
    # pieces and numbers
    Break("infantry attacks at 2", ("unit.table-land", "scope.base-game"), unit("infantry", attack=2)),
    Break("tanks cost 6", ("unit.table-land", "purchase.buy-units"), unit("tank", cost=6)),
    Break("bombers cost 13", ("unit.table-air",), unit("bomber", cost=13)),
    Break("submarines cost 7", ("unit.table-naval",), unit("submarine", cost=7)),
    Break("carriers sink at the first hit", ("unit.carrier-two-hits",), unit("carrier", hits=1)),
    Break("battleships take three hits", ("unit.battleship-two-hits",), unit("battleship", hits=3)),
    Break("transports fire", ("unit.transport-harmless", "term.die-hit"), unit("transport", defense=1)),
    Break("fighters fly 6", ("air.half-out", "air.half-back", "air.carrier-takeoff"), unit("fighter", move=6)),
    Break("tanks drive 1", ("move.tank-two", "map.one-move-point-per-space"), unit("tank", move=1)),
    Break("tanks do not blitz", ("move.blitz",), without("tank", "blitz")),
    Break("destroyers hit no submarines", ("unit.destroyer-role",), unit("destroyer", volley="naval")),
    Break("guns may attack", ("move.id-no-combat-move",), without("infrastructure_defense", "never-attacks")),
    Break("artillery helps nobody", ("scope.base-game",), with_world(sequences=lambda s: replace(s, boosts=()))),
    Break("no guns in factories", ("unit.implicit-id", "scorched.aftermath"), guns(factory=0)),
    Break("no guns in cities", ("unit.implicit-id", "victory.zero-point-city"), guns(city=0)),
    Break(
        "guns hold a territory",
        ("term.id-not-a-fighting-land-unit",),
        without("infrastructure_defense", "prize"),
    ),
    # the board
    Break("no neutrals", ("map.board", "map.neutral-impassable"), lands(lambda n, t: replace(t, neutral=False))),
    Break(
        "open canals",
        ("map.suez", "map.panama", "map.canal-land-air-free"),
        with_world(board=lambda b: replace(b, passages=())),
    ),
    Break(
        "every territory is worth one more",
        ("setup.powers", "income.amount", "round.soviets-act-again", "mobilize.noninfantry-limit-original"),
        lands(lambda n, t: replace(t, value=t.value + 1)),
    ),
    Break(
        "factories are not found",
        ("mobilize.noninfantry-at-complex", "mobilize.naval-adjacent"),
        during=doing(mobilize, "has_factory", lambda *a: False),
    ),
    # turns
    Break("no opening round", ("round.opening",), rules(rota=lambda r: replace(r, opening=()))),
    Break(
        "the Allies begin",
        ("round.normal", "endturn.round-advances"),
        rules(rota=lambda r: replace(r, teams=r.teams[::-1])),
    ),
    Break(
        "nobody waits for mates",
        ("turn.combat-barrier", "turn.combat-ends-together"),
        rules(phases=lambda p: {k: replace(one, together=False) for k, one in p.items()}),
    ),
    Break(
        "the window opens in the opening round too",
        ("round.opening-no-passive-moves", "turn.passive-window-skipped"),
        during=doing(
            phase, "open_for", lambda world, state: _real_open(world, replace(state, round=max(1, state.round)))
        ),
    ),
    Break(
        "the other team gives no orders",
        ("turn.passive-window", "turn.step-table"),
        during=doing(phase, "open_for", lambda *a: ()),
    ),
    Break(
        "powers without units are waited for",
        ("turn.phases-may-be-empty",),
        during=doing(combat_move, "can_act", lambda *a: True),
    ),
    Break(
        "guests take the places of those who have just taken off",
        ("air.landing-must-be-possible",),
        during=doing(
            landing,
            "spare_places",
            lambda world, state, power, zone, owner, unit: sum(
                n * landing.free_places(world, p, unit) for p, n in status.own_at(state, owner, zone)
            ),
        ),
    ),
    Break(
        "guests board later",
        ("turn.first-action-stands",),
        during=doing(noncombat_move, "board_mates", lambda *a: None),
    ),
    Break(
        "the last of the team takes it",
        ("turn.lead-power-order", "control.joint-conqueror"),
        during=doing(combat, "conqueror", _last_conqueror),
    ),
    # victory
    Break(
        "one point more wins",
        ("victory.axis-45", "victory.allies-55"),
        victory(lambda v: replace(v, points=v.points + 1)),
    ),
    Break(
        "one point less wins",
        ("victory.axis-45", "victory.allies-55"),
        victory(lambda v: replace(v, points=v.points - 1)),
    ),
    Break(
        "nobody wins",
        ("victory.check-time", "endturn.round-advances"),
        during=doing(family, "victor_at_start", lambda *a: None),
    ),
    Break(
        "cities are worth one more",
        (
            "victory.cities-germany",
            "victory.cities-japan",
            "victory.cities-soviet-union",
            "victory.cities-united-kingdom",
            "victory.cities-united-states",
            "victory.points-by-control",
        ),
        lands(lambda n, t: replace(t, points=t.points + bool(t.city))),
    ),
    Break(
        "the first draft changes nothing",
        ("victory.cities-us-first-draft",),
        rules(options=lambda o: {k: replace(one, points={}) for k, one in o.items()}),
    ),
    # capitals and control
    Break(
        "weapons without a capital",
        ("capital.skip-develop", "tech.progress-free-die"),
        rules(phases=lambda p: {k: replace(one, needs_capital=False) for k, one in p.items()}),
    ),
    Break(
        "no half income",
        ("capital.half-income-next-turn",),
        during=doing(Exile, "revenue_divisor", lambda self, state, power: 1),
    ),
    Break(
        "half an income is rounded up",
        ("capital.half-income-next-turn", "term.round-down"),
        during=doing(
            economy, "production", lambda w, s, p: status.production(w, s, p) + (p in HALVED.of(s).powers)
        ),
    ),
    Break(
        "all builds everywhere",
        ("capital.may-still-build", "capital.no-factory-while-lost"),
        during=doing(Exile, "builds", Part.builds),
    ),
    Break("no plunder", ("capital.capture-plunders-treasury",), during=doing(Unfolding, "emit", _no_plunder)),
    Break(
        "nothing is given back with a capital",
        ("capital.liberation",),
        during=doing(capture, "_give_back", lambda run, power: None),
    ),
    Break(
        "partners keep what they free",
        ("control.liberation", "xeno.liberations-kept"),
        during=doing(capture, "capital_lost", lambda *a: True),
    ),
    Break(
        "land always goes back",
        ("control.liberation-capital-lost",),
        during=doing(capture, "capital_lost", lambda *a: False),
    ),
    Break(
        "the Soviet Union gives back", ("xeno.liberations-kept", "capital.liberation"), conduct(keeps_liberated=())
    ),
    Break("the Soviet area is open", ("xeno.no-entry", "xeno.no-overflight"), without_part("closed-areas")),
    Break(
        "the Soviet area stays closed",
        ("xeno.ends",),
        part("closed-areas", areas=lambda s: tuple(replace(one, until="Japan") for one in s.areas)),
    ),
    Break(
        "the Soviet area is closed to Soviets",
        ("xeno.soviet-units-free",),
        part(
            "closed-areas",
            areas=lambda s: tuple(replace(one, powers=("ussr",), spaces=("Persia",)) for one in s.areas),
        ),
    ),
    Break(
        "prizes stay with the loser",
        ("control.aircraft-caught", "control.complex-captured"),
        during=doing(capture, "_take_prizes", lambda *a: None),
    ),
    # money
    Break(
        "damage has no lower limit",
        ("econ.not-below-zero", "econ.cap-without-complex"),
        during=doing(damage.BombDamage, "cost", lambda self, w, s, t: s.damage[t].income if t in s.damage else 0),
    ),
    Break(
        "factories everywhere suffer the same",
        ("econ.cap-without-complex", "econ.no-excess-without-complex"),
        during=doing(damage, "has_factory", lambda *a: True),
    ),
    Break(
        "savings lie nowhere",
        ("econ.excess-hits-saved-ipc", "income.saved-ipc-lies-in-capital"),
        during=doing(damage, "savings_at", lambda *a: ""),
    ),
    Break(
        "savings lie where no factory is",
        ("income.saved-ipc-lies-in-capital",),
        during=doing(damage, "has_factory", lambda w, s, t: not has_factory(w, s, t)),
    ),
    Break(
        "13 may be sent",
        ("lendlease.amount",),
        part("lend-lease", donors=lambda a: {k: replace(one, most=13) for k, one in a.donors.items()}),
    ),
    Break(
        "money goes only to London",
        ("lendlease.amount", "lendlease.needs-no-route"),
        part("lend-lease", donors=lambda a: {k: replace(one, to=("uk",)) for k, one in a.donors.items()}),
    ),
    Break("repairs anywhere", ("repair.where",), during=doing(repairs, "_yard_near", lambda *a: True)),
    Break("repairs with little money", ("repair.cannot-pay",), part("repairs", die=1)),
    Break(
        "ships right themselves",
        ("scope.aarhe-wins", "repair.damage-persists"),
        with_world(
            sequences=lambda s: replace(
                s, sequences={k: replace(one, repaired=True) for k, one in s.sequences.items()}
            )
        ),
    ),
    Break("nobody destroys factories", ("scorched.select",), without_part("scorched-earth")),
    # new units
    Break("captured factories take all", ("mobilize.noninfantry-limit-captured",), conduct(factories__captured=1)),
    Break("capital ships anywhere", ("mobilize.capital-ships",), without_part("home-yards")),
    Break("factories on islands without value", ("mobilize.new-complex",), conduct(factories__site_value=0)),
    Break("new fighters only at home", ("mobilize.fighters-on-carriers",), conduct(ships__new_carriers=False)),
    Break(
        "more infantry",
        ("mobilize.infantry-limit-original", "mobilize.infantry-limit-captured", "term.original-captured"),
        part("levies", original=1, captured=1),
    ),
    Break(
        "infantry at factories only",
        ("mobilize.infantry-anywhere", "mobilize.limits-independent"),
        without_part("levies"),
    ),
    Break("nothing is paid back", ("mobilize.leftovers-refunded",), conduct(unplaced="lost")),
    Break("no ships among enemies", ("mobilize.naval-hostile-zone",), conduct(fleets__placed_among_enemies=False)),
    Break(
        "bombed factories work on",
        ("mobilize.reduced-by-bombing",),
        during=everywhere(
            "room_at",
            lambda w, s, p, t: max(0, capacity(w, s, p, t) - s.turn.charged.get(t, 0)),
            mobilize,
        ),
    ),
    # moves
    Break("factories stop no tank", ("move.blitz-stopped",), conduct(factories__stop_blitz=False)),
    Break("carriers leave their fighters behind", ("air.carrier-takeoff",), conduct(ships__decks_carry=False)),
    Break("no half flights", ("air.half-out", "air.half-back", "air.half-of-odd"), without_part("half-flights")),
    Break("no landings among friends", ("move.combat-move-purpose",), conduct(landings__among_friends=False)),
    Break("bombers attack ships", ("air.bombers-not-against-ships",), without("bomber", "land-targets")),
    Break(
        "flights need no end",
        ("air.landing-must-be-possible",),
        during=doing(landing, "_unsaved", lambda *a: 0),
    ),
    # weapons
    Break("dice cost 4", ("purchase.research-dice",), research(die=4)),
    Break("a 5 is enough", ("tech.roll",), research(success=5)),
    Break(
        "two boxes are enough",
        ("tech.progress-boxes",),
        research(boxes=lambda r: replace(r.boxes, needed=2)),
    ),
    Break(
        "no free die",
        ("tech.progress-free-die",),
        research(boxes=lambda r: replace(r.boxes, free=0)),
    ),
    Break(
        "dice without the capital",
        ("capital.no-dice-while-lost",),
        during=doing(directed_research, "capital_lost_at_start", lambda *a: False),
    ),
    Break("rockets fly 4", ("rocket.range",), part("rockets", range=4)),
    Break(
        "rockets do nothing",
        ("rocket.strike", "rocket.same-target-often", "econ.damage-adds-up"),
        during=doing(rockets.Rockets, "before_combat", lambda *a: None),
    ),
    Break(
        "jets are ordinary",
        ("tech.jet-values", "tech.jet-immune", "tech.effective"),
        weapon("jet-plane", effects=()),
    ),
    Break(
        "no advanced submarines",
        ("tech.advanced-submarine", "tech.own-units-only"),
        weapon("advanced-submarine", effects=()),
    ),
    Break("no long range", ("tech.long-range", "air.half-of-odd"), weapon("long-range-aircraft", effects=())),
    Break("no hunters", ("tech.asw-hits", "tech.asw-negates"), weapon("advanced-asw", effects=())),
    Break(
        "no heavy bombers",
        ("tech.heavy-bomber-dice", "tech.heavy-bomber-range", "tech.jet-and-bonuses"),
        weapon("heavy-bomber", effects=()),
    ),
    Break("no rockets", ("tech.rockets",), without_part("rockets")),
)
