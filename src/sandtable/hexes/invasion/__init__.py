"""Amphibious invasions: ``declaring`` them, ``sailing`` past fleets and coastal air, and the ``landing``."""
