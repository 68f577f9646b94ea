"""Who fits a job, and which jobs fit a candidate: asks matching, and shows cards."""
