"""Hitler's Global War: the hex game, with the scenarios Barbarossa and The Fall of Germany."""
