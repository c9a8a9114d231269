"""Orders from a game's parts, parsed by the phrases of their actions."""

from collections.abc import Mapping
from functools import cache

from sandtable.area import parts
from sandtable.area.actions import Action
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.status import phase_of
from sandtable.core.vocabulary import Phrase, Unreadable, phrase_of
from sandtable.terminal.names import Misread
from sandtable.terminal.reading import Actions, Asked


def phrases(game: AreaGame) -> Mapping[str, Phrase]:
    """The verbs of this game's parts, with their phrases."""
    actions = [action for action in game.world.parts.by_action if action.phrase]
    return {verb: phrase_of(action) for action in actions for verb in (phrase_of(action).verb, *action.aliases)}


@cache
def other_verbs() -> frozenset[str]:
    """The verbs of all available parts."""
    return frozenset(phrase_of(action).verb for part in parts.known() for action in part.actions if action.phrase)


def order(asked: Asked, phrase: Phrase, line: str) -> Actions:
    """The order that a line stands for."""
    try:
        words = phrase.words_in(line)
    except Unreadable as example:
        raise Misread(f"That should read like: {example}") from None
    return asked.world.parts.by_action[phrase.action].reads(asked, phrase.action, words)


def now(asked: Asked, phrase: Phrase) -> bool:
    """Whether a part's action can be taken now, so that its verb takes precedence over the family's."""
    part, phase = asked.world.parts.by_action[phrase.action], phase_of(asked.state, asked.power_on_turn)
    if phrase.action in part.answers:
        return bool(part.asks(asked.world, asked.state, asked.power_on_turn))
    return phase in part.when(phrase.action)


def examples(game: AreaGame, state: AreaState, seat: Power) -> tuple[tuple[str, str], ...]:
    """What parts let a seat do in this phase: how to type it, and what it does."""
    phase = phase_of(state, seat) or next(iter(state.turn.phases.values()), "")
    return tuple(
        _line(action)
        for action, part in game.world.parts.by_action.items()
        if action.phrase and action not in part.answers and phase in part.when(action)
    )


def all_examples(game: AreaGame) -> tuple[tuple[str, str], ...]:
    """All orders of a game's parts."""
    return tuple(_line(action) for action in game.world.parts.by_action if action.phrase)


def _line(action: type[Action]) -> tuple[str, str]:
    return phrase_of(action).example, (action.__doc__ or "").splitlines()[0]
