"""What the staff and other systems do: administration, imports and exports, integrations."""
