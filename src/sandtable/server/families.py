"""The wire types of each game family, for the API description and the page."""

from collections.abc import Iterable
from typing import Union

from sandtable.core.amending import amendable
from sandtable.core.game import AnyGame, Setup
from sandtable.core.refusal import Refusal

SLOTS = ("action", "event", "state", "question", "answer", "standing", "query", "reply", "kit", "change")
"""The slots that each family has a type for."""


def families(games: Iterable[AnyGame]) -> dict[str, dict[str, object]]:
    """The types of each family by slot. A family's actions and events are those of all its games."""
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
        before = found.get(guide.box.family)
        now = dict(zip(SLOTS, kinds, strict=True))
        if before is not None:  # games have different parts
            for slot in ("action", "event"):
                now[slot] = Union[before[slot], now[slot]]  # noqa: UP007 - known only when games are
        found[guide.box.family] = now
    return dict(sorted(found.items()))
