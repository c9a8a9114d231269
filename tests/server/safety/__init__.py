"""Nobody can stall the server for others: limits, timeouts, and misbehaving clients."""
