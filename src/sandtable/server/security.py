"""Ids, secrets, passwords."""

import asyncio
import hashlib
import secrets

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""Letters that can't be confused when a link is read aloud."""
AT_ONCE = 2
"""How many passwords are hashed at the same time: each needs a lot of memory and a core."""


def fresh_id(length: int = 12) -> str:
    """An unguessable id, 5 bits per letter."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def fresh_secret() -> str:
    """A secret for a session or a token."""
    return secrets.token_urlsafe(32)


def fingerprint(secret: str) -> str:
    """The digest stored for a secret. Secrets are long and random, so no salt is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Passwords:
    """Hashes passwords with Argon2, in threads to keep the event loop free."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._nobody: str | None = None

    async def hash(self, password: str) -> str:
        async with self._at_once:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def matches(self, kept: str, password: str) -> bool:
        """Whether a password matches a hash. Takes as long if there is no hash."""
        if self._nobody is None:  # made on first use, so that timing gives nothing away
            self._nobody = await self.hash(fresh_secret())
        matches = await self._verify(kept or self._nobody, password)
        return matches and bool(kept)

    def is_outdated(self, kept: str) -> bool:
        """Whether a hash is weaker than the ones made today."""
        return self._hasher.check_needs_rehash(kept)

    async def _verify(self, kept: str, password: str) -> bool:
        async with self._at_once:
            try:
                return await asyncio.to_thread(self._hasher.verify, kept, password)
            except (VerificationError, InvalidHashError):
                return False
