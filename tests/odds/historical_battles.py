"""Battles of ``revised-historical``: hits that wait, aimed shots, dogfights, guns that search, pulling back."""

from functools import partial

from sandtable.area.techs import Techs
from sandtable.odds.policy import Policy, Retreat
from tests.odds import classic_battles
from tests.odds.classic_battles import Asked
from tests.odds.table import HISTORICAL

SUBMERGE = Policy(submerge=True)
PLANES_BACK = Policy(planes_back=True)
MASS = Policy(aim="mass")
JETS: Techs = (("germany", "jet-plane"),)
THEIR_JETS: Techs = (("ussr", "jet-plane"),)
HEAVY: Techs = (("germany", "heavy-bomber"),)


asked = partial(classic_battles.asked, where=HISTORICAL)
"""A battle of this game, with what the powers have developed."""

BATTLES: dict[str, Asked] = {
    "infantry and tanks": asked("3 infantry, tank", "2 infantry, tank"),
    "artillery raises infantry": asked("2 infantry, artillery", "2 infantry, artillery"),
    "tanks spare infantry": asked("2 tank, infantry", "2 infantry, artillery, tank"),
    "planes on one side": asked("2 infantry, fighter, bomber", "3 infantry"),
    "more planes than they can support": asked("infantry, 2 fighter, bomber", "3 infantry"),
    "planes on both sides": asked("2 infantry, tank, fighter", "2 infantry, fighter"),
    "air only": asked("2 fighter", "fighter, bomber"),
    "planes cannot take it": asked("2 fighter", "infantry, fighter"),
    "planes cannot hold it": asked("infantry, tank", "2 fighter"),
    "an order of losses": asked(
        "2 infantry, tank, fighter", "2 infantry, artillery", attacker=Policy(("tank", "fighter"), keep_land=True)
    ),
    "guns search": asked("infantry, fighter, bomber", "infantry, 2 infrastructure_defense"),
    "guns with one target": asked("infantry, fighter", "infantry, fighter, 2 infrastructure_defense"),
    "massed guns": asked("infantry, fighter, bomber", "infantry, 2 infrastructure_defense", defender=MASS),
    "nobody but guns": asked("infantry, fighter, bomber", "2 infrastructure_defense"),
    "ships bombard": asked("2 infantry, battleship, destroyer", "2 infantry, tank"),
    "ships bombard under planes": asked("infantry, fighter, battleship", "2 infantry, fighter"),
    "heavy bombers": asked("2 infantry, bomber", "2 infantry, artillery", techs=HEAVY),
    "jets": asked("infantry, 2 fighter", "infantry, fighter, infrastructure_defense", techs=JETS),
    "jets without an enemy in the air": asked("infantry, 2 fighter", "2 infantry, tank", techs=JETS),
    "jets that defend": asked("2 infantry, fighter, bomber", "infantry, 2 fighter", techs=THEIR_JETS),
    "attackers leave after two rounds": asked(
        "3 infantry, fighter", "3 infantry", attacker=Policy(retreat=Retreat(after_rounds=2))
    ),
    "attackers leave when they are few": asked(
        "3 infantry, tank", "3 infantry", attacker=Policy(retreat=Retreat(below_units=3))
    ),
    "defenders leave after a round": asked(
        "3 infantry, tank", "2 infantry, fighter", defender=Policy(retreat=Retreat(after_rounds=1))
    ),
    "both may leave": asked(
        "3 infantry, fighter",
        "3 infantry, tank",
        attacker=Policy(retreat=Retreat(below_units=2)),
        defender=Policy(retreat=Retreat(below_units=2)),
    ),
    "planes go back": asked(
        "2 infantry, fighter", "2 infantry, fighter", attacker=PLANES_BACK, defender=PLANES_BACK
    ),
    "low luck on land": asked("2 infantry, artillery, fighter", "2 infantry, fighter", low_luck=True),
    "submarines strike first": asked("2 submarine", "battleship, transport", True),
    "a wolf pack": asked("3 submarine", "destroyer, carrier", True),
    "a destroyer keeps one from aiming": asked("3 submarine", "destroyer, battleship, transport", True),
    "massed torpedoes": asked("2 submarine, destroyer", "battleship, carrier", True, MASS),
    "submarines on both sides": asked("2 submarine, destroyer", "submarine, transport", True),
    "submarines submerge": asked("destroyer, battleship", "2 submarine, transport", True, defender=SUBMERGE),
    "only submarines": asked("2 submarine", "2 submarine", True),
    "a carrier with two hits": asked("carrier, 2 fighter", "carrier[fighter]", True),
    "planes without a deck": asked("carrier, 2 fighter", "destroyer, submarine", True),
    "bombers at sea": asked("carrier, fighter, bomber", "2 destroyer", True),
    "ships fire at planes": asked("battleship, fighter", "battleship, carrier[fighter]", True),
    "transports last": asked("2 destroyer", "destroyer, 2 transport[infantry]", True),
    "a damaged ship": asked("destroyer, submarine", "battleship(damaged), transport", True),
    "defenders leave at sea": asked(
        "2 destroyer, submarine",
        "destroyer, transport, submarine",
        True,
        defender=Policy(retreat=Retreat(after_rounds=1)),
    ),
    "low luck at sea": asked("submarine, destroyer", "destroyer, carrier", True, low_luck=True),
}

LARGER: dict[str, Asked] = {
    "an offensive": asked(
        "5 infantry, artillery, 2 tank, fighter", "5 infantry, tank, fighter, infrastructure_defense"
    ),
    "a fleet action": asked(
        "3 submarine, destroyer, carrier, 2 fighter",
        "2 submarine, destroyer, carrier[fighter], transport",
        True,
        defender=SUBMERGE,
    ),
}
