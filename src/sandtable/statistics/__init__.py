"""Statistics of a game: its measures by round, and how lucky the dice were.

This package walks a record and computes luck. What a measure means is up to the game's guide, which is asked about
a viewer's view, so that nothing hidden is counted.
"""

from sandtable.statistics.counting import Chart, Contest, Line, Statistics, Trend, statistics
from sandtable.statistics.luck import Luck

__all__ = ["Chart", "Contest", "Line", "Luck", "Statistics", "Trend", "statistics"]
