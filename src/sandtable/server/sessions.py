"""Authentication: by the session of a browser, or the token of a program."""

from collections.abc import Mapping
from datetime import timedelta
from http import HTTPStatus
from urllib.parse import urlsplit

import msgspec
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency, Provide
from litestar.types import Scope

from sandtable.server.limits import Limiter
from sandtable.server.problems import Connection, Trouble
from sandtable.server.security import fingerprint
from sandtable.server.settings import Settings
from sandtable.server.storage.accounts import Accounts
from sandtable.server.storage.database import Database
from sandtable.server.wire import Person

BEARER = "bearer "


class Caller(msgspec.Struct, frozen=True):
    """An authenticated person, and how they signed in."""

    person: Person
    session: str = ""
    """The digest of the session; empty: a token."""


def is_secure(connection: Connection, settings: Settings) -> bool:
    """Whether the browser uses https to reach us or the proxy in front of us."""
    scheme = urlsplit(settings.address).scheme if settings.address else connection.scope.get("scheme", "http")
    return scheme in {"https", "wss"}


def cookie_name(secure: bool) -> str:
    """The name of the session cookie. Its prefix makes browsers refuse one set by another host or over http."""
    return "__Host-sandtable" if secure else "sandtable"


def session_cookie(secret: str, secure: bool, settings: Settings) -> Cookie:
    """The cookie that carries a session."""
    days = timedelta(days=settings.session_days)
    return Cookie(
        key=cookie_name(secure),
        value=secret,
        path="/",
        httponly=True,
        samesite="lax",
        secure=secure,
        max_age=int(days.total_seconds()),
    )


def no_cookie(secure: bool) -> Cookie:
    """Deletes the session cookie."""
    return Cookie(
        key=cookie_name(secure), value="", path="/", httponly=True, samesite="lax", secure=secure, max_age=0
    )


def bearer(headers: Mapping[str, str]) -> str:
    """The token of a request, if there is one.

    >>> bearer({"authorization": "Bearer abc"}), bearer({})
    ('abc', '')
    """
    value = headers.get("authorization", "")
    return value[len(BEARER) :].strip() if value.lower().startswith(BEARER) else ""


async def find_caller(connection: Connection, database: Database, settings: Settings) -> Caller | None:
    """The caller. None without a session or token. Raises 401 for an invalid token."""
    accounts = Accounts(database)
    token = bearer(connection.headers)
    if token:
        person = await accounts.by_token(fingerprint(token))
        if person is None:
            raise Trouble.of(
                HTTPStatus.UNAUTHORIZED,
                "This token isn't valid. It may have been revoked. Create a new one on your account page.",
                headers={"WWW-Authenticate": "Bearer"},
            )
        return Caller(person)
    secret = connection.cookies.get(cookie_name(is_secure(connection, settings)), "")
    if not secret:
        return None
    session = fingerprint(secret)
    person = await accounts.by_session(session, timedelta(days=settings.session_days))
    return Caller(person, session) if person else None


async def caller(
    scope: Scope,
    database: NamedDependency[Database],
    settings: NamedDependency[Settings],
    limiter: NamedDependency[Limiter],
) -> Caller | None:
    found = await find_caller(ASGIConnection(scope), database, settings)
    if found:
        limiter.require(f"person {found.person.id}", settings.limits.person)
    return found


async def visitor(caller: NamedDependency[Caller | None]) -> Person | None:
    return caller.person if caller else None


async def person(caller: NamedDependency[Caller | None]) -> Person:
    if caller is None:
        raise Trouble.of(HTTPStatus.UNAUTHORIZED, "Sign in first, or come as a guest.")
    return caller.person


DEPENDENCIES = {"caller": Provide(caller), "visitor": Provide(visitor), "person": Provide(person)}
"""``visitor`` may be None; ``person`` is always somebody, or the request ends with 401."""
