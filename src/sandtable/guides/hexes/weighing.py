"""The odds of a single order: landings, meetings at sea, raids and missiles, in numbers and in words."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from sandtable.core.refusal import Refusal
from sandtable.core.wording import listed
from sandtable.guides.hexes import questions as ask
from sandtable.guides.hexes.queries import outlook_of, precise
from sandtable.hexes.actions import HexAction, Intercept, Invade
from sandtable.hexes.family import HexGame
from sandtable.hexes.invasion.declaring import course
from sandtable.hexes.invasion.sailing import at_sea, interceptors
from sandtable.hexes.parts.fleets.cargo import hostile_convoys
from sandtable.hexes.parts.fleets.course import Meet
from sandtable.hexes.parts.fleets.memory import NAVY
from sandtable.hexes.parts.fleets.raiding import AttackRoute, Engage, escort_of
from sandtable.hexes.parts.strategic.bombing import DeclareRaid
from sandtable.hexes.parts.strategic.memory import STRATEGY
from sandtable.hexes.parts.strategic.missiles import LaunchMissiles
from sandtable.hexes.state import Attack, HexState, Name, Place, Side
from sandtable.hexes.strength import points_of
from sandtable.hexes.world import World
from sandtable.odds.hexes.bombing import Bombing, bombing, missiles_at, raid_on
from sandtable.odds.hexes.course import FACES, mean
from sandtable.odds.hexes.landing import Beachhead, Invasion, beachhead, invasion_of
from sandtable.odds.hexes.sea import Encounter, encounter, faces_to_find, meeting_of


def weigh_now(game: HexGame, state: HexState, seat: Side | None, question: ask.Weigh) -> ask.WeighAnswer | Refusal:
    """The odds of an order; or why it can't be given."""
    world = game.world(state)
    if seat is None:
        return world.refuse("attack.own-combat-phase", "Only a side's player can give orders.")
    refusal = game.check(state, seat, question.order)
    if refusal is not None:
        return refusal
    return weigh(world, state, seat, question.order) or ask.WeighAnswer("")


def weigh(world: World, state: HexState, seat: Side, order: HexAction) -> ask.WeighAnswer | None:
    """The odds of an order that is legal now. None: nothing is rolled for it, or it has an answer of its own."""
    match order:
        case Invade():
            return told_landing(beachhead(world.tables, invaded(world, state, order)))
        case Intercept() if order.fleet:
            return _intercepting(world, state, order.fleet)
        case Meet():
            return _meeting(world, state, order)
        case AttackRoute():
            return _raiding(world, state, seat, order)
        case Engage():
            at = NAVY.of(state).patrols[order.foe]
            faces = faces_to_find(world, state, order.fleet, (at,), at)
            return _told_battle(
                encounter(world.tables, meeting_of(world, state, order.fleet, order.foe, at, faces))
            )
        case DeclareRaid():
            return _bombing(world, state, seat, order)
        case LaunchMissiles():
            raid = missiles_at(world, state, seat, order.target, order.count)
            return _told_bombs(bombing(world.tables, raid), order.morale)
    return None


def invaded(world: World, state: HexState, order: Invade) -> Invasion:
    """The invasion that an order announces, with the armies and fleets that are already announced for its hex."""
    giver = order.spent_by or order.army
    if order.spend:
        army = state.armies[giver]
        left = replace(army, points=army.points - points_of("amphibious", order.spend))
        state = replace(state, armies={**state.armies, giver: left})
    army = state.armies[order.army]
    route = course(world, state, army.side, army.at, order)
    attack = Attack(order.army, order.target, route, order.fleet)
    combat = state.combat
    others = [one for one in combat.attacks if one.route and one.target == order.target] if combat else []
    supports = [one for one in combat.supports if one.target == order.target] if combat else []
    attacks = [attack, *(one for one in others if one.army != order.army)]
    return invasion_of(world, state, attacks, supports)


def announced_landing(world: World, state: HexState, target: Place, armies: Sequence[Name]) -> Beachhead:
    """The odds of an invasion that has been announced."""
    combat = state.combat
    assert combat is not None, "nobody lands"
    by_name = {attack.army: attack for attack in combat.attacks}
    supports = [one for one in combat.supports if one.target == target]
    return beachhead(world.tables, invasion_of(world, state, [by_name[name] for name in armies], supports))


def told_landing(found: Beachhead) -> ask.WeighAnswer:
    """The odds of an invasion in words."""
    drowned = mean(found.drowned)
    sea = f", {drowned:.1f} of them at sea" if drowned else ""
    text = f"{float(found.captured):.0%} to get ashore; loses {_points(found.mean_lost)}{sea}"
    return ask.WeighAnswer(
        text, precise(found.captured), precise(found.mean_lost), precise(found.mean_inflicted), outlook_of(found)
    )


def _intercepting(world: World, state: HexState, name: Name) -> ask.WeighAnswer | None:
    """What a fleet does to the force at sea."""
    combat = state.combat
    landing = combat.landing if combat is not None else None
    attack = at_sea(combat, landing) if combat is not None and landing is not None else None
    if attack is None or name not in interceptors(world, state, attack):
        return None
    whole = invasion_of(world, state, [attack]) if attack.army else None
    if whole is None:
        faces = faces_to_find(world, state, name, attack.route)
        return _told_battle(
            encounter(world.tables, meeting_of(world, state, name, attack.fleet, attack.route[-1], faces))
        )
    number = next(n for n, one in enumerate(whole.foes) if one.fleet == state.fleets[name])
    force = whole.forces[0]
    met = tuple(one for one in force.met if one[0] == number)
    # Only the voyage counts: nobody fires at the coast, and the landing succeeds.
    voyage = replace(whole, forces=(replace(force, met=met, coasts=()),), air=0, shield=0)
    found = beachhead(world.tables, replace(voyage, stage=replace(whole.stage, friendly=True)))
    hits, own = mean(found.drowned) + mean(found.ships), mean(found.sunk)
    text = f"{met[0][1] / FACES:.0%} to find them; sinks {_points(hits)}, loses {_ships(own)}"
    return ask.WeighAnswer(text, precise(Fraction(met[0][1], FACES)), precise(own), precise(hits))


def _meeting(world: World, state: HexState, order: Meet) -> ask.WeighAnswer | None:
    """What a fleet does to what is at sea."""
    voyages = NAVY.of(state).voyages
    if not voyages:
        return None
    voyage = voyages[-1]
    faces = faces_to_find(world, state, order.fleet, voyage.route, order.at, order.route)
    meeting = meeting_of(world, state, order.fleet, voyage.fleet, order.at, faces)
    if voyage.shipment is None:
        return _told_battle(encounter(world.tables, meeting))
    meeting = replace(
        meeting,
        cargo=voyage.shipment.moved.points.total,
        raid=lambda fleet: meeting.strength(fleet, None),
        troops=True,
    )
    return _told_raid(encounter(world.tables, meeting), "points of troops")


def _raiding(world: World, state: HexState, seat: Side, order: AttackRoute) -> ask.WeighAnswer | None:
    convoy = next((one for one in hostile_convoys(world, state, seat) if one.name == order.route), None)
    if convoy is None:
        return None
    faces = faces_to_find(world, state, order.fleet, (order.at,), order.at, order.sortie)
    escort = escort_of(world, state, convoy)
    meeting = meeting_of(world, state, order.fleet, escort, order.at, faces, convoy.cargo)
    return _told_raid(encounter(world.tables, meeting), "production points")


def _bombing(world: World, state: HexState, seat: Side, order: DeclareRaid) -> ask.WeighAnswer:
    """A raid, with the bombers that are already declared against its target."""
    joined = next((raid for raid in STRATEGY.of(state).raids if raid.target == order.target), None)
    bombers = order.bombers + (sum(joined.bombers.values()) if joined is not None else 0)
    escorts = order.escorts + (sum(joined.escorts.values()) if joined is not None else 0)
    return _told_bombs(
        bombing(world.tables, raid_on(world, state, seat, order.target, bombers, escorts)), order.morale
    )


def _told_battle(found: Encounter) -> ask.WeighAnswer:
    own, enemy = mean(found.lost), mean(found.sunk)
    text = f"{_finding(found)}{float(found.won):.0%} to win; loses {_ships(own)}, sinks {_ships(enemy)}"
    return ask.WeighAnswer(text, precise(found.won), precise(own), precise(enemy))


def _told_raid(found: Encounter, what: str) -> ask.WeighAnswer:
    own, cargo = mean(found.lost), mean(found.cargo)
    text = f"{_finding(found)}sinks {cargo:.1f} {what}, loses {_ships(own)}"
    return ask.WeighAnswer(text, precise(found.found), precise(own), precise(cargo))


def _finding(found: Encounter) -> str:
    return f"{float(found.found):.0%} to find them; " if found.found < 1 else ""


def _told_bombs(found: Bombing, morale: bool) -> ask.WeighAnswer:
    struck = found.hits if morale else found.devastated
    own = mean(found.bombers) + mean(found.escorts)
    effect = (
        f"morale falls by {mean(struck):.1f}" if morale else f"devastates {mean(struck):.1f} production points"
    )
    lost = [f"{mean(found.bombers):.1f} bombers"] if mean(found.bombers) else []
    lost += [f"{mean(found.escorts):.1f} escorts"] if mean(found.escorts) else []
    text = effect + (f", loses {listed(lost)}" if lost else "")
    some = 1 - struck.get(0, Fraction(0))
    return ask.WeighAnswer(text, precise(some), precise(own), precise(mean(struck)))


def _points(count: float) -> str:
    return f"{count:.1f} points"


def _ships(count: float) -> str:
    return f"{count:.1f} ships"
