"""Email messages: plain text and HTML, with the map as an inline image. Pure."""

from collections.abc import Sequence
from datetime import datetime
from email.headerregistry import Address as Mailbox
from email.message import EmailMessage
from email.utils import format_datetime, parseaddr
from html import escape
from urllib.parse import urlsplit

import msgspec

from sandtable.server.mail.news import LINES, News
from sandtable.server.mail.words import WORDS, duration
from sandtable.server.storage.outbox import Address, Kind, QueuedMessage

INK, SECOND, PAPER, CARD, RULE, LEAD = "#2b2924", "#6d6657", "#f4eee0", "#fbf8f0", "#d3c8b1", "#2f4a55"
PICTURE = "map"
SERIF = "Georgia,'Times New Roman',serif"
SANS = "'Source Sans 3','Helvetica Neue',Arial,sans-serif"


class Sender(msgspec.Struct, frozen=True):
    """The sender, and the site to link to."""

    address: str
    """Such as ``sandtable <table@table.example>``."""
    site: str
    """The public address of the server."""

    @property
    def name(self) -> str:
        return urlsplit(self.site).netloc


class Part(msgspec.Struct, frozen=True):
    """The parts of a message, in order."""

    subject: str
    text: str
    action: str
    link: str
    heading: str = ""
    lines: Sequence[str] = ()
    after: str = ""
    picture: bytes = b""
    caption: str = ""
    links: Sequence[tuple[str, str, str]] = ()
    """For a digest: title, text, link."""


def confirmation(sender: Sender, to: Address, queued: QueuedMessage, at: datetime) -> EmailMessage:
    """The message that confirms an address."""
    words = WORDS[to.language]
    part = Part(
        subject=words["confirm.subject"],
        text=words["confirm.text"].format(site=sender.name),
        action=words["confirm.do"],
        link=f"{sender.site}/mail/confirm/{to.code}",
        after=words["confirm.not"],
    )
    return _message(sender, to, queued.id, part, at, stops=False)


def about_table(sender: Sender, to: Address, queued: QueuedMessage, news: News, at: datetime) -> EmailMessage:
    """It's your turn, a reminder, time is up, or the game is over."""
    words = WORDS[to.language]
    time = duration(news.left, to.language) if news.left is not None else ""
    facts = {"title": news.title, "headline": news.headline.rstrip("."), "time": time}
    text = words[_text_key(queued.kind, news)].format(**facts)
    if time and queued.kind in {"turn", "reminder"}:
        text += " " + words["turn.left"].format(time=time)
    heading = words["turn.since.all" if news.first else "turn.since"]
    lines = list(news.lines)
    if news.before:
        lines.insert(0, words["turn.more"].format(n=news.before))
    nothing = queued.kind == "turn" and not lines
    part = Part(
        subject=words[f"{queued.kind}.subject"].format(**facts),
        text=text,
        action=words["turn.do"],
        link=news.link,
        heading=heading if lines else "",
        lines=lines,
        after=words["turn.nothing"] if nothing and news.first else "",
        picture=news.picture,
        caption=words["turn.picture"],
    )
    return _message(sender, to, queued.id, part, at)


def digest(sender: Sender, to: Address, queued: QueuedMessage, news: Sequence[News], at: datetime) -> EmailMessage:
    """Several tables in one message."""
    words = WORDS[to.language]
    rows = []
    for one in news:
        left = duration(one.left, to.language) if one.left is not None else ""
        rows.append((one.title, f"{one.headline} · {left}" if left else one.headline, one.link))
    part = Part(
        subject=words["digest.subject" if len(news) > 1 else "digest.subject.one"].format(n=len(news)),
        text=words["digest.text"],
        action=words["turn.do"],
        link=sender.site + "/",
        links=rows,
    )
    return _message(sender, to, queued.id, part, at)


def shortened(lines: tuple[str, ...]) -> tuple[tuple[str, ...], int]:
    """The end of a story, and how many lines came before it."""
    return lines[-LINES:], max(len(lines) - LINES, 0)


def _text_key(kind: Kind, news: News) -> str:
    return f"out.{news.end}" if kind == "out" else f"{kind}.text"


def _message(
    sender: Sender, to: Address, letter_id: str, part: Part, at: datetime, *, stops: bool = True
) -> EmailMessage:
    words = WORDS[to.language]
    message = EmailMessage()
    message["Subject"] = " ".join(part.subject.split())
    message["From"] = sender.address
    message["To"] = Mailbox(display_name=to.person.name, addr_spec=to.email)
    message["Date"] = format_datetime(at)
    # A stable id: a message that is sent again after a crash is a duplicate.
    message["Message-ID"] = f"<{letter_id}@{parseaddr(sender.address)[1].partition('@')[2] or 'localhost'}>"
    message["Auto-Submitted"] = "auto-generated"
    stop = ""
    if stops:
        stop = f"{sender.site}/mail/stop/{to.key}"
        message["List-Unsubscribe"] = f"<{sender.site}/api/mail/stop/{to.key}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    foot = words["foot"].format(site=sender.name)
    hello = words["hello"].format(name=to.person.name)
    message.set_content(_plain(part, hello, foot, words["stop"], stop))
    message.add_alternative(_html(part, hello, foot, words["stop"], stop, to.language), subtype="html")
    if part.picture:
        *_, page = message.iter_parts()
        assert isinstance(page, EmailMessage)
        page.add_related(
            part.picture, "image", "png", cid=f"<{PICTURE}>", filename="map.png", disposition="inline"
        )
    return message


def _plain(part: Part, hello: str, foot: str, stop_words: str, stop: str) -> str:
    lines = [hello, "", part.text, ""]
    for title, text, link in part.links:
        lines += [f"* {title}: {text}", f"  {link}"]
    if part.links:
        lines.append("")
    lines += [f"{part.action}: {part.link}", ""]
    if part.heading:
        lines += [f"{part.heading}:", ""]
        lines += [f"- {line}" for line in part.lines]
        lines.append("")
    if part.after:
        lines += [part.after, ""]
    lines += ["-- ", foot]
    if stop:
        lines.append(f"{stop_words}: {stop}")
    return "\n".join(lines) + "\n"


def _html(part: Part, hello: str, foot: str, stop_words: str, stop: str, language: str) -> str:
    rows = "".join(
        f'<p style="margin:0 0 12px">'
        f'<a href="{escape(link)}" style="color:{LEAD};font-weight:bold">{escape(title)}</a>'
        f'<br><span style="color:{SECOND}">{escape(text)}</span></p>'
        for title, text, link in part.links
    )
    picture = (
        f'<p style="margin:0 0 20px"><a href="{escape(part.link)}"><img src="cid:{PICTURE}" width="600" '
        f'alt="{escape(part.caption)}" '
        f'style="display:block;width:100%;height:auto;border:1px solid {RULE}"></a></p>'
        if part.picture
        else ""
    )
    story = ""
    if part.heading:
        items = "".join(f'<li style="margin:0 0 4px">{escape(line)}</li>' for line in part.lines)
        story = (
            f'<h2 style="font:bold 18px {SERIF};margin:0 0 8px">{escape(part.heading)}</h2>'
            f'<ul style="margin:0 0 20px;padding-left:20px">{items}</ul>'
        )
    after = f'<p style="margin:0 0 20px">{escape(part.after)}</p>' if part.after else ""
    end = f' <a href="{escape(stop)}" style="color:{SECOND}">{escape(stop_words)}</a>' if stop else ""
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{escape(part.subject)}</title></head>"
        f'<body style="margin:0;padding:0;background:{PAPER};color:{INK}">'
        f'<div style="max-width:640px;margin:0 auto;padding:20px 12px;font:16px/1.5 {SANS}">'
        f'<div style="background:{CARD};border:1px solid {RULE};padding:20px">'
        f'<h1 style="font:bold 24px/1.25 {SERIF};margin:0 0 12px">{escape(part.subject)}</h1>'
        f'<p style="margin:0 0 4px">{escape(hello)}</p>'
        f'<p style="margin:0 0 20px">{escape(part.text)}</p>{rows}'
        f'<p style="margin:0 0 20px"><a href="{escape(part.link)}" style="display:inline-block;padding:10px 18px;'
        f'background:{LEAD};color:#ffffff;font-weight:bold;text-decoration:none">{escape(part.action)}</a></p>'
        f"{picture}{story}{after}</div>"
        f'<p style="margin:12px 4px;color:{SECOND};font-size:13px">{escape(foot)}{end}</p>'
        "</div></body></html>\n"
    )
