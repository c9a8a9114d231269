"""A real mail server on this machine: it asks for a password, may refuse, and can be away."""

import socket
import ssl
import time
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Literal

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from tests.server.postgres import free_port

SECONDS = 20.0


class _Office(Controller):
    """A controller that wakes its server by a plain connection: a server's certificate is none for a client."""

    def _trigger_server(self) -> None:
        with socket.create_connection((self.hostname, self.port), 5.0):
            pass


class Mailbox:
    """What was delivered, and how the server behaves."""

    def __init__(self) -> None:
        self.port = free_port()
        self.letters: list[EmailMessage] = []
        self.password = b"a good secret"
        self.refuses = ""
        """The answer to a recipient, if not yes."""
        self.tries = 0
        self._controller: Controller | None = None

    def open(
        self, context: ssl.SSLContext | None = None, security: Literal["none", "starttls", "tls"] = "none"
    ) -> None:
        """Begin to listen; with a certificate, if there is one, from the first byte or when asked for it."""
        self._controller = _Office(
            self,
            hostname="127.0.0.1",
            port=self.port,
            ssl_context=context if security == "tls" else None,
            tls_context=context if security == "starttls" else None,
            require_starttls=security == "starttls",
            authenticator=self._may,
            auth_required=True,
            auth_require_tls=security == "starttls",
        )
        self._controller.start()

    def close(self) -> None:
        if self._controller is not None:
            self._controller.stop()
            self._controller = None

    def until(self, true: Callable[[], bool]) -> None:
        """Wait until it is so."""
        end = time.monotonic() + SECONDS
        while not true():
            assert time.monotonic() < end, [one["subject"] for one in self.letters]
            time.sleep(0.01)

    def next(self) -> EmailMessage:
        """The next letter that comes."""
        self.until(lambda: bool(self.letters))
        return self.letters.pop(0)

    def _may(
        self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: LoginPassword
    ) -> AuthResult:
        self.tries += 1
        return AuthResult(success=data.password == self.password, handled=False)

    async def handle_RCPT(  # noqa: N802 - aiosmtpd finds it by this name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.refuses:
            return self.refuses
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802 - aiosmtpd finds it by this name
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        assert isinstance(envelope.content, bytes)
        self.letters.append(message_from_bytes(envelope.content, EmailMessage, policy=policy.default))
        return "250 OK"
