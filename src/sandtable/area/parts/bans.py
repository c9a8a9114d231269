"""Bans: what some powers may not buy, build or do, and limits on how many units of a type may be in play."""

from collections.abc import Iterable, Mapping

import msgspec

from sandtable.area.actions import Action, Order
from sandtable.area.forces import Power
from sandtable.area.part import Part
from sandtable.area.requirements.fitting import misfits
from sandtable.area.requirements.judging import Case, holds
from sandtable.area.requirements.kinds import Requirements
from sandtable.area.state import AreaState
from sandtable.area.world import World
from sandtable.core.datafile import Misfit
from sandtable.core.refusal import Refusal
from sandtable.core.wording import an

Names = tuple[str, ...]


class Ban(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that powers may not do."""

    powers: Names
    """The powers."""
    rule: str
    """The rule that says so."""
    units: Names = ()
    """Units they may not buy or, if ``within`` is set, may not build there."""
    within: Names = ()
    """Territories where they may not build the units."""
    actions: Names = ()
    """Actions they may not take at all."""
    when: Requirements = ()
    """While these hold."""


class Quota(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit type that only one power has, and how many may be in play."""

    power: Power
    """The power."""
    rule: str
    """The rule that says so."""
    most: int = 0
    """The most on the board and waiting to be placed; 0: any number."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Bans and quotas."""

    bans: tuple[Ban, ...] = ()
    """What some powers may not do."""
    quotas: Mapping[str, Quota] = {}
    """Unit types that only one power has."""


class Bans(Part[Settings]):
    """Bans and quotas for some powers."""

    name = "bans"
    Settings = Settings

    def rules(self) -> Iterable[str]:
        return (*(b.rule for b in self.settings.bans), *(q.rule for q in self.settings.quotas.values()))

    def problems(self, world: World) -> Iterable[str | Misfit]:
        powers = (*world.powers, *world.game.sides)
        lands = (*world.board.territories, *world.board.regions)
        actions = [str(action.__struct_config__.tag) for action in world.parts.by_action]
        for ban in self.settings.bans:
            pairs = ((ban.powers, powers), (ban.units, world.units), (ban.within, lands), (ban.actions, actions))
            for names, known in pairs:
                for name in names:
                    if name not in known:
                        yield Misfit(self.file, f"unknown name {name!r}", name, tuple(known), ("bans",))
            yield from misfits(world, self.file, ban.when, ("bans",))
        for unit, quota in self.settings.quotas.items():
            if unit not in world.units:
                yield Misfit(self.file, f"unknown unit {unit!r}", unit, world.units, ("quotas",))
            if quota.power not in powers:
                yield Misfit(self.file, f"unknown power {quota.power!r}", quota.power, powers, ("quotas",))

    def _applies(self, world: World, state: AreaState, power: Power, ban: Ban) -> bool:
        case = Case(world, state, power)
        return power in case.powers(ban.powers) and holds(case, ban.when)

    def sells(self, world: World, state: AreaState, power: Power, unit: str) -> Refusal | None:
        for ban in self.settings.bans:
            if unit in ban.units and not ban.within and self._applies(world, state, power, ban):
                return world.refuse_by(ban.rule, f"{world.the(power)} can't buy {world.units[unit].plural}.")
        quota = self.settings.quotas.get(unit)
        if quota is not None and power != quota.power:
            return world.refuse_by(quota.rule, f"{world.the(power)} can't have {world.units[unit].plural}.")
        return None

    def builds(self, world: World, state: AreaState, power: Power, unit: str, territory: str) -> Refusal | None:
        for ban in self.settings.bans:
            banned = unit in ban.units and territory in world.board.named(ban.within)
            if banned and self._applies(world, state, power, ban):
                return world.refuse_by(
                    ban.rule, f"{world.the(power)} can't build {an(world.units[unit].name)} there."
                )
        return None

    def forbids(self, world: World, state: AreaState, power: Power, action: Action) -> Refusal | None:
        name = str(type(action).__struct_config__.tag)
        for ban in self.settings.bans:
            if name in ban.actions and self._applies(world, state, power, ban):
                return world.refuse_by(ban.rule, f"{world.the(power)} may not do that.")
        if isinstance(action, Order):
            for unit, count in action.units.items():
                quota = self.settings.quotas.get(unit)
                if quota is not None and quota.most and in_play(state, power, unit) + count > quota.most:
                    why = f"At most {quota.most} {world.units[unit].plural} may be in play."
                    return world.refuse_by(quota.rule, why)
        return None


def in_play(state: AreaState, power: Power, unit: str) -> int:
    """How many units of a type a power has on the board, including cargo."""
    return sum(
        count
        for pieces in state.stacks.values()
        for piece, count in pieces
        for one in (piece, *piece.cargo)
        if one.power == power and one.unit == unit
    )


PART = Bans
