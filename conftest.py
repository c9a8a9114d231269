"""Every run of the tests: the plugins, and how long anything may take."""

from hypothesis import settings

pytest_plugins = (
    "tests.collecting.scenarios",
    "tests.collecting.doctests",
    "tests.collecting.rules",
    "tests.collecting.budget",
    "tests.collecting.second_try",
)

# How long an example takes is the machine's affair: speed is measured in bench/, never asserted.
settings.register_profile("here", deadline=None)
settings.load_profile("here")
