"""Pytest plugins: scenario files as tests, doctests, the rule report, and the CPU budget."""
