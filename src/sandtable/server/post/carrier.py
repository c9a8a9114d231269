"""Handing a letter to the mail server. Waits for the network: never called on the event loop."""

import smtplib
import ssl
from email.message import EmailMessage

import msgspec

from sandtable.server.settings import Mail


class NotCarried(msgspec.Struct, frozen=True):
    """Why a letter was not taken; ``final``: it will never be."""

    why: str
    final: bool


def carry(mail: Mail, message: EmailMessage) -> NotCarried | None:
    """Nothing if the mail server has taken the letter."""
    try:
        with _connected(mail) as server:
            if mail.security == "starttls":
                server.starttls(context=ssl.create_default_context())
            if mail.user:
                server.login(mail.user, mail.password)
            server.send_message(message)
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _ in error.recipients.values()]
        return NotCarried(
            f"the address was refused: {_words(error.recipients)}", all(code >= 500 for code in codes)
        )
    except smtplib.SMTPDataError as error:
        return NotCarried(f"the letter was refused: {error.smtp_code}", error.smtp_code >= 500)
    except (smtplib.SMTPException, OSError) as error:  # wrong password, wrong sender, nobody there: may be mended
        return NotCarried(f"{type(error).__name__}: {error}", final=False)
    return None


def _connected(mail: Mail) -> smtplib.SMTP:
    if mail.security == "tls":
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(mail.host, mail.port, timeout=mail.timeout, context=context)
    return smtplib.SMTP(mail.host, mail.port, timeout=mail.timeout)


def _words(recipients: dict[str, tuple[int, bytes]]) -> str:
    """Without the address: the log need not know it."""
    return ", ".join(f"{code} {text.decode(errors='replace')}" for code, text in recipients.values())
