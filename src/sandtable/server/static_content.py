"""Static content: built and compressed once, and cached by clients."""

import gzip
import hashlib
from http import HTTPStatus

import msgspec
from litestar import Response
from litestar.datastructures import Headers

COMPRESSED = "compressed"
"""Marks routes whose responses are already compressed."""
SMALL = 1000
"""Bodies below this size, in bytes, aren't compressed."""


class StaticContent(msgspec.Struct, frozen=True):
    """Bytes with their content type and ETag."""

    body: bytes
    kind: str
    tag: str
    small: bytes | None
    """The gzipped bytes, if smaller."""
    cache: str

    def answer(self, headers: Headers) -> Response[bytes]:
        """The bytes, or 304 if the client has them."""
        about = {"ETag": self.tag, "Cache-Control": self.cache, "Vary": "Accept-Encoding"}
        if _has(headers, self.tag):
            return Response(b"", status_code=HTTPStatus.NOT_MODIFIED, headers=about, media_type=self.kind)
        if self.small is not None and "gzip" in headers.get("accept-encoding", ""):
            about["Content-Encoding"] = "gzip"
            return Response(self.small, headers=about, media_type=self.kind)
        return Response(self.body, headers=about, media_type=self.kind)


def prepare(body: bytes, kind: str, cache: str = "no-cache") -> StaticContent:
    """Tag and compress content. With ``no-cache``, clients revalidate every time."""
    small = gzip.compress(body, 9, mtime=0) if len(body) > SMALL else body
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return StaticContent(body, kind, tag, small if len(small) < len(body) else None, cache)


def _has(headers: Headers, tag: str) -> bool:
    """Whether the client has this ETag; compressing proxies mark it as weak."""
    asked = headers.get("if-none-match", "")
    return asked.strip() == "*" or tag in {one.strip().removeprefix("W/") for one in asked.split(",")}
