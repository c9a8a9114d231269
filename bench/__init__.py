"""Measurements, each a ratio or a median of one run. ``make bench`` prints a table and writes ``build/bench.json``."""
