"""How long the site keeps things, in words for people."""

from datetime import timedelta

from sixth.i18n import duration_text, gettext as _
from sixth.server.core.settings import Settings


def until_erased(settings: Settings) -> str:
    """Return how long the site keeps what goes with a person."""
    if settings.forget_people:
        return _("Until you delete everything on your page, or have not been back for {time}.").format(
            time=_age_text(settings.forget_people)
        )
    return _("Until you delete everything on your page.")


def with_table(settings: Settings) -> str:
    """Return how long the site keeps what goes with a table."""
    if settings.prune_after:
        return _("As long as the table, which is deleted {time} after the last move.").format(
            time=_age_text(settings.prune_after)
        )
    return _("As long as the table; this site sets no limit.")


def _age_text(age: timedelta) -> str:
    return duration_text(round(age.total_seconds()))
