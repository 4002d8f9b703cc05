"""What a machine can run, found out without starting any of it."""
