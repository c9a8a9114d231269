"""What the families of games say over the wire, as types: for the published description and for the page."""

from collections.abc import Iterable

from sandtable.core.game import Setup
from sandtable.core.refusal import Refusal
from sandtable.server.shelf import AnyGame

SLOTS = ("action", "event", "state", "question", "answer", "standing", "query", "reply", "kit")
"""What each family has a type for."""


def families(games: Iterable[AnyGame]) -> dict[str, dict[str, object]]:
    """The types of each family by slot; games of one family say the same."""
    found: dict[str, dict[str, object]] = {}
    for game in games:
        opening, guide = game.start(Setup()), game.guide
        if isinstance(opening, Refusal):
            raise ValueError(f"{game.id} does not start by itself: {opening.why}")
        kinds = (
            game.action_type,
            game.event_type,
            type(opening),
            guide.question_type,
            guide.answer_type,
            guide.standing_type,
            guide.query_type,
            guide.reply_type,
            guide.kit_type,
        )
        found[guide.box.family] = dict(zip(SLOTS, kinds, strict=True))
    return dict(sorted(found.items()))
