"""Ways to break the game: each says what is broken and which rules must notice."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from copy import copy
from functools import partial
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from sandtable.area import capture, economy
from sandtable.area.board import Territory
from sandtable.area.citations import CITATIONS, Citation
from sandtable.area.family import AreaGame
from sandtable.area.movement import duties, landing, orders
from sandtable.area.part import Part, Parts
from sandtable.area.phases import combat, noncombat_move
from sandtable.area.world import World
from sandtable.core.refusal import Refusal

GameMaker = Callable[[AreaGame], AreaGame]


class Break(msgspec.Struct, frozen=True):
    """One broken rule: what it is, who must notice, and how to break it."""

    name: str
    rules: tuple[str, ...]
    """Each of these must have a scenario that fails."""
    remake: GameMaker | None = None
    """Data changed: another game in place of the real one."""
    during: Callable[[], AbstractContextManager[object]] | None = None
    """Behaviour changed while the scenarios run."""


def with_world(**changes: Any) -> GameMaker:
    """The game with parts of its world replaced."""

    def remake(game: AreaGame) -> AreaGame:
        other = copy(game)
        other.world = replace(game.world, **{k: v(getattr(game.world, k)) for k, v in changes.items()})
        return other

    return remake


def unit(name: str, **changes: Any) -> GameMaker:
    """The game with one unit type changed."""
    return with_world(units=lambda units: {**units, name: replace(units[name], **changes)})


def without(name: str, ability: str) -> GameMaker:
    """The game with an ability taken from a unit type."""
    return with_world(
        units=lambda units: {
            **units,
            name: replace(units[name], abilities=tuple(a for a in units[name].abilities if a != ability)),
        }
    )


def lands(change: Callable[[str, Territory], Territory]) -> GameMaker:
    """The game with territories changed."""
    return with_world(
        board=lambda board: replace(
            board, territories={name: change(name, land) for name, land in board.territories.items()}
        )
    )


def steps(sequence: str, change: Callable[[Any], Any]) -> GameMaker:
    """The game with each step of a battle sequence put through ``change``; nothing means left out."""

    def changed(sequences: Any) -> Any:
        old = sequences.sequences[sequence]
        kept = tuple(s for s in map(change, old.steps) if s is not None)
        return replace(sequences, sequences={**sequences.sequences, sequence: replace(old, steps=kept)})

    return with_world(sequences=changed)


def victory(change: Callable[[Any], Any]) -> GameMaker:
    """The game with every victory condition changed."""
    return with_world(game=lambda game: replace(game, victory=tuple(map(change, game.victory))))


def rules(**changes: Callable[[Any], Any]) -> GameMaker:
    """The game with entries of its ``game.yaml`` changed."""
    return with_world(game=lambda game: replace(game, **{k: v(getattr(game, k)) for k, v in changes.items()}))


def conduct(**changes: Any) -> GameMaker:
    """The game with its conduct changed; ``landings__coasts`` is the field ``coasts`` of ``landings``."""

    def changed(one: Any) -> Any:
        for name, value in changes.items():
            group, _, field = name.partition("__")
            one = replace(one, **{group: replace(getattr(one, group), **{field: value}) if field else value})
        return one

    return rules(conduct=changed)


def part(*names: str, **changes: Any) -> GameMaker:
    """The game with settings of a part changed; of several names those parts count that the game has."""

    def changed(parts: Parts) -> Parts:
        return Parts(_with_settings(one, changes) if one.name in names else one for one in parts.all)

    return with_world(parts=changed)


def _with_settings(part: Part[Any], changes: dict[str, Any]) -> Part[Any]:
    new = {key: value(part.settings) if callable(value) else value for key, value in changes.items()}
    return type(part)(replace(part.settings, **new))


def without_part(name: str) -> GameMaker:
    """The game without a part."""
    return with_world(parts=lambda parts: Parts(one for one in parts.all if one.name != name))


def research(**changes: Any) -> GameMaker:
    return part("research", "directed-research", **changes)


def weapon(name: str, **changes: Any) -> GameMaker:
    return research(techs=lambda one: {**one.techs, name: replace(one.techs[name], **changes)})


def doing(target: object, name: str, instead: object) -> Callable[[], AbstractContextManager[object]]:
    """A function replaced while the scenarios run."""
    return lambda: patch.object(target, name, instead)


@contextmanager
def never_refused(rule: str) -> Iterator[None]:
    """Nothing is refused for this rule of the book."""
    refuse, refuse_by = World.refuse, World.refuse_by

    def lenient(world: World, key: Any, why: str) -> Refusal | None:
        return None if world.cite(key) == rule else refuse(world, key, why)

    def lenient_by(world: World, named: str, why: str) -> Refusal | None:
        found = refuse_by(world, named, why)
        return None if found.rule == rule else found

    with patch.object(World, "refuse", lenient), patch.object(World, "refuse_by", lenient_by):
        yield


def everywhere(name: str, instead: object, *modules: object) -> Callable[[], AbstractContextManager[object]]:
    """A function replaced in every module that uses it."""

    @contextmanager
    def during() -> Iterator[None]:
        with ExitStack() as stack:
            for module in modules:
                stack.enter_context(patch.object(module, name, instead))
            yield

    return during


def _no_repeat(step: Any) -> Any:
    return None if type(step).__name__ == "Volley" and step.number == 2 else step


def _at_once(step: Any) -> Any:
    return replace(step, losses="removed") if getattr(step, "losses", "") == "behind" else step


BEHAVIOUR = (
    Break("infantry attacks at 2", ("units.table", "units.infantry"), unit("infantry", attack=2)),
    Break("tanks cost 5", ("units.table", "purchase.affordable"), unit("tank", cost=5)),
    Break("battleships sink at the first hit", ("battleship.two-hits",), unit("battleship", hits=1)),
    Break("tanks do not blitz", ("blitz.basic", "blitz.second-space"), without("tank", "blitz")),
    Break(
        "submarines are ordinary ships",
        ("sub.surprise-strike", "sub.submerge", "sub.pass-hostile", "sub.noncombat-into-hostile"),
        without("submarine", "submersible"),
    ),
    Break(
        "destroyers do nothing to submarines",
        ("destroyer.cancels-battle-abilities", "destroyer.cancels-movement", "sub.stops-at-destroyer"),
        without("destroyer", "anti-submarine"),
    ),
    Break("transports are like other ships", ("transport.chosen-last",), without("transport", "chosen-last")),
    Break("carriers hold one fighter", ("carrier.capacity",), unit("carrier", berths=(("fighter",),))),
    Break(
        "transports hold two tanks",
        ("transport.capacity",),
        unit("transport", berths=(("infantry", "tank"), ("infantry", "tank"))),
    ),
    Break(
        "carriers are no warships",
        ("board.sea-zone-status", "units.surface-warships"),
        without("carrier", "surface-warship"),
    ),
    Break("fighters fly 3", ("air.total-range", "air.counting-spaces"), unit("fighter", move=3)),
    Break("ships sail 3", ("units.sea-move-two",), unit("battleship", move=3)),
    Break(
        "defenders hit do not fire back",
        ("combat.simultaneous-fire", "combat.defenders-fire"),
        steps("land", _at_once),
    ),
    Break("no surprise strikes", ("sub.surprise-strike", "sub.strike-attacker-value"), steps("sea", _no_repeat)),
    Break(
        "everything hits everything",
        (
            "sub.cannot-hit-air",
            "sub.cannot-be-hit-by-air",
            "air.hit-subs-with-destroyer-only",
            "casualty.eligibility",
        ),
        with_world(sequences=lambda s: replace(s, targets=())),
    ),
    Break(
        "one capital less wins",
        ("victory.axis-two-capitals", "victory.allies-both-capitals"),
        victory(lambda v: replace(v, at_least=v.at_least - 1)),
    ),
    Break("victory at the wrong moment", ("victory.check-points",), victory(lambda v: replace(v, after="uk"))),
    Break(
        "nobody wins",
        ("victory.side-control-counts", "victory.game-ends-at-once"),
        victory(lambda v: replace(v, at_least=9)),
    ),
    Break(
        "every territory is worth one more",
        ("setup.territory-values", "setup.production-level-is-sum", "income.collect"),
        lands(lambda n, t: replace(t, value=t.value + 1)),
    ),
    Break(
        "no neutrals",
        ("board.neutral-list", "board.neutral-impassable"),
        lands(lambda n, t: replace(t, neutral=False)),
    ),
    Break(
        "no factories",
        ("setup.industrial-complexes", "mobilize.capacity"),
        lands(lambda n, t: replace(t, factory=False)),
    ),
    Break(
        "open canals and straits",
        ("board.straits-closed", "canal.panama-owner", "canal.suez-split-closed"),
        with_world(board=lambda b: replace(b, passages=())),
    ),
    Break(
        "a lost capital changes nothing",
        ("turn.without-capital", "capital.loss-effects", "income.capital-needed"),
        with_world(
            game=lambda g: replace(g, phases={k: replace(p, needs_capital=False) for k, p in g.phases.items()})
        ),
    ),
    Break(
        "nothing is given back with a capital",
        ("capital.other-territories-revert",),
        during=doing(capture, "_give_back", lambda run, power: None),
    ),
    Break(
        "partners never get land back",
        ("liberate.returns-to-original",),
        during=doing(capture, "capital_lost", lambda *a: True),
    ),
    Break(
        "land always goes back",
        ("liberate.capital-lost-means-capture",),
        during=doing(capture, "capital_lost", lambda *a: False),
    ),
    Break(
        "no income", ("income.collect", "turn.voluntary-phases"), during=doing(economy, "production", lambda *a: 0)
    ),
    Break(
        "air units need no landing place",
        ("air.demonstrate-landing", "air.reserve-for-landing", "air.no-suicide", "air.save-as-many-as-possible"),
        during=doing(landing, "_unsaved", lambda *a: 0),
    ),
    Break(
        "landings are resolved in any order",
        ("amphib.resolve-first", "amphib.sequence"),
        during=doing(combat, "open_sites", lambda world, state: state.turn.sites),
    ),
    Break(
        "stranded fighters are simply lost",
        ("carrier.stranded-fighters",),
        during=doing(noncombat_move, "places", lambda *a: ()),
    ),
    Break(
        "transports need no escort",
        ("amphib.escort-against-subs",),
        during=everywhere("check_escort", lambda *a: None, duties),
    ),
    Break(
        "moved units move again",
        ("cmove.moved-units-stay-put", "ncm.who-may-move"),
        during=doing(orders, "check_rested", lambda *a: None),
    ),
)


def refusals(game: AreaGame, keys: Iterable[Citation] = CITATIONS) -> Iterator[Break]:
    """For every rule that the family cites by these names: a game that never refuses for it."""
    prefix = f"{game.world.game.prefix}."
    for rule in dict.fromkeys(game.world.cite(key) for key in keys):
        yield Break(f"never refused: {rule}", (rule.removeprefix(prefix),), during=partial(never_refused, rule))
