"""Game ``1941``: five powers, six phases, the cleanest rules of the family."""
