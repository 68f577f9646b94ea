"""Applications to roles: sent by experts, decided by whoever posted the role."""
