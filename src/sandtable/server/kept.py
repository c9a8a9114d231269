"""Answers that stay the same: made once, compressed once, and not sent again to who has them."""

import gzip
import hashlib
from http import HTTPStatus

import msgspec
from litestar import Response
from litestar.datastructures import Headers

COMPRESSED = "compressed"
"""Marks routes whose answers are compressed already."""
SMALL = 1000
"""Bytes that are not worth compressing."""


class Kept(msgspec.Struct, frozen=True):
    """Bytes, what they are, and their tag."""

    body: bytes
    kind: str
    tag: str
    small: bytes | None
    """Compressed by gzip, where that helps."""
    cache: str

    def answer(self, headers: Headers) -> Response[bytes]:
        """The bytes, or that they have not changed."""
        about = {"ETag": self.tag, "Cache-Control": self.cache, "Vary": "Accept-Encoding"}
        if _has(headers, self.tag):
            return Response(b"", status_code=HTTPStatus.NOT_MODIFIED, headers=about, media_type=self.kind)
        if self.small is not None and "gzip" in headers.get("accept-encoding", ""):
            about["Content-Encoding"] = "gzip"
            return Response(self.small, headers=about, media_type=self.kind)
        return Response(self.body, headers=about, media_type=self.kind)


def keep(body: bytes, kind: str, cache: str = "no-cache") -> Kept:
    """Make an answer that stays; ``no-cache`` means: ask every time whether it has changed."""
    small = gzip.compress(body, 9, mtime=0) if len(body) > SMALL else body
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return Kept(body, kind, tag, small if len(small) < len(body) else None, cache)


def _has(headers: Headers, tag: str) -> bool:
    """Whether the client names this tag; proxies that compress mark it as weak."""
    asked = headers.get("if-none-match", "")
    return asked.strip() == "*" or tag in {one.strip().removeprefix("W/") for one in asked.split(",")}
