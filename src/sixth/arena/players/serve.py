"""The line protocol (docs/bots.md) for bots in Python that run in their own process."""

import sys
from contextlib import redirect_stdout

from sixth.bots import Bot
from sixth.rules.codec import dumps, loads
from sixth.rules.view_json import action_to_json, view_from_json


def serve_bot(bot: Bot) -> None:
    """Answer each view on standard input with an action on standard output, until the input ends.

    The output of `bot` itself goes to standard error.

    Raises:
        Malformed: A line is no view.
    """
    answers = sys.stdout
    with redirect_stdout(sys.stderr):
        for line in sys.stdin:
            action = bot.act(view_from_json(loads(line)))
            answers.write(dumps(action_to_json(action)) + "\n")
            answers.flush()
