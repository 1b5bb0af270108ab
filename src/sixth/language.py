"""The words of the program in the language of whoever reads; today the source's own, which are English.

Not `gettext.gettext` itself, which looks for files on disk at every call: most of the time of a page.
"""

from gettext import NullTranslations
from typing import Final

_CATALOG: Final = NullTranslations()
gettext: Final = _CATALOG.gettext
ngettext: Final = _CATALOG.ngettext
