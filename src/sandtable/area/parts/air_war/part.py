"""The air war part: its decisions and hooks."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from sandtable.area.actions import Action, Casualties, Done, Raid, Side
from sandtable.area.actions import Mission as Errand
from sandtable.area.events import Changed, WereStranded
from sandtable.area.forces import Piece, Power, Stack
from sandtable.area.part import Part
from sandtable.area.parts.air_war import combat, raids, training
from sandtable.area.parts.air_war.actions import Dogfight, Patrol, Strafe, Strike, TakeLosses, Target, Train
from sandtable.area.parts.air_war.events import (
    AirFought,
    ClaimMade,
    FlakFired,
    FlightNamed,
    FlightSettled,
    PatrolFlies,
    PatrolsCalled,
    Picked,
    RaidersSent,
    RaidLosses,
    RaidOver,
    RaidRolled,
    RaidSet,
    SkyCleared,
    Trained,
)
from sandtable.area.parts.air_war.memory import PILOTS, SKY
from sandtable.area.parts.air_war.settings import Settings
from sandtable.area.reader import Reader
from sandtable.area.state import AreaState, Site
from sandtable.area.status import phase_of
from sandtable.area.unfold import Unfolding
from sandtable.area.units import UnitType
from sandtable.area.wording import counts, listed, times, unit_name
from sandtable.area.world import World
from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal

ASKS = "air-combat"
"""Decision kind: which air units are destroyed, and which abort."""
PATROLS = "patrol"
"""Decision kind: which fighters intercept raids."""
ORDERS = "dogfight"
"""Decision kind: which air combat is fought next."""


class AirWar(Part[Settings]):
    """Air combat, raids and pilot training."""

    name = "air-war"
    Settings = Settings
    missions: ClassVar[tuple[Errand, ...]] = ("", "sweep")
    game_memory = PILOTS
    turn_memory = SKY
    actions = (Train, TakeLosses, Patrol, Dogfight, Strafe, Target, Strike)
    answers = (TakeLosses, Patrol, Dogfight, Strafe, Target, Strike, Casualties, Done)
    typed: ClassVar = {
        ASKS: "down fighter aborting fighter",
        PATROLS: "patrol 2 fighter over France · done",
        ORDERS: "dogfight France",
        raids.STRAFES: "strafe 2",
        raids.TARGETS: "target 2 strategic bomber at air base",
        raids.STRIKES: "strike fighter · strike nothing",
        raids.LOSES: "lose fighter · lose default",
    }
    events = (
        Trained,
        PatrolsCalled,
        PatrolFlies,
        SkyCleared,
        AirFought,
        FlightNamed,
        FlightSettled,
        RaidSet,
        RaidersSent,
        FlakFired,
        RaidRolled,
        Picked,
        ClaimMade,
        RaidLosses,
        RaidOver,
    )
    citations = (
        "air-war.losses",
        "air-war.numbers",
        "air-war.one-level",
        "air-war.limits",
        "air-war.train-first",
        "air-war.no-training",
        "air-war.module",
        "aircombat.commit-interceptors",
        "aircombat.raid-defenders",
        "raid.enemy-only",
        "raid.sweep",
        "raid.strategic-targets",
        "raid.escorts",
        "raid.step-order",
        "raid.aaa-fire",
        "raid.choose-targets",
        "raid.strafe",
        "raid.tactical-one",
        "raid.either-or",
        "aaa.owner-chooses-loss",
        "combat.missions-first",
    )

    def rules(self) -> Iterable[str]:
        return (bomber.refused for bomber in self.settings.raids.bombers.values() if bomber.refused)

    def problems(self, world: World) -> Iterable[str]:
        for power in self.settings.training.never:
            if power not in world.powers:
                yield f"unknown power {power!r}"
        named = {*self.settings.raids.bombers, *self.settings.raids.fighters, self.settings.raids.sweeps}
        named |= {at for bomber in self.settings.raids.bombers.values() for at in bomber.at}
        yield from (f"unknown unit {unit!r}" for unit in sorted(named) if unit not in world.units)
        techs = self.settings.interception
        yield from (f"unknown development {tech!r}" for tech in techs if tech not in world.tech_table)

    def level(self, state: AreaState, power: Power) -> int:
        """The training level of a power's pilots: its modifier in air combat."""
        return training.level(self.settings.training, state, power)

    def members(self, world: World, state: AreaState, space: str, side: Side) -> Stack:
        """One side's air units in the air combat of a battle, during the attacker's turn."""
        return combat.members(world, state, space, side)

    def result(self, factors: int, roll: int) -> tuple[int, int]:
        """How many enemies are destroyed, and how many abort."""
        return combat.result(self.settings, factors, roll)

    # decisions

    def when(self, action: type[Action]) -> tuple[str, ...]:
        if action is Train:
            return ("purchase",)
        return ("combat-move", "combat", "noncombat-move") if action is TakeLosses else ("combat",)

    def out_of_turn(self, world: World, state: AreaState, seat: Power, action: Action) -> Refusal | None:
        if isinstance(action, Patrol):
            why = "Fighters rise before the first dice of the phase, each power's in its turn."
            return world.refuse("aircombat.commit-interceptors", why)
        return None

    def check(self, world: World, state: AreaState, power: Power, seat: Power, action: Action) -> Refusal | None:
        sky = SKY.of(state)
        match action:
            case Train():
                return training.check(self.settings.training, world, state, power, action)
            case TakeLosses():
                return combat.check_losses(world, state, seat, action)
            case _ if sky.flights:
                return self.unanswered(world, state, power)
            case Patrol() | Done() if sky.calls:
                if seat != sky.calls[0]:
                    why = f"{world.the(sky.calls[0])} says now which fighters rise."
                    return world.refuse("aircombat.commit-interceptors", why)
                if isinstance(action, Done):
                    return None
                return combat.check_patrol(self.settings, world, state, seat, action)
            case Dogfight() if sky.open and not sky.calls:
                if seat != power:
                    why = f"{world.the(power)} chooses the next air combat."
                    return world.refuse("aircombat.commit-interceptors", why)
                return combat.check_dogfight(world, state, action)
            case _ if sky.open:
                return self.unanswered(world, state, power)
            case Patrol() | Dogfight():
                return world.refuse("aircombat.commit-interceptors", "It's too late for that in this turn.")
            case _:
                return raids.check(self.settings.raids, world, state, power, seat, action)

    def offers(self, world: World, state: AreaState, power: Power, seat: Power) -> Iterator[Action]:
        if phase_of(state, power) == "purchase":
            orders = (Train(levels) for levels in (0, 1))
            yield from (one for one in orders if self.check(world, state, power, seat, one) is None)
            return
        sky, flight = SKY.of(state), combat.flight_for(state, seat)
        if flight is not None:
            yield from combat.ways(world, state, flight)
        elif sky.flights:
            return
        elif sky.calls:
            if seat == sky.calls[0]:
                yield from combat.patrols(self.settings, world, state, seat)
                yield Done()
        elif sky.open:
            yield from (Dogfight(space, mission == "raid") for space, mission in combat.due(world, state))
        else:
            yield from raids.offers(self.settings.raids, world, state, power, seat)

    def do(self, run: Unfolding, power: Power, seat: Power, action: Action) -> None:
        match action:
            case Train():
                training.train(self.settings.training, run, power, action.levels)
                return
            case TakeLosses():
                combat.take_losses(run, seat, action)
            case Patrol():
                combat.patrol(run, seat, action)
            case Done():
                run.emit(PatrolsCalled(SKY.of(run.state).calls[1:]))
            case Dogfight():
                combat.fight(self.settings, run, power, action.space, "raid" if action.raid else "")
            case _:
                raids.do(self.settings.raids, run, seat, action)
                return
        combat.advance(self.settings, run, power)

    def reads(self, reader: Reader, action: type[Action], words: Mapping[str, Any]) -> Sequence[Action]:
        if action is Strike:
            said = str(words.get("strike") or "")
            unit = "" if said.casefold() in ("", "nothing", "none") else reader.unit(said)
            return [Strike(unit, reader.power(str(words["owner"])) if words.get("owner") else "")]
        return super().reads(reader, action, words)

    def price(self, world: World, state: AreaState, power: Power, action: Action) -> int:
        if not isinstance(action, Train):
            return 0
        return training.price(self.settings.training, world, state, power, action.levels)

    def words(self, world: World, action: Action) -> str:
        def planes(units: tuple[str, ...]) -> str:
            return counts(world, {unit: units.count(unit) for unit in units})

        match action:
            case Train():
                return "train pilots to rise a level" if action.levels else "train pilots to keep their level"
            case TakeLosses():
                said = [f"lose {planes(action.destroyed)}"] if action.destroyed else []
                said += [f"{planes(action.aborted)} abort"] if action.aborted else []
                whose = f" ({listed(world.name(p) for p in action.whose)})" if action.whose else ""
                return (listed(said) or "no losses") + whose
            case Patrol():
                return f"send {planes(action.units)} up over {action.territory}"
            case Dogfight():
                return f"fight the air combat {'of the raid ' if action.raid else ''}over {action.space}"
            case Strafe():
                return f"strafe with {times(action.fighters, 'escort')}" if action.fighters else "don't strafe"
            case Target():
                bombers = f"{action.count} {unit_name(world, action.bomber, action.count)}"
                return f"{bombers} at the {unit_name(world, action.facility)}"
            case Strike() if not action.unit:
                return "damage the facility"
            case Strike():
                whose = f"{world.powers[action.owner].adjective} " if action.owner in world.powers else ""
                return f"destroy a {whose}{unit_name(world, action.unit)} on the ground"
            case _:
                return super().words(world, action)

    def asks(self, world: World, state: AreaState, power: Power) -> tuple[Decision, ...]:
        sky, phase = SKY.of(state), phase_of(state, power)
        if sky.flights and phase:
            return _losses_due(state)
        if phase != "combat":
            return ()
        if sky.calls:
            places = listed(combat.able_to_rise(self.settings, world, state, sky.calls[0]))
            prompt = f"Which fighters rise to defend {places}?"
            return (Decision(sky.calls[0], PATROLS, "", prompt),)
        if sky.open:
            return (Decision(power, ORDERS, "", "Which air combat do you fight next?"),)
        return raids.asks(self.settings.raids, world, state, power)

    def unanswered(self, world: World, state: AreaState, power: Power) -> Refusal:
        sky = SKY.of(state)
        if sky.flights:
            return world.refuse("air-war.losses", "Take the losses from air combat first.")
        if sky.open:
            return world.refuse("combat.missions-first", "Air combat comes before all other combat.")
        return world.refuse("raid.step-order", "Finish the raid first.")

    def at_risk(self, state: AreaState) -> Stack:
        return next((claim.units for claim in SKY.of(state).claims), ())

    # hooks

    def phase_begins(self, run: Unfolding, power: Power) -> None:
        if phase_of(run.state, power) == "combat-move":
            training.lapse(self.settings.training, run, power)

    def before_combat(self, run: Unfolding, power: Power) -> None:
        combat.open_sky(self.settings, run, power)

    def air_combat(self, run: Unfolding, power: Power, space: str) -> None:
        combat.fight(self.settings, run, power, space, "overflight")

    def may_fly(self, unit: UnitType, mission: str) -> bool:
        return unit.kind == "air"

    def flies_over(
        self, world: World, state: AreaState, power: Power, unit: UnitType, mission: str, there: str
    ) -> Refusal | None:
        return raids.check_target(self.settings.raids, world, state, power, unit, mission, there)

    def forbids(self, world: World, state: AreaState, power: Power, action: Action) -> Refusal | None:
        if isinstance(action, Raid):
            return raids.check_escorts(self.settings.raids, world, state, power, action)
        return None

    def sites(self, world: World, state: AreaState, team: tuple[Power, ...]) -> Iterable[Site]:
        return raids.raiding(world, state, team)

    def postpones(self, world: World, state: AreaState, site: Site) -> Refusal | None:
        if site.raid or not any(one.raid for one in state.turn.sites):
            return None
        return world.refuse("combat.missions-first", "Resolve raids before all other combat.")

    def resolves(self, run: Unfolding, power: Power, site: Site) -> bool:
        if not site.raid:
            return False
        raids.begin(self.settings.raids, run, site)
        return True

    def changes_hands(self, run: Unfolding, power: Power, space: str) -> None:
        """Air units that aborted over a territory, or flew from it, must leave it when it is lost."""
        foes = run.world.enemies[power]
        known = {(s.power, s.unit): s.count for s in run.state.turn.stranded if s.space == space}
        leaving: dict[tuple[Power, str], int] = {}
        for piece, count in run.state.at(space):
            if piece.power in foes and piece.submerged and combat.flies(run.world, piece):
                plain = Piece(piece.power, piece.unit, submerged=True)
                if piece != plain:
                    run.emit(Changed(space=space, piece=piece, count=count, after=plain))
                leaving[piece.power, piece.unit] = leaving.get((piece.power, piece.unit), 0) + count
        for (owner, unit), count in leaving.items():
            more = count - known.get((owner, unit), 0)
            if more > 0:
                run.emit(WereStranded(space, owner, unit, more))


def _losses_due(state: AreaState) -> tuple[Decision, ...]:
    """Each player is asked about one flight at a time."""
    found: dict[Power, Decision] = {}
    for flight in SKY.of(state).flights:
        lost = f"{flight.destroyed} destroyed, {flight.aborted} aborted"
        for seat in flight.asked:
            prompt = f"Air combat over {flight.space}: {lost}. Which?"
            found.setdefault(seat, Decision(seat, ASKS, flight.space, prompt))
    return tuple(found.values())
