"""Measurements, each a ratio or median of one run; ``make bench`` prints them and writes ``build/bench.json``."""
