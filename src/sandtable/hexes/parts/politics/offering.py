"""A side's offer to surrender: made once, and accepted or refused for good."""

from sandtable.core.decision import Decision
from sandtable.hexes.parts.politics.actions import AnswerOffer
from sandtable.hexes.parts.politics.events import OfferAnswered, SurrenderOffered
from sandtable.hexes.parts.politics.memory import AFFAIRS
from sandtable.hexes.parts.politics.settings import Offer, Settings
from sandtable.hexes.state import HexState
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

ASKS = "offer"


def asks(world: World, state: HexState, offer: Offer | None) -> tuple[Decision, ...]:
    if offer is None or not AFFAIRS.of(state).offered:
        return ()
    prompt = f"The {offer.country} offers to surrender. If you accept, you stop fighting each other."
    return (Decision(offer.to, ASKS, offer.country, prompt),)


def consider(run: Unfolding, settings: Settings) -> None:
    """Make the offer at the end of the victor's Combat Phase, if it was never made."""
    offer = settings.offer
    if offer is None or run.state.side != offer.to or AFFAIRS.of(run.state).refused:
        return
    if offer.country in run.state.surrendered:
        return
    if all(run.state.control.get(place) == offer.to for place in offer.holds):
        run.emit(SurrenderOffered(country=offer.country, frm=offer.frm, to=offer.to))


def do(run: Unfolding, offer: Offer, action: AnswerOffer) -> None:
    run.emit(OfferAnswered(country=offer.country, frm=offer.frm, to=offer.to, accepted=action.accept))
