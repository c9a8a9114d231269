"""Ways to break ``global-1940``: refusals, war, neutrals, objectives, victory, convoys, facilities, own rules."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from sandtable.area.citations import CITATIONS, FEATURES
from sandtable.area.family import AreaGame
from sandtable.area.parts import border_forts, capital_in_exile, convoys, facilities, neutrality, partisans
from sandtable.area.parts.politics import declaring, limits, politics
from tests.mutation import global_air, global_research
from tests.mutation.breaks import Break, GameMaker, doing, never_refused, part, rules, without_part

NEVER_REFUSING = frozenset(
    [
        "amphib.announce",
        "amphib.definition",
        "amphib.others-must-fight",
        "amphib.overland-retreat-together",
        "amphib.sea-combat-when",
        "amphib.seaborne-cannot-retreat",
        "amphib.sequence",
        "aaa.auto-destroyed",
        "air-move.launch-from-carrier",
        "battle.attacking-transports",
        "battle.retreat-air",
        "battle.where",
        "canal.list",
        "carrier.landing-moment",
        "combat-move.declared-attack-binds",
        "combat-move.sharing-hostile-zone",
        "japan.surprise-no-scramble",
        "map.board-edge-sea",
        "map.island",
        "multi.casualty-agreement",
        "neutral.army-managed-by",
        "politics.soviet-japan-any-time",
        "politics.usa-after-third-turn",
        "setup.starting-income",
        "transport.chosen-last",
        "transport.friendly-cargo",
        "transport.load-along-route",
        "transport.noncombat-offload",
        "unit.table",
        "victory.complete-round",
        "victory.surrender",
    ]
)
"""Rules that this game's scenarios show by what happens: none of them sees a refusal for these."""


ALWAYS_DUE = ("germany-oil", "italy-oil")
"""Objectives that need only a war that the game begins with and that never ends."""


def refusals(game: AreaGame) -> Iterator[Break]:
    """For every rule that this game refuses by, besides those of the air war and research: it never does."""
    world, prefix = game.world, f"{game.world.game.prefix}."
    keys = [*CITATIONS, *(key for feature in sorted(world.features) for key in FEATURES[feature])]
    keys += [key for one in world.parts.all for key in one.citations]
    ours = [world.cite(key) for key in keys]
    ours += [prefix + rule for one in world.parts.all for rule in one.rules()]
    known = {rule for one in (*global_air.refusals(game), *global_research.refusals(game)) for rule in one.rules}
    for rule in dict.fromkeys(ours):
        name = rule.removeprefix(prefix)
        allows = name.startswith("objective.") or name.endswith(("-may-declare", "-may-declare-japan"))
        if name not in known and name not in NEVER_REFUSING and not allows:
            yield Break(f"never refused: {rule}", (name,), during=partial(never_refused, rule))


def objectives(game: AreaGame) -> Iterator[Break]:
    """For every objective: it pays one more, and it needs nothing."""
    for settings in (one.settings for one in game.world.parts.all if one.name == "objectives"):
        for name, one in settings.objectives.items():
            yield Break(f"{name} pays more", (one.rule,), aims(name, pays=one.pays + 1))
            if (one.heading or one.when) and name not in ALWAYS_DUE:
                yield Break(f"{name} needs nothing", (one.rule,), aims(name, heading=(), when=()))


def aims(name: str, **changes: Any) -> GameMaker:
    """The game with one objective changed."""
    return part("objectives", objectives=lambda s: {**s.objectives, name: replace(s.objectives[name], **changes)})


def war(**changes: Any) -> GameMaker:
    """The game with its politics changed."""
    return part("politics", **changes)


def neutrals(**changes: Any) -> GameMaker:
    """The game with its neutral territories changed."""
    return part("neutrality", **changes)


def _never_won(rule: str) -> GameMaker:
    return rules(victory=lambda goals: tuple(goal for goal in goals if goal.rule != rule))


def _nothing(*args: Any) -> tuple[()]:
    return ()


def _none(*args: Any) -> None:
    return None


BREAKS: tuple[Break, ...] = (
    # war and peace
    Break("whoever declares war does so alone", ("politics.uk-anzac-linked",), war(links=())),
    Break("neutral powers spend everything", ("war.neutral-half-spending",), war(spending=1)),
    Break("neutral powers move all their units", ("war.neutral-d6-moves",), war(die=0)),
    Break("a war on one map is a war on both", ("war.soviet-two-fronts-limits",), war(fronts={})),
    Break(
        "ships anchor anywhere",
        ("politics.usa-europe-sea-limit", "politics.usa-not-near-japan", "politics.japan-distance-to-america"),
        war(anchorages=()),
    ),
    Break("newcomers have no partners", ("war.limits-end",), during=doing(declaring, "drawn_in", _nothing)),
    Break(
        "nobody declares war before income",
        ("politics.usa-third-turn",),
        during=doing(politics.Politics, "holds_up", lambda *a: False),
    ),
    Break(
        "bystanders are attacked along with the enemy",
        ("war.no-attack-on-non-enemy",),
        during=doing(limits, "check_bystanders", _none),
    ),
    # neutral territories
    Break(
        "one strict neutral is like another",
        ("neutral.strict-flip",),
        during=doing(neutrality.Neutrality, "_flip", _none),
    ),
    Break(
        "friendly neutrals stay neutral",
        ("neutral.friendly-convert",),
        during=doing(neutrality.Neutrality, "_take_over", _none),
    ),
    Break("no pact with Mongolia", ("mongolia.joins-soviets",), neutrals(pacts=())),
    # victory
    Break("Europe is not enough", ("victory.axis-europe",), _never_won("victory.axis-europe")),
    Break("the Pacific is not enough", ("victory.axis-pacific",), _never_won("victory.axis-pacific")),
    Break("the Allies never win", ("victory.allies",), _never_won("victory.allies")),
    # convoys and money
    Break("nobody disrupts convoys", ("convoy.conditions", "convoy.automatic"), without_part("convoys")),
    Break("every die of a convoy counts", ("convoy.dice",), part("convoys", most=6)),
    Break(
        "a zone loses whatever is rolled",
        ("convoy.limit-territory", "convoy.limit-zone"),
        during=doing(convoys, "most_lost", lambda damage, values: sum(damage.values())),
    ),
    # facilities
    Break("a point of damage costs two", ("repair.facilities",), part("facilities", point=2)),
    Break(
        "facilities are finished at once",
        ("facility.build-chips",),
        during=doing(facilities.Facilities, "_build", _none),
    ),
    Break("bases mend nothing", ("repair.capital-ships",), during=doing(facilities.Facilities, "_mend", _none)),
    # the powers' own rules
    Break("China goes anywhere", ("china.movement-area",), without_part("confinement")),
    Break("no Maginot line", ("france.maginot",), without_part("border-forts")),
    Break(
        "the Maginot line never falls",
        ("france.maginot-ends",),
        during=doing(border_forts.BorderForts, "changes_hands", _none),
    ),
    Break("France never rises", ("objective.france-liberation",), without_part("uprising")),
    Break("London is not replaced", ("uk.exile",), without_part("capital-in-exile")),
    Break(
        "the exile never ends",
        ("uk.exile-ends",),
        during=doing(capital_in_exile.CapitalInExile, "changes_hands", _none),
    ),
    Break("no partisans", ("soviet.partisans-buy", "soviet.partisans-value"), without_part("partisans")),
    Break(
        "partisans stop nobody",
        ("soviet.partisans-stop-movement",),
        during=doing(partisans.Partisans, "stops_at", _none),
    ),
    Break(
        "factories stay where they are",
        ("soviet.complex-move", "soviet.complex-move-value"),
        without_part("relocation"),
    ),
    Break("no transfer from Siberia", ("soviet.siberian-transfer",), without_part("transfers")),
)


def every(game: AreaGame) -> Iterable[Break]:
    """All of these."""
    return (*BREAKS, *objectives(game), *refusals(game))
