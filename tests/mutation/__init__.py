"""Breaking rules on purpose: a test counts for a rule only if it fails when the rule is broken."""
