"""Battles of ``classic``: guns, first shots, withdrawal, support from the sea, columns, new weapons."""

from typing import NamedTuple

from sandtable.area.techs import Techs
from sandtable.odds.answer import Question
from sandtable.odds.policy import Policy, Retreat
from tests.odds.table import CLASSIC, Ground, question

WITHDRAW = Policy(submerge=True)


class Asked(NamedTuple):
    """A question, and the ground on which it is fought out."""

    question: Question
    ground: Ground


def asked(
    attack: str,
    defend: str,
    at_sea: bool = False,
    attacker: Policy = Policy(),  # noqa: B008
    defender: Policy = Policy(),  # noqa: B008
    low_luck: bool = False,
    techs: Techs = (),
    where: Ground = CLASSIC,
) -> Asked:
    """A battle of this game, or of another, with what the powers have developed."""
    ground = where._replace(world=where.world.developed(techs))
    return Asked(question(attack, defend, at_sea, attacker, defender, low_luck, ground.world), ground)


HEAVY: Techs = (("germany", "heavy-bombers"),)
JETS: Techs = (("ussr", "jet-power"),)
SUPER: Techs = (("germany", "super-submarines"),)

BATTLES: dict[str, Asked] = {
    "infantry and armor": asked("3 infantry, armor", "2 infantry, armor"),
    "a gun at planes": asked("2 infantry, 2 fighter, bomber", "2 infantry, fighter, antiaircraft gun"),
    "a gun at planes alone": asked("fighter, bomber", "infantry, antiaircraft gun"),
    "a gun without planes to fire at": asked("2 infantry", "infantry, antiaircraft gun"),
    "a gun and a custom order": asked(
        "infantry, fighter, bomber", "infantry, antiaircraft gun", attacker=Policy(("bomber", "infantry"))
    ),
    "support from the sea": asked("2 infantry, 2 battleship", "3 infantry, fighter"),
    "support and a gun": asked("infantry, fighter, battleship", "2 infantry, antiaircraft gun"),
    "support may kill them all": asked("infantry, 2 battleship", "infantry"),
    "heavy bombers": asked("infantry, 2 bomber", "2 infantry, fighter, antiaircraft gun", techs=HEAVY),
    "jets": asked("3 infantry, armor", "fighter, infantry", techs=JETS),
    "one land unit kept": asked("2 infantry, fighter, bomber", "2 infantry", attacker=Policy(keep_land=True)),
    "retreat after two rounds": asked(
        "2 infantry, armor, fighter",
        "2 infantry, antiaircraft gun",
        attacker=Policy(retreat=Retreat(after_rounds=2)),
    ),
    "low luck with a gun": asked("infantry, 2 fighter", "infantry, fighter, antiaircraft gun", low_luck=True),
    "low luck with support": asked("infantry, 2 battleship", "2 infantry, fighter", low_luck=True),
    "low luck with heavy bombers": asked("infantry, bomber", "2 infantry", low_luck=True, techs=HEAVY),
    "first shots": asked("2 submarine", "battleship, transport", True),
    "super submarines": asked("2 submarine", "battleship, transport", True, techs=SUPER),
    "submarines on both sides": asked("2 submarine, battleship", "2 submarine, transport", True),
    "submarines cannot hit planes": asked("submarine, fighter", "submarine, carrier[fighter], transport", True),
    "columns tell who is hit by what": asked(
        "transport, fighter, battleship", "transport, submarine, fighter, battleship", True
    ),
    "columns, planes lost first": asked(
        "battleship, 2 fighter, transport",
        "2 submarine, carrier, transport, battleship",
        True,
        Policy(("fighter", "transport", "battleship")),
    ),
    "columns with jets": asked(
        "2 fighter, submarine, transport", "submarine, carrier[2 fighter]", True, techs=JETS
    ),
    "a plane above a submarine": asked("fighter", "submarine", True),
    "a submarine under planes": asked("submarine", "carrier[fighter]", True),
    "lone transports": asked("2 transport[infantry]", "submarine", True),
    "transports as fodder": asked("battleship, 2 transport", "2 submarine, transport", True),
    "attackers withdraw": asked("2 submarine, battleship, transport", "battleship, transport", True, WITHDRAW),
    "defenders withdraw": asked("battleship, fighter", "2 submarine, transport", True, defender=WITHDRAW),
    "both withdraw": asked("2 submarine", "submarine, carrier[fighter]", True, WITHDRAW, WITHDRAW),
    "only submarines withdraw from only submarines": asked("submarine", "submarine", True, WITHDRAW, WITHDRAW),
    "retreat at sea": asked(
        "battleship, submarine, transport",
        "battleship, transport",
        True,
        Policy(retreat=Retreat(after_rounds=2, below_units=2)),
    ),
    "low luck at sea": asked(
        "2 submarine, fighter", "submarine, carrier[2 fighter], transport", True, low_luck=True
    ),
}

LARGER: dict[str, Asked] = {
    "an offensive under guns": asked(
        "8 infantry, 4 armor, 3 fighter, bomber", "9 infantry, 2 armor, 2 fighter, antiaircraft gun"
    ),
    "a landing": asked("4 infantry, 2 fighter, 2 battleship", "5 infantry, fighter, antiaircraft gun"),
    "a fleet action": asked(
        "2 submarine, 2 battleship, carrier, 2 fighter, transport",
        "2 submarine, battleship, carrier[2 fighter], 2 transport",
        True,
        defender=WITHDRAW,
    ),
}
