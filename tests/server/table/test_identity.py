"""The names of people."""

import pytest

from sixth.i18n import LANGUAGES, gettext, using_language
from sixth.rules.game import Refusal
from sixth.server.table.identity import OWN_SEAT, SOMEBODY_IN, clean_name

NAMES = (
    "Ana",
    "Zo\u00eb d\u2019Arc-M\u00fcller",
    "\u0645\u062d\u0645\u062f \u0639\u0644\u06cc",
    # Joiners change the shape of these.
    "\u0645\u06cc\u200c\u0646\u0627",
    "\u0936\u094d\u200d\u092f\u093e\u092e",
    "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
    "\u674e\u660e",
    # A name of ideographs, the first as its owner writes it.
    "\u845b\U000e0100\u57ce",
    "\ud64d\uae38\ub3d9",
    # A family, a flag, and a heart in red.
    "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466",
    "\U0001f3f3\ufe0f\u200d\U0001f308 \u2764\ufe0f",
    "\U0001f44b\U0001f3fd",
)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_any_script_stays_as_its_owner_writes_it(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    "hidden",
    [*"\u200b\u2060\ufeff\u00ad\u202e\u034f\u115f\u1160\u3164\uffa0\u2800\u17b4\u180e", "\U000e0041"],
)
def test_invisible_characters_become_a_space_within_a_name_and_nothing_at_its_ends(hidden: str) -> None:
    assert clean_name(f"{hidden}An{hidden}{hidden}a{hidden}") == "An a"


def test_joiners_and_selectors_alone_are_not_a_name() -> None:
    for name in ("\u200d", "\ufe0f", "\u200c\ufe0f\U000e0100", "\u034f\u0301"):
        with pytest.raises(Refusal, match="Enter a name"):
            clean_name(name)


def test_a_name_cannot_be_the_label_of_ones_own_seat() -> None:
    labels = set()
    for language in LANGUAGES:
        with using_language(language):
            labels.add(gettext("You"))
    assert labels == set(OWN_SEAT)
    for name in (*labels, "YOU", "y\u043eu", "You\u200d", "\uff39ou"):
        with pytest.raises(Refusal, match="own seat"):
            clean_name(name)
    assert clean_name("Youri") == "Youri"


def test_a_name_cannot_look_like_that_of_a_deleted_person_in_any_language() -> None:
    assert set(SOMEBODY_IN) == set(LANGUAGES)
    for name in (*SOMEBODY_IN.values(), "SOMEBODY", "s\u043emebody", "Somebody\u200d", "quelqu'un", "jemand"):
        with pytest.raises(Refusal, match="Deleted people"):
            clean_name(name)
    assert clean_name("Somebody Else") == "Somebody Else"
