"""Battles at sea: submarines, ships that take two hits, transports, carriers and their wings."""

import pytest

from sandtable.area.actions import Casualties, Press, Retreat, Submerge
from sandtable.area.battle import fight
from sandtable.area.events import (
    Defenseless,
    LossesTaken,
    Rolled,
    RoundBegan,
    Submerged,
    WereStranded,
)
from sandtable.area.forces import Piece, Stack, aboard, stack
from sandtable.area.phases.noncombat_move import places
from sandtable.area.state import Stranded
from tests.area.strip import WORLD, Table, force


def carrier(power: str, *wing: str) -> Stack:
    """A carrier with fighters of these powers aboard."""
    return ((aboard(Piece(power, "carrier"), *(Piece(owner, "fighter") for owner in wing)), 1),)


def transport(power: str, *load: Piece) -> Stack:
    return ((aboard(Piece(power, "transport"), *load), 1),)


# submarines


@pytest.mark.rule("1941.sub.surprise-strike")
@pytest.mark.rule("1941.sub.strike-once-per-round")
@pytest.mark.rule("1941.sub.attack-transports-at-sea")
def test_a_submarine_rolls_first_and_only_once() -> None:
    table = Table(
        "Sea Zone 9",
        "germany",
        force("germany", submarine=1),
        force("uk", battleship=1, transport=1),
        dice=[2, 6],
        routes=(("Sea Zone 10", "Sea Zone 9"),),
    )
    assert table.asked == [("germany", "submerge")]
    table.do("germany", Submerge(0))
    assert table.dice_at() == [("attack", [2]), ("defend", [4])]
    assert table.numbers() == [2, 4, 5, 6]
    assert table.state.battle is not None
    assert (Piece("uk", "battleship", damage=1), 1) in table.state.battle.defend.units


@pytest.mark.rule("1941.sub.strike-attacker-value")
@pytest.mark.rule("1941.sub.strike-casualties-no-return-fire")
@pytest.mark.rule("1941.combat.stalemate")
@pytest.mark.rule("1941.carrier.stranded-fighters")
def test_a_carrier_sunk_by_surprise_leaves_its_fighters_stranded() -> None:
    table = Table(
        "Sea Zone 40", "japan", force("japan", submarine=1), carrier("usa", "usa", "usa"), dice=[2, 1, 1]
    ).do("japan", Submerge(0))
    assert table.dice_at() == [("attack", [2]), ("defend", [4, 4])]  # the fighters' hits are lost
    assert table.outcome == "stalemate"
    assert table.count() == {"japan submarine": 1, "usa fighter": 2}
    assert table.last(WereStranded) == WereStranded("Sea Zone 40", "usa", "fighter", 2)
    assert table.state.turn.stranded == (Stranded("Sea Zone 40", "usa", "fighter", 2),)


@pytest.mark.rule("1941.sub.strike-defender-value")
def test_what_a_defending_submarine_hits_is_gone_at_once() -> None:
    table = Table(
        "Sea Zone 9",
        "germany",
        force("germany", carrier=1, battleship=1),
        force("uk", submarine=1),
        dice=[1, 6],
        routes=(("Sea Zone 10", "Sea Zone 9"),),
    ).do("uk", Submerge(0))
    assert table.asked == [("germany", "casualties")]
    table.do("germany", Casualties(destroyed=force("germany", carrier=1)))
    assert table.dice_at() == [("defend", [1]), ("attack", [4])]


@pytest.mark.rule("1941.sub.strikes-mutual")
@pytest.mark.rule("1941.sub.decision-order")
def test_submarines_strike_each_other() -> None:
    table = Table("Sea Zone 9", "germany", force("germany", submarine=1), force("uk", submarine=1), dice=[2, 1])
    assert table.refused("uk", Submerge(1)) == "1941.sub.decision-order"
    table.do("germany", Submerge(0))
    assert table.asked == [("uk", "submerge")]
    table.do("uk", Submerge(0))
    assert (table.outcome, table.count()) == ("none", {})


@pytest.mark.rule("1941.sub.strike-one-side-only")
@pytest.mark.rule("1941.destroyer.own-subs-unaffected")
@pytest.mark.parametrize(("dice", "volleys"), [([2], 1), ([6, 6, 6, 6], 3)])
def test_a_destroyer_on_one_side(dice: list[int], volleys: int) -> None:
    table = Table(
        "Sea Zone 9",
        "germany",
        force("germany", submarine=1, destroyer=1),
        force("uk", submarine=1),
        dice=dice,
        routes=(("Sea Zone 10", "Sea Zone 9"),),
    ).do("germany", Submerge(0))
    assert [side for side, _ in table.dice_at()] == ["attack", "attack", "defend"][:volleys]


@pytest.mark.rule("1941.sub.fires-normally-with-destroyer")
@pytest.mark.rule("1941.sub.no-step-two")
@pytest.mark.rule("1941.sub.no-submerge-with-destroyer")
@pytest.mark.rule("1941.combat.roll-by-value")
def test_with_a_destroyer_there_is_no_step_two() -> None:
    table = Table(
        "Sea Zone 9",
        "uk",
        force("uk", destroyer=1, submarine=1, fighter=1),
        force("germany", submarine=2, destroyer=1),
        dice=[1, 1, 6, 6, 6, 6],
        routes=(("Sea Zone 10", "Sea Zone 9"),),
    )
    rolled = table.events(Rolled)[0]
    assert [(hit.volley, hit.count) for hit in rolled.hits] == [("other", 1), ("submarine", 1)]
    assert table.refused("germany", Submerge(1)) == "1941.sub.no-submerge-with-destroyer"
    table.do("germany", Casualties())
    assert table.numbers()[:4] == [3, 4, 5, 6]


@pytest.mark.rule("1941.sub.reevaluated-next-round")
@pytest.mark.rule("1941.combat.repeat-sub-step")
def test_a_lost_destroyer_counts_until_the_round_ends() -> None:
    table = Table(
        "Sea Zone 9",
        "germany",
        force("germany", submarine=2),
        force("uk", destroyer=1, carrier=1),
        carrier("usa", "usa"),
        dice=[2, 6, 6, 6, 6, 1],
        players={"anna": ("uk", "usa", "ussr"), "ben": ("germany", "japan")},
        routes=(("Sea Zone 10", "Sea Zone 9"),),
    )
    table.do("uk", Casualties(destroyed=force("uk", destroyer=1)))
    # the fighter's hit in step 4 still counts: the destroyer was there when the round began
    assert table.last(LossesTaken).destroyed == stack([(Piece("germany", "submarine", moved=True), 1)])
    table.do("germany", Press())
    assert table.asked == [("germany", "submerge")]


@pytest.mark.rule("1941.sub.submerge")
@pytest.mark.rule("1941.combat.end-one-side-gone")
def test_submerging_ends_the_battle_at_once() -> None:
    table = Table("Sea Zone 9", "germany", force("germany", submarine=2), force("uk", battleship=1))
    table.do("germany", Submerge(2))
    assert (table.over, table.outcome) == (True, "defender")
    assert table.count() == {"germany submarine": 2, "uk battleship": 1}
    table = Table("Sea Zone 9", "germany", force("germany", fighter=3), force("uk", submarine=1))
    table.do("uk", Submerge(1))
    assert table.outcome == "attacker"
    assert table.count() == {"germany fighter": 3, "uk submarine": 1}


@pytest.mark.rule("1941.sub.submerge-any-number")
@pytest.mark.rule("1941.sub.submerged-not-casualty")
@pytest.mark.rule("1941.sub.submerged-stay")
def test_some_submerge_and_stay_when_the_others_retreat() -> None:
    table = Table(
        "Sea Zone 9",
        "germany",
        force("germany", submarine=2, carrier=1),
        force("uk", battleship=2),
        dice=[6, 6, 6, 6],
        routes=(("Sea Zone 10", "Sea Zone 9"),),
    )
    assert table.refused("germany", Submerge(3)) == "1941.sub.submerge-any-number"
    table.do("germany", Submerge(1))
    gone = table.last(Submerged).units
    assert gone == ((Piece("germany", "submarine", moved=True), 1),)
    table.do("germany", Retreat("Sea Zone 10"))
    assert table.count() == {"germany submarine": 1, "uk battleship": 2}
    assert table.count("Sea Zone 10") == {"germany submarine": 1, "germany carrier": 1}


@pytest.mark.rule("1941.sub.cannot-hit-air")
@pytest.mark.rule("1941.sub.cannot-be-hit-by-air")
@pytest.mark.rule("1941.air.hit-subs-with-destroyer-only")
@pytest.mark.rule("1941.combat.stalemate")
def test_fighters_and_a_submarine_cannot_hit_each_other() -> None:
    table = Table("Sea Zone 9", "germany", force("germany", fighter=2), force("uk", submarine=1), dice=[1, 1, 1])
    table.do("uk", Submerge(0))
    assert (table.outcome, len(table.events(LossesTaken))) == ("stalemate", 0)
    assert table.count() == {"germany fighter": 2, "uk submarine": 1}


@pytest.mark.rule("1941.destroyer.cancels-battle-abilities")
def test_one_destroyer_is_enough_for_all_submarines() -> None:
    table = Table(
        "Sea Zone 9", "germany", force("germany", destroyer=1, fighter=2), force("uk", submarine=3),
        dice=[1, 1, 1, 6, 6, 6],
    )  # fmt: skip
    assert table.outcome == "attacker"
    assert table.count() == {"germany destroyer": 1, "germany fighter": 2}


@pytest.mark.rule("1941.destroyer.friend-of-attacker-no-effect")
@pytest.mark.rule("1941.multi.bystanders-at-sea")
def test_partners_of_the_attacker_stand_aside() -> None:
    table = Table(
        "Sea Zone 9", "uk", force("uk", fighter=2), force("usa", destroyer=1), force("germany", submarine=1)
    )
    assert table.count() == {"usa destroyer": 1}
    table.do("germany", Submerge(1))
    assert table.count() == {"uk fighter": 2, "usa destroyer": 1, "germany submarine": 1}


def test_each_defending_power_decides_for_its_own_submarines() -> None:
    table = Table(
        "Sea Zone 9",
        "germany",
        force("germany", fighter=1),
        force("uk", submarine=1),
        force("usa", submarine=1),
        players={"anna": ("uk", "usa", "ussr"), "ben": ("germany", "japan")},
    )
    assert table.asked == [("uk", "submerge"), ("usa", "submerge")]
    table.do("usa", Submerge(1))
    assert table.asked == [("uk", "submerge")]
    table.do("uk", Submerge(1))
    assert table.over


# ships that take two hits


@pytest.mark.rule("1941.battleship.two-hits-one-roll")
@pytest.mark.rule("1941.battleship.two-hits")
def test_a_battleship_hit_twice_returns_fire() -> None:
    table = Table("Sea Zone 5", "uk", force("uk", destroyer=3), force("germany", battleship=1), dice=[1, 2, 6, 4])
    assert table.dice_at() == [("attack", [2, 2, 2]), ("defend", [4])]
    assert table.outcome == "attacker"
    assert table.count() == {"uk destroyer": 2}


@pytest.mark.rule("1941.battleship.repaired-after-combat")
@pytest.mark.rule("1941.sub.strike-lasting-damage")
def test_damage_lasts_for_the_battle_and_no_longer() -> None:
    table = Table(
        "Sea Zone 5",
        "uk",
        force("uk", submarine=1, battleship=1),
        force("germany", battleship=1),
        dice=[2, 6, 6],
        routes=(("Sea Zone 6", "Sea Zone 5"),),
    ).do("uk", Submerge(0))
    battle = table.state.battle
    assert battle is not None
    assert battle.defend.units[0][0].damage == 1
    table.do("uk", Retreat("Sea Zone 6"))
    assert table.state.at("Sea Zone 5") == force("germany", battleship=1)


# transports


@pytest.mark.rule("1941.transport.destroyed-when-alone")
@pytest.mark.rule("1941.casualty.cargo")
def test_lone_transports_are_destroyed_without_dice() -> None:
    table = Table(
        "Sea Zone 46", "usa", force("usa", submarine=1), transport("japan", Piece("japan", "tank")),
        force("japan", transport=2),
    )  # fmt: skip
    assert (table.outcome, len(table.events(RoundBegan))) == ("attacker", 0)
    assert table.count() == {"usa submarine": 1}
    assert table.state.at("Sea Zone 46")[0][0].moved


@pytest.mark.rule("1941.defenseless.defending-transports")
@pytest.mark.rule("1941.transport.no-combat-value")
def test_transports_fall_when_their_escort_is_gone() -> None:
    table = Table(
        "Sea Zone 46", "usa", force("usa", destroyer=1), force("japan", destroyer=1, transport=3), dice=[1, 6]
    )
    assert table.dice_at() == [("attack", [2]), ("defend", [2])]
    assert table.last(Defenseless).units == force("japan", transport=3)
    assert table.count() == {"usa destroyer": 1}


@pytest.mark.rule("1941.defenseless.cannot-hit-each-other")
@pytest.mark.rule("1941.transport.chosen-last")
def test_transports_fall_when_nobody_can_hit_anybody() -> None:
    table = Table(
        "Sea Zone 46", "usa", force("usa", fighter=2), force("japan", submarine=1, transport=3), dice=[1, 6, 1]
    ).do("japan", Submerge(0))
    assert table.last(LossesTaken).destroyed == force("japan", transport=1)
    assert table.last(Defenseless).units == force("japan", transport=2)
    assert table.outcome == "stalemate"
    assert table.count() == {"usa fighter": 2, "japan submarine": 1}


@pytest.mark.rule("1941.defenseless.attacking-transports")
@pytest.mark.rule("1941.defenseless.attacking-transports-choice")
def test_attacking_transports_left_alone_must_retreat_or_are_lost() -> None:
    def table(*routes: tuple[str, ...]) -> Table:
        return Table(
            "Sea Zone 9",
            "uk",
            force("uk", destroyer=1, transport=2),
            force("germany", battleship=1),
            dice=[6, 1],
            routes=routes,
        )

    one = table(("Sea Zone 10", "Sea Zone 9"))
    assert (one.outcome, one.count("Sea Zone 10")) == ("broken-off", {"uk transport": 2})
    none = table()
    assert (none.outcome, none.count()) == ("defender", {"germany battleship": 1})
    two = table(("Sea Zone 10", "Sea Zone 9"), ("Sea Zone 8", "Sea Zone 9"))
    assert two.asked == [("uk", "retreat")]
    assert two.refused("uk", Press()) == "1941.defenseless.attacking-transports-choice"
    assert fight.legal(WORLD, two.state, "uk") == (Retreat("Sea Zone 10"), Retreat("Sea Zone 8"))
    two.do("uk", Retreat("Sea Zone 8"))
    assert two.count("Sea Zone 8") == {"uk transport": 2}


@pytest.mark.rule("1941.defenseless.attacking-transports-choice")
def test_a_transport_beside_a_fighter_against_a_submarine_must_leave() -> None:
    table = Table(
        "Sea Zone 7",
        "uk",
        force("uk", transport=1, fighter=1),
        force("germany", submarine=1),
        dice=[6, 6],
        routes=(("Sea Zone 6", "Sea Zone 7"),),
    ).do("germany", Submerge(0))
    assert table.outcome == "broken-off"
    assert table.count() == {"uk fighter": 1, "germany submarine": 1}
    assert table.count("Sea Zone 6") == {"uk transport": 1}


@pytest.mark.rule("1941.shared-zone.lone-transports-cannot-fight")
def test_lone_transports_that_had_to_stay_are_lost() -> None:
    table = Table("Sea Zone 18", "ussr", force("ussr", transport=1), force("germany", destroyer=1))
    assert (table.outcome, table.count()) == ("defender", {"germany destroyer": 1})


@pytest.mark.rule("1941.combat.only-transports-left-both")
@pytest.mark.rule("1941.amphib.transports-alone-suffice")
@pytest.mark.parametrize("stay", [True, False])
def test_only_transports_left_on_both_sides(stay: bool) -> None:
    table = Table(
        "Sea Zone 9",
        "uk",
        force("uk", destroyer=1, transport=1),
        force("germany", destroyer=1, transport=1),
        dice=[1, 1],
        routes=(("Sea Zone 10", "Sea Zone 9"),),
    )
    assert table.asked == [("uk", "retreat")]
    table.do("uk", Press() if stay else Retreat("Sea Zone 10"))
    assert table.outcome == ("none" if stay else "broken-off")
    assert table.count() == ({"uk transport": 1} if stay else {}) | {"germany transport": 1}


@pytest.mark.rule("1941.transport.cargo-assigned")
@pytest.mark.rule("1941.transport.cargo-passive")
def test_the_owner_names_the_transport_and_its_cargo_goes_with_it() -> None:
    fleet = transport("uk", Piece("uk", "infantry"), Piece("uk", "infantry"))
    ships = force("uk", submarine=1, transport=1)
    sunk = Table("Sea Zone 9", "germany", force("germany", fighter=1), ships, fleet, dice=[6, 1])
    sunk.do("uk", Submerge(0))
    assert sunk.asked == [("uk", "casualties")]
    sunk.do("uk", Casualties(destroyed=fleet))
    assert sunk.events(LossesTaken)[0].destroyed == fleet


# carriers


@pytest.mark.rule("1941.carrier.fighters-defend")
@pytest.mark.rule("1941.carrier.defender-relands")
def test_the_wing_defends_and_comes_home() -> None:
    table = Table(
        "Sea Zone 14",
        "germany",
        force("germany", battleship=1),
        carrier("uk", "uk", "usa"),
        dice=[6, 6, 6, 6],
        routes=(("Sea Zone 15", "Sea Zone 14"),),
    )
    assert table.dice_at()[1] == ("defend", [2, 4, 4])
    table.do("germany", Retreat("Sea Zone 15"))
    assert table.state.at("Sea Zone 14") == carrier("uk", "uk", "usa")


@pytest.mark.rule("1941.carrier.fighters-defend-against-subs")
def test_a_submarine_hit_goes_to_the_carrier() -> None:
    table = Table("Sea Zone 14", "germany", force("germany", submarine=2), carrier("uk", "uk"), dice=[1, 6, 1])
    table.do("germany", Submerge(0))
    assert table.events(LossesTaken)[0].destroyed[0][0].unit == "carrier"
    assert table.last(Rolled).hits == ()


@pytest.mark.rule("1941.carrier.stranded-fighters")
@pytest.mark.parametrize("lends", [True, False])
def test_owners_of_survivors_choose_among_the_room_that_is_left(lends: bool) -> None:
    table = Table(
        "Sea Zone 45",
        "usa",
        force("usa", battleship=2),
        carrier("japan", "japan", "japan"),
        carrier("germany", "germany"),
        dice=[1, 6, 6, 6, 6, 6, 6],
        routes=(("Sea Zone 44", "Sea Zone 45"),),
        players={"ben": ("germany", "japan"), "anna": ("uk", "usa", "ussr")},
        no_room=() if lends else (("germany", "japan"),),
    )
    table.do("germany", Casualties(destroyed=force("japan", carrier=1)))
    table.do("usa", Retreat("Sea Zone 44"))
    (stranded,) = table.state.turn.stranded
    assert stranded == Stranded("Sea Zone 45", "japan", "fighter", 2)
    assert ("Sea Zone 45" in places(WORLD, table.state, stranded)) == lends


@pytest.mark.rule("1941.carrier.guest-fighters-are-cargo")
@pytest.mark.rule("1941.carrier.own-fighters-airborne-in-attack")
@pytest.mark.rule("1941.carrier.retreat-with-guests")
def test_guests_of_an_attacking_carrier_are_cargo() -> None:
    def table(defence: int) -> Table:
        return Table(
            "Sea Zone 38",
            "usa",
            carrier("usa", "uk"),
            force("usa", fighter=1),
            force("japan", destroyer=1),
            dice=[6, 6, defence],
            routes=(("Sea Zone 39", "Sea Zone 38"),),
        )

    away = table(6)
    assert away.dice_at()[0] == ("attack", [1, 3])
    away.do("usa", Retreat("Sea Zone 39"))
    assert away.count("Sea Zone 39") == {"usa carrier": 1, "uk fighter*": 1}
    assert away.count() == {"usa fighter": 1, "japan destroyer": 1}
    sunk = table(1).do("usa", Casualties(destroyed=force("usa", carrier=1)))
    sunk.do("usa", Retreat())
    assert sunk.count() == {"usa fighter": 1, "japan destroyer": 1}


# retreats


@pytest.mark.rule("1941.retreat.sea-friendly-at-start")
@pytest.mark.rule("1941.retreat.no-origin-no-retreat")
@pytest.mark.rule("1941.retreat.none-possible")
def test_where_ships_cannot_retreat_to() -> None:
    def table(routes: tuple[tuple[str, ...], ...], hostile: tuple[str, ...] = ()) -> Table:
        return Table(
            "Sea Zone 16",
            "uk",
            force("uk", battleship=1, fighter=1),
            force("germany", battleship=1, carrier=1),
            dice=[6, 6, 6, 6, 1, 6],
            routes=routes,
            hostile=hostile,
        )

    # nothing is asked after round 1; in round 2 the defender chooses a loss
    here = table((("Sea Zone 16",),))
    assert here.asked == [("germany", "casualties")]
    assert here.refused("uk", Retreat("Sea Zone 15")) == "1941.retreat.no-origin-no-retreat"
    assert here.refused("uk", Retreat()) == "1941.retreat.none-possible"
    barred = table((("Sea Zone 15", "Sea Zone 16"),), hostile=("Sea Zone 15",))
    assert barred.refused("uk", Retreat("Sea Zone 15")) == "1941.retreat.sea-friendly-at-start"


@pytest.mark.rule("1941.canal.all-sea-units-and-retreats")
def test_no_retreat_through_a_closed_canal() -> None:
    passage = next(p for p in WORLD.board.passages if p.banks)
    a, b = passage.between
    table = Table(
        b,
        "uk",
        force("uk", battleship=1),
        force("japan", battleship=1, carrier=1),
        dice=[6, 6, 6, 1],
        routes=((a, b),),
        control=dict.fromkeys(passage.banks, "japan"),
    )
    assert table.refused("uk", Retreat(a)) == "1941.canal.all-sea-units-and-retreats"


@pytest.mark.rule("1941.casualty.eligibility")
def test_a_carrier_hit_may_go_to_a_submarine_or_a_fighter() -> None:
    table = Table("Sea Zone 9", "uk", force("uk", carrier=2), carrier("germany", "germany"),
                  force("germany", submarine=1), dice=[6, 1, 6]).do("germany", Submerge(0))  # fmt: skip
    choices = [action for action in fight.legal(WORLD, table.state, "germany") if isinstance(action, Casualties)]
    named = [action.destroyed[0][0].unit for action in choices if action.destroyed]
    assert sorted(named) == ["carrier", "fighter", "submarine"]


def test_low_luck_at_sea_keeps_apart_what_has_different_targets() -> None:
    table = Table(
        "Sea Zone 9",
        "uk",
        force("uk", fighter=2, battleship=2),
        force("germany", submarine=1, carrier=1),
        dice=[6, 2, 6],
        options={"low-luck": True},
        routes=(("Sea Zone 10", "Sea Zone 9"),),
    ).do("germany", Submerge(0))
    # the strike of 1 rolls a 6; fighters 6 = one hit; battleships 8 = one hit, another on 2 or less
    assert [(h.volley, h.count) for h in table.events(Rolled)[1].hits] == [("air", 1), ("other", 2)]


def test_a_log_alone_rebuilds_the_state() -> None:
    table = Table(
        "Sea Zone 9",
        "germany",
        force("germany", submarine=2, fighter=1),
        carrier("uk", "uk"),
        force("uk", transport=1),
        dice=[1, 6, 6, 6],
    )
    table.do("germany", Submerge(1))
    assert table.replay() == table.state
