"""Hands a message to the mail server. Blocks on the network: never call it on the event loop."""

import smtplib
import ssl
from email.message import EmailMessage

import msgspec

from sandtable.server.settings import Mail


class NotSent(msgspec.Struct, frozen=True):
    """Why a message was rejected; ``final``: retrying won't help."""

    why: str
    final: bool


def send(mail: Mail, message: EmailMessage) -> NotSent | None:
    """Send a message. None if the mail server accepted it."""
    try:
        with _connected(mail) as server:
            if mail.security == "starttls":
                server.starttls(context=ssl.create_default_context())
            if mail.user:
                server.login(mail.user, mail.password)
            server.send_message(message)
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        return NotSent(f"the address was refused: {_words(error.recipients)}", all(code >= 500 for code in codes))
    except smtplib.SMTPDataError as error:
        return NotSent(f"the message was refused: {error.smtp_code}", error.smtp_code >= 500)
    except (smtplib.SMTPException, OSError) as error:  # wrong password, wrong sender, no connection: retry
        return NotSent(f"{type(error).__name__}: {error}", final=False)
    return None


def _connected(mail: Mail) -> smtplib.SMTP:
    if mail.security == "tls":
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(mail.host, mail.port, timeout=mail.timeout, context=context)
    return smtplib.SMTP(mail.host, mail.port, timeout=mail.timeout)


def _words(recipients: dict[str, tuple[int, bytes]]) -> str:
    """The reply codes without the address, which doesn't belong in the log."""
    return ", ".join(f"{code} {text.decode(errors='replace')}" for code, text in recipients.values())
