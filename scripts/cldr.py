"""Write anew what the formats of lists, numbers and dates stand on: src/sixth/locale/cldr.json.

The data are those of Unicode's CLDR, as Babel has them, for the languages of Sixth. Run it after a new
language or a new Babel; tests/locale/test_cldr.py holds the file to it.
"""

import json
from pathlib import Path
from typing import Any, Final

from babel import Locale

from sixth.i18n import LANGUAGES

FILE: Final = Path(__file__).parents[1] / "src/sixth/locale/cldr.json"

LOCALES: Final = {"en": "en_GB"}
"""The locale whose lists, numbers and dates a language uses, where its code alone does not say."""

_UNITS: Final = ("second", "minute", "hour", "day", "week", "month", "year")


def locale_of(code: str) -> Locale:
    """Return the locale of a language."""
    return Locale.parse(LOCALES.get(code, code))


def data(code: str) -> dict[str, Any]:
    """Return what is needed of the data of a language."""
    locale = locale_of(code)
    all_data: Any = locale._data
    patterns, fields = all_data["unit_patterns"], all_data["date_fields"]
    symbols = locale.number_symbols["latn"]
    percent = locale.percent_formats[None]
    assert locale.decimal_formats[None].pattern == "#,##0.###"
    assert percent.pattern.startswith("#,##0")
    assert symbols["minusSign"] == "-"
    return {
        "and": dict(locale.list_patterns["standard"]),
        "or": dict(locale.list_patterns["or"]),
        "decimal": symbols["decimal"],
        "group": symbols["group"],
        "percent": percent.pattern.removeprefix("#,##0"),
        "medium": locale.date_formats["medium"].pattern,
        "long": locale.date_formats["long"].pattern,
        "time": locale.time_formats["medium"].pattern,
        "datetime": locale.datetime_formats["medium"],
        "MMM": list(locale.months["format"]["abbreviated"].values()),
        "MMMM": list(locale.months["format"]["wide"].values()),
        # Whole numbers that take the form "one"; all others take "other".
        "one": [number for number in range(100) if locale.plural_form(number) == "one"],
        "units": {
            length: {unit: _unit(patterns[f"duration-{unit}"], length) for unit in _UNITS}
            for length in ("long", "short")
        },
        "past": {unit: dict((fields.get(f"{unit}-long") or fields[unit])["past"]) for unit in _UNITS},
    }


def _unit(patterns: dict[str, dict[str, str]], length: str) -> dict[str, str]:
    """Return how many of a unit are written: in the other length where CLDR says that both are the same."""
    for each in (length, "short", "long"):
        forms = {form: text for form, text in patterns.get(each, {}).items() if form != "per"}
        if forms:
            return forms
    raise LookupError(patterns)


def text() -> str:
    """Return what the file has to hold."""
    content = {code: data(code) for code in LANGUAGES}
    return json.dumps(content, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
