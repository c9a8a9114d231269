"""How the database grew, one step a file. Each step runs in one transaction when a server starts."""
