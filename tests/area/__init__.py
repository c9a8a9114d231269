"""Tests of the area family."""
