"""A real local mail server: it wants a password, can refuse, and can be down."""

import socket
import ssl
import time
from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Literal

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from tests.patience import SECONDS
from tests.server.postgres import free_port


class _Office(Controller):
    """A controller that wakes its server by a plain connection: it has a server certificate, not a client's."""

    def _trigger_server(self) -> None:
        with socket.create_connection((self.hostname, self.port), 5.0):
            pass


class Mailbox:
    """The delivered messages, and how the server behaves."""

    def __init__(self) -> None:
        self.port = free_port()
        self.messages: list[EmailMessage] = []
        self.password = b"a good secret"
        self.refuses = ""
        """The reply to a recipient, if it is refused."""
        self.tries = 0
        self._controller: Controller | None = None

    def open(
        self, context: ssl.SSLContext | None = None, security: Literal["none", "starttls", "tls"] = "none"
    ) -> None:
        """Start listening; with a certificate, TLS from the first byte or by STARTTLS."""
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
        """Wait until this is true."""
        end = time.monotonic() + SECONDS
        while not true():
            assert time.monotonic() < end, [one["subject"] for one in self.messages]
            time.sleep(0.01)

    def next(self) -> EmailMessage:
        """The next message."""
        self.until(lambda: bool(self.messages))
        return self.messages.pop(0)

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
        self.messages.append(message_from_bytes(envelope.content, EmailMessage, policy=policy.default))
        return "250 OK"
