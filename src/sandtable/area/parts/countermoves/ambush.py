"""Opportunity attacks: submarines strike at ships that entered or passed through their zone."""

from collections.abc import Iterator

from sandtable.area.claims import Claim, gathered
from sandtable.area.forces import Power, Stack, first, merge, size, where
from sandtable.area.parts.countermoves.actions import Ambush
from sandtable.area.parts.countermoves.events import Ambushed, AmbushOrdered
from sandtable.area.parts.countermoves.memory import MOVES, Sortie
from sandtable.area.parts.countermoves.reacting import fleet, mover
from sandtable.area.state import AreaState
from sandtable.area.status import hostile_zone, own_at
from sandtable.area.unfold import Unfolding
from sandtable.area.world import World
from sandtable.core.refusal import Refusal


def passing(world: World, state: AreaState) -> dict[str, dict[str, Stack]]:
    """For each zone, the ships that entered it or passed through, by their current zone."""
    found: dict[str, dict[str, Stack]] = {}
    for track, units in fleet(world, state):
        for zone in dict.fromkeys(track.path[1:]):
            here = found.setdefault(zone, {})
            here[track.end] = merge(here.get(track.end, ()), units)
    return found


def hunters(world: World, state: AreaState, power: Power, zone: str) -> Stack:
    """A power's submarines in a zone that haven't made an opportunity attack this turn."""
    subs = where(own_at(state, power, zone), lambda p: world.can(p, "submersible") and not p.submerged)
    spent = MOVES.of(state).ambushed.get(zone, {}).get(power, 0)
    return first(subs, max(0, size(subs) - spent))


def prey(world: World, state: AreaState, zone: str, groups: dict[str, Stack]) -> Refusal | None:
    """The rule that protects these ships from submarines in a zone, or None."""
    power = mover(state)
    if hostile_zone(world, state, power, zone) or zone in state.turn.engaged:
        why = f"The submarines in {zone} are under attack or have surface warships with them."
        return world.refuse("sub.opportunity-limits", why)
    ships = [piece for units in groups.values() for piece, _ in units]
    if any(world.can(ship, "anti-submarine") for ship in ships):
        return world.refuse("sub.opportunity-limits", f"A destroyer is with the ships that passed {zone}.")
    if all(world.can(ship, "submersible") for ship in ships):
        return world.refuse("sub.opportunity-limits", f"Only submarines have passed {zone}.")
    return None


def options(world: World, state: AreaState, power: Power) -> dict[str, Stack]:
    """The zones where a power's submarines can attack, with those submarines."""
    found = {}
    for zone, groups in passing(world, state).items():
        subs = hunters(world, state, power, zone)
        decided = any((s.power, s.to) == (power, zone) for s in MOVES.of(state).sorties)
        if subs and not decided and prey(world, state, zone, groups) is None:
            found[zone] = subs
    return found


def check(world: World, state: AreaState, seat: Power, action: Ambush) -> Refusal | None:
    able = options(world, state, seat).get(action.zone)
    if able is not None:
        if 1 <= action.submarines <= size(able):
            return None
        return world.refuse(
            "sub.opportunity-attack",
            f"At least 1 and at most {size(able)} of your submarines can attack in {action.zone}.",
        )
    groups = passing(world, state).get(action.zone)
    if groups is None:
        return world.refuse("sub.opportunity-attack", f"No ships have passed {action.zone} or entered it.")
    if not own_at(state, seat, action.zone) or hunters(world, state, seat, action.zone):
        refusal = prey(world, state, action.zone, groups)
        return refusal or world.refuse("sub.opportunity-attack", f"You can't attack in {action.zone}.")
    return world.refuse("sub.opportunity-limits", f"Your submarines in {action.zone} have already attacked.")


def offers(world: World, state: AreaState, power: Power) -> Iterator[Ambush]:
    for zone, subs in options(world, state, power).items():
        yield from (Ambush(n, zone) for n in range(size(subs), 0, -1))


def order(run: Unfolding, seat: Power, action: Ambush) -> None:
    subs = first(options(run.world, run.state, seat)[action.zone], action.submarines)
    run.emit(AmbushOrdered(Sortie(seat, action.zone, action.zone, subs)))


def resolve(run: Unfolding) -> None:
    """Roll for all submarines; those that roll low enough roll again."""
    world = run.world
    for one in MOVES.of(run.state).sorties:
        groups = passing(world, run.state).get(one.to, {})
        kind = world.type(one.units[0][0])
        dice = more = run.dice.roll(size(one.units))
        while lucky := sum(die <= kind.again_on for die in more):
            more = run.dice.roll(lucky)
            dice += more
        hits = sum(die <= kind.attack for die in dice)
        claim = Claim(gathered(groups), hits, kind.volley, (mover(run.state),)) if hits and groups else None
        run.emit(Ambushed(one.power, one.to, kind.attack, dice, hits, claim))
