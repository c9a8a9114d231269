"""The texts of messages, in each language. The story itself comes from the game."""

from collections.abc import Mapping

from sandtable.server.wire.weeks import Language

ENGLISH = {
    "hello": "Hello {name},",
    "confirm.subject": "Is this your address?",
    "confirm.text": "Someone, probably you, asked for email about games on {site} at this address.",
    "confirm.do": "Yes, this is my address",
    "confirm.not": "If it wasn't you, do nothing. We won't email you again.",
    "turn.subject": "Your turn: {title}",
    "turn.text": "it's your turn in {title}. {headline}.",
    "turn.since": "Since your last move",
    "turn.since.all": "What has happened so far",
    "turn.nothing": "Nothing has happened yet. You go first.",
    "turn.more": "… and {n} lines before that.",
    "turn.left": "You have {time}.",
    "turn.do": "Go to the table",
    "turn.picture": "The map as you see it now",
    "reminder.subject": "{time} left: {title}",
    "reminder.text": "{title} is waiting for you. {headline}.",
    "out.subject": "Your time is up: {title}",
    "out.bot": "your time in {title} is up. A bot is playing your seat now. You can take it back at any time.",
    "out.loss": "your time in {title} is up. As agreed, you lose the game.",
    "out.mark": "your time in {title} is up. That was noted. The game is still waiting for you.",
    "over.subject": "Over: {title}",
    "over.text": "{title} is over. {headline}.",
    "digest.subject": "{n} games are waiting for you",
    "digest.subject.one": "A game is waiting for you",
    "digest.text": "these games are waiting for your move:",
    "days": "{n} days",
    "day": "a day",
    "hours": "{n} hours",
    "hour": "an hour",
    "foot": "You get this because you gave this address to {site}.",
    "stop": "Unsubscribe",
}
GERMAN = {
    "hello": "Hallo {name},",
    "confirm.subject": "Ist das deine Adresse?",
    "confirm.text": "Jemand, wahrscheinlich du, möchte Nachrichten von {site} an diese Adresse bekommen.",
    "confirm.do": "Ja, das ist meine Adresse",
    "confirm.not": "Warst du das nicht, brauchst du nichts zu tun: Wir schreiben dir nicht noch einmal.",
    "turn.subject": "Du bist am Zug: {title}",
    "turn.text": "in {title} bist du am Zug. {headline}.",
    "turn.since": "Seit deinem letzten Zug",
    "turn.since.all": "Was bisher geschah",
    "turn.nothing": "Noch ist nichts geschehen: Du beginnst.",
    "turn.more": "… und davor {n} weitere Zeilen.",
    "turn.left": "Du hast {time} Zeit.",
    "turn.do": "Zum Tisch",
    "turn.picture": "Die Karte, wie du sie jetzt siehst",
    "reminder.subject": "Noch {time}: {title}",
    "reminder.text": "{title} wartet auf dich. {headline}.",
    "out.subject": "Deine Zeit ist um: {title}",
    "out.bot": "deine Zeit in {title} ist um. Jetzt spielt ein Bot für dich; du kannst jederzeit übernehmen.",
    "out.loss": "deine Zeit in {title} ist um. Wie vereinbart ist die Partie für dich verloren.",
    "out.mark": "deine Zeit in {title} ist um. Das ist vermerkt; die Partie wartet weiter auf dich.",
    "over.subject": "Zu Ende: {title}",
    "over.text": "{title} ist zu Ende. {headline}.",
    "digest.subject": "{n} Partien warten auf dich",
    "digest.subject.one": "Eine Partie wartet auf dich",
    "digest.text": "in diesen Partien bist du am Zug:",
    "days": "{n} Tage",
    "day": "einen Tag",
    "hours": "{n} Stunden",
    "hour": "eine Stunde",
    "foot": "Du bekommst das, weil du {site} diese Adresse gegeben hast.",
    "stop": "Abbestellen",
}
WORDS: Mapping[Language, Mapping[str, str]] = {"en": ENGLISH, "de": GERMAN}


def duration(seconds: float, language: Language) -> str:
    """A duration in words.

    >>> duration(86400 * 2.9, "en"), duration(3600 * 30, "de"), duration(5400, "en"), duration(60, "de")
    ('2 days', 'einen Tag', 'an hour', 'eine Stunde')
    """
    words = WORDS[language]
    hours = max(int(seconds // 3600), 1)
    count, one, many = (hours // 24, "day", "days") if hours >= 24 else (hours, "hour", "hours")
    return words[one] if count == 1 else words[many].format(n=count)
