"""The data that the site keeps about people and for how long, by topic, with the database's columns."""

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from sixth.i18n import duration_text, gettext as _
from sixth.server.core.settings import Settings


class PrivacyTopic(NamedTuple):
    """A topic: what is kept, for how long, and the tables of the database that hold it."""

    title: str
    what: str
    how_long: str
    tables: Sequence[str]


def topics(settings: Settings) -> Sequence[PrivacyTopic]:
    """Return all topics for a site with these settings; together they name each table of the database."""
    until_erased = _("Until you delete everything on your page.")
    if settings.forget_people:
        until_erased = _(
            "Until you delete everything on your page, or have not been back for {time}."
        ).format(time=_age_text(settings.forget_people))
    with_table = _("As long as the table; this site sets no limit.")
    if settings.prune_after:
        with_table = _("As long as the table, which is deleted {time} after the last move.").format(
            time=_age_text(settings.prune_after)
        )
    return (
        PrivacyTopic(
            _("Who you are"),
            _(
                "A number for you from your first game on; the name and the shape, if you choose them; "
                "when you were here first and last; and who may see your page."
            ),
            until_erased,
            ("people", "person_names"),
        ),
        PrivacyTopic(
            _("What the host did"),
            _("If the host renamed, muted or barred you, or read a report about you: what and when."),
            until_erased,
            ("person_actions",),
        ),
        PrivacyTopic(
            _("Your devices"),
            _(
                "For each browser a fingerprint of its secret, its program and system, "
                "and when it was here first and last."
            ),
            _("Until you sign out there."),
            ("person_browsers", "quick_entries"),
        ),
        PrivacyTopic(
            _("Links for devices"),
            _("A fingerprint of the link, and who made and opened it."),
            _("Ten minutes; twenty if the other device has a name, too."),
            ("person_links",),
        ),
        PrivacyTopic(
            _("Recovery codes"),
            _("A fingerprint of each unused code, and when they were made."),
            _("Until a code is used, or you make new ones."),
            ("person_codes",),
        ),
        PrivacyTopic(
            _("Passkeys"),
            _(
                "Name, number and public key of each passkey, when it was made and last used, "
                "and a fingerprint of what your browser was asked."
            ),
            _("Until you remove it; the fingerprint until the answer, or for some minutes."),
            ("person_passkeys", "passkey_challenges"),
        ),
        PrivacyTopic(
            _("Your seats"),
            _("Which seats at which tables were yours, and which tables your name was taken out of."),
            with_table,
            ("person_seats", "erased_tables"),
        ),
        PrivacyTopic(
            _("Your results"),
            _("For each finished game: which it was, when it began, your name there, seat, heads and place."),
            until_erased,
            ("person_games",),
        ),
        PrivacyTopic(
            _("Ratings"),
            _(
                "Your rating, and whether it is on the board; and for each rated game when it ended, "
                "and who had which place, by number. "
                "When you delete everything, a random number takes the place of yours there."
            ),
            until_erased,
            ("rated_games", "rated_seats", "person_ratings", "rating_board"),
        ),
        PrivacyTopic(
            _("Puzzles"),
            _("Which of the five puzzles of a day you tried, how often, and whether you solved them."),
            until_erased,
            ("person_puzzles",),
        ),
        PrivacyTopic(
            _("Friends"),
            _(
                "Who is your friend, whom you have asked or blocked, who has asked or blocked you, and when; "
                "and the names of those you blocked."
            ),
            until_erased,
            ("person_ties",),
        ),
        PrivacyTopic(
            _("Links and invitations of friends"),
            _("A fingerprint of your link; the table to which you last invited each friend."),
            _("Links seven days, or until they are used; invitations ten minutes, or until the next ones."),
            ("friend_links", "friend_invitations"),
        ),
        PrivacyTopic(
            _("Mutes"),
            _("Whose chat you do not see, who does not see yours, and since when."),
            until_erased,
            ("person_mutes",),
        ),
        PrivacyTopic(
            _("Reports"),
            _(
                "If somebody reports you to the host: who and when, what for, your name and chat "
                "at that table, and how the game there went."
            ),
            _("180 days, or until you delete everything on your page."),
            ("person_reports",),
        ),
        PrivacyTopic(
            _("Tables"),
            _("Everything that happens at a table: the names at its seats, the cards, and when."),
            with_table,
            ("log", "games", "deadlines", "codes", "open_tables", "game_ends"),
        ),
        PrivacyTopic(
            _("Daily deal"),
            _("The day, the table and the heads; a fingerprint of your network, to count tries."),
            _("The network until the next day, the rest as long as the table."),
            ("daily_tries", "daily_chain"),
        ),
        PrivacyTopic(
            _("Coach"),
            _("Reviews that were asked for; while they wait, a fingerprint of the network that asked."),
            with_table,
            ("reviews", "review_rounds"),
        ),
        PrivacyTopic(
            _("Notifications"),
            _("If you turn them on: the address and keys that your browser gives, and your language."),
            _(
                "Until the game ends, you leave, or turn them off; for open tables three hours; "
                "for invitations until you turn them off or sign out."
            ),
            ("pushes", "waiting_list", "person_pushes"),
        ),
        PrivacyTopic(
            _("Bots from outside"),
            _("The name of a bot, who runs it, and a fingerprint of its network."),
            _("Until it is unregistered, or has been away for long."),
            ("outside_bots", "invitations"),
        ),
        PrivacyTopic(
            _("The site itself"),
            _("Keys with which fingerprints and notifications are made, and when chores ran last."),
            _("As long as the site."),
            ("secrets", "chores"),
        ),
    )


def _age_text(age: timedelta) -> str:
    return duration_text(round(age.total_seconds()))
