"""Wording helpers shared by all games, for sentences and screens."""

from collections.abc import Iterable

_WITH_ARTICLE = (
    "Union",
    "Kingdom",
    "States",
    "Republic",
    "Empire",
    "Commonwealth",
    "Netherlands",
    "Indies",
    "Axis",
    "Allies",
)


def the(name: str) -> str:
    """A power's name with its article, if it has one.

    >>> the("Germany"), the("Soviet Union"), the("Allies")
    ('Germany', 'the Soviet Union', 'the Allies')
    """
    return f"the {name}" if name.rsplit(maxsplit=1)[-1] in _WITH_ARTICLE else name


def having(name: str) -> str:
    """The beginning of a sentence about what a power or a side has.

    >>> having("Germany"), having("Allies"), having("Soviet Union")
    ('Germany has', 'The Allies have', 'The Soviet Union has')
    """
    return f"{capital(the(name))} {'have' if name == 'Allies' else 'has'}"


def possessive(name: str) -> str:
    """A name as the owner of something.

    >>> possessive("Germany"), possessive("the United States")
    ("Germany's", "the United States'")
    """
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def an(word: str) -> str:
    """A word with its indefinite article.

    >>> an("tank"), an("infantry"), an("American"), an("British")
    ('a tank', 'an infantry', 'an American', 'a British')
    """
    return f"{'an' if word[:1] in 'AEIOaeio' else 'a'} {word}"


def capital(text: str) -> str:
    """A text that begins with a capital letter; the other letters stay as they are.

    >>> capital("tanks"), capital("AAA")
    ('Tanks', 'AAA')
    """
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Capitalize the first letter and end with a full stop.

    >>> sentence("the Soviet Union orders nothing")
    'The Soviet Union orders nothing.'
    """
    if text[:1].islower():
        text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."


def listed(parts: Iterable[str], last: str = "and") -> str:
    """A list in words.

    >>> listed(["Kiev"]), listed(["Kiev", "Minsk", "Riga"])
    ('Kiev', 'Kiev, Minsk and Riga')
    """
    known = list(parts)
    return f" {last} ".join([", ".join(known[:-1]), known[-1]] if len(known) > 1 else known)


def times(count: float, one: str, many: str = "") -> str:
    """A number of things.

    >>> times(1, "hit"), times(2, "hit"), times(3, "die", "dice")
    ('1 hit', '2 hits', '3 dice')
    """
    return f"{count} {one if count == 1 else many or one + 's'}"
