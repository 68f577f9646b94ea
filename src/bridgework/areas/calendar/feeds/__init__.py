"""The calendar as a feed: what a member may see, for whichever calendar program they use."""
