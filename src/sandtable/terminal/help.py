"""Help pages, one for each thing a player might want to do."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sandtable.area.battle import aiming, breaking_off, casualty_choice, partial_retreat, submerging, withdrawing
from sandtable.area.family import AreaGame
from sandtable.area.phases import combat, combat_move, mobilize, noncombat_move, purchase
from sandtable.area.state import AreaState
from sandtable.core.decision import Decision
from sandtable.terminal.board_view import inset, plain_table
from sandtable.terminal.part_orders import all_examples, examples
from sandtable.terminal.questions import answered_with

Lines = tuple[tuple[str, str], ...]
"""Commands and what they do."""

SPECIAL = "in this game"
"""The page for what only this game has."""

PAGES: dict[str, Lines] = {
    "looking": (
        ("status", "money, income, capitals; whose turn it is"),
        ("board [POWER]", "territories and fleets, of all or of one power"),
        ("map POWER", "where a power's units are"),
        ("seas", "the fleets"),
        ("look SPACE", "one space and what is next to it"),
        ("reach tank in Ukraine", "how far a unit can go, and what is refused"),
        ("units", "prices and strengths"),
        ("battle", "the current battle"),
        ("aims", "war and peace, objectives and victory, and what is missing; or 'aims japan'"),
        ("story [ROUND]", "what happened this turn, or in a round"),
    ),
    "purchase": (
        ("buy 2 infantry, tank", "the whole purchase; a new one replaces it"),
        ("buy nothing", "take it back"),
    ),
    "moving": (
        ("move 2 infantry from Ukraine to West Russia", "land, sea and air alike"),
        ("move all from A to B", "every unit that can go there"),
        ("move tank from A to C via B", "when the route matters (blitz)"),
        ("move destroyer from 5 to 9 attack", "attack submarines and transports"),
        ("attack with destroyer in sz 9", "where it already is"),
        ("move battleship from 8 to 7 assault Norway", "take part in a landing"),
        ("ship transport from sz 6 load 2 infantry from United Kingdom to sz 7 land Western Europe", "a voyage"),
        (
            "ship transport[infantry] from 6 land Norway",
            "'ashore infantry' lands only some; 'at sz 7' loads there",
        ),
        ("... land Norway ashore infantry land Western Europe ashore infantry", "two coasts, where a game has it"),
        ("raid bomber from United Kingdom to Germany", "bomb a factory"),
        (
            "mission counter-air fighter from A to B",
            "or bombing, night bombing, interdiction",
        ),
        ("support with battleship in sz 7 for Norway", "which landing a battleship fires for"),
        ("board infantry from United Kingdom in sz 6 on usa", "a partner's transport"),
        ("disembark infantry from sz 6 on usa to Norway", "and off it, on a later turn"),
        ("land fighter in sz 45 on japan", "choose the carrier"),
        ("move fighter from usa carrier from sz 42 to Hawaii", "take off from a partner's carrier"),
        ("room usa no", "stop lending a partner your carriers and transports"),
    ),
    "combat": (
        ("fight Karelia", "which battle is next"),
        ("fight / ignore", "submarines and transports in a landing zone"),
        ("submerge 1", "or all, or none"),
        ("withdraw 1 to SPACE", "submarines that leave a battle; or all, or none"),
        ("go ashore / stay aboard", "a landing after a sea battle"),
        ("lose 2 infantry", "or 'lose default'"),
        ("damage battleship", "or 'lose infantry, damage battleship'"),
        ("press / retreat to SPACE", "after a round"),
        ("aim 2 at destroyer, 1 at transport", "shots that can be aimed; or 'aim default'"),
        ("pull 2 infantry to A; fighter to B", "some units retreat; 'pull all to A', 'stay'"),
        ("land fighter to SPACE", "a stranded defender"),
    ),
    "placing": (
        ("place 2 infantry in Germany", "at an industrial complex; ships beside it"),
        ("place all in Germany", "everything that was bought"),
        ("place destroyer in sz 6 from United Kingdom", "which complex to charge"),
    ),
    "the table": (
        ("done", "end the phase"),
        ("undo", "undo the last decision, back to the last roll"),
        ("rule blitz", "what the book says; 'rule' alone lists the topics"),
        ("why", "the rule of the last refusal, in full"),
        ("save FILE / load FILE", "save a game, resume one"),
        ("concede", "concede the game"),
        ("quit", "leave; you can save the game"),
    ),
}
"""Commands and their meaning, by page."""

_FOR_KIND = {
    aiming.ASKS: ("combat",),
    partial_retreat.ASKS: ("combat",),
    purchase.ASKS: ("purchase",),
    combat_move.ASKS: ("moving",),
    noncombat_move.ASKS: ("moving",),
    mobilize.ASKS: ("placing",),
    combat.FIGHTS: ("combat",),
    combat.ENGAGES: ("combat",),
    submerging.ASKS: ("combat",),
    withdrawing.ASKS: ("combat",),
    combat.LANDS: ("combat",),
    casualty_choice.ASKS: ("combat",),
    breaking_off.ASKS: ("combat",),
    noncombat_move.RELANDS: ("combat",),
}


def help_page(game: AreaGame, state: AreaState, decision: Decision, topic: str) -> RenderableType:
    """Help on a topic; by default, on the current decision and on looking around."""
    pages: dict[str, Lines] = dict(PAGES)
    special = all_examples(game) if topic else examples(game, state, decision.seat)
    if special:
        pages[SPECIAL] = special
    if topic and topic not in ("all", "everything"):
        pages = {
            page: lines
            for page, lines in pages.items()
            if topic in page or any(topic in line[0] for line in lines)
        }
    elif not topic:
        due = (*_FOR_KIND.get(decision.kind, ()), SPECIAL, "looking", "the table")
        pages = {page: pages[page] for page in due if page in pages}
    if not pages:
        return Text(f"No help on {topic!r}. There is help on: {', '.join((*PAGES, SPECIAL))}, all.")
    parts: list[RenderableType] = []
    for page, lines in pages.items():
        parts += [Text(page, style="bold"), inset(_lines(lines))]
    if not topic:
        commands = (command for command, _ in special)
        now = answered_with(game, decision.kind) or " · ".join((*commands, "done"))
        parts.append(Text(f"Now: {now}", style="cyan"))
        parts.append(
            Text(
                "More: help all, help moving, help combat. Names may be short: 'wr' or 'west r', 'sz6' or '6'.",
                style="dim",
            )
        )
    return Group(*parts)


def _lines(lines: Lines) -> Table:
    table = plain_table("", "", header=False)
    table.columns[0].ratio, table.columns[1].ratio = 3, 2
    for command, meaning in lines:
        table.add_row(Text(command, style="cyan"), meaning)
    return table
