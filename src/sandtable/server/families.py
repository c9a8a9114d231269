"""What the families of games say over the wire, as types: for the published description and for the page."""

from collections.abc import Iterable

from sandtable.core.amending import amendable
from sandtable.core.game import AnyGame, Setup
from sandtable.core.refusal import Refusal

SLOTS = ("action", "event", "state", "question", "answer", "standing", "query", "reply", "kit", "change")
"""What each family has a type for."""


def families(games: Iterable[AnyGame]) -> dict[str, dict[str, object]]:
    """The types of each family by slot; games of one family say the same."""
    found: dict[str, dict[str, object]] = {}
    for game in games:
        opening, guide = game.start(Setup()), game.guide
        if isinstance(opening, Refusal):
            raise ValueError(f"{game.id} does not start by itself: {opening.why}")
        changes = amendable(game)
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
            changes.change_type if changes is not None else None,
        )
        found[guide.box.family] = dict(zip(SLOTS, kinds, strict=True))
    return dict(sorted(found.items()))
