"""Entry into the war: countries join a side on a date, or because they were attacked."""

from collections.abc import Iterator, Mapping

from sandtable.hexes.parts.politics.events import ArmyReplaced, CountryJoined, ReinforcementsDue
from sandtable.hexes.parts.politics.reinforcing import drop_unplaceable
from sandtable.hexes.parts.politics.settings import Dated, Settings
from sandtable.hexes.parts.politics.standing import counter_for, unaligned, unclaimed
from sandtable.hexes.state import Side
from sandtable.hexes.status import irregular
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

NOBODY = "nobody"


def join(run: Unfolding, settings: Settings, country: str, side: Side, turn: int, rule: str, dated: bool) -> None:
    """A country joins a side; armies that were waiting for another side change to it."""
    places = unclaimed(run.world, run.state, country)
    why = run.world.full_id(rule)
    for name, army in list(run.state.armies.items()):
        if army.at in places and army.side != side and not irregular(run.world, run.state, name):
            run.emit(ArmyReplaced(army=name, by=counter_for(run.world, run.state, side, name), side=side))
    run.emit(CountryJoined(country=country, side=side, turn=turn, places=places, why=why))
    for part in run.world.parts.realigned:
        part.realigned(run)
    gift = settings.gifts.get(country)
    if gift is not None and gift.side == side and (dated or gift.whenever):
        run.emit(ReinforcementsDue(country=country, side=side, points=gift.points))
        drop_unplaceable(run)


def countries_of(world: World, dated: Dated) -> Iterator[str]:
    """The countries that join on a date."""
    yield from dated.countries
    if dated.colour:
        areas = world.board.atlas.areas
        yield from (c for c in world.realms if c in areas and areas[c].allegiance == dated.colour)


def enter(run: Unfolding, settings: Settings, turn: int, side: Side, production: bool) -> None:
    """Countries whose date has come join."""
    for dated in settings.entry:
        if dated.by != side or dated.production != production:
            continue
        if turn < run.world.scenario.turn_of(dated.date):
            continue
        for country in countries_of(run.world, dated):
            if unaligned(run.world, run.state, country):
                join(run, settings, country, dated.side, turn, dated.rule, dated=True)


def catch_up(
    run: Unfolding, settings: Settings, turn: int, side: Side, begun: bool, written: Mapping[str, Side]
) -> None:
    """Countries whose date has passed join, without the points they bring, unless ``written`` differs."""
    world, order = run.world, run.world.order
    due: dict[str, tuple[Side, int, str]] = {}
    now = (turn, order.index(side))
    for dated in settings.entry:
        when = world.scenario.turn_of(dated.date)
        entered = (when, order.index(dated.by))
        if entered < now or (entered == now and begun and not dated.production):
            due |= dict.fromkeys(countries_of(world, dated), (dated.side, when, dated.rule))
    for country, to in written.items():
        when, rule = due[country][1:] if country in due else (turn, settings.neutrals.rule)
        due[country] = (to, when, rule)
    for country, (to, when, rule) in due.items():
        if to != NOBODY and unaligned(world, run.state, country):
            places = unclaimed(world, run.state, country)
            why = world.full_id(rule)
            run.emit(CountryJoined(country=country, side=to, turn=when, places=places, why=why))
