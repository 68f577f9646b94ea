"""Who fits a role, and which roles fit an expert: asks matching, and shows cards."""
