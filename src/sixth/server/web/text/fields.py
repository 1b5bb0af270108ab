"""Results beside those of all others, in words."""

from sixth.i18n import ngettext


def better_than_text(more: int, same: int, others: int) -> str:
    """Return a result beside `others`, of whom `more` did worse and `same` as well."""
    text = ngettext(
        "Better than {more} of {count} other, level with {same}.",
        "Better than {more} of {count} others, level with {same}.",
        others,
    )
    return text.format(more=more, count=others, same=same)
