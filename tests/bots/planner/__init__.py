"""The thinking bots: their estimates, their reach, their turns and their reasons."""
