"""Ways to break research, technologies, the surprise attack and the event deck of ``global-1940``."""

from collections.abc import Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from sandtable.area.battle import values
from sandtable.area.family import AreaGame
from sandtable.area.parts import event_deck, paratroops, surprise_attack
from sandtable.area.parts.countermoves import scramble
from sandtable.area.parts.project_research import advancing, rushing, spying
from sandtable.area.parts.project_research import research as projects
from sandtable.area.parts.project_research.memory import Marker
from tests.mutation.breaks import Break, GameMaker, doing, never_refused, part, steps, unit

REFUSING = (
    "research.cost",
    "research.two-new",
    "research.one-die",
    "research.project-list",
    "research.start-variant",
    "china.no-research",
    "tech.jet-fighters",
    "tech.rockets",
    "tech.rockets-neutrals",
    "tech.paratroops",
    "tech.paratroops-path",
    "tech.atomic-build",
    "tech.atomic-delivery",
    "tech.atomic-effect",
    "tech.commandos-buy",
    "tech.commandos-mission",
    "tech.intelligence-once",
    "tech.intelligence-reveal",
    "tech.intelligence-setback",
    "tech.intelligence-surprise-move",
    "japan.surprise-attack",
    "japan.surprise-before-us-war",
    "japan.surprise-needs-war",
    "turn.event-card",
)
"""Rules of this game's book that refuse something here."""


def tracks(**changes: Any) -> GameMaker:
    """The game with settings of its research changed."""
    return part("project-research", **changes)


def project(name: str, **changes: Any) -> GameMaker:
    """The game with one project changed."""
    return tracks(techs=lambda one: {**one.techs, name: replace(one.techs[name], **changes)})


def cards(**changes: Any) -> GameMaker:
    """The game with all cards of its event deck changed."""
    return part("event-deck", cards=lambda one: {k: replace(card, **changes) for k, card in one.cards.items()})


def _no_effect(name: str, *rules: str) -> Break:
    return Break(f"{name} does nothing", rules, project(name, effects=()))


def _late(step: Any) -> Any:
    return replace(step, losses="behind") if getattr(step, "losses", "") == "removed" else step


BREAKS = (
    Break("a die costs 4", ("research.cost",), tracks(die=4)),
    Break("three projects can be started", ("research.two-new",), tracks(new=3)),
    Break("the track has 17 spaces", ("research.track-length",), tracks(track=17)),
    Break("a 5 is a breakthrough", ("research.breakthrough", "research.advance"), tracks(breakthrough=4)),
    Break("no breakthroughs", ("research.breakthrough",), tracks(breakthrough=7)),
    Break("China does research", ("china.no-research", "research.module"), tracks(never=())),
    Break("everybody does research, whatever was agreed", ("research.start-variant",), tracks(without="")),
    Break("first projects start at the beginning", ("research.start-variant",), tracks(random_start="")),
    Break("nothing is hidden", ("research.blind", "research.blind-verify"), tracks(blind="")),
    Break(
        "views hide nothing",
        ("research.blind", "research.blind-verify"),
        during=doing(projects, "seen_by", lambda state, seat: state),
    ),
    Break(
        "exposed projects stay hidden",
        ("research.blind-verify", "tech.intelligence-reveal"),
        during=doing(spying, "Marker", lambda project, at: Marker(project, at, hidden=True)),
    ),
    Break("projects are never developed", ("research.developed",), tracks(track=99)),
    Break(
        "research is forgotten",
        ("research.progress-kept", "research.advance"),
        during=doing(advancing, "markers_of", lambda *a: {}),
    ),
    Break("the atomic bomb moves like any project", ("tech.atomic-research",), project("atomic-bomb", slow=None)),
    Break("war bonds bring nothing", ("tech.war-bonds",), project("war-bonds", bonds=None)),
    Break("nobody has intelligence", ("tech.intelligence-setback",), project("intelligence", intelligence=False)),
    Break(
        "nobody stops spies",
        ("tech.counter-intelligence",),
        during=doing(spying, "stopped", lambda *a: False),
    ),
    Break(
        "forces rush 6 spaces",
        ("tech.intelligence-surprise-move",),
        tracks(rush=lambda one: replace(one.rush, move=9)),
    ),
    Break(
        "forces of any size",
        ("tech.intelligence-surprise-move",),
        tracks(rush=lambda one: replace(one.rush, land=9, sea=9)),
    ),
    Break(
        "forces rush through enemies",
        ("tech.intelligence-surprise-move",),
        during=doing(rushing, "_friendly", lambda *a: True),
    ),
    _no_effect("advanced-artillery", "tech.advanced-artillery"),
    _no_effect("super-submarines", "tech.super-submarines"),
    _no_effect("improved-shipyards", "tech.improved-shipyards"),
    _no_effect("improved-aircraft-production", "tech.improved-aircraft-production"),
    _no_effect("radar", "tech.radar-aaa"),
    _no_effect("long-range-aircraft", "tech.long-range"),
    _no_effect("heavy-bombers", "tech.heavy-bombers"),
    _no_effect("general-production", "tech.general-production"),
    _no_effect("heavy-armor", "tech.heavy-armor"),
    _no_effect("improved-mechanized-infantry", "tech.improved-mech-attack", "tech.improved-mech-blitz"),
    _no_effect("improved-asw", "tech.improved-asw"),
    _no_effect("mobile-aa-guns", "tech.mobile-aa-guns"),
    _no_effect("fighter-bombers", "tech.fighter-bombers"),
    _no_effect("armed-transports", "tech.armed-transports"),
    Break("radar is for all partners", ("research.per-power",), unit("aaa", aim=1)),
    Break(
        "destroyers hunt submarines among others as well",
        ("tech.improved-asw",),
        during=doing(values, "_only_submersibles", lambda *a: True),
    ),
    Break("jets are sold to everybody", ("tech.jet-fighters",), project("jet-fighters", unlocks=())),
    Break("jets cost 6", ("unit.jet",), unit("jet", cost=6)),
    Break("jets have two factors", ("unit.jet",), unit("jet", air_factor=2)),
    Break("commandos are sold to everybody", ("tech.commandos-buy",), project("commandos", unlocks=())),
    Break("radar does not help interceptors", ("tech.radar-intercept",), part("air-war", interception={})),
    Break("complexes stay as they are", ("tech.factory-capacity",), part("facilities", enlarged={})),
    Break("repairs cost what they did", ("tech.factory-repair",), part("facilities", faster={})),
    Break("upgrades cost what they did", ("tech.general-production",), part("facilities", cheaper={})),
    Break(
        "heavy armor is built everywhere",
        ("tech.heavy-armor",),
        part("facilities", reserved=lambda one: replace(one.reserved, developed={})),
    ),
    Break("rockets reach 5 spaces", ("tech.rockets",), part("rockets", range=9)),
    Break("rockets fly over neutrals", ("tech.rockets-neutrals",), part("rockets", over_neutrals=True)),
    Break("three jump from a base", ("tech.paratroops",), part("paratroops", most=3)),
    Break(
        "they jump anywhere",
        ("tech.paratroops",),
        during=doing(paratroops.Paratroops, "_attacked", lambda *a: True),
    ),
    Break(
        "guns do not fire at those who jump",
        ("tech.paratroops-aa",),
        unit("paratrooper", abilities=("foot",)),
    ),
    Break("atomic bombs cost 20", ("tech.atomic-build",), part("atomic-bombs", cost=20)),
    Break(
        "atomic bombs destroy nothing",
        ("tech.atomic-effect", "tech.atomic-delivery"),
        part("atomic-bombs", destroys=()),
    ),
    Break("atomic bombs do a tenth of the damage", ("tech.atomic-effect",), part("atomic-bombs", times=1)),
    Break("seven commandos", ("tech.commandos-buy",), part("commandos", most=7)),
    Break("four commandos in a territory", ("tech.commandos-mission",), part("commandos", together=4)),
    Break("commandos hit on 1 only", ("tech.commandos-attack",), part("commandos", hits=1)),
    Break("nobody fires at commandos", ("tech.commandos-defense",), part("commandos", defended=0)),
    Break(
        "surprises are possible anywhere",
        ("japan.surprise-attack",),
        part("surprise-attack", within=("pacific", "europe")),
    ),
    Break("nobody is on guard", ("japan.surprise-excluded-territories",), part("surprise-attack", never=())),
    Break(
        "troops that boarded this turn surprise too",
        ("japan.surprise-loaded",),
        during=doing(
            surprise_attack.SurpriseAttack,
            "_lands",
            lambda self, state: tuple(land for _, land in state.turn.assaults),
        ),
    ),
    Break("surprised defenders fire back", ("japan.surprise-first-round",), steps("surprise-sea", _late)),
    Break(
        "battles are fought as usual",
        ("japan.surprise-submarines", "japan.surprise-no-aa", "japan.surprise-defending-aircraft"),
        during=doing(surprise_attack.SurpriseAttack, "sequence", lambda *a: ""),
    ),
    Break(
        "those who are surprised take off",
        ("japan.surprise-no-scramble", "japan.surprise-no-air-combat"),
        during=doing(surprise_attack.SurpriseAttack, "surprised", lambda *a: False),
    ),
    Break("no card does anything", ("turn.event-card",), cards(changes={}, bans=(), slows=())),
    Break(
        "used cards are drawn again",
        ("turn.event-card",),
        during=doing(event_deck, "Deck", lambda card, round_, used: event_deck.DECK.empty),
    ),
    Break(
        "cards hold for ever",
        ("turn.event-card",),
        during=doing(
            event_deck.EventDeck,
            "card",
            lambda self, state: self.settings.cards.get(event_deck.DECK.of(state).card),
        ),
    ),
    Break(
        "a declaration takes effect next turn",
        ("war.enemy-declaration-effects",),
        during=doing(scramble, "options", lambda *a: {}),
    ),
)


def refusals(game: AreaGame) -> Iterator[Break]:
    """For every rule that refuses something here: it never does."""
    prefix = game.world.game.prefix
    return (
        Break(f"never refused: {rule}", (rule,), during=partial(never_refused, f"{prefix}.{rule}"))
        for rule in REFUSING
    )
