"""Scenario files of the hex family. A step is one action in its own words, with what must follow from it."""
