"""The commands of `ladder`, by subject; each imports what it does only when it is called."""
