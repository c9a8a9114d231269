"""Parts of games, and a made-up one that goes everywhere a part can go."""
