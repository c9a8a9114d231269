"""Raids: bombers fly over an enemy factory instead of fighting for its territory, and its owner pays.

The order to fly there belongs to the family (:class:`~sandtable.area.actions.Raid`), since it moves units like
any other. This part decides which units may raid what, and the result. Games with missions use the part
``missions`` instead.
"""

from collections.abc import Iterable
from typing import ClassVar

from sandtable.area.battle import fight
from sandtable.area.events import Fire, SiteClosed
from sandtable.area.factories import has_factory
from sandtable.area.forces import Power
from sandtable.area.part import NoSettings, Part, PartEvent
from sandtable.area.state import AreaState, Battle, Site
from sandtable.area.status import hostile_land
from sandtable.area.unfold import Unfolding
from sandtable.area.units import UnitType
from sandtable.area.updates import paid
from sandtable.area.wording import faces, money, the
from sandtable.area.world import World
from sandtable.core.guide import FACES, Throw
from sandtable.core.refusal import Refusal
from sandtable.core.wording import capital

SEQUENCE = "raid"
"""The battle sequence of a raid."""


class Bombed(PartEvent, frozen=True):
    """Bombs fall on a factory: ``amount`` is what its owner pays."""

    dice_at: ClassVar[tuple[str, ...]] = ("fire.dice",)

    space: str
    owner: Power
    fire: tuple[Fire, ...]
    amount: int

    def evolve(self, world: World, state: AreaState) -> AreaState:
        return paid(state, self.owner, self.amount)

    def throws(self, world: World, state: AreaState) -> tuple[Throw, ...]:
        if state.battle is None:
            return ()
        return (Throw(state.battle.attacker, "damage", self.space, self.rolled(), FACES),)

    def tell(self, world: World, state: AreaState) -> str:
        loser = the(world.name(self.owner))
        return f"bombs on {self.space}: {faces(self.rolled())}, {loser} loses {money(self.amount)}"


class Raids(Part[NoSettings]):
    """Bombers raid factories."""

    name = "raids"
    missions = ("",)
    events = (Bombed,)
    citations = ("raid.bombers-only", "raid.either-or", "raid.not-where-taken")

    def problems(self, world: World) -> Iterable[str]:
        if SEQUENCE not in world.sequences.sequences:
            yield f"battle.yaml declares no sequence {SEQUENCE!r}"

    def may_fly(self, unit: UnitType, mission: str) -> bool:
        return unit.can("bombs")

    def flies_over(
        self, world: World, state: AreaState, power: Power, unit: UnitType, mission: str, there: str
    ) -> Refusal | None:
        if mission:
            return world.refuse(
                "raid.bombers-only", "Bombers can only raid factories; there are no other missions."
            )
        if not self.may_fly(unit, mission):
            return world.refuse("raid.bombers-only", f"{capital(unit.plural)} can't raid.")
        if hostile_land(world, state.control, power, there) and has_factory(world, state, there):
            return None
        if hostile_land(world, state.turn.control, power, there) and has_factory(world, state, there):
            return world.refuse(
                "raid.not-where-taken", f"{there} has been captured: there's no enemy factory left to bomb."
            )
        return world.refuse("raid.bombers-only", f"There's no enemy factory in {there} to bomb.")

    def sites(self, world: World, state: AreaState, team: tuple[Power, ...]) -> Iterable[Site]:
        for space, pieces in state.stacks.items():
            if any(p.raiding and p.power in team for p, _ in pieces):
                yield Site(space, raid=True)

    def postpones(self, world: World, state: AreaState, site: Site) -> Refusal | None:
        if site.raid or not any(s.raid and s.space == site.space for s in state.turn.sites):
            return None
        return world.refuse(
            "combat.order-of-battles", f"Resolve the raid on {site.space} before the battle there."
        )

    def resolves(self, run: Unfolding, power: Power, site: Site) -> bool:
        if not site.raid:
            return False
        fight.begin_over(run, power, site.space, SEQUENCE)
        if run.state.battle is None:
            self.concludes(run, site.space, SEQUENCE)
        return True

    def arrives(self, run: Unfolding, battle: Battle) -> None:
        """Drop the surviving bombers' bombs, if an enemy still holds the factory."""
        world, state, space = run.world, run.state, battle.space
        if not hostile_land(world, state.control, battle.attacker, space):
            return
        counts: dict[str, int] = {}
        for piece, count in battle.attack.units:
            counts[piece.unit] = counts.get(piece.unit, 0) + count * world.type(piece).attack_dice
        fire = tuple(Fire(unit, 0, run.dice.roll(dice), 0) for unit, dice in counts.items())
        owner, total = state.control[space], sum(face for one in fire for face in one.dice)
        run.emit(Bombed(space=space, owner=owner, fire=fire, amount=min(total, state.treasury[owner])))

    def concludes(self, run: Unfolding, space: str, sequence: str) -> bool:
        if sequence != SEQUENCE:
            return False
        run.emit(SiteClosed(space=space, raid=True))
        return True


PART = Raids
