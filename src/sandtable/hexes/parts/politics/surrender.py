"""Surrender: with the capital, on a great power's terms, by collapse; and lands that rally afterwards."""

from collections.abc import Iterator

from sandtable.hexes.parts.politics.events import CountrySurrendered, ForfeitDue, LandsRallied
from sandtable.hexes.parts.politics.forfeiting import settle_forced
from sandtable.hexes.parts.politics.settings import Settings, Terms
from sandtable.hexes.parts.politics.standing import in_areas, standing
from sandtable.hexes.state import HexState, Name, Place, Side
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


def capitals_fell(run: Unfolding, settings: Settings) -> None:
    """Countries surrender at once to the side that has taken their capital."""
    special = {*settings.terms, *settings.enduring}
    unclaimed = held_loosely(run.world, run.state)
    for country, facts in run.world.facts.countries.items():
        if country in special or country in run.state.surrendered or not facts.capitals:
            continue
        if facts.until and facts.until not in run.state.surrendered:
            continue  # its capitals are ignored until it is free
        if unclaimed.intersection(facts.capitals):
            continue
        holders = {run.state.control.get(place, "") for place in facts.capitals}
        victor = holders.pop() if len(holders) == 1 else ""
        if victor and victor != standing(run.world, run.state, country):
            surrender(run, settings, country, victor)


def tell_parts(run: Unfolding) -> None:
    """Notify the other parts that a country has surrendered."""
    for part in run.world.parts.realigned:
        part.realigned(run)


def held_loosely(world: World, state: HexState) -> frozenset[Place]:
    """Places gained other than by capture."""
    return frozenset().union(*(part.unclaimed(world, state) for part in world.parts.unclaimed))


def surrender(run: Unfolding, settings: Settings, country: str, victor: Side) -> None:
    """A country surrenders to the side that has taken its capital; its own side's armies lose their places."""
    world, state = run.world, run.state
    side = standing(world, state, country)
    left = [place for place in sorted(world.lands[country]) if uncaptured(world, state, place, side)]
    heir, rule = settings.heirs.get(country, (victor, settings.capitals))
    home = {world.board.area_of(place) for place in world.facts.countries[country].capitals}
    taken = {place: victor if world.board.area_of(place) in home else heir for place in left}
    taken = {place: to for place, to in taken.items() if state.control.get(place) != to}
    run.emit(
        CountrySurrendered(
            country=country,
            to=victor,
            why=world.full_id(rule),
            taken=taken,
            devastated=_ruins(world, (place for place, to in taken.items() if to == victor)),
            displaced=tuple(sorted(_standing_in(state, taken))),
        )
    )
    tell_parts(run)


def uncaptured(world: World, state: HexState, place: Place, side: Side) -> bool:
    """Whether a place is still its country's own: friendly to its side, or to nobody."""
    return place in world.board and state.control.get(place, "") in ("", side)


def _ruins(world: World, places: Iterator[Place]) -> dict[Place, int]:
    """The production devastated in the given places: all of it."""
    return {place: points for place in places if (points := world.most_production(place))}


def _standing_in(state: HexState, taken: dict[Place, Side]) -> Iterator[Name]:
    """Armies in places that go to another side."""
    away = state.combat.displaced if state.combat is not None else ()
    for name, army in state.armies.items():
        if name not in away and army.at in taken and taken[army.at] != army.side:
            yield name


def powers_fall(run: Unfolding, settings: Settings) -> None:
    """Great powers surrender at the end of a Combat Phase, once each."""
    for country, terms in settings.terms.items():
        if run.state.side != terms.to or country in run.state.surrendered:
            continue
        if all(run.state.control.get(place) == terms.to for place in terms.holds):
            run.emit(yielding(run.world, run.state, country, terms))
            tell_parts(run)


def yielding(world: World, state: HexState, country: str, terms: Terms) -> CountrySurrendered:
    """A great power's surrender: some lands go to the victor, others are freed; points there are eliminated."""
    side = standing(world, state, country)
    own = [place for place in in_areas(world, terms.yields) if state.control.get(place) == side]
    free = [place for place in in_areas(world, terms.frees) if state.control.get(place) == side]
    free = [place for place in free if place not in state.marked or _french(world, state, place)]
    taken = {**dict.fromkeys(own, terms.to), **dict.fromkeys(free, "")}
    lost = tuple(sorted(_standing_in(state, taken)))
    kin = (name for name, army in state.armies.items() if terms.nation and army.nation == terms.nation)
    return CountrySurrendered(
        country=country,
        to=terms.to,
        why=world.full_id(terms.rule),
        taken=taken,
        devastated=_ruins(world, iter(own)),
        lost=lost,
        adopted=tuple(sorted(name for name in kin if name not in lost)),
    )


def _french(world: World, state: HexState, place: Place) -> bool:
    """Whether an army of the land's own nation is in a captured place, meaning that it made the capture."""
    nation = world.nation_at(state.control[place], place)
    return bool(nation) and any(army.nation == nation for _, army in state.armies_at(place))


def collapse(run: Unfolding, settings: Settings) -> None:
    """Countries that have lost too much surrender at the end of a Combat Phase."""
    for country, terms in settings.collapses.items():
        entry = run.state.joined.get(country)
        if country in run.state.surrendered or entry is None or entry.side != terms.side:
            continue
        loose = held_loosely(run.world, run.state)
        lost = [
            place for place in terms.places if run.state.control.get(place) != terms.side and place not in loose
        ]
        if len(lost) >= terms.count:
            takers = [run.state.control[place] for place in lost if place in run.state.control]
            to = max(sorted(set(takers)), key=takers.count) if takers else run.state.side
            why = run.world.full_id(terms.rule)
            run.emit(CountrySurrendered(country=country, to=to, why=why))
            tell_parts(run)
            run.emit(ForfeitDue(country=country, side=terms.side, points=terms.loses))
            settle_forced(run)


def rally(run: Unfolding, settings: Settings) -> None:
    """Freed lands join the side that has captured enough of them."""
    for terms in settings.rallies:
        if terms.after not in run.state.surrendered:
            continue
        if not all(run.state.control.get(place) == terms.side for place in terms.holds):
            continue
        places = tuple(place for place in in_areas(run.world, terms.areas) if place not in run.state.control)
        if places:
            why = run.world.full_id(terms.rule)
            run.emit(LandsRallied(areas=terms.areas, side=terms.side, places=places, why=why))
