"""The pages of the member site that are readable without JavaScript, and its sitemap."""
