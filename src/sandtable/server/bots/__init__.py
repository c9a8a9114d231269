"""Bots in worker processes, so that the server never waits for them.

``worker`` is the process, ``pool`` the server's side of it, ``talk`` the protocol between them, ``levels`` the
bots on offer. This package asks bots and survives their failures. Whether an answer is legal is for the table to
judge.
"""
