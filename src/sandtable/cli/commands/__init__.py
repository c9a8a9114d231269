"""The commands: their names, options and help. What they do is imported only when they are called."""
