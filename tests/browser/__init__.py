"""The page in a real browser, against a real server. What it looks like is not tested here: look at it."""
