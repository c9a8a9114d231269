"""The server's key pair for push messages, made at the first start and kept in the data folder.

Browsers subscribe with its public half: with another key, all of them would have to subscribe again.
"""

import contextlib
import os
from pathlib import Path
from tempfile import NamedTemporaryFile

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

FILE = "push-key.pem"


def load_key(data: Path) -> ec.EllipticCurvePrivateKey:
    """The key in a data folder. Makes it if there is none; of several processes that do, the first one wins."""
    file = data / FILE
    if not file.exists():
        _make(file)
    key = serialization.load_pem_private_key(file.read_bytes(), None)
    if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, ec.SECP256R1):
        raise ValueError(f"{file} is not a P-256 private key")
    return key


def _make(file: Path) -> None:
    pem = ec.generate_private_key(ec.SECP256R1()).private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    with NamedTemporaryFile(dir=file.parent, prefix=".push-key-") as draft:  # readable by its owner alone
        draft.write(pem)
        draft.flush()
        with contextlib.suppress(FileExistsError):
            os.link(draft.name, file)


def public_bytes(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as browsers write it: 65 bytes, an uncompressed point."""
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
