"""The database: its tables, how to reach it, how it grows, and the people in it.

What lives here: SQL. What does not: who may do what, and anything about a game; what a game says (actions, events)
is JSON text that nobody here reads.
"""
