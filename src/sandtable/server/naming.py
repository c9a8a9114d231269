"""Names: which are valid, which look alike, which are reserved."""

import unicodedata
from http import HTTPStatus

from sandtable.bots import registry
from sandtable.server.problems import Trouble
from sandtable.server.storage.accounts import folded
from sandtable.server.storage.handover import FORMER

SHORTEST, LONGEST = 2, 24
BETWEEN = " .-_'"
"""Characters allowed between the letters of a name."""
MARKS = 2
"""Accents allowed on one letter."""
_FILLERS = (0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0)
UNSEEN = frozenset((*_FILLERS, *range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))
"""Invisible characters: joiners, fillers, variation selectors."""
PLAYERS_OF_NO_ACCOUNT = frozenset({FORMER, "standing", "clock", "imported"})
"""Names in the log where no person decided."""
EAST_ASIAN = frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "IDEOGRAPHIC", "HANGUL", "BOPOMOFO"})
"""Scripts that are mixed: they count as one."""
SCRIPTS = EAST_ASIAN.union(
    ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "HEBREW", "ARABIC", "THAANA", "ETHIOPIC", "DEVANAGARI"),
    ("BENGALI", "GURMUKHI", "GUJARATI", "ORIYA", "TAMIL", "TELUGU", "KANNADA", "MALAYALAM", "SINHALA", "TIBETAN"),
    ("THAI", "LAO", "MYANMAR", "KHMER"),
)
"""Scripts in everyday use. Others have letters that look like Latin ones, and hardly any readers."""
MORE_LATIN = frozenset(
    "\u00e6\u0153\u00f8\u0142\u0111\u00f0\u00fe\u00df\u014b\u0259\u0131\u0127\u0167\u0253\u0257\u0199\u01b4\u025b\u0254\u0256"
)
"""Latin letters of living languages that are no ASCII letter with an accent."""


def tidy(name: str) -> str:
    """A normalized name: composed letters, single spaces. Ends the request if it isn't valid.

    >>> tidy("  Anna   Mu\\u0308ller ")
    'Anna M\u00fcller'
    """
    found = " ".join(unicodedata.normalize("NFKC", name).split())
    if not SHORTEST <= len(found) <= LONGEST:
        raise _bad(f"A name must have {SHORTEST} to {LONGEST} letters.")
    kinds = [unicodedata.category(letter)[0] for letter in found]
    known = all(
        kind in "LM" or letter.isdecimal() or letter in BETWEEN for kind, letter in zip(kinds, found, strict=True)
    )
    if not known or kinds[0] not in "LN" or kinds[-1] not in "LMN":
        raise _bad("Use letters and digits, with spaces or . - _ ' between them")
    if any(ord(letter) in UNSEEN for letter in found) or "M" * (MARKS + 1) in "".join(kinds):
        raise _bad("This name has invisible characters or too many accents. Leave them out.")
    if len(scripts(found)) > 1:
        raise _bad("Use one alphabet: this name mixes letters that look alike.")
    strange = next((letter for letter in found if letter.isalpha() and not _is_usual(letter)), "")
    if strange:
        raise _bad(f"{strange!r} looks like another letter. Use letters from a keyboard.")
    if folded(found) in {folded(one) for one in (*PLAYERS_OF_NO_ACCOUNT, *registry.names())}:
        raise taken(found)
    return found


def taken(name: str) -> Trouble:
    return Trouble.of(HTTPStatus.CONFLICT, f"The name {name!r} is taken. Choose another.", "name-taken")


def scripts(name: str) -> frozenset[str]:
    """The scripts a name is written in.

    >>> sorted(scripts("Anna 7")), sorted(scripts("\u0410nna"))
    (['LATIN'], ['CYRILLIC', 'LATIN'])
    """
    found = {_script(letter) for letter in name if letter.isalpha()}
    return frozenset("EAST ASIAN" if one in EAST_ASIAN else one for one in found)


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def _is_usual(letter: str) -> bool:
    """Whether a letter is one that people write, and no imitation of one."""
    if _script(letter) != "LATIN":
        return _script(letter) in SCRIPTS
    return unicodedata.normalize("NFD", letter)[0].isascii() or letter.lower() in MORE_LATIN


_CYRILLIC = (
    "\u0430\u0432\u0435\u0437\u0456\u0458\u043a\u043c\u043d\u043e\u0440"
    "\u0441\u0442\u0443\u0445\u0455\u0501\u0475\u04bb\u051b\u051d\u0433"
)
_GREEK = "\u03b1\u03b2\u03b5\u03b6\u03b7\u03b9\u03ba\u03bc\u03bd\u03bf\u03c1\u03c3\u03c4\u03c5\u03c7\u03c9"
_ARMENIAN = "\u0585\u057d\u0578\u0566\u0570\u0581\u0584"
LOOKS_LIKE = str.maketrans(
    f"01\u0131\u0142{_CYRILLIC}{_GREEK}{_ARMENIAN}",
    "olil" + "abe3ijkmhopctyxsdvhqwr" + "abeznikuvopotuxw" + "ounqhgf",
)
"""Letters of other scripts, and digits, that look like Latin letters."""
GREEK_CAPITALS = str.maketrans(
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7",
    "ABEZHIKMNOPTYX",
)
"""Capitals that look like Latin ones, while their small letters look like others."""


def skeleton(name: str) -> str:
    """What a name looks like at a glance: names with the same skeleton look alike.

    >>> skeleton("\u0421\u041e\u0421\u041e") == skeleton("Coco"), skeleton("Bill 10") == skeleton("BilI lO")
    (True, True)
    >>> skeleton("\u0397\u0391\u039d\u039d\u0391") == skeleton("Hanna")
    True
    >>> skeleton("M\u00fcller") == skeleton("Muller")
    False
    """
    digits = "".join(str(unicodedata.decimal(one)) if one.isdecimal() else one for one in name)
    plain = folded(digits.translate(GREEK_CAPITALS)).translate(LOOKS_LIKE).casefold()
    joined = "".join(letter for letter in plain if letter not in BETWEEN)
    return joined.replace("i", "l").replace("rn", "m").replace("vv", "w")


def _bad(why: str) -> Trouble:
    return Trouble.of(HTTPStatus.BAD_REQUEST, why, "bad-name")
