"""Battles of ``global-1940``: air combat, AAA, fortifications, submarines and planes that attack once, pairs."""

from functools import partial

from sandtable.odds.policy import Policy, Retreat
from tests.odds import classic_battles
from tests.odds.classic_battles import Asked
from tests.odds.table import GLOBAL

SUBMERGE = Policy(submerge=True)

asked = partial(classic_battles.asked, where=GLOBAL)
"""A battle of this game."""

BATTLES: dict[str, Asked] = {
    "infantry and armor": asked("3 infantry, armor", "2 infantry, armor"),
    "artillery raises infantry": asked("2 infantry, artillery", "2 infantry, artillery"),
    "more infantry than artillery can raise": asked("3 infantry, mechanized infantry, artillery", "2 infantry"),
    "artillery that is hit raises nobody": asked("infantry, artillery", "artillery, armor"),
    "planes attack once": asked("infantry, fighter, tactical bomber", "3 infantry"),
    "planes alone": asked("fighter, strategic bomber", "infantry"),
    "planes defend once": asked("2 infantry, armor", "infantry, tactical bomber"),
    "a pair of planes": asked("infantry, fighter, 2 tactical bomber", "2 infantry"),
    "armor leads bombers": asked("armor, 2 tactical bomber", "2 infantry"),
    "air combat": asked("infantry, 2 fighter", "infantry, fighter"),
    "air combat between many": asked(
        "infantry, 3 fighter, tactical bomber", "infantry, 2 fighter, tactical bomber"
    ),
    "only planes on both sides": asked("2 fighter, strategic bomber", "2 fighter"),
    "AAA fires three times": asked("2 infantry, 2 fighter, 3 tactical bomber", "infantry, aaa"),
    "AAA and one plane": asked("infantry, fighter", "2 infantry, 2 aaa"),
    "AAA against armor": asked("infantry, 2 armor", "infantry, aaa"),
    "nothing but AAA": asked("2 infantry, fighter", "aaa"),
    "nothing but AAA under planes": asked("2 fighter, tactical bomber", "aaa"),
    "AAA after air combat": asked("infantry, 2 fighter, tactical bomber", "infantry, fighter, aaa"),
    "a fortification": asked("4 infantry, armor", "infantry, fortification"),
    "a fortification and planes": asked("3 armor, 2 tactical bomber", "2 infantry, artillery, fortification"),
    "a fortification alone": asked("3 infantry, armor", "fortification"),
    "guns turned on tanks": asked("infantry, 2 armor", "infantry, anti tank gun"),
    "guns without tanks to fire at": asked("2 infantry", "infantry, anti tank gun"),
    "a standing army": asked("2 infantry, artillery", "2 standing army"),
    "ships bombard": asked("2 infantry, battleship, cruiser", "2 infantry, fighter"),
    "an order of losses": asked(
        "2 infantry, armor, fighter", "2 infantry, fighter", attacker=Policy(("armor", "fighter"), keep_land=True)
    ),
    "attackers leave after two rounds": asked(
        "3 infantry, fighter", "3 infantry", attacker=Policy(retreat=Retreat(after_rounds=2))
    ),
    "attackers leave when they are few": asked(
        "3 infantry, armor", "3 infantry", attacker=Policy(retreat=Retreat(below_units=3))
    ),
    "low luck on land": asked("2 infantry, artillery, armor", "2 infantry, aaa", low_luck=True),
    "submarines strike once": asked("2 submarine", "battleship, transport", True),
    "submarines roll again": asked("2 submarine", "2 cruiser", True),
    "a destroyer among the enemies": asked("submarine, cruiser", "destroyer, transport", True),
    "a destroyer finds submarines": asked("2 destroyer", "2 submarine", True),
    "submarines on both sides": asked("submarine, destroyer", "submarine, destroyer", True),
    "only submarines": asked("submarine", "submarine, transport", True),
    "submarines submerge": asked("cruiser, battleship", "2 submarine, transport", True, defender=SUBMERGE),
    "attacking submarines submerge": asked("2 submarine, cruiser", "cruiser, submarine", True, attacker=SUBMERGE),
    "a fighter and a submarine leave": asked("cruiser", "submarine, fighter", True),
    "planes against submarines": asked("fighter, tactical bomber", "submarine, destroyer", True),
    "planes with a destroyer": asked("fighter, tactical bomber, destroyer", "2 submarine", True),
    "a bomber names a transport": asked("tactical bomber", "battleship, 2 transport[infantry]", True),
    "a defending bomber names a transport": asked("battleship, transport", "light carrier[tactical bomber]", True),
    "flak of cruisers": asked("2 fighter, 2 tactical bomber", "cruiser, destroyer", True),
    "a carrier's wing": asked(
        "destroyer, fighter, tactical bomber", "light carrier[fighter, tactical bomber]", True
    ),
    "a carrier with two hits": asked("cruiser, fighter", "fleet carrier[2 fighter], destroyer", True),
    "a damaged ship": asked("destroyer, submarine", "battleship(damaged), transport", True),
    "transports last": asked("2 destroyer", "destroyer, 2 transport[infantry]", True),
    "transports alone": asked("destroyer", "2 transport", True),
    "attackers leave at sea": asked(
        "2 destroyer, submarine", "cruiser, transport", True, attacker=Policy(retreat=Retreat(after_rounds=1))
    ),
    "low luck at sea": asked("destroyer, cruiser, submarine", "destroyer, battleship", True, low_luck=True),
}

LARGER: dict[str, Asked] = {
    "an offensive": asked(
        "5 infantry, 2 artillery, 2 armor, 2 fighter, 2 tactical bomber", "6 infantry, armor, 2 fighter, aaa"
    ),
    "a line of works": asked(
        "6 infantry, 2 artillery, 3 armor, tactical bomber", "4 infantry, artillery, aaa, fortification"
    ),
    "a fleet action": asked(
        "3 submarine, destroyer, cruiser, fleet carrier, 2 fighter, 2 tactical bomber",
        "2 submarine, 2 destroyer, battleship, light carrier[fighter, tactical bomber], transport",
        True,
    ),
}
