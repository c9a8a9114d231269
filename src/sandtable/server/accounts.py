"""Account routes: guests, sign-up, sign-in, passwords, tokens."""

import random
from collections import OrderedDict
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
from sandtable.server.naming import skeleton, taken, tidy
from sandtable.server.part import Base, Part
from sandtable.server.passwords import weakness
from sandtable.server.problems import Trouble
from sandtable.server.security import Passwords, fingerprint, fresh_secret
from sandtable.server.sessions import Caller, is_secure, no_cookie, session_cookie
from sandtable.server.settings import Settings
from sandtable.server.storage.accounts import Accounts, NameTaken, folded
from sandtable.server.storage.database import Database
from sandtable.server.tables.table_manager import TableManager
from sandtable.server.wire import Me, NewPassword, NewToken, Person, SignIn, SignUp, Token, Visit

RANKS = ("Cadet", "Courier", "Gunner", "Navigator", "Pilot", "Radio", "Sapper", "Scout", "Signal", "Stoker")
"""Names for unnamed guests; a number is appended."""
MOST_TOKENS = 20
KNOWN_ADDRESSES = 50_000
"""How many known sign-in addresses to remember."""
WRONG = "Wrong name or password."

HttpRequest = Request[None, None, State]
TokenId = Annotated[str, PathParameter(max_length=24, pattern=r"^[a-z0-9]+$")]


class Authenticator:
    """Signs people in and rate-limits password attempts."""

    def __init__(self, settings: Settings, database: Database, limiter: Limiter) -> None:
        self._settings = settings
        self._limiter = limiter
        self._known_addresses: OrderedDict[tuple[str, str], None] = OrderedDict()
        """Names with the addresses from which they have signed in."""
        self.accounts = Accounts(database)
        self.passwords = Passwords()

    def limit_attempts(self, request: HttpRequest) -> None:
        """Rate-limit attempts from one address."""
        self._limiter.require(f"sign-in {address_of(request.scope)}", self._settings.limits.sign_ins)

    async def open_session(self, request: HttpRequest, person: Person, caller: Caller | None) -> Response[Me]:
        """Replace the session after a successful sign-in."""
        secret = fresh_secret()
        length = timedelta(days=self._settings.session_days)
        instead_of = caller.session if caller else ""
        await self.accounts.open_session(person, fingerprint(secret), length, instead_of)
        cookie = session_cookie(secret, is_secure(request, self._settings), self._settings)
        return Response(await self.about(person), cookies=[cookie])

    async def about(self, person: Person | None) -> Me:
        """What the page says about the caller."""
        return Me(person=person, operator=person is not None and await self.accounts.is_operator(person))

    async def check_password(self, request: HttpRequest, name: str, password: str) -> Person | None:
        """The account with this name and password. Takes as long for an unknown name."""
        who, home = folded(name), address_of(request.scope)
        own, anywhere = f"name {who} from {home}", f"name {who}"
        self._limiter.require(own, self._settings.limits.names)
        # Failed attempts from elsewhere don't lock out an address that has signed in before.
        known = (who, home) in self._known_addresses
        if not known:
            self._limiter.require(anywhere, self._settings.limits.names_anywhere)
        found = await self.accounts.credentials(name)
        kept = found.password if found else ""
        if not await self.passwords.matches(kept, password) or found is None:
            return None
        if found.banned:
            raise Trouble.of(HTTPStatus.FORBIDDEN, f"This account is closed: {found.banned}", "banned")
        self._limiter.give_back(own)
        if not known:
            self._limiter.give_back(anywhere)
        self._known_addresses[who, home] = None
        if len(self._known_addresses) > KNOWN_ADDRESSES:
            self._known_addresses.popitem(last=False)
        if self.passwords.is_outdated(kept):
            await self.accounts.rehash(found.person, await self.passwords.hash(password))
        return found.person

    async def close_session(self, request: HttpRequest, caller: Caller | None) -> Response[Me]:
        """End the session, and delete its cookie."""
        if caller and caller.session:
            await self.accounts.close_session(caller.session)
        return Response(Me(person=None), cookies=[no_cookie(is_secure(request, self._settings))])


def require_strong(password: str, name: str) -> None:
    """Refuse a password that is easy to guess."""
    why = weakness(password, name)
    if why:
        raise Trouble.of(HTTPStatus.BAD_REQUEST, why, "weak-password")


def member(caller: Caller | None) -> Person:
    """Require an account and a browser session. A token must not be enough to change the account."""
    if caller is None:
        raise Trouble.of(HTTPStatus.UNAUTHORIZED, "Sign in first.")
    if not caller.session:
        raise Trouble.of(HTTPStatus.FORBIDDEN, "You can't do this with a token. Sign in.")
    if caller.person.guest:
        raise Trouble.of(HTTPStatus.FORBIDDEN, "Guests have no password and no tokens. Create an account first.")
    return caller.person


@get("/me")
async def me(visitor: NamedDependency[Person | None], authenticator: NamedDependency[Authenticator]) -> Me:
    """Who is signed in."""
    return await authenticator.about(visitor)


@post("/visit", status_code=HTTPStatus.OK)
async def visit(
    request: HttpRequest,
    data: JSONBody[Visit],
    caller: NamedDependency[Caller | None],
    authenticator: NamedDependency[Authenticator],
) -> Response[Me]:
    """Play as a guest. Does nothing for somebody who is already signed in."""
    if caller:
        return Response(await authenticator.about(caller.person))
    authenticator.limit_attempts(request)
    if data.name is not None:
        name = tidy(data.name)
        person = await authenticator.accounts.add(name, None, skeleton(name))
        if isinstance(person, NameTaken):
            raise taken(name)
        return await authenticator.open_session(request, person, None)
    while True:
        name = f"{random.choice(RANKS)} {random.randrange(1000, 100_000)}"
        person = await authenticator.accounts.add(name, None, skeleton(name))
        if not isinstance(person, NameTaken):
            return await authenticator.open_session(request, person, None)


@post("/signup", status_code=HTTPStatus.OK)
async def sign_up(
    request: HttpRequest,
    data: JSONBody[SignUp],
    caller: NamedDependency[Caller | None],
    authenticator: NamedDependency[Authenticator],
) -> Response[Me]:
    """Create an account. A guest keeps their tables and seats."""
    authenticator.limit_attempts(request)
    name = tidy(data.name)
    if caller and not caller.person.guest:
        raise Trouble.of(HTTPStatus.CONFLICT, "You already have an account. Sign out to create another.")
    if caller and not caller.session:
        raise Trouble.of(HTTPStatus.FORBIDDEN, "You can't do this with a token. Sign in.")
    require_strong(data.password, name)
    password = await authenticator.passwords.hash(data.password)
    if caller:
        person = await authenticator.accounts.claim(caller.person, name, password, skeleton(name))
    else:
        person = await authenticator.accounts.add(name, password, skeleton(name))
    if person is None:
        raise Trouble.of(HTTPStatus.CONFLICT, "You already have an account. Sign in.")
    if isinstance(person, NameTaken):
        raise taken(name)
    return await authenticator.open_session(request, person, caller)


@post("/signin", status_code=HTTPStatus.OK)
async def sign_in(
    request: HttpRequest,
    data: JSONBody[SignIn],
    caller: NamedDependency[Caller | None],
    authenticator: NamedDependency[Authenticator],
    table_manager: NamedDependency[TableManager],
) -> Response[Me]:
    """Sign in by name and password. A guest's tables and seats move to the account."""
    authenticator.limit_attempts(request)
    person = await authenticator.check_password(request, data.name, data.password)
    if person is None:
        raise Trouble.of(HTTPStatus.UNAUTHORIZED, WRONG, "wrong-password")
    if caller and caller.session and caller.person.guest:
        await table_manager.merge_guest(caller.person, person)
    return await authenticator.open_session(request, person, caller)


@post("/signout", status_code=HTTPStatus.OK)
async def sign_out(
    request: HttpRequest,
    caller: NamedDependency[Caller | None],
    authenticator: NamedDependency[Authenticator],
    table_manager: NamedDependency[TableManager],
) -> Response[Me]:
    """Sign out."""
    answer = await authenticator.close_session(request, caller)
    if caller:
        await table_manager.recheck(caller.person.id)
    return answer


@post("/password", status_code=HTTPStatus.OK)
async def new_password(
    request: HttpRequest,
    data: JSONBody[NewPassword],
    caller: NamedDependency[Caller | None],
    authenticator: NamedDependency[Authenticator],
    table_manager: NamedDependency[TableManager],
) -> Response[Me]:
    """Change the password. Ends all other sessions and revokes all tokens."""
    person = member(caller)
    authenticator.limit_attempts(request)
    if await authenticator.check_password(request, person.name, data.old) is None:
        raise Trouble.of(HTTPStatus.FORBIDDEN, "The old password is wrong.", "wrong-password")
    require_strong(data.new, person.name)
    await authenticator.accounts.set_password(person, await authenticator.passwords.hash(data.new))
    admitted = await authenticator.open_session(request, person, caller)
    await table_manager.recheck(person.id)
    return admitted


@get("/tokens")
async def list_tokens(
    caller: NamedDependency[Caller | None], authenticator: NamedDependency[Authenticator]
) -> tuple[Token, ...]:
    """List my tokens, without their secrets."""
    return await authenticator.accounts.tokens(member(caller))


@post("/tokens")
async def new_token(
    data: JSONBody[NewToken], caller: NamedDependency[Caller | None], authenticator: NamedDependency[Authenticator]
) -> Token:
    """Create an API token. Its secret is shown only once."""
    secret = fresh_secret()
    token = await authenticator.accounts.add_token(member(caller), data.label, secret, MOST_TOKENS)
    if token is None:
        raise Trouble.of(HTTPStatus.CONFLICT, f"You have {MOST_TOKENS} tokens. Revoke one first.")
    return token


@delete("/tokens/{token_id:str}")
async def revoke_token(
    token_id: TokenId,
    caller: NamedDependency[Caller | None],
    authenticator: NamedDependency[Authenticator],
    table_manager: NamedDependency[TableManager],
) -> None:
    """Revoke a token."""
    person = member(caller)
    if not await authenticator.accounts.revoke(person, token_id):
        raise Trouble.of(HTTPStatus.NOT_FOUND, "You have no such token.")
    await table_manager.recheck(person.id)


def part(base: Base) -> Part:
    """The account routes."""
    authenticator = Authenticator(base.settings, base.database, base.limiter)

    @asynccontextmanager
    async def forget_guests(app: Litestar) -> AsyncIterator[None]:
        await authenticator.accounts.forget_guests(timedelta(days=base.settings.guest_days))
        yield

    return Part(
        handlers=[me, visit, sign_up, sign_in, sign_out, new_password, list_tokens, new_token, revoke_token],
        dependencies={"authenticator": Provide(lambda: authenticator, sync_to_thread=False)},
        lifespan=forget_guests,
    )
