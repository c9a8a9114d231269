"""Ways to break how whole teams fight: what is broken, and which rules of ``revised-historical`` must notice.

Ships on their way, missions, support and reinforcement, combats in cycles, retreats, landings.
"""

from typing import Any

from msgspec.structs import replace

from sandtable.area.battle import partial_retreat, refuges
from sandtable.area.movement import orders, voyage
from sandtable.area.parts import airlift, interdiction, missions
from sandtable.area.parts.missions import Missions
from sandtable.area.parts.reaction import Reaction, aftermath, phase
from sandtable.area.parts.reaction import orders as passive
from sandtable.area.phases import combat, combat_move
from sandtable.area.status import hostile_zone
from tests.mutation.breaks import (
    Break,
    GameMaker,
    conduct,
    doing,
    everywhere,
    steps,
    unit,
    with_world,
    without,
    without_part,
)


def named(sequence: str, part: str, **changes: Any) -> GameMaker:
    """The game with the steps changed that have ``part`` in their name; without changes they are left out."""

    def change(step: Any) -> Any:
        if part not in step.name.lower() or not all(hasattr(step, field) for field in changes):
            return step
        return replace(step, **changes) if changes else None

    return steps(sequence, change)


def sequences(**changes: Any) -> GameMaker:
    """The game with what is declared for all battles changed."""
    return with_world(sequences=lambda found: replace(found, **changes))


def target(volley: str, **changes: Any) -> GameMaker:
    """The game with who is hit by one kind of shot changed; without changes it hits everybody."""

    def changed(found: Any) -> Any:
        rules = [r if r.volley != volley else (replace(r, **changes) if changes else None) for r in found.targets]
        return replace(found, targets=tuple(r for r in rules if r is not None))

    return with_world(sequences=changed)


def _nothing(*args: object, **kwargs: object) -> None:
    return None


def _no(*args: object, **kwargs: object) -> bool:
    return False


def _yes(*args: object, **kwargs: object) -> bool:
    return True


def _none(*args: object, **kwargs: object) -> tuple[()]:
    return ()


def _zero(*args: object, **kwargs: object) -> int:
    return 0


def _all_sites(world: Any, state: Any) -> Any:
    return state.turn.sites


_bombarding = combat.bombarding


def _whole_team(world: Any, state: Any, power: Any, site: Any) -> Any:
    return tuple(state.turn.phases)


_UNITS = (
    Break("carriers sail 2", ("naval.move-values",), unit("carrier", move=2)),
    Break("battleships sail 3", ("naval.move-values",), unit("battleship", move=3)),
    Break(
        "submarines are ordinary ships",
        (
            "naval.submarines-pass",
            "naval.interdiction-submarines-exempt",
            "naval.interdiction-roll",
            "sub.submerge",
            "sub.submerged-state",
        ),
        without("submarine", "submersible"),
    ),
    Break(
        "destroyers do nothing to submarines", ("naval.submarines-pass",), without("destroyer", "anti-submarine")
    ),
    Break("submarines interdict at 3", ("naval.interdiction-value",), unit("submarine", defense=3)),
    Break(
        "destroyers do not bombard",
        ("amphib.bombardment", "amphib.destroyer-bombards"),
        without("destroyer", "bombard"),
    ),
    Break("destroyers bombard at 3", ("amphib.destroyer-bombards",), unit("destroyer", attack=3)),
    Break(
        "transports hold two of everything",
        ("transport.capacity",),
        unit("transport", berths=(("infantry", "artillery", "tank", "infrastructure_defense"),) * 2),
    ),
    Break(
        "carriers hold three",
        ("ncm.carrier-capacity", "das.one-cycle-at-sea"),
        unit("carrier", berths=(("fighter",),) * 3),
    ),
    Break("bombers attack ships", ("seacombat.bomber-cannot-attack",), without("bomber", "land-targets")),
    Break("bombers carry tanks", ("ncm.air-transport-limits",), unit("bomber", lifts=("infantry", "tank"))),
    Break("bombers carry nobody", ("ncm.air-transport",), unit("bomber", lifts=("artillery",))),
    Break("fighters do not support", ("das.who", "das.where"), during=doing(passive, "supports", _no)),
    Break(
        "bombers support", ("das.who",), during=doing(passive, "supports", lambda w, u: w.units[u].kind == "air")
    ),
    Break(
        "guns on the ground do nothing",
        ("aa.forced-retreat", "mission.turned-back", "combat.only-id-present"),
        without("infrastructure_defense", "anti-air"),
    ),
    Break("infrastructure defense may attack", ("ncm.who-moves",), without("infrastructure_defense", "prize")),
    Break(
        "fighters dogfight at 4", ("mission.aerial-values", "das.joins-defense"), unit("fighter", dogfight=(4, 4))
    ),
)

_SWITCHES = (
    Break(
        "no interdiction",
        (
            "naval.pass-subs-transports",
            "naval.interdiction-roll",
            "naval.interdiction-victim-chooses",
            "naval.interdiction-rest-choose",
            "naval.interdiction-combat",
            "naval.interdiction-per-group",
            "transport.stopped-cargo",
        ),
        without_part("interdiction"),
    ),
    Break(
        "ships end among enemies where they like",
        ("ncm.naval-through",),
        conduct(fleets__share_zones=False),
    ),
    Break(
        "no landings among friends in the combat move",
        ("transport.combat-offload-friendly",),
        conduct(landings__among_friends=False),
    ),
    Break(
        "air units fly as far as they like",
        ("mission.landing", "landretreat.attacker-air", "searetreat.attacker-air"),
        without_part("half-flights"),
    ),
    Break("transports land on two coasts", ("transport.offload-once",), conduct(landings__coasts=2)),
)

_CYCLES = (
    Break("no guns in battles", ("aa.forced-retreat",), named("land", "infrastructure defense")),
    Break(
        "no guns over targets",
        ("mission.turned-back", "mission.sequence", "mission.joint-at-one-target"),
        named("mission", "infrastructure defense"),
    ),
    Break(
        "no guns where nobody defends", ("combat.only-id-present",), named("undefended", "infrastructure defense")
    ),
    Break(
        "no dogfight over targets",
        ("mission.aerial-values", "mission.sequence", "mission.defenders"),
        named("mission", "air units"),
    ),
    Break("no dogfight over land", ("das.joins-defense",), named("land", "dogfight")),
    Break(
        "ships bombard in every cycle without losses at once",
        ("amphib.bombardment-casualties",),
        named("land", "opening fire"),
    ),
    Break(
        "no bombardment",
        ("amphib.bombardment", "amphib.bombardment-casualties", "das.ships-have-fought"),
        named("land", "bombard"),
    ),
    Break(
        "air units alone are as good as with others",
        ("das.into-empty", "landretreat.unresolved-combat"),
        named("land", "support", matched=None),
    ),
    Break(
        "defenders stay on land",
        ("landretreat.defender-land", "landretreat.resolved-combat", "aa.no-retreat"),
        named("land", "defender may retreat"),
    ),
    Break(
        "attackers stay on land",
        ("amphib.landed-units-may-retreat", "landretreat.retreat-is-final"),
        named("land", "attacker may retreat"),
    ),
    Break(
        "landed units go aboard as they are",
        ("amphib.retreat-converts-to-infantry",),
        named("land", "attacker may retreat", aboard_as="tank"),
    ),
    Break("fighters stay alone", ("landretreat.forced", "das.into-empty"), named("land", "has to retreat")),
    Break("nobody strikes first", ("naval.occupation-choices",), named("sea", "submarines choose")),
    Break("no anti-air fire of ships", ("das.sea-combat",), named("sea", "fire at air units")),
    Break(
        "air units stay without a deck",
        ("seacombat.excess-air-retreats", "das.one-cycle-at-sea"),
        named("sea", "without a deck"),
    ),
    Break(
        "defending ships stay",
        ("searetreat.defender-naval", "searetreat.unresolved-combat", "sub.submerge"),
        named("sea", "defender may retreat"),
    ),
    Break(
        "attacking ships stay",
        (
            "searetreat.attacker-naval",
            "searetreat.attacker-after-win",
            "searetreat.landing-cancelled",
            "transport.cargo-stays-with-ship",
        ),
        named("sea", "attacker may retreat"),
    ),
    Break(
        "submarines cannot submerge",
        ("sub.submerge", "sub.submerged-state"),
        named("sea", "may retreat", below=None),
    ),
    Break("transports bar a retreat", ("searetreat.defender-naval",), named("sea", "may retreat", past=None)),
    Break("everybody fights alone", ("combat.joint-attack", "amphib.combined-attack"), sequences(joint=False)),
    Break(
        "no guns in cities and factories",
        ("mission.sequence", "mission.joint-at-one-target"),
        sequences(built_in=None),
    ),
)

_MISSIONS = (
    Break("by night as by day", ("mission.night-bombing",), during=doing(missions, "by_night", _nothing)),
    Break(
        "nobody is asked what to bomb",
        ("mission.sbr-choice", "mission.order"),
        during=doing(missions, "has_factory", _no),
    ),
    Break(
        "night bombers need no factory",
        ("mission.night-production-only",),
        during=doing(Missions, "flies_over", _nothing),
    ),
    Break(
        "missions against anything",
        ("mission.hostile-territories-only", "mission.who-may-fly", "mission.declare"),
        during=doing(Missions, "flies_over", _nothing),
    ),
    Break(
        "missions and battles in any order",
        ("mission.before-combats", "combat.order", "amphib.sea-combat-first"),
        during=doing(combat, "open_sites", _all_sites),
    ),
    Break(
        "anybody calls any combat",
        ("combat.order-within-team", "mission.order"),
        during=doing(combat, "takers", _whole_team),
    ),
    Break("Counter-Air lands anywhere", ("mission.ca-return",), during=doing(missions, "_home_again", _no)),
    Break(
        "Counter-Air holds nobody down",
        ("mission.ca-suppresses-das", "mission.ca-counts-declared"),
        during=doing(passive, "held_down", _zero),
    ),
    Break(
        "bombed roads are no hindrance",
        ("mission.gi-roll", "mission.gi-victim-chooses", "mission.gi-land-only"),
        during=doing(aftermath, "pinned", _nothing),
    ),
    Break(
        "Counter-Air and raids meet who came in support",
        ("mission.defenders",),
        during=doing(passive, "support", _nothing),
    ),
)

_PASSIVE = (
    Break(
        "no orders in the enemy's turn",
        ("das.when", "reinforce.declare"),
        during=doing(phase, "open_for", _none),
    ),
    Break(
        "orders in the opening too",
        ("das.when", "reinforce.declare"),
        during=doing(phase, "open_for", passive.passive_powers),
    ),
    Break(
        "reinforcements after combat too",
        ("reinforce.not-after-combat",),
        during=everywhere(
            "going", lambda w, s, o: passive.available(w, s, o.power, o.space, o.unit, o.cargo), passive, aftermath
        ),
    ),
    Break(
        "reinforcements never go",
        ("reinforce.execute", "reinforce.who"),
        during=everywhere("going", _none, passive, aftermath),
    ),
    Break(
        "support comes down anywhere",
        ("das.return",),
        during=doing(aftermath, "places", lambda w, s, space, p: tuple(s.control)),
    ),
    Break("support does not come home", ("das.return",), during=doing(aftermath, "homeless", _none)),
    Break(
        "reinforcement anywhere",
        ("reinforce.distance", "reinforce.destination-still-friendly"),
        during=doing(passive, "_check_destination", _nothing),
    ),
    Break("support anywhere", ("das.where", "das.long-range"), during=doing(passive, "_check_next", _nothing)),
    Break(
        "carriers under orders do not count",
        ("landretreat.defender-air",),
        during=doing(Reaction, "decks_coming", _none),
    ),
    Break(
        "support does not meet ships",
        ("das.sea-combat", "das.ships-have-fought"),
        during=doing(
            combat,
            "_sea_battle",
            lambda w, s, p, z: bool(combat.sent(w, s, p, z)) and hostile_zone(w, s, p, z),
        ),
    ),
    Break(
        "who lies still fights",
        ("das.sea-combat", "naval.occupation", "naval.occupation-choices", "seacombat.bystanders"),
        during=doing(
            combat, "sent", lambda w, s, p, space: tuple(g for g in s.at(space) if g[0].power in s.turn.phases)
        ),
    ),
)

_RETREATS = (
    Break(
        "retreats into battles",
        ("landretreat.unresolved-combat", "searetreat.unresolved-combat", "das.ships-have-fought"),
        during=everywhere("embattled", _no, refuges, partial_retreat),
    ),
    Break(
        "no retreats into air attacks",
        ("landretreat.unresolved-combat", "searetreat.unresolved-combat"),
        during=everywhere(
            "embattled",
            lambda w, s, p, space: any(x.space == space for x in s.turn.sites),
            refuges,
            partial_retreat,
        ),
    ),
    Break(
        "landings do not count as attacks",
        ("landretreat.unresolved-combat",),
        during=doing(refuges, "troops_waiting", _no),
    ),
    Break(
        "landings from a battle do not count as attacks",
        ("das.ships-have-fought",),
        during=doing(refuges, "_troops_in_battle", _no),
    ),
    Break(
        "air units fly five spaces from a battle",
        ("das.return", "landretreat.cannot-land"),
        during=doing(refuges, "AIR_REACH", 5),
    ),
    Break(
        "nobody has to hold",
        ("landretreat.attacker-must-hold",),
        during=doing(partial_retreat, "_must_stay", _zero),
    ),
    Break(
        "attackers go anywhere",
        ("searetreat.attacker-naval", "naval.interdiction-combat"),
        during=doing(refuges, "_to_sea_lanes", lambda w, s, b, p: w.board.sea_lanes[b.space]),
    ),
    Break(
        "no troops go back aboard",
        ("amphib.landed-units-may-retreat", "amphib.retreat-needs-transport"),
        during=doing(refuges, "is_seaborne", _no),
    ),
)

_SHIPS = (
    Break(
        "submarines let everybody pass",
        ("naval.interdiction-roll", "naval.interdiction-per-group", "naval.interdiction-value"),
        during=doing(interdiction, "_watched", _zero),
    ),
    Break(
        "submarines can be stopped",
        ("naval.interdiction-submarines-exempt",),
        during=doing(interdiction, "_stoppable", lambda w, units: units),
    ),
    Break(
        "ships need no purpose",
        ("move.combat-move-purpose",),
        during=doing(combat_move, "_check_landing_parties", _nothing),
    ),
    Break(
        "landings from shared zones",
        ("amphib.shared-zone-must-be-cleared",),
        during=everywhere("check_escort", _nothing, voyage, combat_move),
    ),
    Break(
        "who has fought bombards",
        ("amphib.bombardment-needs-landing", "das.ships-have-fought"),
        during=doing(
            combat,
            "bombarding",
            lambda run, power, zone, land, others: _bombarding(_forgetful(run), power, zone, land, others),
        ),
    ),
    Break(
        "landings from zones that were not cleared",
        ("amphib.sea-combat-first",),
        during=doing(combat, "hostile_zone", _no),
    ),
    Break(
        "moved units move again",
        ("transport.after-combat", "ncm.who-moves", "landretreat.retreat-is-final", "transport.bridging"),
        during=everywhere("check_rested", _nothing, orders, voyage),
    ),
    Break(
        "tired bombers carry infantry",
        ("ncm.air-transport-limits",),
        during=doing(
            airlift,
            "_idle",
            lambda s, power, space, unit: next(
                (p for p, _ in s.at(space) if (p.power, p.unit) == (power, unit)), None
            ),
        ),
    ),
)


def _forgetful(run: Any) -> Any:
    """A run in which no zone has seen a battle."""
    state = run.state
    run.state = replace(state, turn=replace(state.turn, fought=()))
    return run


BREAKS: tuple[Break, ...] = (*_UNITS, *_SWITCHES, *_CYCLES, *_MISSIONS, *_PASSIVE, *_RETREATS, *_SHIPS)
