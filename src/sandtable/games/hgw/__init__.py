"""Hitler's Global War: the hex game. So far its board, in ``atlas.yaml``."""
