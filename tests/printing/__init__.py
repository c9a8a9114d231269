"""Games on paper."""
