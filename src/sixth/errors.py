"""What ends a command early: each says in one sentence what was wrong and what would be right."""


class UsageProblem(Exception):
    """The command line asks for something that makes no sense."""


class Refused(Exception):
    """The command line makes sense, but what it asks for cannot be done."""
