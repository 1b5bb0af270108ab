"""The published packages: the wheel that the sdist builds works where no source is."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect, sync_playwright

from scripts.bundle import BUNDLED
from scripts.release import ReleaseError, check_clean, describe, release
from tests.browser.conftest import People, launch
from tests.browser.pads import Pad
from tests.package_index import package_index
from tests.server.support.parties import BRIEF
from tests.server.support.serving import PATIENCE, address

ROOT = Path(__file__).parents[1]
BUILD_TIMEOUT_S = 300

GAME = """
import sixth
game = sixth.Game(sixth.games["classic"].replace(seats=3), seed=7)
bot = sixth.bots.make("careful", seed=1)
while not game.over:
    for seat in game.to_act:
        game.act(seat, bot.act(game.view(seat)))
(again,) = sixth.read_records(game.record().splitlines())
print(sixth.__file__)
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the sdist, and the wheel built from it."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)],
        check=True,
        timeout=BUILD_TIMEOUT_S,
        capture_output=True,
    )
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (path,) = built.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the `bin` of an environment with the wheel and the packages installed here, but not `src`."""
    home = tmp_path_factory.mktemp("clean")
    venv.create(home, with_pip=False, symlinks=True)
    (packages,) = home.glob("lib/python*/site-packages")
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "--python",
            str(home),
            "install",
            "--quiet",
            "--no-deps",
            "--no-index",
            wheel,
        ],
        check=True,
        timeout=BUILD_TIMEOUT_S,
    )
    # A .pth adds its folders, but the .pth files in those, of an editable install, say, are not read.
    folders = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    (packages / "dependencies.pth").write_text("\n".join(folders))
    return home / "bin"


def run(installed: Path, *arguments: str, cwd: Path) -> str:
    """Run a program of the clean environment, and return its output."""
    # -I: neither the current folder nor PYTHONPATH is searched.
    command = [str(installed / "python"), "-I", *arguments]
    return subprocess.run(command, check=True, timeout=120, cwd=cwd, stdout=subprocess.PIPE, text=True).stdout


@dataclass(frozen=True)
class Image:
    """A server in the clean environment, started as in the image, with another port and a home of its own."""

    url: str
    home: Path
    environment: dict[str, str]
    health: list[str]
    """The command that checks its health."""


@pytest.fixture(scope="module")
def image(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Image]:
    """Start the server of the image."""
    home = tmp_path_factory.mktemp("served")
    text = (ROOT / "deploy" / "Dockerfile").read_text()
    (settings,) = re.findall(r"^ENV (SIXTH_.*)$", text, re.MULTILINE)
    port = dict(each.split("=") for each in settings.split())["SIXTH_PORT"]
    check, command = re.findall(r"^(?:HEALTHCHECK )?CMD (\[.*\])$", text, re.MULTILINE)
    assert f":{port}/" in check
    environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    environment |= dict(each.split("=") for each in settings.replace(port, "0").split())
    environment |= {"PATH": f"{installed}:{os.environ['PATH']}", "HOME": str(home)}
    with subprocess.Popen(
        json.loads(command), env=environment, stdout=subprocess.PIPE, text=True, cwd=home
    ) as process:
        try:
            own = address(process).rstrip("/").rpartition(":")[2]
            health = json.loads(check.replace(port, own))
            yield Image(f"http://127.0.0.1:{own}", home, environment, health)
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def url(image: Image) -> str:
    return image.url


def test_the_wheel_holds_the_package_with_all_its_data_and_nothing_else(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    package = ROOT / "src" / "sixth"
    # Files that a run leaves among the sources are in no wheel.
    files = {
        path.relative_to(package.parent).as_posix()
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    for end in (".py", "py.typed", ".html", ".css", ".js", ".po", ".npz"):
        assert any(name.endswith(end) for name in files), end
    bundled = {name for name in names if name.startswith(f"{BUNDLED}/")}
    assert {f"{BUNDLED}/every.css", f"{BUNDLED}/table/main.js"} <= bundled
    assert {name for name in names if name.startswith("sixth/")} == files | bundled
    assert all(name.startswith(("sixth/", "sixth-")) for name in names)


def admitted(ignore_file: Path) -> Iterator[str]:
    """Yield the files of the repository that an ignore file of Docker admits, which first leaves out all."""
    everything, *rules = ignore_file.read_text().split()
    assert everything == "*"
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in names.splitlines():
        # The last rule that fits decides.
        fits = [rule for rule in rules if f"{name}/".startswith(f"{rule.removeprefix('!')}/")]
        if fits and fits[-1].startswith("!"):
            yield name


def test_the_files_that_go_into_the_image_build_the_same_bytes(wheel: Path, tmp_path: Path) -> None:
    context = tmp_path / "src"
    for name in admitted(ROOT / "deploy" / "Dockerfile.dockerignore"):
        (context / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, context / name)
    dockerfile = (ROOT / "deploy" / "Dockerfile").read_text()
    (lock,) = re.findall(r"--requirement /src/(\S+)", dockerfile)
    assert (context / lock).is_file()
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path)]
    subprocess.run([*command, str(context)], check=True, timeout=BUILD_TIMEOUT_S, capture_output=True)
    (built,) = tmp_path.glob("*.whl")
    assert built.read_bytes() == wheel.read_bytes()


def test_the_image_serves_and_checks_its_health_as_its_file_says(image: Image) -> None:
    assert subprocess.run(image.health, env=image.environment, check=False, timeout=PATIENCE).returncode == 0
    assert [*image.home.rglob("sixth.sqlite3")]


def test_the_sdist_has_the_files_of_the_tests_and_no_generated_ones(built: Path) -> None:
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert {
        "Makefile",
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "tests/conftest.py",
        "locks/test.txt",
    } <= names
    assert not [name for name in names if "__pycache__" in name or name.startswith((".venv", ".git/"))]


def test_a_package_index_will_take_both(built: Path) -> None:
    command = [sys.executable, "-m", "twine", "check", "--strict", *map(str, built.iterdir())]
    result = subprocess.run(command, check=False, timeout=120, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout
    assert result.stdout.count("PASSED") == 2


def test_a_dry_run_of_publishing_leads_to_an_index_that_pip_installs_from(
    built: Path, tmp_path: Path
) -> None:
    packages = sorted(map(str, built.iterdir()))
    with package_index(tmp_path / "index") as index:
        key = {
            "TWINE_USERNAME": "__token__",
            "TWINE_PASSWORD": "a key of tests",
            "TWINE_NON_INTERACTIVE": "1",
        }
        upload = ["-m", "twine", "upload", "--disable-progress-bar", "--repository-url", f"{index}/legacy/"]
        command = [sys.executable, *upload, *packages]
        subprocess.run(command, check=True, timeout=120, capture_output=True, env=os.environ | key)
        pip = [
            "-m",
            "pip",
            "--disable-pip-version-check",
            "--isolated",
            "install",
            "--no-deps",
            "--no-cache-dir",
        ]
        where = ["--index-url", f"{index}/simple/", "--target", str(tmp_path / "installed")]
        version = Path(packages[0]).name.split("-")[1]
        command = [sys.executable, *pip, *where, f"sixth=={version}"]
        subprocess.run(command, check=True, timeout=120, capture_output=True)
    assert (tmp_path / "installed" / "sixth" / "cli" / "app.py").is_file()
    metadata = tmp_path / "installed" / f"sixth-{version}.dist-info" / "METADATA"
    assert f"\nVersion: {version}\n" in metadata.read_text()


def test_a_release_has_checksums_and_a_list_of_all_that_a_server_runs_with(
    built: Path, tmp_path: Path
) -> None:
    at, lock = datetime(2026, 11, 28, tzinfo=UTC), (ROOT / "locks" / "server.txt").read_text()
    image_lock = (ROOT / "locks" / "image.txt").read_text()
    for folder in ("one", "other"):
        shutil.copytree(built, tmp_path / folder)
        describe(tmp_path / folder, lock, image_lock, at)
    files = {path.name: path.read_bytes() for path in (tmp_path / "one").iterdir()}
    assert files == {path.name: path.read_bytes() for path in (tmp_path / "other").iterdir()}
    command = ["sha256sum", "--check", "--strict", "SHA256SUMS"]
    sums = subprocess.run(command, cwd=tmp_path / "one", check=True, capture_output=True, text=True).stdout
    assert sums.count(": OK\n") == len(files) - 1 == 3
    (bill,) = (json.loads(text) for name, text in files.items() if name.endswith(".cdx.json"))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.5")
    locked = re.findall(r"^([a-z0-9_.-]+)==([^\s;]+)", lock, re.MULTILINE)
    python = [each for each in bill["components"] if each["purl"].startswith("pkg:pypi/")]
    assert [(each["name"], each["version"]) for each in python] == locked
    digests = {
        digest["content"]
        for each in python
        for reference in each["externalReferences"]
        for digest in reference["hashes"]
    }
    assert digests == set(re.findall(r"--hash=sha256:([0-9a-f]{64})", lock))
    debian = [each["purl"] for each in bill["components"] if each["purl"].startswith("pkg:deb/")]
    assert len(debian) == len(image_lock.splitlines())
    assert all(re.fullmatch(r"pkg:deb/debian/[a-z0-9+.-]+@\d[^?%]*\?arch=a\w+", each) for each in debian)
    assert bill["dependencies"][0]["dependsOn"] == [each["bom-ref"] for each in bill["components"]]


def test_a_tree_with_changes_is_not_released(tmp_path: Path) -> None:
    git = ["git", "-c", "user.name=Ana", "-c", "user.email=ana@example.org"]
    for command in (["init", "--quiet"], ["commit", "--quiet", "--allow-empty", "--message", "Begin"]):
        subprocess.run([*git, *command], cwd=tmp_path, check=True)
    check_clean(tmp_path)
    (tmp_path / "new file").write_text("")
    with pytest.raises(ReleaseError, match=r"^The tree has changes, such as in new file; commit them, .*\.$"):
        release(tmp_path, tmp_path / "dist")
    assert not (tmp_path / "dist").exists()


def test_the_installed_command_says_its_version_and_lists_the_games(installed: Path, tmp_path: Path) -> None:
    command = [str(installed / "sixth"), "--version"]
    result = subprocess.run(
        command, check=True, timeout=120, cwd=tmp_path, capture_output=True, text=True
    ).stdout
    version = run(installed, "-c", "import importlib.metadata as m; print(m.version('sixth'))", cwd=tmp_path)
    assert version.strip() in result
    assert len(json.loads(run(installed, "-m", "sixth", "games", "--json", cwd=tmp_path))) >= 7


def test_a_game_is_played_through_the_installed_library(installed: Path, tmp_path: Path) -> None:
    where = Path(run(installed, "-c", GAME, cwd=tmp_path).strip())
    assert where.is_relative_to(installed.parent)


def test_extras_are_installed_from_where_sixth_came(installed: Path, wheel: Path, tmp_path: Path) -> None:
    code = "from sixth.extras import install_command; print(install_command('arena'))"
    assert run(installed, "-c", code, cwd=tmp_path) == f"pip install 'sixth[arena] @ {wheel.as_uri()}'\n"


def test_the_installed_server_answers_with_its_pages_and_files(url: str) -> None:
    page = urlopen(url, timeout=30).read().decode()
    assert "<title>" in page
    sheet = next(part.split('"')[0] for part in page.split('href="')[1:] if ".css" in part.split('"')[0])
    assert urlopen(url + sheet, timeout=30).status == 200


@pytest.fixture(scope="module")
def people(url: str) -> Iterator[People]:
    """Yield visitors to that server; the event loop of Playwright ends with these tests."""
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        people = People(browser, url)
        yield people
        people.go()
        browser.close()


FETCHED = """() => [...performance.getEntriesByType("resource")].map(({name}) => new URL(name))
  .filter(({pathname}) => /^.static.*[.](js|css)$/.test(pathname)).map(({href}) => href)"""

NAMED = """() => [...document.querySelectorAll(
    "script[src], link:is([rel=stylesheet], [rel=prefetch], [rel=modulepreload])")]
  .map((each) => each.src || each.href)"""


def test_in_a_browser_all_pages_load_the_files_they_name_and_no_others(people: People) -> None:
    ana = people.come()
    page = ana.page

    def whole() -> None:
        page.wait_for_function(f"() => ({NAMED})().every((each) => ({FETCHED})().includes(each))")
        assert set(page.evaluate(FETCHED)) == set(page.evaluate(NAMED)), page.url

    paths = ("/", "/pad", "/mine", "/learn", "/learn/2/45", "/daily", "/puzzles/1", "/rules/classic")
    for path in (*paths, "/tables", "/settings", "/about"):
        page.goto(ana.home + path)
        whole()
    ana.open(game="kids", seats=2, **BRIEF)
    whole()
    page.goto(f"{page.url}/screen")
    page.locator("#stream[data-live]").wait_for(state="attached")
    page.go_back()
    ana.wait_until_ready()
    ana.play_until("again")
    page.get_by_role("link", name="Watch replay").click()
    page.locator("#drive:not([hidden])").wait_for()
    page.get_by_role("button", name="Check the deal").click()
    page.locator("#verdict [data-what=all]").wait_for()
    whole()


def test_in_a_browser_the_pad_needs_no_connection(people: People) -> None:
    ana = people.come(service_workers="allow")
    ana.forgive("ERR_INTERNET_DISCONNECTED")
    ana.page.goto(f"{ana.home}/about")
    ana.wait_for_worker()
    ana.context.set_offline(True)
    pad = Pad(ana)
    pad.players("Ana", "Bo")
    pad.enter(Ana="1", Bo="55 7")
    assert pad.totals() == [1, 8]
