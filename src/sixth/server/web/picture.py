"""A table at one moment as one audience sees it."""

from functools import cached_property

from sixth.i18n import current_language
from sixth.server.table.identity import Audience
from sixth.server.table.state import Table
from sixth.server.web.identity_key import IdentityKey
from sixth.server.web.views.common import Common, common_of
from sixth.server.web.views.table import Frame


class Picture:
    """A table at one moment, of which only what is asked for is worked out: most is the same for all.

    `common` is what everybody sees of it, and held, as the next picture is compared with it.
    """

    def __init__(self, table: Table, audience: Audience) -> None:
        self.audience, self.version = audience, table.version
        self.common: Common = common_of(current_language(), IdentityKey(table))
        self._table = table

    @cached_property
    def seat(self) -> int | None:
        """The seat of the audience."""
        return self.audience.seat(self._table)

    @property
    def barred(self) -> bool:
        """Whether the host had them leave."""
        return self.audience.barred(self._table)

    @cached_property
    def frame(self) -> Frame:
        """All that they see of it."""
        return Frame(self.audience.view(self._table), self.common)
