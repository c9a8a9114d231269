"""The thinking bots of the hex family."""
