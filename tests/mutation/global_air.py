"""Ways to break game ``global-1940``: the air war, raids, flak, submarines, and reactions to moves."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from sandtable.area.family import AreaGame
from sandtable.area.part import Parts
from sandtable.area.parts import coastal_guns
from sandtable.area.parts.air_war import combat, raids
from sandtable.area.parts.air_war.events import RaidRolled
from sandtable.area.parts.air_war.part import AirWar
from sandtable.area.parts.countermoves import ambush, interdiction, overflight, reacting, scramble, steps, tracks
from sandtable.area.parts.countermoves.memory import Sortie
from sandtable.area.parts.countermoves.part import Countermoves
from sandtable.area.parts.neutrality import Neutrality
from sandtable.area.phases import combat as battles
from sandtable.area.status import active
from tests.mutation import breaks
from tests.mutation.breaks import Break, GameMaker, doing, everywhere, part, unit, without_part
from tests.mutation.breaks import steps as battle_steps

NEVER_REFUSING = frozenset(["japan.surprise-no-scramble"])
"""Rules that are shown by what happens as well, so that a scenario need not see a refusal."""


def raiding(**changes: Any) -> GameMaker:
    """The game with other settings of raids."""
    return part("air-war", raids=lambda s: replace(s.raids, **changes))


def bomber(name: str, **changes: Any) -> GameMaker:
    """The game with a bomber that raids otherwise."""
    return part(
        "air-war",
        raids=lambda s: replace(
            s.raids, bombers={**s.raids.bombers, name: replace(s.raids.bombers[name], **changes)}
        ),
    )


def countering(**changes: Any) -> GameMaker:
    """The game with other settings of countermoves."""
    return part("countermoves", **changes)


def _round_end(**changes: Any) -> Any:
    def changed(step: Any) -> Any:
        return replace(step, **changes) if type(step).__name__ == "RoundEnd" else step

    return changed


def _order(world: Any, state: Any) -> tuple[str, ...]:
    return tuple(reversed(_deciders(world, state)))


_deciders, _steps = reacting.deciders, steps.upcoming
_TAKE_OVER = Neutrality.phase_ends


def _backwards(*args: Any) -> Any:
    return list(reversed(_steps(*args)))


def _never(*args: Any) -> bool:
    return False


def _nothing(*args: Any) -> tuple[()]:
    return ()


def _none(*args: Any) -> None:
    return None


def refusals(game: AreaGame) -> Iterator[Break]:
    """For every rule that these parts cite: they never refuse for it."""
    keys = [key for one in (AirWar, Countermoves, coastal_guns.CoastalGuns) for key in one.citations]
    for broken in breaks.refusals(game, [key for key in dict.fromkeys(keys) if not key.startswith("air-war.")]):
        (rule,) = broken.rules
        if rule not in NEVER_REFUSING:
            yield broken


def _all(world: Any, state: Any, space: str, side: str) -> Any:
    """Everybody in the air over a space, whatever they came for."""
    mine = active(state)[0]
    foes = world.enemies[mine]
    return tuple(
        (p, n)
        for p, n in state.at(space)
        if world.type(p).kind == "air" and ((p.power == mine) if side == "attack" else p.power in foes)
    )


def _any(state: Any, power: str, space: str, types: tuple[str, ...]) -> Any:
    return tuple((p, n) for p, n in state.at(space) if p.power == power and p.unit in types)


def _home(power: str, base: str, units: Any) -> Any:
    return Sortie(power, base, base, units)


def _harmless(space: str, power: str, loads: Any, damage: Any, picks: Any = (), strafed: int = 0) -> Any:
    return RaidRolled(space, power, loads, {}, (), strafed)


BREAKS = (
    # raids
    Break("strategic bombers add nothing", ("raid.damage-roll",), bomber("strategic_bomber", bonus=0)),
    Break("a raiding bomber needs a low roll", ("raid.bracketed-values",), bomber("strategic_bomber", bonus=-4)),
    Break(
        "tactical bombers raid factories",
        ("raid.tactical-targets",),
        bomber("tactical_bomber", at=("major_industrial_complex", "air_base", "naval_base")),
    ),
    Break(
        "strategic bombers raid factories only",
        ("raid.strategic-targets",),
        bomber("strategic_bomber", at=("major_industrial_complex",)),
    ),
    Break("a tactical bomber cannot pick", ("raid.tactical-one",), bomber("tactical_bomber", picks_on=0)),
    Break("strafing hits on 2", ("raid.strafe", "raid.sweep-sequence"), raiding(strafe=2)),
    Break("strafing never hits", ("raid.strafe", "raid.sweep"), raiding(strafe=0)),
    Break(
        "tactical bombers patrol",
        ("aircombat.raid-defenders", "aircombat.separate-missions"),
        raiding(fighters=("fighter", "tactical_bomber", "strategic_bomber")),
    ),
    Break("a sweep needs a naval base", ("raid.sweep",), raiding(sweeps="naval_base")),
    Break(
        "nobody rises against raids",
        (
            "aircombat.commit-interceptors",
            "raid.cap-no-base-needed",
            "raid.foreign-interceptors",
            "raid.after-air-combat",
        ),
        during=doing(combat, "able_to_rise", lambda *args: {}),
    ),
    Break(
        "those that rose can be strafed",
        ("raid.interceptors-return",),
        during=doing(raids, "RISEN", "nobody"),
    ),
    Break(
        "guns do not fire at raiders",
        ("raid.aaa-fire", "raid.step-order", "aaa.per-mission"),
        during=doing(raids, "shots_at", _nothing),
    ),
    Break(
        "guns fire at escorts that turn for home",
        ("raid.escorts-turn-back",),
        during=doing(raids, "_advancing", raids.raiders),
    ),
    Break(
        "facilities defend themselves",
        ("raid.no-builtin-aa",),
        during=doing(raids, "shots_at", lambda world, guns, planes: (1,) * planes),
    ),
    Break("raids come whenever", ("combat.sequence",), during=doing(AirWar, "postpones", _none)),
    Break(
        "raiders fight for the territory too",
        ("raid.no-other-combat", "aircombat.attackers-divide", "aircombat.separate-missions"),
        during=doing(
            combat, "members", lambda world, state, space, side, mission="": _all(world, state, space, side)
        ),
    ),
    Break(
        "nobody agrees with an attacker",
        ("aircombat.multinational-losses",),
        during=doing(combat, "seats", _nothing),
    ),
    # flak
    Break("guns fire once", ("aaa.overflight", "aaa.shots"), unit("aaa", anti_air=1)),
    Break(
        "guns let planes pass", ("aaa.overflight", "intercept.moment"), during=doing(overflight, "guns", _nothing)
    ),
    Break(
        "guns fire again on the way home",
        ("aaa.overflight",),
        during=doing(tracks, "phase_began", lambda tracks: ()),
    ),
    # submarines
    Break(
        "submarines let ships pass",
        ("sub.opportunity-attack", "sub.opportunity-moment", "combat-move.reactions-before-offloading"),
        during=doing(ambush, "options", lambda *args: {}),
    ),
    Break("submarines do not roll again", ("sub.opportunity-attack",), unit("submarine", again_on=0)),
    Break("submarines attack everybody", ("sub.opportunity-limits",), during=doing(ambush, "prey", _none)),
    Break(
        "submarines never tire",
        ("sub.opportunity-limits",),
        during=doing(ambush, "first", lambda units, count: units),
    ),
    Break(
        "neutrals join before the reactions",
        ("combat-move.reactions-before-offloading",),
        during=doing(Neutrality, "follows", lambda self, run, power, action: _TAKE_OVER(self, run, power)),
    ),
    # interception
    Break(
        "nobody intercepts",
        ("intercept.overflight", "intercept.one-flight", "intercept.no-cost"),
        during=doing(overflight, "able", _nothing),
    ),
    Break(
        "tactical bombers intercept only", ("intercept.overflight",), countering(interceptors=("tactical_bomber",))
    ),
    Break(
        "interception needs no base",
        ("intercept.overflight",),
        during=doing(overflight, "reach_of_base", lambda *args: 0),
    ),
    Break(
        "planes react again and again",
        ("intercept.once",),
        during=everywhere(
            "ready",
            _any,
            overflight,
            interdiction,
            scramble,
            reacting,
        ),
    ),
    Break(
        "nobody is turned back",
        ("intercept.abort-result",),
        during=doing(overflight, "phase_of", lambda *args: "noncombat-move"),
    ),
    Break(
        "abort counts in the noncombat move",
        ("intercept.abort-result",),
        during=doing(overflight, "phase_of", lambda *args: "combat-move"),
    ),
    # interdiction
    Break("planes strike everywhere", ("interdict.range",), during=doing(interdiction, "reach", lambda *args: 99)),
    Break(
        "planes strike next door",
        ("interdict.range", "interdict.who"),
        during=doing(interdiction, "reach", lambda *args: 1),
    ),
    Break("strikes hit on 2", ("interdict.procedure",), countering(strike=2)),
    Break(
        "strategic bombers strike",
        ("interdict.who", "scramble.who"),
        countering(strikers=("fighter", "tactical_bomber", "strategic_bomber")),
    ),
    Break(
        "nobody rests after a strike",
        ("interdict.no-combat-move-next-turn",),
        during=doing(Countermoves, "phase_begins", _none),
    ),
    Break("planes aboard fire at strikes", ("interdict.no-air-combat",), unit("fighter", kind="sea")),
    # scrambles
    Break(
        "bases scramble four",
        ("scramble.who", "scramble.allies", "scramble.several-bases"),
        countering(scramble=4),
    ),
    Break("bases scramble two", ("scramble.several-bases",), countering(scramble=2)),
    Break(
        "planes scramble anywhere",
        ("scramble.purpose",),
        during=doing(scramble, "calling", lambda world, state, power: frozenset(world.board.sea_zones)),
    ),
    Break(
        "planes scramble only beside ships",
        ("scramble.purpose", "amphib.sea-combat-when"),
        during=doing(scramble, "troops_waiting", _never),
    ),
    Break("scrambled planes stay out", ("scramble.return",), during=doing(scramble, "friendly_land", _never)),
    Break(
        "scrambled planes always return",
        ("scramble.return",),
        during=doing(scramble, "friendly_land", lambda *args: True),
    ),
    Break(
        "scrambled planes sit and watch",
        ("scramble.fight-as-defenders", "scramble.values"),
        during=doing(scramble, "Sortie", lambda power, base, to, units: _home(power, base, units)),
    ),
    Break(
        "nothing can be covered",
        ("amphib.extra-units-against-scramble",),
        during=doing(Countermoves, "covers", _never),
    ),
    Break(
        "planes bar every landing",
        ("amphib.scrambled-survivors",),
        during=doing(battles, "_cleared", _never),
    ),
    Break(
        "planes bar no landing",
        ("amphib.scrambled-survivors",),
        battle_steps("sea", _round_end(held_off=None, spared=False)),
    ),
    Break(
        "lone ships are lost at once",
        ("combat-move.attack-after-losses",),
        battle_steps("sea", _round_end(spared=False)),
    ),
    Break(
        "surprised bases scramble",
        ("japan.surprise-no-scramble",),
        during=doing(Parts, "surprised", _never),
    ),
    # order
    Break(
        "reactions come in another order",
        ("combat-move.end-of-phase-order",),
        during=doing(steps, "upcoming", _backwards),
    ),
    Break(
        "powers decide in another order",
        ("combat-move.reaction-deciders",),
        during=doing(steps, "deciders", _order),
    ),
    Break(
        "nobody reacts",
        ("scramble.when", "interdict.once-per-ship-group", "intercept.moment", "sub.opportunity-moment"),
        during=doing(Countermoves, "closing", _none),
    ),
    # fortifications and dive bombers
    Break(
        "fortifications do not fire at ships",
        ("amphib.fortification-fires", "amphib.fortification-one"),
        without_part("coastal-guns"),
    ),
    Break("fortifications fire at ships in vain", ("amphib.fortification-fires",), part("coastal-guns", value=1)),
    Break("the attacker always names the ship", ("amphib.fortification-one",), part("coastal-guns", picks_on=0)),
    Break("fortifications name nobody", ("fort.roll-one",), unit("fortification", picks_on=0)),
    Break("tactical bombers name nobody", ("unit.tactical-one",), unit("tactical_bomber", picks_on=0)),
    Break(
        "damage waits for tomorrow",
        ("raid.same-day-effect", "raid.damage-roll"),
        during=doing(raids, "RaidRolled", _harmless),
    ),
)
