"""Database migrations. Each runs in one transaction when a server starts."""
