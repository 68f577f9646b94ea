"""Reading the records of CSV, JSON Lines and workbooks."""
