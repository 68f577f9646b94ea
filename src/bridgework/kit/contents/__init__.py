"""What bytes really are, whatever they are called: told by their own marks, in bounded work."""
