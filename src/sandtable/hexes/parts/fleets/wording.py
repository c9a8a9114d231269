"""Orders to fleets as the texts of choices."""

from sandtable.core.wording import times
from sandtable.hexes.actions import Action
from sandtable.hexes.parts.fleets import (
    airfields,
    alarms,
    base_raids,
    battle,
    cargo,
    course,
    instalments,
    navies,
    raiders,
    raiding,
    sailing,
    search,
    ships,
    strikes,
    transport,
)
from sandtable.hexes.story import army_name, fleet_name
from sandtable.hexes.world import World


def told(world: World, action: Action) -> str:
    """An action as the text of a choice."""
    match action:
        case sailing.ChangeBase():
            return f"sail {fleet_name(action.fleet)} to {world.title(action.to)}"
        case sailing.Patrol():
            return f"patrol {world.title(action.to)} with {fleet_name(action.fleet)}"
        case sailing.ReturnToPort():
            return f"return {fleet_name(action.fleet)} to port"
        case raiding.AttackRoute():
            where = f"{cargo.route_name(action.route)} in {world.title(action.at)}"
            return f"attack {where} with {fleet_name(action.fleet)}"
        case raiding.EscortRoute():
            return f"escort {cargo.route_name(action.route)} with {fleet_name(action.fleet)}"
        case raiding.Engage():
            return f"attack {fleet_name(action.foe)} with {fleet_name(action.fleet)}"
        case ships.Regroup():
            what = times(action.count, ships.WORDS.get(action.ship, action.ship))
            return f"regroup {what} from {fleet_name(action.frm)} into {fleet_name(action.into)}"
        case ships.Moor():
            return f"moor {fleet_name(action.fleet)} in {world.title(action.at)}"
        case ships.BuildShips():
            what = times(action.count, ships.WORDS.get(action.ship, action.ship))
            return f"build {what} in {world.title(action.at)} for {fleet_name(action.fleet)}"
        case ships.RaiseLevel():
            return f"raise the A.S.W. level by {action.count}"
        case course.Meet():
            foe = f"{fleet_name(action.foe)} " if action.foe else ""
            return f"intercept {foe}with {fleet_name(action.fleet)} in {world.title(action.at)}"
        case search.Search() | search.SearchRoute():
            return search.told(world, action)
        case course.LetPass():
            return "let them pass"
        case battle.LoseShips():
            return f"lose {battle.counted(action.capital, action.asw, 0)}"
        case battle.SinkShips():
            return f"sink {battle.counted(action.capital, action.asw, 0, action.carriers)}"
        case navies.PutToSea():
            return f"put {fleet_name(action.fleet)} to sea in {world.title(action.at)}"
        case instalments.BeginShip():
            return f"begin a {ships.WORDS.get(action.ship, action.ship)} and pay {action.pay}"
        case instalments.PayForShip():
            where = (
                f" and finish it for {fleet_name(action.fleet)} in {world.title(action.at)}" if action.at else ""
            )
            return f"pay {action.pay} for unfinished ship {action.slip}{where}"
        case base_raids.AttackBase():
            aim = "the morale of" if action.morale else "the base in"
            return f"attack {aim} {world.title(action.at)} with {fleet_name(action.fleet)}"
        case alarms.AlarmCoast():
            return f"alarm the coast of {world.title(action.at)} with a submarine of {fleet_name(action.fleet)}"
        case base_raids.RaidBase():
            aim = "the morale of " if action.morale else ""
            return (
                f"raid {aim}{world.title(action.at)} with {action.count} aircraft from {world.title(action.frm)}"
            )
        case airfields.BuyAircraft():
            return f"buy {action.count} coastal aircraft for {army_name(action.army)}"
        case airfields.MoveAircraft():
            return f"move {action.count} coastal aircraft of {army_name(action.army)} to {army_name(action.into)}"
        case strikes.StrikeFleet():
            return f"strike with the aircraft of {world.title(action.at)}"
        case strikes.SinkShip():
            what = ships.WORDS.get(action.ship, action.ship)
            if action.fleet:
                return f"lose a {what} of {fleet_name(action.fleet)}"
            return "hit the base" if action.ship == "base" else "lose a coastal aircraft"
        case raiders.DeclareRaider():
            what = times(action.count, ships.WORDS.get(action.ship, action.ship))
            part = f"{what} of {fleet_name(action.fleet)} as {action.into}" if action.into else action.fleet
            return f"declare {part} a raider"
        case raiders.SeekHaven():
            return f"bring {fleet_name(action.fleet)} to {world.title(action.to)}"
        case transport.LoseTroops():
            return f"lose 1 {action.kind.replace('_', ' ')} point at sea"
    raise TypeError(f"{action} is no order to a fleet")
