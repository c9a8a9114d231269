"""Hitler's Global War: the hex game. All of it is data but ``game.py``, which puts it together."""
