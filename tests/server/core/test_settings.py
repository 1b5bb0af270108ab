"""The settings of a server: the places they come from, which place counts, and their docs."""

from pathlib import Path

import pytest

from sixth.server.core import settings
from sixth.server.core.settings import Settings, SettingsError, read

HOSTING = Path(__file__).parents[3] / "docs" / "hosting.md"


def refusal(flags: dict[str, str], environment: dict[str, str] | None = None) -> str:
    """Return the sentence that refuses these settings."""
    with pytest.raises(SettingsError) as error:
        read(flags, environment or {})
    sentence = str(error.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def test_settings_have_defaults() -> None:
    assert read({}, {}) == Settings()
    assert read({}, {"SIXTH_PORT": "", "SIXTH_LANG": "de", "PORT": "9"}) == Settings()


def test_flags_count_before_the_environment_and_that_before_the_file(tmp_path: Path) -> None:
    file = tmp_path / "sixth.toml"
    file.write_text(
        'host = "::"\nport = 1\nworkers = 2\nmetrics = true\nproxies = ["10.0.0.1", "10.1.0.0/16"]\n'
    )
    result = read({"host": "a", "config": str(file)}, {"SIXTH_HOST": "b", "SIXTH_PORT": "3"})
    assert (result.host, result.port, result.workers, result.metrics) == ("a", 3, 2, True)
    assert result.proxies == ("10.0.0.1", "10.1.0.0/16")
    assert read({}, {"SIXTH_CONFIG": str(file)}).port == 1
    assert not read({"metrics": "false"}, {"SIXTH_CONFIG": str(file)}).metrics


def test_the_first_place_that_names_a_folder_or_a_database_counts(tmp_path: Path) -> None:
    file = tmp_path / "sixth.toml"
    # A byte-order mark, as some editors write it, is no part of the first line.
    file.write_text('data = "here"\n', encoding="utf-8-sig")
    environment = {"SIXTH_DATABASE": "postgresql://db/sixth", "SIXTH_CONFIG": str(file)}
    assert read({}, environment).data is None
    assert read({}, environment).database == "postgresql://db/sixth"
    assert read({"data": "there"}, environment).database is None
    assert "both say" in refusal({"data": "here", "database": "sqlite:///x"})
    assert "SIXTH_DATA and SIXTH_DATABASE" in refusal({}, {"SIXTH_DATA": "a", "SIXTH_DATABASE": "b"})


@pytest.mark.parametrize(
    ("name", "value", "takes"),
    [
        ("port", "70000", "a number from 0 to 65535, not 70000"),
        ("port", "9" * 5000, "a number"),
        ("workers", "0", "a number from 1 to 256"),
        ("data", "postgresql://me:secret@db/x", "a folder; --database takes a URL such as postgresql://127"),
        ("unlimited", "everybody", "addresses such as"),
        ("url", "sixth.example.org", "the address of a site, such as https://sixth.example.org, not"),
        ("url", "https://sixth.example.org/games", "the address of a site"),
        ("url", "https://u:p@sixth.example.org", "the address of a site"),
        ("url", "https://" + "x" * 300, "the address of a site"),
        ("metrics", "maybe", "true or false, not 'maybe'"),
        ("proxies", "10.0.0.1,proxy", "addresses such as 10.0.0.7 or 10.0.0.0/24"),
    ],
)
def test_the_refusal_of_a_value_names_its_flag_variable_or_file(
    tmp_path: Path, name: str, value: str, takes: str
) -> None:
    assert refusal({name: value}).startswith(f"{settings.flag(name)} takes {takes}")
    assert refusal({}, {settings.variable(name): value}).startswith(f"SIXTH_{name.upper()} takes {takes}")
    file = tmp_path / "sixth.toml"
    file.write_text(f'{name} = "{value}"\n')
    assert refusal({"config": str(file)}).startswith(f"{name} in {file} takes {takes}")


def test_the_address_of_a_site_ends_with_a_slash() -> None:
    for url in ("https://Sixth.example.org", "HTTPS://sixth.example.org/"):
        assert read({"url": url}, {}).url == "https://sixth.example.org/"
    assert read({"url": "http://[::1]:8001"}, {}).url == "http://[::1]:8001/"


def test_a_file_without_valid_settings_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "sixth.toml"
    assert "No such file" in refusal({"config": str(file)})
    assert "directory" in refusal({"config": str(tmp_path)})
    file.write_text("port: 8000")
    assert "no TOML" in refusal({"config": str(file)})
    file.write_bytes(b"\xff\xfe")
    assert "no TOML" in refusal({"config": str(file)})
    file.write_text("prot = 8000")
    assert "'prot'" in refusal({"config": str(file)})
    file.write_text('config = "other.toml"')
    assert "'config'" in refusal({"config": str(file)})


def test_the_docs_list_every_setting_as_it_is() -> None:
    rows = [
        f"| `{settings.flag(name)}` | `{settings.variable(name)}` | `{name}` "
        f"| {f'`{default}`' if (default := settings.default_text(name)) else ''} | {setting.about} |"
        for name, setting in settings.SETTINGS.items()
    ]
    lines = HOSTING.read_text().splitlines()
    begin = lines.index("| flag | environment | file | default | what it says |")
    table = lines[begin + 2 : begin + 2 + len(rows) + 1]
    assert table == [*rows, ""], "\n".join(rows)
