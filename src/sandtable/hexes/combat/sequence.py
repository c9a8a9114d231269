"""How one step of a Combat Phase leads to the next. Steps in which nobody can do anything are passed over."""

from msgspec.structs import replace

from sandtable.hexes.capture import hexes_fell
from sandtable.hexes.combat.advancing import make_advance
from sandtable.hexes.combat.assaulting import can_assault
from sandtable.hexes.combat.defending import may_fire, roll_volleys
from sandtable.hexes.combat.retreating import settle_retreats
from sandtable.hexes.events import CalledOff, Exploited, StepBegan
from sandtable.hexes.invasion.landing import go_on_landing, sail, to_land
from sandtable.hexes.state import Attack
from sandtable.hexes.unfold import Unfolding


def go_on(run: Unfolding) -> bool:
    """Go on as far as nobody has anything to decide; whether the Combat Phase is over."""
    while not run.state.winner:
        if run.combat.toll is not None or not settle_retreats(run):
            return False
        if run.combat.unasked or not roll_volleys(run):
            return False
        match run.combat.step:
            case "announce":
                return False
            case "invasion":
                if not _invade(run):
                    return False
            case "defence":
                run.emit(StepBegan(step="assault"))
            case "assault":
                if any(can_assault(run.world, run.state, run.combat, attack) for attack in run.combat.attacks):
                    return False
                run.emit(StepBegan(step="advance"))
            case "advance":
                if run.combat.attacks:
                    return False
                run.emit(StepBegan(step="exploitation"))
            case "exploitation" if run.combat.landing is not None:
                if not go_on_landing(run):
                    return False
            case "exploitation":
                if not run.combat.attacks:
                    return not run.combat.eligible
                attack = run.combat.attacks[0]
                if can_assault(run.world, run.state, run.combat, attack):
                    return False
                advance(run, attack.army)  # it must try, so nobody is asked
    return False


def _invade(run: Unfolding) -> bool:
    """Take the invasions one step further; whether that went by itself."""
    if run.combat.landing is not None:
        return go_on_landing(run)
    targets = to_land(run.combat)
    if len(targets) > 1:
        return False
    if targets:
        sail(run, targets[0])
    else:
        run.emit(StepBegan(step="defence", asked=may_fire(run.state, run.combat)))
    return True


def open_fire(run: Unfolding) -> None:
    """All attacks are announced: the invasions land, then the defenders may fire."""
    if to_land(run.combat):
        run.emit(StepBegan(step="invasion"))
    else:
        run.emit(StepBegan(step="defence", asked=may_fire(run.state, run.combat)))


def open_advances(run: Unfolding) -> None:
    """The attacker waives his other assaults."""
    run.emit(StepBegan(step="advance"))


def open_exploitation(run: Unfolding) -> None:
    """The attacker waives his other advances."""
    for attack in run.combat.attacks:
        run.emit(CalledOff(army=attack.army))


def advance(run: Unfolding, army: str) -> None:
    """An army tries to advance; a capture may win the game."""
    if make_advance(run, army):
        hexes_fell(run)


def exploit(run: Unfolding, attack: Attack) -> None:
    """An army goes on attacking: first its target may fire."""
    asked = () if attack.route else may_fire(run.state, replace(run.combat, attacks=(attack,)))
    run.emit(Exploited(attack=attack, asked=asked))
    if attack.route:
        sail(run, attack.target)
