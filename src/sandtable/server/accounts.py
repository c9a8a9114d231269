"""Routes of people: who am I, come as a guest, sign up, sign in, passwords, tokens."""

import random
import unicodedata
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from http import HTTPStatus
from typing import Annotated

from litestar import Litestar, Request, Response, delete, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency, Provide
from litestar.params import JSONBody, PathParameter

from sandtable.server.limits import Limiter, address_of
from sandtable.server.part import Base, Part
from sandtable.server.problems import Trouble
from sandtable.server.security import Passwords, fingerprint, fresh_secret
from sandtable.server.sessions import Caller, is_secure, no_cookie, session_cookie
from sandtable.server.settings import Settings
from sandtable.server.storage.accounts import Accounts, NameTaken, folded
from sandtable.server.storage.database import Database
from sandtable.server.storage.handover import FORMER
from sandtable.server.tables.house import House
from sandtable.server.wire import Me, NewPassword, NewToken, Person, SignIn, SignUp, Token, Visit

RANKS = ("Cadet", "Courier", "Gunner", "Navigator", "Pilot", "Radio", "Sapper", "Scout", "Signal", "Stoker")
"""What guests without a name are called, with a number."""
SHORTEST, LONGEST = 2, 24
BETWEEN = " .-_'"
"""What may stand between the letters of a name."""
MOST_TOKENS = 20
WRONG = "The name or the password is wrong."

HttpRequest = Request[None, None, State]
TokenId = Annotated[str, PathParameter(max_length=24, pattern=r"^[a-z0-9]+$")]


class Desk:
    """Where people sign in: opens sessions, and slows down who guesses."""

    def __init__(self, settings: Settings, database: Database, limiter: Limiter) -> None:
        self._settings = settings
        self._limiter = limiter
        self.accounts = Accounts(database)
        self.passwords = Passwords()

    def slow_down(self, request: HttpRequest) -> None:
        """Not too many tries from one address."""
        self._limiter.require(f"sign-in {address_of(request.scope)}", self._settings.limits.sign_ins)

    async def admit(self, request: HttpRequest, person: Person, caller: Caller | None) -> Response[Me]:
        """A session of its own for whoever has just proved who they are; the old one ends."""
        secret = fresh_secret()
        length = timedelta(days=self._settings.session_days)
        instead_of = caller.session if caller else ""
        await self.accounts.open_session(person, fingerprint(secret), length, instead_of)
        cookie = session_cookie(secret, is_secure(request, self._settings), self._settings)
        return Response(Me(person=person), cookies=[cookie])

    async def right_password(self, name: str, password: str) -> Person | None:
        """Whose name and password these are. Takes as long for a name that nobody has."""
        tries = f"name {folded(name)}"
        self._limiter.require(tries, self._settings.limits.names)
        found = await self.accounts.credentials(name)
        kept = found.password if found else ""
        if not await self.passwords.fits(kept, password) or found is None:
            return None
        self._limiter.give_back(tries)
        if self.passwords.is_old(kept):
            await self.accounts.rehash(found.person, await self.passwords.hash(password))
        return found.person

    async def farewell(self, request: HttpRequest, caller: Caller | None) -> Response[Me]:
        """The session ends, here and in the browser."""
        if caller and caller.session:
            await self.accounts.close_session(caller.session)
        return Response(Me(person=None), cookies=[no_cookie(is_secure(request, self._settings))])


def tidy(name: str) -> str:
    """A name as it is written: composed letters, single spaces. Ends the request if it is none.

    >>> tidy("  Anna   Mu\\u0308ller ")
    'Anna M\u00fcller'
    """
    found = " ".join(unicodedata.normalize("NFKC", name).split())
    if not SHORTEST <= len(found) <= LONGEST:
        raise Trouble.of(HTTPStatus.BAD_REQUEST, f"A name has {SHORTEST} to {LONGEST} letters.", "bad-name")
    kinds = [unicodedata.category(letter)[0] for letter in found]
    known = all(kind in "LMN" or letter in BETWEEN for kind, letter in zip(kinds, found, strict=True))
    if not known or kinds[0] not in "LN" or kinds[-1] not in "LMN":
        raise Trouble.of(
            HTTPStatus.BAD_REQUEST,
            "A name is letters and digits; between them may be spaces and . - _ '",
            "bad-name",
        )
    if folded(found) == folded(FORMER):
        raise taken(found)
    return found


def taken(name: str) -> Trouble:
    return Trouble.of(HTTPStatus.CONFLICT, f"The name {name!r} is taken: choose another.", "name-taken")


def member(caller: Caller | None) -> Person:
    """Somebody with an account, in a browser: a token must not be enough to change the account."""
    if caller is None:
        raise Trouble.of(HTTPStatus.UNAUTHORIZED, "Sign in first.")
    if not caller.session:
        raise Trouble.of(HTTPStatus.FORBIDDEN, "A token cannot do this: sign in.")
    if caller.person.guest:
        raise Trouble.of(HTTPStatus.FORBIDDEN, "A guest has no password and no tokens: make an account first.")
    return caller.person


@get("/me")
async def me(visitor: NamedDependency[Person | None]) -> Me:
    """Who I am."""
    return Me(person=visitor)


@post("/visit", status_code=HTTPStatus.OK)
async def visit(
    request: HttpRequest,
    data: JSONBody[Visit],
    caller: NamedDependency[Caller | None],
    desk: NamedDependency[Desk],
) -> Response[Me]:
    """Come as a guest; whoever is somebody already stays who they are."""
    if caller:
        return Response(Me(person=caller.person))
    desk.slow_down(request)
    if data.name is not None:
        name = tidy(data.name)
        person = await desk.accounts.add(name, None)
        if isinstance(person, NameTaken):
            raise taken(name)
        return await desk.admit(request, person, None)
    while True:
        name = f"{random.choice(RANKS)} {random.randrange(1000, 100_000)}"
        person = await desk.accounts.add(name, None)
        if not isinstance(person, NameTaken):
            return await desk.admit(request, person, None)


@post("/signup", status_code=HTTPStatus.OK)
async def sign_up(
    request: HttpRequest,
    data: JSONBody[SignUp],
    caller: NamedDependency[Caller | None],
    desk: NamedDependency[Desk],
) -> Response[Me]:
    """Make an account. A guest keeps their tables and seats."""
    desk.slow_down(request)
    name = tidy(data.name)
    if caller and not caller.person.guest:
        raise Trouble.of(HTTPStatus.CONFLICT, "You have an account: sign out to make another.")
    if caller and not caller.session:
        raise Trouble.of(HTTPStatus.FORBIDDEN, "A token cannot do this: sign in.")
    password = await desk.passwords.hash(data.password)
    if caller:
        person = await desk.accounts.claim(caller.person, name, password)
    else:
        person = await desk.accounts.add(name, password)
    if person is None:
        raise Trouble.of(HTTPStatus.CONFLICT, "You have an account: sign in.")
    if isinstance(person, NameTaken):
        raise taken(name)
    return await desk.admit(request, person, caller)


@post("/signin", status_code=HTTPStatus.OK)
async def sign_in(
    request: HttpRequest,
    data: JSONBody[SignIn],
    caller: NamedDependency[Caller | None],
    desk: NamedDependency[Desk],
    house: NamedDependency[House],
) -> Response[Me]:
    """Sign in by name and password. A guest brings their tables and seats along."""
    desk.slow_down(request)
    person = await desk.right_password(data.name, data.password)
    if person is None:
        raise Trouble.of(HTTPStatus.UNAUTHORIZED, WRONG, "wrong-password")
    if caller and caller.session and caller.person.guest:
        await house.bring_along(caller.person, person)
    return await desk.admit(request, person, caller)


@post("/signout", status_code=HTTPStatus.OK)
async def sign_out(
    request: HttpRequest, caller: NamedDependency[Caller | None], desk: NamedDependency[Desk]
) -> Response[Me]:
    """End this session."""
    return await desk.farewell(request, caller)


@post("/password", status_code=HTTPStatus.OK)
async def new_password(
    request: HttpRequest,
    data: JSONBody[NewPassword],
    caller: NamedDependency[Caller | None],
    desk: NamedDependency[Desk],
) -> Response[Me]:
    """Change the password; all other sessions end."""
    person = member(caller)
    desk.slow_down(request)
    if await desk.right_password(person.name, data.old) is None:
        raise Trouble.of(HTTPStatus.FORBIDDEN, "The old password is wrong.", "wrong-password")
    await desk.accounts.set_password(person, await desk.passwords.hash(data.new))
    return await desk.admit(request, person, caller)


@get("/tokens")
async def list_tokens(caller: NamedDependency[Caller | None], desk: NamedDependency[Desk]) -> tuple[Token, ...]:
    """My tokens, without their secrets."""
    return await desk.accounts.tokens(member(caller))


@post("/tokens")
async def new_token(
    data: JSONBody[NewToken], caller: NamedDependency[Caller | None], desk: NamedDependency[Desk]
) -> Token:
    """A token for a program that plays for me. Its secret is shown only now."""
    secret = fresh_secret()
    token = await desk.accounts.add_token(member(caller), data.label, secret, MOST_TOKENS)
    if token is None:
        raise Trouble.of(HTTPStatus.CONFLICT, f"You have {MOST_TOKENS} tokens: revoke one first.")
    return token


@delete("/tokens/{token_id:str}")
async def revoke_token(
    token_id: TokenId, caller: NamedDependency[Caller | None], desk: NamedDependency[Desk]
) -> None:
    """Revoke a token: from now on it opens nothing."""
    if not await desk.accounts.revoke(member(caller), token_id):
        raise Trouble.of(HTTPStatus.NOT_FOUND, "You have no such token.")


def part(base: Base) -> Part:
    """The routes of people."""
    desk = Desk(base.settings, base.database, base.limiter)

    @asynccontextmanager
    async def forget_guests(app: Litestar) -> AsyncIterator[None]:
        await desk.accounts.forget_guests(timedelta(days=base.settings.guest_days))
        yield

    return Part(
        handlers=[me, visit, sign_up, sign_in, sign_out, new_password, list_tokens, new_token, revoke_token],
        dependencies={"desk": Provide(lambda: desk, sync_to_thread=False)},
        lifespan=forget_guests,
    )
