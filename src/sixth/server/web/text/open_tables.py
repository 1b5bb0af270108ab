"""Sentences of the list of open tables: their age, and what has changed."""

from collections.abc import Sequence
from datetime import timedelta

from sixth.i18n import ago_text, gettext as _, ngettext
from sixth.text import some_names


def age_text(age: timedelta) -> str:
    """Return how long ago a table was opened."""
    return _("just opened") if age < timedelta(minutes=1) else ago_text(age)


def list_news_text(hosts: Sequence[str], *, closed: int) -> str:
    """Return the announcement of new hosts and of the number of closed tables, or ""."""
    sentences = []
    if hosts:
        new = ngettext("{names} has opened a table.", "{names} have opened tables.", len(hosts))
        sentences.append(new.format(names=some_names(list(hosts))))
    if closed:
        less = ngettext("{count} table is no longer open.", "{count} tables are no longer open.", closed)
        sentences.append(less.format(count=closed))
    return " ".join(sentences)
