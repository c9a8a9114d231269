"""The table in the terminal: a whole game at one keyboard, in plain words."""
