"""Ids, secrets, passwords."""

import asyncio
import hashlib
import secrets

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
"""Letters that nobody confuses when a link is read aloud."""
AT_ONCE = 2
"""So many passwords are worked on at the same time: each takes much memory and a core."""


def fresh_id(length: int = 12) -> str:
    """An id that cannot be guessed: 5 bits a letter."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def fresh_secret() -> str:
    """What a session or a token is proved by."""
    return secrets.token_urlsafe(32)


def fingerprint(secret: str) -> str:
    """What is kept of a secret: enough to know it again, not enough to use it. They are long: no salt needed."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Passwords:
    """Hashing passwords with Argon2, in threads: the event loop must not wait for it."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._nobody: str | None = None

    async def hash(self, password: str) -> str:
        async with self._at_once:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def fits(self, kept: str, password: str) -> bool:
        """Whether a password is the one whose hash was kept. Takes as long where none was kept."""
        if self._nobody is None:  # made for whoever asks first, so that nothing can be told from the time
            self._nobody = await self.hash(fresh_secret())
        fits = await self._verify(kept or self._nobody, password)
        return fits and bool(kept)

    def is_old(self, kept: str) -> bool:
        """Whether a hash is weaker than what we make today."""
        return self._hasher.check_needs_rehash(kept)

    async def _verify(self, kept: str, password: str) -> bool:
        async with self._at_once:
            try:
                return await asyncio.to_thread(self._hasher.verify, kept, password)
            except (VerificationError, InvalidHashError):
                return False
