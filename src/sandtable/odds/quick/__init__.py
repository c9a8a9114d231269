"""Quick estimates of battles, in tens of microseconds, for planners that ask thousands of times.

What lives here: the declared sequence as operations on numbers (``reading``), narrowed down to the units present
(``outline``); the average course of a battle, fought with fractions of units (``course``), and the outcome it
suggests (``outcome``); small plain battles, worked out exactly (``walk``); and the estimator, the entry point.

What does not: any rule of combat, any game. A step that a game's ``battle.yaml`` inserts or leaves out is read
like all others. No unit retreats or submerges by choice; those that have to leave do.
"""
