"""The data that the site keeps about people and for how long, by topic, with the database's columns."""

from collections.abc import Sequence

from sixth.i18n import gettext as _
from sixth.server.core.settings import Settings
from sixth.server.feature import PrivacyTopic
from sixth.server.features.profile.tables import person_games
from sixth.server.people.tables import (
    erased_tables,
    passkey_challenges,
    person_actions,
    person_codes,
    person_links,
    person_mutes,
    person_names,
    person_passkeys,
    person_ties,
)
from sixth.server.store.people_schema import people, person_browsers, person_seats, rated_seats
from sixth.server.store.schema import (
    chores,
    codes,
    deadlines,
    game_ends,
    games,
    held_tables,
    log,
    open_tables,
    secrets,
)
from sixth.server.web.text.retention import until_erased, with_table


def topics(settings: Settings, others: Sequence[PrivacyTopic]) -> Sequence[PrivacyTopic]:
    """Return all topics, those of other features among them; together they name each table."""
    return (
        PrivacyTopic(
            _("Who you are"),
            _(
                "A number for you from your first game on; the name and the shape, if you choose them; "
                "when you were here first and last; and who may see your page."
            ),
            until_erased(settings),
            (people, person_names),
        ),
        PrivacyTopic(
            _("What the host did"),
            _("If the host renamed, muted or barred you, or read a report about you: what and when."),
            until_erased(settings),
            (person_actions,),
        ),
        PrivacyTopic(
            _("Your devices"),
            _(
                "For each browser a fingerprint of its secret, its program and system, "
                "and when it was here first and last."
            ),
            _("Until you sign out there."),
            (person_browsers,),
        ),
        PrivacyTopic(
            _("Links for devices"),
            _("A fingerprint of the link, and who made and opened it."),
            _("Ten minutes; twenty if the other device has a name, too."),
            (person_links,),
        ),
        PrivacyTopic(
            _("Recovery codes"),
            _(
                "A fingerprint of each unused code, when they were made, "
                "and when you showed that you kept them."
            ),
            _("Until a code is used, or you make new ones."),
            (person_codes,),
        ),
        PrivacyTopic(
            _("Passkeys"),
            _(
                "Name, number and public key of each passkey, when it was made and last used, "
                "and a fingerprint of what your browser was asked."
            ),
            _("Until you remove it; the fingerprint until the answer, or for some minutes."),
            (person_passkeys, passkey_challenges),
        ),
        PrivacyTopic(
            _("Your seats"),
            _("Which seats at which tables were yours, and which tables your name was taken out of."),
            with_table(settings),
            (person_seats, rated_seats, erased_tables),
        ),
        PrivacyTopic(
            _("Your results"),
            _("For each finished game: which it was, when it began, your name there, seat, heads and place."),
            until_erased(settings),
            (person_games,),
        ),
        PrivacyTopic(
            _("Friends"),
            _(
                "Who is your friend, whom you have asked or blocked, who has asked or blocked you, and when; "
                "and the names of those you blocked."
            ),
            until_erased(settings),
            (person_ties,),
        ),
        PrivacyTopic(
            _("Mutes"),
            _("Whose chat you do not see, who does not see yours, and since when."),
            until_erased(settings),
            (person_mutes,),
        ),
        *others,
        PrivacyTopic(
            _("Tables"),
            _("Everything that happens at a table: the names at its seats, the cards, and when."),
            with_table(settings),
            (log, games, game_ends, held_tables, deadlines, codes, open_tables),
        ),
        PrivacyTopic(
            _("The site itself"),
            _("Keys with which fingerprints and notifications are made, and when chores ran last."),
            _("As long as the site."),
            (secrets, chores),
        ),
    )
