"""Who the members are: profiles, directories, and how well they fit a posting."""
