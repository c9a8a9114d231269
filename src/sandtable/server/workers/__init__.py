"""Worker processes for visitors' expensive requests: odds, pictures, save files.

``jobs`` are the requests, ``worker`` is the process that runs them within a CPU limit, ``forkserver`` the process
that workers are forked from so that killing one is cheap, ``pool`` the server's side. This package runs and stops
jobs; what they mean is up to the game.
"""
