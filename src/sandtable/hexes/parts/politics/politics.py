"""The politics part: connects the hooks to the rules of politics."""

from collections.abc import Iterable, Iterator, Mapping

from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.core.wording import listed
from sandtable.hexes.actions import Action
from sandtable.hexes.part import Part
from sandtable.hexes.parts.politics import (
    entry,
    events,
    forfeiting,
    neutrality,
    offering,
    reinforcing,
    surrender,
)
from sandtable.hexes.parts.politics.actions import AnswerOffer, Forfeit, Reinforce
from sandtable.hexes.parts.politics.memory import AFFAIRS
from sandtable.hexes.parts.politics.settings import Settings
from sandtable.hexes.parts.politics.standing import in_areas, unaligned
from sandtable.hexes.state import Army, Attack, HexState, Name, Place, Side
from sandtable.hexes.status import irregular
from sandtable.hexes.story import army_name
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World


class Politics(Part[Settings]):
    """Countries that join sides, surrender and are attacked."""

    name = "politics"
    Settings = Settings
    memory = AFFAIRS
    actions = (Reinforce, Forfeit, AnswerOffer)
    answers = (Reinforce, Forfeit, AnswerOffer)
    events = (
        events.NeutralityViolated,
        events.ArmyReplaced,
        events.CountryJoined,
        events.LandsRallied,
        events.CountrySurrendered,
        events.ReinforcementsDue,
        events.Reinforced,
        events.ReinforcementsLost,
        events.ForfeitDue,
        events.Forfeited,
        events.SurrenderOffered,
        events.OfferAnswered,
        events.PhaseForgotten,
    )

    def rules(self) -> Iterable[str]:
        return self.settings.rules()

    def problems(self, world: World) -> Iterable[str]:
        named = [country for dated in self.settings.entry for country in dated.countries]
        named += [*self.settings.gifts, *self.settings.terms, *self.settings.collapses, *self.settings.heirs]
        named += [*self.settings.neutrals.never, *self.settings.neutrals.at_once, *self.settings.enduring]
        for country in named:
            if country not in world.lands:
                yield f"there is no country {country!r}"
        for dated in self.settings.entry:
            if dated.date not in world.facts.turns:
                yield f"no turn {dated.date!r}"

    # questions

    def asks(self, world: World, state: HexState) -> tuple[Decision, ...]:
        return (
            offering.asks(world, state, self.settings.offer)
            or forfeiting.asks(world, state)
            or reinforcing.asks(world, state)
        )

    def unanswered(self, world: World, state: HexState) -> Refusal:
        return world.refuse("seq.fixed-order", self.asks(world, state)[0].prompt)

    def check(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        kind = self.asks(world, state)[0].kind if self.asks(world, state) else ""
        match action:
            case AnswerOffer() if kind == offering.ASKS:
                return None
            case Forfeit() if kind == forfeiting.ASKS:
                return forfeiting.check(world, state, self.settings, side, action)
            case Reinforce() if kind == reinforcing.ASKS:
                return reinforcing.check(world, state, self.settings, side, action)
        return self._not_asked(world, action)

    def misplaced(self, world: World, state: HexState, side: Side, action: Action) -> Refusal:
        return self._not_asked(world, action)

    def _not_asked(self, world: World, action: Action) -> Refusal:
        offer = self.settings.offer
        if isinstance(action, AnswerOffer) and offer is not None:
            return world.refuse_by(offer.refused, f"There's no open offer from the {offer.country}.")
        return world.refuse("seq.fixed-order", "There's no such question now.")

    def offers(self, world: World, state: HexState, side: Side) -> Iterator[Action]:
        kind = self.asks(world, state)[0].kind if self.asks(world, state) else ""
        if kind == offering.ASKS:
            yield from (AnswerOffer(True), AnswerOffer(False))
        elif kind == forfeiting.ASKS:
            yield from forfeiting.offers(world, state, side)
        elif kind == reinforcing.ASKS:
            yield from reinforcing.offers(world, state, self.settings, side)

    def do(self, run: Unfolding, side: Side, action: Action) -> None:
        match action:
            case AnswerOffer() if self.settings.offer is not None:
                offering.do(run, self.settings.offer, action)
                surrender.tell_parts(run)
            case Forfeit():
                forfeiting.do(run, side, action)
            case Reinforce():
                reinforcing.do(run, side, action)

    def words(self, world: World, action: Action) -> str:
        match action:
            case AnswerOffer():
                return "accept the surrender" if action.accept else "refuse the surrender, for good"
            case Forfeit():
                lost = listed(f"{points} of {army_name(name)}" for name, points in action.armies.items())
                return f"give up {lost or 'nothing'}"
            case Reinforce():
                return f"place {action.points} as {army_name(action.army)} in {world.title(action.at)}"
        return super().words(world, action)

    # the course of a turn

    def turn_begins(self, run: Unfolding, turn: int, side: Side) -> None:
        entry.enter(run, self.settings, turn, side, production=False)

    def production_begins(self, run: Unfolding) -> None:
        entry.enter(run, self.settings, run.state.turn, run.state.side, production=True)

    def announced(self, run: Unfolding, attacks: tuple[Attack, ...]) -> None:
        neutrality.meet_armies(run, self.settings, attacks)

    def attacked(self, run: Unfolding, side: Side, frm: Place, place: Place) -> None:
        neutrality.violate(run, self.settings, side, frm, place)

    def provoked(self, run: Unfolding, side: Side, country: str) -> None:
        neutrality.violate_country(run, self.settings, country, side, "")

    def hexes_fell(self, run: Unfolding) -> None:
        surrender.capitals_fell(run, self.settings)
        surrender.rally(run, self.settings)

    def combat_ends(self, run: Unfolding) -> None:
        surrender.powers_fall(run, self.settings)
        surrender.collapse(run, self.settings)
        neutrality.settle(run, self.settings)
        offering.consider(run, self.settings)

    def catches_up(
        self,
        run: Unfolding,
        turn: int,
        side: Side,
        begun: bool,
        joined: Mapping[str, Side],
        surrendered: Mapping[str, Side],
    ) -> None:
        entry.catch_up(run, self.settings, turn, side, begun, joined)
        for country, to in surrendered.items():
            terms = self.settings.terms.get(country)
            if terms is not None:
                run.emit(surrender.yielding(run.world, run.state, country, terms))
            elif country in self.settings.collapses:
                rule = self.settings.collapses[country].rule
                run.emit(events.CountrySurrendered(country=country, to=to, why=run.world.full_id(rule)))
            else:
                surrender.surrender(run, self.settings, country, to)

    def inherits(self, world: World, state: HexState, country: str, attacker: Side) -> Side | None:
        return neutrality.joins(self.settings.neutrals, country, attacker)

    # armies that wait

    def binds(self, world: World, state: HexState, name: Name, army: Army) -> Refusal | None:
        if army.at in state.control or army.at not in world.country_of or irregular(world, state, name):
            return None
        country = world.realm(world.country_of[army.at])
        rule = self.settings.neutrals.waits.get(country, self.settings.neutrals.rule)
        return world.refuse_by(rule, f"{country} is unaligned: {army_name(name)} can't move or attack.")

    def guards(self, world: World, state: HexState, name: Name) -> bool:
        """An army that has changed sides fights; one that still waits for its country doesn't."""
        army = state.armies[name]
        country = world.realm(world.country_of.get(army.at, ""))
        replaced = not army.nation and not irregular(world, state, name)
        return replaced and country in AFFAIRS.of(state).violated

    def shelters(self, world: World, state: HexState, army: Army, place: Place) -> bool | None:
        """An army of a country that is still unaligned retreats within its country."""
        country = world.realm(world.country_of[army.at])
        at_home = bool(army.nation) and world.nation_at(army.side, army.at) == army.nation
        if not at_home or not unaligned(world, state, country):
            return None
        return place not in state.control and world.realm(world.country_of[place]) == country

    def shores(self, world: World, state: HexState, side: Side) -> frozenset[Place]:
        open_to = [
            terms
            for country, terms in self.settings.terms.items()
            if terms.ships == side and country in state.surrendered
        ]
        places = (place for terms in open_to for place in in_areas(world, terms.frees))
        return frozenset(place for place in places if place not in state.control)
