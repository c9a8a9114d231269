"""Game ``classic``: the second edition of 1986, with its weapons development, guns, neutrals and submarines."""
