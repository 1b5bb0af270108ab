"""`python -m sixth` is `sixth`."""

from sixth.cli.app import main

if __name__ == "__main__":
    main()
