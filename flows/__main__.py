"""`python -m flows` is `ladder`."""

from flows.cli import main

if __name__ == "__main__":
    main()
