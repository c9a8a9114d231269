"""Encrypts push messages (RFC 8291, in one record of RFC 8188) and signs requests (VAPID, RFC 8292)."""

import base64
import json
import secrets
from datetime import datetime, timedelta

import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from sandtable.server.push.keys import public_bytes

RECORD = 4096
"""The record size that every push service takes."""
LAST = b"\x02"
"""The delimiter that ends the last record."""
AUTH = 16
VALID = timedelta(hours=12)
"""How long a signature counts; a push service refuses more than a day."""


class BadKeys(msgspec.Struct, frozen=True):
    """A browser's keys are not what they should be."""

    why: str


class BrowserKeys(msgspec.Struct, frozen=True):
    """What a browser gave us to encrypt with."""

    public: ec.EllipticCurvePublicKey
    auth: bytes


def unpadded(data: bytes) -> str:
    """Base64url without padding, as these standards write bytes."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def padded(text: str) -> bytes:
    """The bytes of a base64url text, padded or not."""
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def read_keys(p256dh: str, auth: str) -> BrowserKeys | BadKeys:
    """A browser's keys: a point on P-256 and a secret of 16 bytes."""
    try:
        public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), padded(p256dh))
        secret = padded(auth)
    except ValueError:
        return BadKeys("the browser's key is not a point on P-256")
    return (
        BrowserKeys(public, secret) if len(secret) == AUTH else BadKeys("the browser's secret must have 16 bytes")
    )


def encrypt(message: bytes, browser: BrowserKeys) -> bytes:
    """The body of a request with ``Content-Encoding: aes128gcm`` that only this browser can read."""
    ours = ec.generate_private_key(ec.SECP256R1())
    salt = secrets.token_bytes(16)
    public = public_bytes(ours.public_key())
    content_key, nonce = derive(
        ours.exchange(ec.ECDH(), browser.public), browser.auth, salt, browser.public, public
    )
    sealed = AESGCM(content_key).encrypt(nonce, message + LAST, None)
    return salt + RECORD.to_bytes(4) + bytes([len(public)]) + public + sealed


def derive(
    shared: bytes, auth: bytes, salt: bytes, browser: ec.EllipticCurvePublicKey, server: bytes
) -> tuple[bytes, bytes]:
    """The key and the nonce of a message (RFC 8291, 3.4)."""
    about = b"WebPush: info\x00" + public_bytes(browser) + server
    material = HKDF(hashes.SHA256(), 32, auth, about).derive(shared)
    key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(material)
    nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(material)
    return key, nonce


def authorization(key: ec.EllipticCurvePrivateKey, audience: str, contact: str, at: datetime) -> str:
    """The ``Authorization`` header: this server asks, for this push service, for the next hours."""
    claims = {"aud": audience, "exp": int((at + VALID).timestamp()), **({"sub": contact} if contact else {})}
    parts = [unpadded(json.dumps(one).encode()) for one in ({"typ": "JWT", "alg": "ES256"}, claims)]
    signed = ".".join(parts)
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    token = f"{signed}.{unpadded(r.to_bytes(32) + s.to_bytes(32))}"
    return f"vapid t={token}, k={unpadded(public_bytes(key.public_key()))}"
