"""A local push service, and a browser that subscribes to it and reads what it gets."""

import base64
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.patience import SECONDS


def decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


class Request:
    """What the push service was sent."""

    def __init__(self, path: str, headers: dict[str, str], body: bytes) -> None:
        self.path, self.headers, self.body = path, headers, body

    def claims(self, key: str) -> dict[str, Any]:
        """The claims of the VAPID token, once its signature fits the server's key (RFC 8292)."""
        scheme, _, rest = self.headers["authorization"].partition(" ")
        fields = dict(one.strip().split("=", 1) for one in rest.split(","))
        assert (scheme, fields["k"]) == ("vapid", key)
        head, body, signature = fields["t"].split(".")
        assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
        raw = decoded(signature)
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
        der = encode_dss_signature(int.from_bytes(raw[:32]), int.from_bytes(raw[32:]))
        public.verify(der, f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256()))
        found: dict[str, Any] = json.loads(decoded(body))
        return found


class Browser:
    """A browser with its keys."""

    def __init__(self, url: str, name: str) -> None:
        self._private = ec.generate_private_key(ec.SECP256R1())
        self._auth = bytes(range(16))
        self.endpoint = f"{url}/send/{name}"

    @property
    def subscription(self) -> dict[str, str]:
        return {
            "endpoint": self.endpoint,
            "p256dh": encoded(point(self._private.public_key())),
            "auth": encoded(self._auth),
        }

    def read(self, body: bytes) -> Any:
        """Decrypt a message (RFC 8291), written apart from the server's own code."""
        salt, size, length = body[:16], int.from_bytes(body[16:20]), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert length == 65
        assert len(sealed) <= size
        shared = self._private.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        )

        def hkdf(salt: bytes, material: bytes, info: bytes, length: int) -> bytes:
            return HKDF(hashes.SHA256(), length, salt, info).derive(material)

        info = b"WebPush: info\0" + point(self._private.public_key()) + sender
        material = hkdf(self._auth, shared, info, 32)
        key = hkdf(salt, material, b"Content-Encoding: aes128gcm\0", 16)
        nonce = hkdf(salt, material, b"Content-Encoding: nonce\0", 12)
        plain = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert plain[-1] == 2, "the last record"
        return json.loads(plain[:-1])


class PushService:
    """Takes messages, and answers as a test wants."""

    def __init__(self, server: ThreadingHTTPServer) -> None:
        self.url = f"http://127.0.0.1:{server.server_address[1]}"
        self.requests: list[Request] = []
        self.status = 201
        self.tries = 0

    def until(self, true: Callable[[], bool]) -> None:
        end = time.monotonic() + SECONDS
        while not true():
            assert time.monotonic() < end, [one.path for one in self.requests]
            time.sleep(0.01)

    def next(self) -> Request:
        """The next message that was accepted."""
        self.until(lambda: bool(self.requests))
        return self.requests.pop(0)


@contextmanager
def push_service() -> Iterator[PushService]:
    """A running push service."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            service.tries += 1
            if service.status < 300:
                service.requests.append(Request(self.path, headers, body))
            self.send_response(service.status)
            if service.status == 302:
                self.send_header("Location", f"{service.url}/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service = PushService(server)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
