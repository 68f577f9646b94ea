"""The words by which postings are found."""
