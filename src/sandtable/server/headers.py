"""Security and cache headers for every response."""

from litestar.datastructures import MutableScopeHeaders
from litestar.types import Message, Scope

from sandtable.server.settings import Settings

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        # No inline styles either: the page adopts the map's style sheet as an object and sets positions through
        # properties.
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
ALWAYS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # A private table's link is a secret: don't leak it in referrers.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
YEAR = 31_536_000


class SafeHeaders:
    """Adds the headers to every response, errors included."""

    def __init__(self, settings: Settings) -> None:
        self._headers = dict(ALWAYS)
        if settings.address.startswith("https:"):
            self._headers["Strict-Transport-Security"] = f"max-age={YEAR}"

    async def __call__(self, message: Message, scope: Scope) -> None:
        if message["type"] != "http.response.start":
            return
        headers = MutableScopeHeaders.from_message(message)
        for name, value in self._headers.items():
            headers.setdefault(name, value)
        headers.setdefault("Cache-Control", "no-store")
