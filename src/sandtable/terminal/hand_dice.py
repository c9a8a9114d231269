"""Real dice: the program says whose dice to roll, and a person types them in."""

from random import Random

from sandtable.area.actions import AreaAction
from sandtable.area.events import Rolled
from sandtable.area.family import AreaGame
from sandtable.area.forces import Power
from sandtable.area.state import AreaState
from sandtable.area.wording import unit_name
from sandtable.core.dice import AskForDice, HandDice


class RealDice(HandDice):
    """Hand dice that remember the rolls of the current action."""

    def __init__(self, ask: AskForDice) -> None:
        super().__init__(ask)
        self.fallen: list[int] = []

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        faces = super().roll(count, sides)
        self.fallen.extend(faces)
        return faces


class _Guess:
    """The dice rolled so far, then arbitrary ones: who rolls next doesn't depend on the next roll."""

    def __init__(self, fallen: list[int]) -> None:
        self._fallen = list(fallen)
        self._random = Random(0)

    def roll(self, count: int, sides: int = 6) -> tuple[int, ...]:
        known, self._fallen = self._fallen[:count], self._fallen[count:]
        return tuple(known) + tuple(self._random.randint(1, sides) for _ in range(count - len(known)))


def whose_roll(game: AreaGame, state: AreaState, seat: Power, action: AreaAction, fallen: list[int]) -> str:
    """Whose dice are rolled next: ``West Russia, attackers: 3 infantry, hit on 1``."""
    seen = 0
    for event in game.decide(state, seat, action, _Guess(fallen)):
        if not isinstance(event, Rolled):
            continue
        for fire in event.fire:
            if fire.dice and seen == len(fallen):
                count = fire.units or len(fire.dice)
                who = f"{count} {unit_name(game.world, fire.unit, count)}"
                need = "one die for what remains" if fire.units else f"hit on {_up_to(fire.value)}"
                side = "attackers" if event.side == "attack" else "defenders"
                return f"{event.space}, {side}: {who}, {need}"
            seen += len(fire.dice)
    return ""


def _up_to(value: int) -> str:
    return "1" if value == 1 else f"{value} or less"
