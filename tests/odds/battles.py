"""A spread of battles in which every rule of combat has its say."""

from sandtable.odds.answer import Question
from sandtable.odds.policy import Policy, Retreat
from tests.odds.table import question

ORDER = Policy(("battleship", "fighter", "submarine", "carrier", "destroyer"))
SUBMERGE = Policy(submerge=True)

SMALL: dict[str, Question] = {
    "infantry and a tank": question("3 infantry, tank", "2 infantry"),
    "planes on both sides": question("2 infantry, tank, bomber", "2 infantry, fighter"),
    "only planes": question("fighter, bomber", "bomber, fighter"),
    "a custom order": question("infantry, tank, bomber", "infantry, fighter", attacker=Policy(("bomber", "tank"))),
    "one land unit kept": question(
        "2 infantry, tank, bomber", "2 infantry, fighter", attacker=Policy(keep_land=True)
    ),
    "an empty territory": question("infantry", "nothing"),
    "retreat after two rounds": question(
        "2 infantry, tank", "2 infantry, tank", attacker=Policy(retreat=Retreat(after_rounds=2))
    ),
    "retreat with planes only": question(
        "2 infantry, tank, bomber",
        "2 infantry, fighter",
        attacker=Policy(retreat=Retreat(only_planes=True, below_units=2)),
    ),
    "low luck on land": question("2 infantry, tank, bomber", "2 infantry, fighter", low_luck=True),
    "submarines alone": question("submarine", "submarine", True),
    "submarines, a destroyer on each side": question(
        "2 submarine, destroyer", "submarine, destroyer, transport", True
    ),
    "submarines, only the attacker has a destroyer": question(
        "2 submarine, destroyer", "2 submarine, carrier", True
    ),
    "submarines, only the defender has a destroyer": question(
        "2 submarine, carrier", "submarine, destroyer", True
    ),
    "submarines without destroyers": question("2 submarine, fighter", "submarine, carrier, fighter", True),
    "fighters from a carrier": question("2 submarine, fighter", "submarine, carrier[2 fighter]", True),
    "a bomber and a destroyer hunt submarines": question("bomber, destroyer", "2 submarine", True),
    "battleships": question("battleship, destroyer", "battleship", True),
    "a damaged battleship": question("battleship(damaged), battleship", "2 battleship", True),
    "battleship and loaded transports": question(
        "battleship, submarine, transport[tank]", "2 destroyer, transport[infantry], 2 transport", True
    ),
    "a custom order at sea": question(
        "battleship, submarine, fighter", "battleship, submarine, destroyer", True, ORDER, ORDER
    ),
    "attackers submerge": question(
        "2 submarine, fighter, transport", "submarine, carrier[fighter], transport", True, SUBMERGE
    ),
    "defenders submerge": question(
        "2 submarine, fighter, transport", "submarine, carrier[fighter], transport", True, defender=SUBMERGE
    ),
    "both submerge": question("submarine, destroyer", "2 submarine, destroyer", True, SUBMERGE, SUBMERGE),
    "low luck at sea": question(
        "2 submarine, fighter, transport", "submarine, carrier[2 fighter], transport", True, low_luck=True
    ),
    "low luck with a battleship": question(
        "battleship, submarine, transport[tank]", "2 destroyer, submarine, transport", True, low_luck=True
    ),
    "transports run into a destroyer": question("2 transport[tank]", "destroyer", True),
    "transports meet transports": question("transport", "transport", True),
    "a destroyer among transports": question("destroyer", "2 transport[infantry]", True),
    "a fighter above a submarine": question("fighter", "submarine", True),
    "stalemate with transports": question("submarine, transport", "fighter, transport", True),
    "retreat at sea": question(
        "submarine, destroyer, transport",
        "2 destroyer, transport",
        True,
        Policy(retreat=Retreat(after_rounds=2, below_units=2)),
    ),
}

LARGER: dict[str, Question] = {
    "an offensive": question("10 infantry, 5 tank, 3 fighter", "12 infantry, 3 tank, 2 fighter"),
    "an offensive in low luck": question(
        "10 infantry, 5 tank, 3 fighter", "12 infantry, 3 tank, 2 fighter", low_luck=True
    ),
    "an offensive that keeps a land unit": question(
        "4 infantry, 2 tank, 2 fighter, bomber", "6 infantry, fighter", attacker=Policy(keep_land=True)
    ),
    "a fleet action": question(
        "2 submarine, 2 destroyer, carrier, 2 fighter", "2 submarine, 2 destroyer, carrier[2 fighter]", True
    ),
    "a fleet action that may be broken off": question(
        "2 submarine, 2 destroyer, battleship, 2 fighter, transport[tank]",
        "submarine, 2 destroyer, carrier[2 fighter], battleship, transport",
        True,
        Policy(("submarine", "destroyer", "fighter"), retreat=Retreat(below_units=2)),
        Policy(submerge=True),
    ),
    "a fleet action in low luck": question(
        "3 submarine, destroyer, battleship, 2 fighter",
        "submarine, destroyer, carrier[2 fighter], battleship, transport",
        True,
        low_luck=True,
    ),
}
