"""The battle strip: the steps of a round, in order, for each kind of battle."""

from collections.abc import Iterator

from msgspec.structs import replace

from sandtable.area.battle.sequence import AnyStep, RoundEnd, Volley, Who
from sandtable.area.units import Ability
from sandtable.area.world import World
from sandtable.core.wording import sentence
from sandtable.printing.flow import LEADING, Block, column_width, heading, sheets, space
from sandtable.printing.grid import head, row
from sandtable.printing.letters import wrapped
from sandtable.printing.sheet import MARK, PALE, RULE, TEXT, Sheet, words

SIDES = {"attack": ("Attacker", "#972a20"), "defend": ("Defender", "#3d5a80")}
KINDS = {"land": "Battle on land", "sea": "Battle at sea"}
IDLE: frozenset[Ability] = frozenset({"noncombatant", "prize", "factory"})
LOSSES = {
    "behind": "Those who are hit can still fire until they are removed.",
    "removed": "Those who are hit leave at once.",
    "pending": "Losses are taken in a later step.",
}


def battles(world: World, parent: World | None = None) -> Iterator[Sheet]:
    """All kinds of battles, and what each unit hits on. Steps that are not as in the parent game are marked."""
    room = column_width(1)
    blocks: list[Block] = []
    for name, sequence in world.sequences.sequences.items():
        blocks += heading(KINDS.get(name, name.replace("-", " ").capitalize()), room)
        known = parent.sequences.sequences.get(name) if parent is not None else None
        before = known.steps if known is not None else ()
        blocks += [_box(world, step, room, parent is not None and step not in before) for step in sequence.steps]
        blocks.append(space(3))
    blocks += [*heading("What each unit hits on", room), *_strip(world, room)]
    yield from sheets("battles", "Battle strip", blocks)


def _box(world: World, step: AnyStep, room: float, marked: bool) -> Block:
    side, colour = SIDES.get(_side(step), ("Both", PALE))
    told = _told(world, step)
    lines = wrapped(told, room - 42, 3.1) if told else []
    height = 8.0 + len(lines) * 3.1 * LEADING
    drawn = [
        f'<rect x=".2" y=".2" width="{room - 0.4:.2f}" height="{height - 1.4:.2f}" rx="1.5" '
        f'fill="#fff" stroke="{RULE}" stroke-width=".3"/>',
        f'<rect x=".2" y=".2" width="11.8" height="{height - 1.4:.2f}" rx="1.5" fill="{colour}"/>',
        words(str(step.number), 6.1, height / 2 + 0.9, 4.6, "Bold", colour="#fff", anchor="middle"),
        words(step.name, 15, 5, 3.7, "Semibold", colour=MARK if marked else TEXT),
        words(side, room - 3, 5, 3, colour=colour, anchor="end"),
        *(
            words(line, 15, 9.2 + n * 3.1 * LEADING, 3.1, colour=MARK if marked else PALE)
            for n, line in enumerate(lines)
        ),
    ]
    return Block(height, "".join(drawn))


def _side(step: AnyStep) -> str:
    return step.retreat or "" if isinstance(step, RoundEnd) else getattr(step, "side", "")


def _told(world: World, step: AnyStep) -> str:
    """The details of a step, besides its name."""
    said: list[str] = []
    if step.only_round:
        said.append(f"Only in round {step.only_round}.")
    who = getattr(step, "who", None)
    if isinstance(who, Who) and who != Who() and (names := _names(world, who)):
        said.append(f"Who: {names}.")
    for key, when in (("if_enemy", "Only if the enemy has"), ("unless_enemy", "Not if the enemy has")):
        ability: Ability | None = getattr(step, key, None)
        if ability is not None:
            said.append(
                sentence(f"{when} {_names(world, Who(ability=ability)) or f'a unit with the ability {ability}'}")
            )
    if isinstance(step, Volley):
        said.append(LOSSES[step.losses])
    if isinstance(step, RoundEnd):
        said.append("The attacker may retreat." if step.retreat else "Nobody retreats.")
    return " ".join(said)


def _names(world: World, who: Who) -> str:
    """The units meant. Buildings and units that never fight are named only if there are no others."""
    kinds = [kind for kind in world.units.values() if who.takes(kind)]
    fighting = [kind for kind in kinds if kind.kind != "facility" and not {*kind.abilities} & IDLE]
    return ", ".join(kind.plural for kind in fighting or kinds)


def _strip(world: World, room: float) -> Iterator[Block]:
    """Units by hit number: they hit on that number or less."""
    half = (room - 18) / 2
    widths = (18.0, half, half)
    yield from head(("Roll", "Attack", "Defense"), widths, frozenset({0}))
    highest = max((max(kind.attack, kind.defense) for kind in world.units.values()), default=0)
    for number in range(1, highest + 1):
        attack = ", ".join(kind.name for kind in world.units.values() if kind.attack == number)
        defense = ", ".join(kind.name for kind in world.units.values() if kind.defense == number)
        label = "1" if number == 1 else f"1 to {number}"
        if attack or defense:
            line = row((label, attack, defense), widths, centred=frozenset({0}))
            yield replace(line, keep=number < highest)
