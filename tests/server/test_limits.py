"""Rate limits."""

import pytest
from litestar.testing import RequestFactory

from sandtable.server.limits import REMEMBERED, Limiter, address_of


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_refills_steadily_up_to_its_size() -> None:
    clock = Clock()
    limiter = Limiter(clock)
    assert [limiter.take("anna", (2, 10)) for _ in range(3)] == [0, 0, 5]
    clock.now = 5
    assert [limiter.take("anna", (2, 10)) for _ in range(2)] == [0, 5]
    clock.now = 1000
    assert [limiter.take("anna", (2, 10)) for _ in range(3)] == [0, 0, 5]


def test_refused_attempts_do_not_extend_the_wait() -> None:
    clock = Clock()
    limiter = Limiter(clock)
    for _ in range(100):
        limiter.take("anna", (1, 10))
    clock.now = 10
    assert limiter.take("anna", (1, 10)) == 0


def test_keys_are_independent() -> None:
    limiter = Limiter(Clock())
    assert [limiter.take(name, (1, 10)) for name in ("anna", "berta", "anna")] == [0, 0, 10]


def test_memory_is_bounded_and_active_keys_are_kept() -> None:
    limiter = Limiter(Clock())
    limiter.take("anna", (1, 10))
    for number in range(REMEMBERED - 1):
        limiter.take(str(number), (1, 10))
        limiter.take("anna", (1, 10))
    limiter.take("one more", (1, 10))
    assert limiter.take("anna", (1, 10)) > 0
    assert limiter.take("0", (1, 10)) == 0


@pytest.mark.parametrize(
    ("client", "counts_as"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_an_ipv6_address_counts_as_its_network(client: str, counts_as: str) -> None:
    scope = RequestFactory().get("/").scope
    scope["client"] = (client, 1234)
    assert address_of(scope) == counts_as
