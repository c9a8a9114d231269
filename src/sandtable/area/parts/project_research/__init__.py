"""Project research: markers move along a track, one die at a time, until a project is developed.

* ``settings``: the track, the cost of a die, the projects and their effects;
* ``memory``: the markers, and what others may see of them;
* ``advancing``: dice for projects, and starting spaces;
* ``spying``: intelligence against the research of others;
* ``research``: the part, and effects of projects other than better units: new units to buy, and money.

With blind research, only the owner knows which project a marker stands for.
"""

from sandtable.area.parts.project_research.advancing import Advance as Advance
from sandtable.area.parts.project_research.research import ProjectResearch as ProjectResearch

PART = ProjectResearch
