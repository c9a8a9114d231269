"""Mail over TLS with a login, implicit or by STARTTLS, and never to an unverified server."""

import ssl
import subprocess
from email.message import EmailMessage
from pathlib import Path
from typing import Literal

import pytest

from sandtable.server.mail.smtp import NotSent, send
from sandtable.server.settings import Mail
from tests.patience import SECONDS
from tests.server.weeks.mailbox import Mailbox

Security = Literal["starttls", "tls"]


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for localhost, with its key in the same file."""
    file = tmp_path_factory.mktemp("tls") / "localhost.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"),
            *("-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"),
            *("-keyout", file, "-out", file.with_suffix(".crt")),
        ],
        check=True,
        capture_output=True,
    )
    file.write_text(file.read_text() + file.with_suffix(".crt").read_text())
    return file


def opened(certificate: Path, security: Security) -> Mailbox:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    box = Mailbox()
    box.open(context, security)
    return box


def carried(box: Mailbox, security: Security, password: str = "a good secret") -> NotSent | None:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "table@example.org", "ann@example.org", "Your turn"
    message.set_content("Germany waits.")
    mail = Mail(
        host="127.0.0.1", port=box.port, security=security, user="table", password=password, timeout=SECONDS
    )
    return send(mail, message)


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_a_message_is_sent_over_tls(
    certificate: Path, monkeypatch: pytest.MonkeyPatch, security: Security
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    box = opened(certificate, security)
    try:
        assert carried(box, security) is None
        assert [letter["subject"] for letter in box.messages] == ["Your turn"]
        wrong = carried(box, security, password="a guess")
        assert wrong is not None
        assert not wrong.final
        assert (len(box.messages), box.tries > 1) == (1, True)
    finally:
        box.close()


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_an_untrusted_server_gets_no_password(certificate: Path, security: Security) -> None:
    """Its certificate isn't trusted."""
    box = opened(certificate, security)
    try:
        refused = carried(box, security)
        assert refused is not None
        assert "CERTIFICATE_VERIFY_FAILED" in refused.why
        assert (refused.final, box.tries, box.messages) == (False, 0, [])
    finally:
        box.close()


def test_a_server_without_starttls_gets_no_password() -> None:
    box = Mailbox()
    box.open()
    try:
        refused = carried(box, "starttls")
        assert refused is not None
        assert "STARTTLS" in refused.why
        assert (refused.final, box.tries, box.messages) == (False, 0, [])
    finally:
        box.close()
