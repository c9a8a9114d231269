"""Help at the table: a page for each thing that a player might want to do."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from sandtable.terminal.board_view import inset, plain_table
from sandtable.terminal.questions import WORDS

PAGES: dict[str, tuple[tuple[str, str], ...]] = {
    "looking": (
        ("status", "money, income, capitals; whose turn it is"),
        ("board [POWER]", "territories and fleets, of all or of one power"),
        ("map POWER", "where a power's units stand"),
        ("seas", "the fleets"),
        ("look SPACE", "one space and what is next to it"),
        ("reach tank in Ukraine", "how far a unit can go, and what is refused"),
        ("units", "prices and strengths"),
        ("battle", "the battle that is being fought"),
        ("story [ROUND]", "what happened this turn, or in a round"),
    ),
    "purchase": (
        ("buy 2 infantry, tank", "the whole order; a new one replaces it"),
        ("buy nothing", "take it back"),
        ("research 2", "two dice for new weapons, before you buy (where a game has them)"),
    ),
    "teams": (
        ("aid 5 to ussr", "money for a partner, when income has come in"),
        ("research 2 rockets, 1 jet plane", "dice for weapons that are named; 'research nothing'"),
        ("repair battleship in sz 5", "for what a die says"),
        ("scorch Ukraine", "destroy one's own factory; 'scorch nothing'"),
        ("mission counter-air fighter from A to B", "or bombing, night bombing, interdiction"),
        ("rocket from A at B", "fired before the combats"),
        ("halt destroyer", "which ships submarines have stopped"),
        ("support with fighter from A to B", "in the enemy's turn: defend the next space"),
        ("reinforce with 2 infantry from A to B", "in the enemy's turn: go there when combats are over"),
        ("recall", "take these orders back"),
        ("bomb factory with 1", "the other bombers attack the income"),
        ("keep 2 infantry", "which reinforcements stay when roads are bombed"),
        ("aim 2 at destroyer, 1 at transport", "or 'aim default'"),
        ("pull 2 infantry to A; fighter to B", "some units leave the battle; 'pull all to A', 'stay'"),
        ("airlift infantry by bomber from A to B", "in the noncombat move"),
    ),
    "moving": (
        ("move 2 infantry from Ukraine to West Russia", "land, sea and air alike"),
        ("move all from A to B", "everybody who can go there"),
        ("move tank from A to C via B", "when the way matters (blitz)"),
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
        ("support with battleship in sz 7 for Norway", "which landing a battleship fires for"),
        ("board infantry from United Kingdom in sz 6 on usa", "a partner's transport"),
        ("disembark infantry from sz 6 on usa to Norway", "and off it, on a later turn"),
        ("land fighter in sz 45 on japan", "choose the carrier"),
        ("move fighter from usa carrier from sz 42 to Hawaii", "take off from a partner's carrier"),
        ("room usa no", "deny a partner one's carriers and transports"),
    ),
    "combat": (
        ("fight Karelia", "which combat is next"),
        ("fight / ignore", "submarines and transports in a landing zone"),
        ("submerge 1", "or all, or none"),
        ("withdraw 1 to SPACE", "submarines that leave a battle; or all, or none"),
        ("go ashore / stay aboard", "a landing after a sea battle"),
        ("rocket from A at B", "from a gun at a factory"),
        ("lose 2 infantry", "or 'lose default'"),
        ("damage battleship", "or 'lose infantry, damage battleship'"),
        ("press / retreat to SPACE", "after a round"),
        ("land fighter to SPACE", "a stranded defender"),
    ),
    "placing": (
        ("place 2 infantry in Germany", "at an industrial complex; ships beside it"),
        ("place all in Germany", "everything that was bought"),
        ("place destroyer in sz 6 from United Kingdom", "which complex to charge"),
    ),
    "the table": (
        ("done", "end the phase"),
        ("undo", "take the last decision back, up to the last die"),
        ("rule blitz", "what the book says; 'rule' alone lists the topics"),
        ("why", "the rule of the last refusal, in full"),
        ("save FILE / load FILE", "keep a game, go on with one"),
        ("concede", "give the game up"),
        ("quit", "leave; the game can be kept"),
    ),
}
"""Command and meaning, by page."""

_FOR_KIND = {
    "aid": ("teams",),
    "passive": ("teams",),
    "interdiction": ("teams",),
    "bomb": ("teams",),
    "pin": ("teams",),
    "develop": ("teams",),
    "aim": ("teams", "combat"),
    "pull-back": ("teams", "combat"),
    "purchase": ("purchase",),
    "combat-move": ("moving",),
    "noncombat-move": ("moving",),
    "mobilize": ("placing",),
    "fight": ("combat",),
    "engage": ("combat",),
    "submerge": ("combat",),
    "withdraw": ("combat",),
    "landing": ("combat",),
    "rocket": ("combat",),
    "overflight": ("combat",),
    "casualties": ("combat",),
    "retreat": ("combat",),
    "reland": ("combat",),
}


def help_page(topic: str, kind: str) -> RenderableType:
    """Help on a topic; without one, on the decision that is due, and on looking around."""
    if topic in ("all", "everything"):
        pages = tuple(PAGES)
    elif topic:
        pages = tuple(page for page in PAGES if topic in page or any(topic in line[0] for line in PAGES[page]))
    else:
        pages = (*_FOR_KIND.get(kind, ()), "looking", "the table")
    if not pages:
        return Text(f"No help on {topic!r}. There is help on: {', '.join(PAGES)}, all.")
    parts: list[RenderableType] = []
    for page in pages:
        parts += [Text(page, style="bold"), inset(_page(page))]
    if not topic:
        now = WORDS.get(kind, "")
        parts.append(Text(f"Now: {now}", style="cyan"))
        parts.append(
            Text(
                "More: help all, help moving, help combat. Names may be short: 'wr' or 'west r', 'sz6' or '6'.",
                style="dim",
            )
        )
    return Group(*parts)


def _page(page: str) -> Table:
    table = plain_table("", "", header=False)
    table.columns[0].ratio, table.columns[1].ratio = 3, 2
    for command, meaning in PAGES[page]:
        table.add_row(Text(command, style="cyan"), meaning)
    return table
