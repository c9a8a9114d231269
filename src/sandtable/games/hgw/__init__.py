"""Hitler's Global War: the hex game. Its board, scenarios, tables and rule texts are data; ``game.py`` composes them."""
