"""The story, continued: money and research, missions, and what the team that is not on turn does."""

from sandtable.area import events as ev
from sandtable.area import team_events as tv
from sandtable.area.forces import size
from sandtable.area.wording import force, listed, money, the, times, unit_name
from sandtable.area.world import World


def tell_of_teams(world: World, event: ev.AreaEvent) -> str | None:
    """A sentence about such an event; nothing if it is another."""
    return _of_money(world, event) or _of_bombs(world, event) or _of_passive_moves(world, event)


def _of_money(world: World, event: ev.AreaEvent) -> str | None:
    match event:
        case tv.AidSent():
            return f"{the(world.name(event.power))} sends {money(event.amount)} to {the(world.name(event.to))}"
        case tv.Programmed():
            dice = listed(
                times(n, "die", "dice")
                + (f" for {world.tech_table[tech].name}" if tech in world.tech_table else "")
                for tech, n in event.dice.items()
            )
            return f"{the(world.name(event.power))} buys research: {dice or 'nothing'}"
        case tv.ResearchRolled():
            rolled = (
                f"{the(world.name(event.power))} rolls {_dice(event.dice)} for {world.tech_table[event.tech].name}"
            )
            if event.gained:
                return f"{rolled}: it is developed"
            return (
                f"{rolled}: {times(event.boxes, 'step')} nearer" if event.boxes else f"{rolled}: nothing is found"
            )
        case tv.Repaired():
            ship = unit_name(world, event.ship.unit, 1)
            return f"{the(world.name(event.power))} repairs the {ship} in {event.zone} for {money(event.die)}"
        case tv.ScorchChosen():
            where = listed(event.territories) or "nowhere"
            return f"{the(world.name(event.power))} will destroy its factories: {where}"
        case tv.Scorched():
            return f"{the(world.name(event.power))} destroys its factory in {event.space}"
        case _:
            return None


def _of_bombs(world: World, event: ev.AreaEvent) -> str | None:
    match event:
        case tv.StrikeOrdered():
            return f"a rocket in {event.strike.gun} is aimed at {event.strike.target}"
        case tv.BombersThrough():
            return f"{force(world, event.release.bombers)} have come through to {event.release.space}"
        case tv.BombsFell():
            what = {"income": "lower the next income", "factory": "hit the factory", "roads": "block the roads"}[
                event.at
            ]
            return f"bombs on {event.space} ({_dice(event.dice)}) {what} by {event.amount}"
        case tv.Interdicted():
            held = times(event.stopped, "ship") if event.stopped else "nobody"
            return f"submarines in {event.zone} roll {_dice(event.dice)} and stop {held}"
        case tv.Halted():
            end = "ends its move" if size(event.units) == 1 else "end their move"
            return f"{force(world, event.units)} {end} in {event.zone}"
        case _:
            return None


def _of_passive_moves(world: World, event: ev.AreaEvent) -> str | None:
    match event:
        case tv.Supported():
            return f"{force(world, ((event.piece, 1),))} flies from {event.start} to support {event.to}"
        case tv.ReinforcementOrdered():
            order = event.order
            who = f"{order.count} {unit_name(world, order.unit, order.count)}"
            return f"{the(world.name(order.power))} orders {who} from {order.space} to {order.to}"
        case tv.Recalled():
            return f"{the(world.name(event.power))} takes back its orders"
        case tv.OrdersClosed():
            return f"{the(world.name(event.power))} has given its orders"
        case tv.HeldBack() if event.orders:
            who = listed(f"{o.count} {unit_name(world, o.unit, o.count)}" for o in event.orders)
            return f"{who} stay in {event.space}"
        case tv.Reinforced():
            return f"{force(world, event.units)} go from {event.order.space} to {event.order.to}"
        case tv.Returned():
            what = "stays in" if event.space == event.to else "comes down in"
            return f"{force(world, ((event.piece, 1),))} {what} {event.to}"
        case tv.Airlifted():
            passenger = force(world, ((event.passenger, 1),))
            return f"{force(world, ((event.flyer, 1),))} carries {passenger} to {event.drop}"
        case _:
            return None


def _dice(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))
