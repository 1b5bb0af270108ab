"""The command line: one module for each group of commands."""

from sixth.cli.app import main

__all__ = ["main"]
