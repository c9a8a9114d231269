"""Violation of neutrality: an unaligned country that is attacked but not conquered joins another side."""

from sandtable.hexes.parts.politics.entry import join
from sandtable.hexes.parts.politics.events import ArmyReplaced, NeutralityViolated, PhaseForgotten
from sandtable.hexes.parts.politics.memory import AFFAIRS
from sandtable.hexes.parts.politics.settings import Neutrals, Settings
from sandtable.hexes.parts.politics.standing import counter_for, unaligned
from sandtable.hexes.state import Attack, Place, Side
from sandtable.hexes.status import irregular
from sandtable.hexes.unfold import Unfolding


def joins(neutrals: Neutrals, country: str, attacker: Side) -> Side:
    """The side a country joins if this attacker hasn't conquered it. Empty: it stays unaligned."""
    if country in neutrals.never:
        return ""
    for side, countries in neutrals.instead.get(attacker, {}).items():
        if country in countries:
            return side
    return neutrals.joins.get(attacker, "")


def meet_armies(run: Unfolding, settings: Settings, attacks: tuple[Attack, ...]) -> None:
    """Attacks are about to be carried out: an unaligned country's army under attack defends for its new side."""
    for attack in attacks:
        army = run.state.armies.get(attack.army)
        waiting = (name for name, _ in run.state.armies_at(attack.target))
        regular = any(not irregular(run.world, run.state, name) for name in waiting)
        beside = army is not None and not attack.route  # an invasion is carried out when it lands
        if army is not None and beside and regular and attack.target not in run.state.control:
            violate(run, settings, army.side, army.at, attack.target)


def violate(run: Unfolding, settings: Settings, attacker: Side, frm: Place, place: Place) -> None:
    """An attack is carried out: it may be the first on an unaligned country."""
    world = run.world
    for also in settings.neutrals.also:
        if place == also.at and frm in world.board and world.board.area_of(frm) == also.frm:
            violate_country(run, settings, also.country, attacker, world.full_id(also.rule))
    if place not in run.state.control:
        violate_country(run, settings, world.realm(world.country_of[place]), attacker, "")


def violate_country(run: Unfolding, settings: Settings, country: str, attacker: Side, why: str) -> None:
    """An unaligned country has been attacked, or given cause for war."""
    if country in AFFAIRS.of(run.state).violated or not unaligned(run.world, run.state, country):
        return
    run.emit(NeutralityViolated(country=country, by=attacker, why=why))
    side, rule = settings.neutrals.at_once.get(country, ("", ""))
    if side and run.world.hostile(side, attacker):
        join(run, settings, country, side, run.state.turn, rule, dated=False)
        return
    # Its army can't fight for its attacker.
    heir = joins(settings.neutrals, country, attacker)
    for name, army in list(run.state.armies.items()):
        waits = army.at not in run.state.control and run.world.realm(run.world.country_of[army.at]) == country
        if waits and army.side == attacker and heir:
            run.emit(ArmyReplaced(army=name, by=counter_for(run.world, run.state, heir, name), side=heir))


def settle(run: Unfolding, settings: Settings) -> None:
    """A Combat Phase is over: countries that were attacked and not conquered join another side."""
    violated = AFFAIRS.of(run.state).violated
    for country, attacker in violated.items():
        side = joins(settings.neutrals, country, attacker)
        if side and unaligned(run.world, run.state, country):
            join(run, settings, country, side, run.state.turn, settings.neutrals.rule, dated=False)
    left = tuple(sorted(AFFAIRS.of(run.state).violated))
    if left:
        run.emit(PhaseForgotten(countries=left))
