"""Scenario files of the hex family. A step is one action with its own keys, and its expected result."""
