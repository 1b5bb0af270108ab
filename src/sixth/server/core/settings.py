"""All settings of `sixth serve` in one table: their names, the values that they take, and their defaults.

A setting comes from its flag, from an environment variable, or from a file; the first of these counts.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Final, get_type_hints

from sixth.errors import UsageProblem
from sixth.i18n import error_text, gettext as _, or_list
from sixth.server.core.addresses import ANY_ADDRESS
from sixth.server.core.durations import parse_age
from sixth.server.core.hosts import is_host
from sixth.text import printable

LEVELS: Final = ("debug", "info", "warning", "error")

DATABASE: Final = "postgresql://127.0.0.1/sixth"
"""An example of the URL of a PostgreSQL."""

_YES, _NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")
_MAX_BYTES: Final = 100_000
_MAX_DIGITS: Final = 9

_URL: Final = re.compile(r"(?P<scheme>https?)://(?P<host>[^/]+)/?", re.IGNORECASE)

_HOST: Final = re.compile(r"(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:[0-9]{1,5})?")

_ORIGIN: Final = re.compile(rf"https?://{_HOST.pattern}")


class SettingsError(UsageProblem):
    """An invalid setting; the text is one sentence that says which, and what it takes."""


class _ValueError(Exception):
    """An invalid value: the template of a sentence that says what the setting takes, and its values."""

    def __init__(self, template: str, **values: object) -> None:
        self.template, self.values = template, values


# ------------------------------------------------------------------ values


def _whole(value: str, *, least: int, most: int) -> int:
    digits = value.removeprefix("-").removeprefix("+")
    number = int(value) if digits.isascii() and digits.isdigit() and len(digits) <= _MAX_DIGITS else None
    if number is None or not least <= number <= most:
        wrong = _("{setting} takes a number from {least} to {most}, not {value}.")
        raise _ValueError(
            wrong, least=least, most=most, value=value if number is not None else _quoted(value)
        )
    return number


_count = partial(_whole, least=1, most=1_000_000)


def _folder(value: str) -> Path:
    if "://" in value:
        # The sentence does not repeat the value, which may hold a password.
        raise _ValueError(_("{setting} takes a folder; --database takes a URL such as {url}."), url=DATABASE)
    return Path(value)


def _switch(value: str) -> bool:
    if value.lower() not in _YES + _NO:
        raise _ValueError(_("{setting} takes true or false, not {value}."), value=_quoted(value))
    return value.lower() in _YES


def _one_of(value: str, *, words: tuple[str, ...]) -> str:
    if value not in words:
        wrong = _("{setting} takes {words}, not {value}.")
        raise _ValueError(wrong, words=or_list(words), value=_quoted(value))
    return value


def _age(value: str) -> timedelta:
    age = parse_age(value)
    if not age:
        wrong = _("{setting} takes a time such as 90d, 12w or 36h, not {value}.")
        raise _ValueError(wrong, value=_quoted(value))
    return age


def _parts(value: str) -> tuple[str, ...]:
    if value.lower() == "none":
        return ()
    return tuple(each.strip() for each in value.split(",") if each.strip())


def _addresses(value: str) -> tuple[str, ...]:
    addresses = _parts(value)
    for each in addresses:
        try:
            ip_network(each if each != ANY_ADDRESS else "0.0.0.0/0")
        except ValueError:
            wrong = _(
                "{setting} takes addresses such as 10.0.0.7 or 10.0.0.0/24, with commas between, not {value}."
            )
            raise _ValueError(wrong, value=_quoted(each)) from None
    return addresses


def _hosts(value: str) -> tuple[str, ...]:
    hosts = _parts(value.lower())
    for each in hosts:
        if not _HOST.fullmatch(each):
            wrong = _("{setting} takes hosts such as push.example.org or *.example.org, not {value}.")
            raise _ValueError(wrong, value=_quoted(each))
    return hosts


def _origins(value: str) -> tuple[str, ...]:
    origins = _parts(value.lower())
    for each in origins:
        if not _ORIGIN.fullmatch(each):
            wrong = _(
                "{setting} takes origins such as https://example.org or https://*.example.org, not {value}."
            )
            raise _ValueError(wrong, value=_quoted(each))
    return origins


def _url(value: str) -> str:
    match = _URL.fullmatch(value)
    if match is None or not is_host(match["host"]):
        wrong = _("{setting} takes the address of a site, such as https://sixth.example.org, not {value}.")
        raise _ValueError(wrong, value=_quoted(value))
    return f"{match['scheme'].lower()}://{match['host'].lower()}/"


def _quoted(value: str) -> str:
    return repr(printable(value[:100]))


# ------------------------------------------------------------------ the table


@dataclass(frozen=True)
class Setting:
    """A setting: how its text is parsed, a sentence about it, and a placeholder ("" for a switch)."""

    parse: Callable[[str], Any]
    about: str
    placeholder: str = ""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a server, with their defaults."""

    host: Annotated[str, Setting(str, "The address to listen on; 0.0.0.0 is every one.", "H")] = "127.0.0.1"
    port: Annotated[
        int, Setting(partial(_whole, least=0, most=65_535), "The port to listen on; 0 is any free one.", "P")
    ] = 6106
    url: Annotated[
        str, Setting(_url, "Where people find the site, for links; as they asked for it if not said.", "URL")
    ] = ""
    data: Annotated[
        Path | None, Setting(_folder, "Where games are kept; your data folder if not said.", "DIR")
    ] = None
    database: Annotated[str | None, Setting(str, "A database to keep games in instead.", "URL")] = None
    workers: Annotated[
        int, Setting(partial(_whole, least=1, most=256), "How many processes, over a PostgreSQL.", "N")
    ] = 1
    worker_port: Annotated[
        int | None,
        Setting(
            partial(_whole, least=0, most=65_535),
            "The first of the workers' own ports, for a proxy; --port plus one if not said, 0 is any free.",
            "P",
        ),
    ] = None
    proxies: Annotated[
        tuple[str, ...],
        Setting(_addresses, "Proxies that say who asks: addresses, none, or * for all.", "ADDRESSES"),
    ] = ("127.0.0.1", "::1")
    unlimited: Annotated[
        tuple[str, ...],
        Setting(_addresses, "Addresses without the limits of an address, or none.", "ADDRESSES"),
    ] = ("127.0.0.1", "::1")
    address_requests: Annotated[
        int, Setting(_count, "Requests a second from one address; ten seconds' worth at once.", "N")
    ] = 100
    address_tables: Annotated[int, Setting(_count, "Tables that one address opens in an hour.", "N")] = 300
    address_rounds: Annotated[
        int, Setting(_count, "Rounds and games that people at one address begin in a minute.", "N")
    ] = 300
    address_streams: Annotated[
        int, Setting(_count, "Streams of news to one address at the same time.", "N")
    ] = 1_000
    streams: Annotated[int, Setting(_count, "Streams of news from one process at the same time.", "N")] = (
        10_000
    )
    prune_after: Annotated[
        timedelta | None,
        Setting(_age, "Delete ended games after 90d, 12w or 36h; never if not said.", "AGE"),
    ] = None
    push_hosts: Annotated[
        tuple[str, ...],
        Setting(_hosts, "Push services that are sent to: hosts, *.host for all below, or none.", "HOSTS"),
    ] = (
        "fcm.googleapis.com",
        "updates.push.services.mozilla.com",
        "*.push.apple.com",
        "*.notify.windows.com",
    )
    frame_ancestors: Annotated[
        tuple[str, ...],
        Setting(_origins, "Sites that may show this one in a frame: origins, or none.", "ORIGINS"),
    ] = ()
    log_level: Annotated[
        str, Setting(partial(_one_of, words=LEVELS), f"How much is logged: {', '.join(LEVELS)}.", "LEVEL")
    ] = "warning"
    log_requests: Annotated[bool, Setting(_switch, "Log every request, without saying whose.")] = False
    outside_bots: Annotated[
        bool, Setting(_switch, "Let people register bots that they run elsewhere, to be invited to tables.")
    ] = False
    outside_networks: Annotated[
        tuple[str, ...],
        Setting(
            _addresses,
            "Networks from which such bots may be registered: addresses, none, or * for all.",
            "ADDRESSES",
        ),
    ] = (ANY_ADDRESS,)
    people: Annotated[
        bool, Setting(_switch, "Let people keep a name and their games, on all of their devices.")
    ] = True
    forget_people: Annotated[
        timedelta | None,
        Setting(_age, "Delete people who have not been back for 365d or 52w; never if not said.", "AGE"),
    ] = None
    ladder: Annotated[
        Path | None, Setting(Path, "What `sixth arena --publish` writes, to be shown at /ladder.", "FILE")
    ] = None
    metrics: Annotated[bool, Setting(_switch, "Show numbers for Prometheus at /metrics.")] = False
    open: Annotated[bool, Setting(_switch, "Open the browser on it.")] = False
    config: Annotated[Path | None, Setting(Path, "A TOML file with these settings.", "FILE")] = None


DEFAULT_SETTINGS: Final = Settings()

SETTINGS: Final[Mapping[str, Setting]] = {
    name: hint.__metadata__[0] for name, hint in get_type_hints(Settings, include_extras=True).items()
}
"""The settings by their names in a file, which flags write with hyphens."""


def flag(name: str) -> str:
    """Return the flag of a setting on the command line."""
    return f"--{name.replace('_', '-')}"


def variable(name: str) -> str:
    """Return the environment variable of a setting."""
    return f"SIXTH_{name.upper()}"


def default_text(name: str) -> str:
    """Return the default of a setting as a host would write it; "" for none."""
    value = getattr(DEFAULT_SETTINGS, name)
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(value) if isinstance(value, tuple) else str(value or "")


# ------------------------------------------------------------------ sources


def read(flags: Mapping[str, str], environment: Mapping[str, str]) -> Settings:
    """Return the settings from flags, environment and the file that they name, or raise `SettingsError`."""
    variables = {name: environment.get(variable(name), "") for name in SETTINGS}
    places = [
        {name: (flag(name), value) for name, value in flags.items()},
        {name: (variable(name), value) for name, value in variables.items() if value},
    ]
    settings = _merge(places)
    if settings.config is not None:
        places.append(dict(_file(settings.config)))
        settings = _merge(places)
    return settings


def _merge(places: list[dict[str, tuple[str, str]]]) -> Settings:
    values: dict[str, Any] = {}
    for place in places:
        if "data" in place and "database" in place:
            wrong = _("{data} and {database} both say where games are kept; give one of them.")
            raise SettingsError(wrong.format(data=place["data"][0], database=place["database"][0]))
        # An earlier place that names a folder or a database overrules a later one that names either.
        placed = {"data", "database"} & values.keys()
        for name, (where, text) in place.items():
            if name not in values and not (placed and name in ("data", "database")):
                values[name] = parse(name, text, where)
    return Settings(**values)


def parse(name: str, text: str, where: str) -> Any:
    """Return the value of a setting from its text, or raise `SettingsError`; `where` names it there."""
    try:
        return SETTINGS[name].parse(text)
    except _ValueError as error:
        raise SettingsError(error.template.format(setting=where, **error.values)) from error


def _file(path: Path) -> Iterator[tuple[str, tuple[str, str]]]:
    try:
        with path.open("rb") as file:
            values = tomllib.loads(file.read(_MAX_BYTES).decode("utf-8-sig"))
    except OSError as error:
        wrong = _("The settings {file} cannot be read: {why}.")
        raise SettingsError(wrong.format(file=path, why=error_text(error))) from error
    except ValueError as error:
        wrong = _("The settings {file} are no TOML: {why}.")
        raise SettingsError(wrong.format(file=path, why=str(error).splitlines()[0])) from error
    names = [name for name in SETTINGS if name != "config"]
    for name, value in values.items():
        if name not in names:
            wrong = _("There is no setting {name}, as in {file}; the settings are {names}.")
            raise SettingsError(wrong.format(name=_quoted(name), file=path, names=or_list(names)))
        yield name, (_("{name} in {file}").format(name=name, file=path), _text(value))


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
