"""A clock that tests set forward."""

from datetime import UTC, datetime, timedelta

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


class Watch:
    """What time it is, as a test wants it."""

    def __init__(self, at: datetime = NOON) -> None:
        self.at = at

    def __call__(self) -> datetime:
        return self.at

    def forward(self, *, days: float = 0, hours: float = 0, minutes: float = 0, seconds: float = 0) -> None:
        self.at += timedelta(days=days, hours=hours, minutes=minutes, seconds=seconds)
