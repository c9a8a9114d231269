"""Event deck: a card is drawn at the start of each round, and its event applies to every turn of the round.

Cards are data. A card changes numbers that other parts look up by name, forbids orders, or slows units. The pile
has no order until a card is drawn, so nobody can peek.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

import msgspec

from sandtable.area.actions import Action
from sandtable.area.forces import Piece, Power
from sandtable.area.part import GameMemory, Part, PartEvent
from sandtable.area.state import AreaState, Route, Slice
from sandtable.area.status import active
from sandtable.area.unfold import Unfolding
from sandtable.area.units import Kind
from sandtable.area.wording import the
from sandtable.area.world import World
from sandtable.core.datafile import Misfit
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal

ASKS = "event-card"
"""Decision kind: draw the card of the round."""


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A change to a number that parts look up by name."""

    add: int = 0
    """Added to the number."""
    to: int | None = None
    """Replaces the number."""
    within: tuple[str, ...] = ()
    """Only in these regions."""
    powers: tuple[str, ...] = ()
    """Only for these powers or sides."""


class Ban(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Orders that a card forbids."""

    do: str
    """The action, by its name in files."""
    fields: Mapping[str, str | int | bool] = {}
    """Only with these values in its fields."""


class Slowing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Units slowed by a card."""

    kinds: tuple[Kind, ...]
    """The kinds of unit."""
    within: tuple[str, ...] = ()
    """If they start in these regions."""
    owned: tuple[Power, ...] = ()
    """Or if they start in original territories of these powers."""
    most: int = 0
    """The most spaces they can move."""
    less: int = 0
    """Or how much their movement is reduced."""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One card."""

    name: str
    """Its name."""
    text: str
    """Its effect, in a sentence."""
    changes: Mapping[str, Change] = {}
    """The numbers it changes."""
    bans: tuple[Ban, ...] = ()
    """The orders it forbids."""
    slows: tuple[Slowing, ...] = ()
    """The units it slows."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The deck."""

    option: str
    """The option that turns it on."""
    cards: Mapping[str, Card]
    """The cards; the die that draws one has a face for each."""


class Deck(Slice, frozen=True, tag="event-deck"):
    """State kept for the whole game."""

    card: str = ""
    """The card drawn last."""
    round: int = -1
    """The round it was drawn in."""
    used: tuple[str, ...] = ()
    """Cards drawn since the deck was shuffled."""


DECK = GameMemory("event-deck", Deck())


class DrawCard(Action, frozen=True):
    """Draw the event card of the round."""

    phrase: ClassVar[str] = "drawcard"
    example: ClassVar[str] = "drawcard"


class CardDrawn(PartEvent, frozen=True):
    """The event of the round; dice for cards already used were rerolled."""

    dice_at: ClassVar[tuple[str, ...]] = ("dice",)

    power: Power
    dice: tuple[int, ...]
    card: str
    shuffled: bool = False

    def evolve(self, world: World, state: AreaState) -> AreaState:
        before = () if self.shuffled else DECK.of(state).used
        return DECK.put(state, Deck(self.card, state.round, (*before, self.card)))

    def tell(self, world: World, state: AreaState) -> str:
        card = _part(world).settings.cards[self.card]
        return f"{the(world.name(self.power))} draws {card.name}: {card.text.rstrip('.')}"


def _part(world: World) -> "EventDeck":
    part = EventDeck.of(world)
    assert part is not None
    return part


class EventDeck(Part[Settings]):
    """Event cards that change a round."""

    name = "event-deck"
    Settings = Settings
    game_memory = DECK
    actions = (DrawCard,)
    answers = (DrawCard,)
    typed: ClassVar = {ASKS: "drawcard"}
    events = (CardDrawn,)
    citations = ("events.card",)

    def problems(self, world: World) -> Iterable[str | Misfit]:
        if self.settings.option not in world.game.options:
            yield Misfit(self.file, f"unknown option {self.settings.option!r}", self.settings.option)
        actions = [str(action.__struct_config__.tag) for action in world.parts.by_action]
        spaces = (*world.board.spaces, *world.board.regions)
        for card in self.settings.cards.values():
            for ban in card.bans:
                if ban.do not in actions:
                    yield Misfit(self.file, f"unknown action {ban.do!r}", ban.do, actions)
            regions = [*(r for one in card.slows for r in one.within)]
            regions += [r for change in card.changes.values() for r in change.within]
            for region in regions:
                if region not in spaces:
                    yield Misfit(self.file, f"unknown region {region!r}", region, spaces)

    def die_sides(self, event: type[PartEvent], field: str) -> int:
        return len(self.settings.cards)

    def card(self, state: AreaState) -> Card | None:
        """The card in effect, or None."""
        memory = DECK.of(state)
        return self.settings.cards[memory.card] if memory.card and memory.round == state.round else None

    # drawing

    def when(self, action: type[Action]) -> tuple[str, ...]:
        return ("purchase", "combat-move")

    def asks(self, world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
        if not state.options.get(self.settings.option) or DECK.of(state).round == state.round:
            return ()
        if active(state) != world.teams(state.round)[0] or power != active(state)[0]:
            return ()
        return (Decision(power, ASKS, prompt="Draw the event card of the round."),)

    def holds_up(self, world: World, state: AreaState, power: Power) -> bool:
        return bool(self.asks(world, state, power))

    def unanswered(self, world: World, state: AreaState, power: Power) -> Refusal:
        return world.refuse("events.card", "Draw the event card of the round first.")

    def misplaced(self, world: World, state: AreaState, seat: Power, action: Action) -> Refusal:
        return world.refuse("events.card", "The event card is drawn at the beginning of the round.")

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        if self.asks(world, state, power):
            return None
        if not state.options.get(self.settings.option):
            return world.refuse("events.card", "The event deck isn't used in this game.")
        return world.refuse("events.card", "One card is drawn per round.")

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        if self.asks(world, state, power):
            yield DrawCard()

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        cards, used = tuple(self.settings.cards), DECK.of(run.state).used
        shuffled = len(used) >= len(cards)
        if shuffled:
            used = ()
        dice: tuple[int, ...] = ()
        while not dice or cards[dice[-1] - 1] in used:
            dice += run.dice.roll(1, len(cards))
        run.emit(CardDrawn(power=power, dice=dice, card=cards[dice[-1] - 1], shuffled=shuffled))

    def words(self, world: World, action: Action) -> str:
        return "draw the event card of the round"

    # effects of a card

    def adjusts(
        self, world: World, state: AreaState, power: Power, what: str, number: int, space: str = ""
    ) -> int:
        card = self.card(state)
        change = card.changes.get(what) if card is not None else None
        if change is None:
            return number
        if change.within and space not in world.board.named(change.within):
            return number
        if change.powers and power not in world.named_powers(change.powers):
            return number
        return change.to if change.to is not None else number + change.add

    def forbids(self, world: World, state: AreaState, power: Power, action: Action) -> Refusal | None:
        card = self.card(state)
        for ban in card.bans if card is not None else ():
            if str(type(action).__struct_config__.tag) == ban.do and all(
                getattr(action, field) == value for field, value in ban.fields.items()
            ):
                assert card is not None
                return world.refuse("events.card", f"{card.name}: {card.text}")
        return None

    def gives_up(self, world: World, state: AreaState, power: Power) -> bool:
        """Slowed carriers may not reach all air units that need them."""
        card = self.card(state)
        return card is not None and any("sea" in slow.kinds for slow in card.slows)

    def stops_at(self, world: World, state: AreaState, piece: Piece, path: Route) -> Refusal | None:
        card = self.card(state)
        for slow in card.slows if card is not None else ():
            if world.type(piece).kind not in slow.kinds or not _starts_in(world, slow, path[0]):
                continue
            if len(path) - 1 >= (slow.most or max(1, world.points_left(piece) - slow.less)):
                assert card is not None
                return world.refuse("events.card", f"{card.name}: {card.text}")
        return None


def _starts_in(world: World, slow: Slowing, space: str) -> bool:
    if slow.within and space in world.board.named(slow.within):
        return True
    land = world.board.territories.get(space)
    return land is not None and land.owner in slow.owned


PART = EventDeck
