"""Patches: what the server draws of an open page anew, and what is announced with it.

A patch is HTML whose elements at the top say what becomes of those on the page (`static/table/patch.js`):

- an element with an `id` takes the place of the one with that id,
- what is inside `<p-add to="…">` is put at the end of the element with that id,
- `<p-set to="…" …>` gives the element with that id its other attributes, and takes away those that are empty,
- `<p-cut to="…">` removes the element with that id,
- `<title>` is the title.

What is not on the page is passed over, so that big screens, which have fewer elements, are drawn by the same.
"""

from collections.abc import Sequence

from markupsafe import escape

from sixth.server.web.text.announcements import Announcement


def announced(told: Sequence[Announcement]) -> str:
    """Return the patch that announces sentences, each with how much detail one must wish to hear it."""
    said = " ".join(
        [f'<span data-detail="{each.detail}">{escape(each.text)}</span>' for each in told if each.text]
    )
    if not said:
        return ""
    return f'<p-add to="say"><p>{said}</p></p-add>'
