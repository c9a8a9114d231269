"""The order of steps in a Combat Phase. Steps in which nobody can do anything are skipped."""

from msgspec.structs import replace

from sandtable.hexes.capture import hexes_fell
from sandtable.hexes.combat.advancing import make_advance
from sandtable.hexes.combat.assaulting import can_assault
from sandtable.hexes.combat.defending import may_fire, roll_volleys
from sandtable.hexes.combat.retreating import settle_retreats
from sandtable.hexes.events import CalledOff, DefenceAsked, Exploited, StepBegan
from sandtable.hexes.invasion.landing import advance_landing, sail, to_land
from sandtable.hexes.state import Attack
from sandtable.hexes.unfold import Unfolding


def advance_until_decision(run: Unfolding) -> bool:
    """Advance until somebody has to decide something. Returns whether the Combat Phase is over."""
    while not run.state.winner:
        if run.combat.toll is not None or not settle_retreats(run):
            return False
        if run.combat.unasked or not roll_volleys(run):
            return False
        match run.combat.step:
            case "announce" | "over":
                return False
            case "opening":
                if _asked(run):
                    return False
                open_fire(run)
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
                if not advance_landing(run):
                    return False
            case "exploitation":
                if not run.combat.attacks:
                    return not run.combat.eligible
                attack = run.combat.attacks[0]
                if _asked(run):
                    return False
                if can_assault(run.world, run.state, run.combat, attack):
                    return False
                advance(run, attack.army)  # mandatory, so nobody is asked
    return False


def _invade(run: Unfolding) -> bool:
    """Take the invasions one step further. Returns whether no decision was needed."""
    if run.combat.landing is not None:
        return advance_landing(run)
    targets = to_land(run.combat)
    if len(targets) > 1:
        return False
    if targets:
        sail(run, targets[0])
    else:
        run.emit(StepBegan(step="defence", asked=may_fire(run.world, run.state, run.combat)))
    return True


def _asked(run: Unfolding) -> bool:
    """Whether a part has a question about the attacks about to be carried out."""
    return any(part.asks(run.world, run.state) for part in run.world.parts.asks)


def open_attacks(run: Unfolding) -> None:
    """All attacks are announced: notify the parts, whose questions are answered before the first die."""
    for part in run.world.parts.announced:
        part.announced(run, run.combat.attacks)
    if _asked(run):
        run.emit(StepBegan(step="opening"))
    else:
        open_fire(run)


def open_fire(run: Unfolding) -> None:
    """The invasions land, then the defenders may fire."""
    if to_land(run.combat):
        run.emit(StepBegan(step="invasion"))
    else:
        run.emit(StepBegan(step="defence", asked=may_fire(run.world, run.state, run.combat)))


def open_advances(run: Unfolding) -> None:
    """The attacker waives the remaining assaults."""
    run.emit(StepBegan(step="advance"))


def open_exploitation(run: Unfolding) -> None:
    """The attacker waives the remaining advances."""
    for attack in run.combat.attacks:
        run.emit(CalledOff(army=attack.army))


def advance(run: Unfolding, army: str) -> None:
    """An army tries to advance; a capture may win the game."""
    if make_advance(run, army):
        hexes_fell(run)


def exploit(run: Unfolding, attack: Attack) -> None:
    """An army continues to attack; its target may fire first."""
    for part in run.world.parts.announced:
        part.announced(run, (attack,))
    waits = attack.route or _asked(run)
    asked = () if waits else may_fire(run.world, run.state, replace(run.combat, attacks=(attack,)))
    run.emit(Exploited(attack=attack, asked=asked))
    if not _asked(run) and attack.route:
        sail(run, attack.target)


def answered(run: Unfolding) -> None:
    """The last question about attacks is answered: an exploitation continues as if nothing had been asked."""
    if _asked(run) or run.combat.step != "exploitation" or not run.combat.attacks:
        return
    attack = run.combat.attacks[0]
    if attack.route:
        sail(run, attack.target)
    elif asked := may_fire(run.world, run.state, run.combat):
        run.emit(DefenceAsked(sides=asked))
