"""The strategic part: what can be ordered in strategic warfare, and when."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from sandtable.core.decision import Decision
from sandtable.core.refusal import Refusal
from sandtable.core.wording import listed, times
from sandtable.hexes.actions import Action, Repair
from sandtable.hexes.combat.fire import navy_of
from sandtable.hexes.part import Firing, Part, PartAction, PartEvent
from sandtable.hexes.parts.strategic import atomic, bases, bombing, missiles, morale
from sandtable.hexes.parts.strategic.memory import STRATEGY, Raid, Strategy
from sandtable.hexes.parts.strategic.settings import Settings
from sandtable.hexes.state import Fleet, HexState, Name, Phase, Place, Side
from sandtable.hexes.strength import spoken
from sandtable.hexes.unfold import Unfolding
from sandtable.hexes.world import World

ATTACKS: tuple[type[PartAction], ...] = (
    bombing.DeclareRaid,
    bombing.FlyRaids,
    missiles.LaunchMissiles,
    atomic.DropBomb,
)
BUILDING: tuple[type[PartAction], ...] = (bases.BuildAir, bases.BuildMissiles, bases.BuildBomb)
MOVING: tuple[type[PartAction], ...] = (bases.MoveAir, bases.MoveMissiles)
ANSWERS: tuple[type[PartAction], ...] = (bombing.LoseBombers, atomic.BearBlast)


class StrategyForgotten(PartEvent, frozen=True):
    """A turn begins: nothing has been sent yet."""

    def evolve(self, state: HexState) -> HexState:
        known = STRATEGY.of(state)
        batteries = {name: one for name, one in known.batteries.items() if one.points}
        fresh = replace(
            known, batteries=batteries, sent={}, guards={}, closed=False, launched=(), aloft={}, dropped=False
        )
        return STRATEGY.put(state, fresh)


class Strategic(Part[Settings]):
    """Bombers, missiles, atomic bombs and morale."""

    name = "strategic"
    Settings = Settings
    memory = STRATEGY
    actions = (*ATTACKS, *BUILDING, *MOVING, *ANSWERS)
    answers = ANSWERS
    events = (
        bases.AirBuilt,
        bases.MissilesBuilt,
        bases.BombBuilt,
        bases.AirMoved,
        bases.MissilesMoved,
        bases.BasesLost,
        bombing.RaidDeclared,
        bombing.RaidsBegan,
        bombing.EscortsFought,
        bombing.DefenceFired,
        bombing.BombersLost,
        bombing.Bombed,
        missiles.MissilesLaunched,
        atomic.BombDropped,
        atomic.BlastDue,
        atomic.BlastBorne,
        morale.MoraleMoved,
        morale.MoraleSettled,
        morale.CarriersCounted,
        morale.HexesCounted,
        morale.CountsCleared,
        StrategyForgotten,
    )
    citations = (
        "c2-sequence.bombing-before-missiles",
        "bombing.prerequisites",
        "bombing.placement",
        "bombing.movement",
        "bombing.ferry",
        "bombing.ferry-path",
        "bombing.range",
        "bombing.one-raid-per-bomber",
        "bombing.escorts",
        "bombing.loss-choice",
        "bombing.no-allied-soviet-raids",
        "missile.build",
        "missile.three-counters",
        "missile.movement",
        "missile.launch",
        "missile.resolution",
        "abomb.materials",
        "abomb.interruption",
        "abomb.production",
        "abomb.delivery",
        "abomb.after-conventional",
        "abomb.resolved-separately",
        "abomb.attack-on-forces",
        "abomb.permanent-devastation",
        "morale.attack-announcement",
        "morale.no-splitting",
    )

    def problems(self, world: World) -> Iterable[str]:
        terms = self.settings
        for name, one in terms.nations.items():
            if one.rival not in terms.nations:
                yield f"{name} has no rival {one.rival!r}"
            if one.capital not in world.board:
                yield f"{one.capital} isn't a place in this theatre"
        for side in world.order:
            if sum(one.side == side and not one.nations for one in terms.nations.values()) > 1:
                yield f"two countries stand for all armies of {side}"
        yield from (f"no nation {one.country!r}" for one in terms.events if one.country not in terms.nations)

    def when(self, action: type[Action]) -> tuple[Phase, ...]:
        if action in BUILDING:
            return ("production",)
        if action in MOVING:
            return ("movement",)
        return ("strategic",) if action in ATTACKS else ()

    def check(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        terms = self.settings
        match action:
            case bombing.DeclareRaid():
                return bombing.check(world, state, terms, side, action)
            case bombing.FlyRaids():
                if STRATEGY.of(state).raids:
                    return None
                return world.refuse_by("bombing.one-raid-per-bomber", "No raid has been declared.")
            case missiles.LaunchMissiles():
                return missiles.check(world, state, terms, side, action)
            case atomic.DropBomb():
                return atomic.check(world, state, terms, side, action)
            case bases.BuildAir():
                return bases.check_air(world, state, side, action)
            case bases.BuildMissiles():
                return bases.check_missiles(world, state, terms, side, action)
            case bases.BuildBomb():
                return bases.check_bomb(world, state, side, action)
            case bases.MoveAir():
                return bases.check_move(world, state, terms, side, action)
            case bases.MoveMissiles():
                return bases.check_march(world, state, side, action)
        return self._check_answer(world, state, action)

    def _check_answer(self, world: World, state: HexState, action: Action) -> Refusal | None:
        known = STRATEGY.of(state)
        match action:
            case bombing.LoseBombers() if known.shot_down:
                return bombing.check_losses(world, state, action)
            case atomic.BearBlast() if known.blast is not None:
                return atomic.check_blast(world, state, action)
        return self.unanswered(world, state)

    def offers(self, world: World, state: HexState, side: Side) -> Iterator[Action]:
        terms = self.settings
        known = STRATEGY.of(state)
        if known.shot_down:
            yield from bombing.loss_offers(state)
        elif known.blast is not None:
            yield from atomic.blast_offers(state)
        elif state.phase == "strategic":
            yield from bombing.offers(world, state, terms, side)
            yield from missiles.offers(world, state, terms, side)
            yield from atomic.offers(world, state, terms, side)
        elif state.phase == "movement":
            yield from bases.offers_moving(world, state, side)
        elif state.phase == "production":
            yield from bases.offers_building(world, state, terms, side)

    def do(self, run: Unfolding, side: Side, action: Action) -> None:
        terms = self.settings
        match action:
            case bombing.DeclareRaid():
                run.emit(bombing.RaidDeclared(raid=_declared(action)))
            case bombing.FlyRaids():
                run.emit(bombing.RaidsBegan())
                bombing.advance_until_decision(run, terms, side)
            case bombing.LoseBombers():
                bombing.lose(run, side, action.bombers)
                bombing.advance_until_decision(run, terms, side)
            case missiles.LaunchMissiles():
                missiles.launch(run, terms, side, action)
            case atomic.DropBomb():
                atomic.drop(run, terms, side, action)
            case atomic.BearBlast():
                atomic.bear(run, action)
            case bases.BuildAir():
                bases.build_air(run, side, action)
            case bases.BuildMissiles():
                bases.build_missiles(run, side, action)
            case bases.BuildBomb():
                bases.build_bomb(run, side, action)
            case bases.MoveAir():
                bases.move_air(run, side, action)
            case bases.MoveMissiles():
                run.emit(bases.MissilesMoved(battery=action.battery, to=action.to))

    def words(self, world: World, action: Action) -> str:
        match action:
            case bombing.DeclareRaid():
                aim = "the morale of " if action.morale else ""
                guard = f" and {times(action.escorts, 'escort')}" if action.escorts else ""
                bombs = f" with {times(action.bombs, 'atomic bomb')}" if action.bombs else ""
                where = f"{aim}{world.title(action.target)} from {world.title(action.frm)}"
                return f"raid {where}: {times(action.bombers, 'bomber')}{guard}{bombs}"
            case bombing.FlyRaids():
                return "fly the raids"
            case bombing.LoseBombers():
                lost = [f"{count} from {world.title(place)}" for place, count in action.bombers.items()]
                return f"lose bombers: {listed(lost)}"
            case missiles.LaunchMissiles():
                aim = "the morale of " if action.morale else ""
                return f"{action.battery}: launch {action.count} at {aim}{world.title(action.target)}"
            case atomic.DropBomb():
                return f"drop an atomic bomb on {world.title(action.target)}"
            case atomic.BearBlast():
                lost = [f"{points} of {name}" for name, points in action.armies.items()]
                lost += [f"{action.fort} fort points"] if action.fort else []
                return f"lose {listed(lost)}"
        return self._base_words(world, action)

    def _base_words(self, world: World, action: Action) -> str:
        match action:
            case bases.BuildAir():
                return f"build {action.count} {spoken(action.craft)} in {world.title(action.at)}"
            case bases.BuildMissiles():
                points = times(action.count, "missile point")
                return f"build {points} for {action.battery} in {world.title(action.at)}"
            case bases.BuildBomb():
                where = world.title(action.carrier) if action.carrier in world.board else action.carrier
                return f"build an atomic bomb for {where}"
            case bases.MoveAir():
                what = f"{action.count} {spoken(action.craft)}"
                return f"transfer {what} from {world.title(action.frm)} to {world.title(action.to)}"
            case bases.MoveMissiles():
                return f"bring {action.battery} to {world.title(action.to)}"
        raise TypeError(f"{action} is no order of the strategic war")

    # questions

    def asks(self, world: World, state: HexState) -> tuple[Decision, ...]:
        known = STRATEGY.of(state)
        if known.shot_down:
            prompt = f"Choose {known.shot_down} losses."
            return (Decision(state.side, "bombers", known.raids[0].target, prompt),)
        return atomic.asks(state)

    def unanswered(self, world: World, state: HexState) -> Refusal:
        asked = self.asks(world, state)
        return world.untimely(asked[0].prompt if asked else "Nothing is to be chosen now.")

    def lingers(self, world: World, state: HexState, side: Side) -> Refusal | None:
        if state.phase == "strategic" and STRATEGY.of(state).raids:
            return world.refuse_by("bombing.one-raid-per-bomber", "Fly the raids that you have declared.")
        return None

    # what others ask

    def steadies(self, world: World, state: HexState, side: Side, how: Firing, whose: str) -> int:
        return 0 if how == "defence" else morale.penalty(self.settings, state, side, whose)

    def shakes(
        self, world: World, state: HexState, side: Side, navy: str, nation: str, place: Place
    ) -> str | None:
        return morale.shaken(self.settings, world, side, navy, nation, place)

    def alarmed(self, run: Unfolding, country: str, by: int) -> None:
        if country in self.settings.nations:
            morale.move(run, self.settings, country, -by)

    def battered(self, run: Unfolding, name: Name, before: Fleet) -> None:
        now = run.state.fleets.get(name)
        lost = before.carriers - (now.carriers if now is not None else 0)
        if lost > 0:
            morale.carriers_lost(run, self.settings, navy_of(run.world, run.state, name) or name, lost)

    def studies(self, world: World, state: HexState, side: Side, item: str) -> Refusal | None:
        return atomic.check_research(world, state, self.settings, side) if item == "atomic_bomb" else None

    def spends(self, world: World, state: HexState, side: Side, action: Action) -> Refusal | None:
        if not isinstance(action, Repair):
            return None
        gone = STRATEGY.of(state).scorched.get(action.at, 0)
        if gone and state.devastated.get(action.at, 0) - action.count < gone:
            why = f"{times(gone, 'production point')} in {world.title(action.at)} can never be repaired."
            return world.refuse_by("abomb.permanent-devastation", why)
        return None

    # the course of the war

    def turn_begins(self, run: Unfolding, turn: int, side: Side) -> None:
        known = STRATEGY.of(run.state)
        used = (known.sent, known.guards, known.closed, known.launched, known.aloft, known.dropped)
        if any(used):
            run.emit(StrategyForgotten())

    def settles(self, run: Unfolding) -> None:
        morale.settle(run, self.settings)

    def realigned(self, run: Unfolding) -> None:
        morale.note(run, self.settings)

    def entered(self, run: Unfolding, side: Side, place: Place, holder: Side) -> None:
        morale.captured(run, self.settings, side, place, holder)

    def hexes_fell(self, run: Unfolding) -> None:
        bases.lose_bases(run)

    def combat_ends(self, run: Unfolding) -> None:
        morale.phase_over(run, self.settings)
        bases.lose_bases(run)


def _declared(action: bombing.DeclareRaid) -> Raid:
    return Raid(
        target=action.target,
        bombers={action.frm: action.bombers},
        escorts={action.frm: action.escorts} if action.escorts else {},
        bombs={action.frm: action.bombs} if action.bombs else {},
        morale=action.morale,
    )


__all__ = ["Strategic", "Strategy"]
