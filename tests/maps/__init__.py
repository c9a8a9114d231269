"""Map tests: builds small maps, and compares the shipped ones with their boards."""
