"""The cartographer: small maps are built here, the shipped ones are held against their boards."""
