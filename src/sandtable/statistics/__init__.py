"""What can be counted about a game: its measures by round, and how lucky each die was.

What lives here: the fold over a record, and the arithmetic of luck. What does not: what a measure means; a game's
guide says that, and it is asked about a viewer's view, so that nothing hidden is counted.
"""

from sandtable.statistics.counting import Chart, Contest, Line, Statistics, Trend, statistics
from sandtable.statistics.luck import Luck

__all__ = ["Chart", "Contest", "Line", "Luck", "Statistics", "Trend", "statistics"]
