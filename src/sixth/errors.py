"""Errors that end a command; the text is one sentence that says what is wrong and what would be right."""


class UsageProblem(Exception):
    """A command line that makes no sense."""


class CommandError(Exception):
    """A command that makes sense but cannot be carried out."""
