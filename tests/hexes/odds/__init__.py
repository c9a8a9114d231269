"""The odds of attacks."""
