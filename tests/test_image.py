"""The images for containers: each archive is a valid OCI layout, and the same bytes from the same files."""

import gzip
import hashlib
import json
import re
import tarfile
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from scripts.image.build import LOCK, PACKAGES, ROOT, write_images
from scripts.image.debian import LINKERS, PACKAGES as DEBIAN, PYTHON, finish, trim
from scripts.image.layers import DATA, USER
from scripts.image.layout import CONFIG
from scripts.image.packages import SITE_PACKAGES, needed, split
from sixth.extras import FAST
from tests.container_registry import REGISTRY, SKOPEO, container_registry, skopeo

TYPE = "application/vnd.oci.image."
AT = datetime(2026, 11, 29, tzinfo=UTC)

TAGS = {"1.0": 2, "1.0-full": 3}
"""The images of the tests, and how many layers each has."""


def folders(home: Path, processor: str) -> Iterator[tuple[str, Path]]:
    """Yield folders with few files in the place of the layers of a processor."""
    debian, packages, fast = (
        home / processor / "debian",
        home / processor / "packages",
        home / processor / "fast",
    )
    for name in ("etc/ssl/certs", "usr/bin", "usr/share/ca-certificates/mozilla", "usr/share/man", "tmp"):
        (debian / name).mkdir(parents=True)
    for name in ("usr/share/man/python.1", "usr/share/doc/libc6/changelog", "usr/share/doc/libc6/copyright"):
        (debian / name).parent.mkdir(parents=True, exist_ok=True)
        (debian / name).write_text(processor)
    for name in ("one", "two"):
        (debian / f"usr/share/ca-certificates/mozilla/{name}.crt").write_text(f"{name}\n")
    trim(debian)
    finish(debian)
    for package in ("numpy", "numpy-2.5.5.dist-info", "numpy.libs", "starlette"):
        (packages / SITE_PACKAGES / package).mkdir(parents=True)
        (packages / SITE_PACKAGES / package / "file").write_text(package)
    split(packages, FAST, fast)
    yield from (("Debian", debian), ("packages", packages), ("fast", fast))


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return the archives of a version by tag; two builds of them are the same bytes."""
    builds = []
    for _ in range(2):
        home = tmp_path_factory.mktemp("image")
        images = {each: folders(home, each) for each in LINKERS}
        assert len([*write_images(images, "1.0", home, AT)]) == 6
        builds.append({tag: home / f"sixth-{tag}.oci.tar" for tag in TAGS})
    assert all(builds[0][tag].read_bytes() == builds[1][tag].read_bytes() for tag in TAGS)
    return builds[0]


@pytest.fixture(scope="module")
def images(archives: dict[str, Path]) -> dict[str, dict[str, bytes]]:
    """Return the files of the layout of each image by its tag."""
    return {tag: files_of(path) for tag, path in archives.items()}


def files_of(path: Path) -> dict[str, bytes]:
    """Return the files of an archive by their names."""
    with tarfile.open(path) as archive:
        opened = ((each.name, archive.extractfile(each)) for each in archive.getmembers())
        return {name: file.read() for name, file in opened if file}


def blob(files: dict[str, bytes], descriptor: dict[str, Any], kind: str) -> bytes:
    """Return what a descriptor leads to, as the specification lets a client check it."""
    assert descriptor["mediaType"] == TYPE + kind
    algorithm, digest = descriptor["digest"].split(":")
    content = files[f"blobs/{algorithm}/{digest}"]
    assert hashlib.sha256(content).hexdigest() == digest
    assert len(content) == descriptor["size"]
    return content


def document(files: dict[str, bytes], descriptor: dict[str, Any], kind: str) -> dict[str, Any]:
    """Return an index or a manifest."""
    value: dict[str, Any] = json.loads(blob(files, descriptor, kind))
    assert (value["schemaVersion"], value["mediaType"]) == (2, TYPE + kind)
    return value


def manifests(files: dict[str, bytes], tag: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the manifest for each processor."""
    assert json.loads(files["oci-layout"]) == {"imageLayoutVersion": "1.0.0"}
    (image,) = json.loads(files["index.json"])["manifests"]
    assert image["annotations"]["org.opencontainers.image.ref.name"] == f"sixth:{tag}"
    for each in document(files, image, "index.v1+json")["manifests"]:
        assert each["platform"]["os"] == "linux"
        yield each["platform"]["architecture"], document(files, each, "manifest.v1+json")


@pytest.mark.parametrize("tag", TAGS)
def test_every_descriptor_leads_to_what_it_says_and_nothing_is_left_over(
    images: dict[str, dict[str, bytes]], tag: str
) -> None:
    files = images[tag]
    (image,) = json.loads(files["index.json"])["manifests"]
    used = {
        image["digest"],
        *(each["digest"] for each in document(files, image, "index.v1+json")["manifests"]),
    }
    found = [*manifests(files, tag)]
    assert [processor for processor, _ in found] == ["amd64", "arm64"]
    for processor, manifest in found:
        config = json.loads(blob(files, manifest["config"], "config.v1+json"))
        assert (config["architecture"], config["os"]) == (processor, "linux")
        layers = [blob(files, each, "layer.v1.tar+gzip") for each in manifest["layers"]]
        assert len(layers) == len(config["history"]) == TAGS[tag]
        digests = [f"sha256:{hashlib.sha256(gzip.decompress(each)).hexdigest()}" for each in layers]
        assert config["rootfs"] == {"type": "layers", "diff_ids": digests}
        assert datetime.fromisoformat(config["created"]) == AT
        used |= {each["digest"] for each in (manifest["config"], *manifest["layers"])}
    assert used == {f"sha256:{name.rpartition('/')[2]}" for name in files if name.startswith("blobs/")}


def contents(files: dict[str, bytes], tag: str) -> dict[str, tarfile.TarInfo]:
    """Return the entries of all layers of an image for the first processor."""
    _, manifest = next(manifests(files, tag))
    entries: dict[str, tarfile.TarInfo] = {}
    for layer in manifest["layers"]:
        with tarfile.open(fileobj=BytesIO(blob(files, layer, "layer.v1.tar+gzip"))) as tar:
            assert tar.getnames() == sorted(tar.getnames(), key=lambda name: name.split("/"))
            entries |= {each.name: each for each in tar.getmembers()}
    return entries


def test_nothing_but_the_folder_of_the_data_belongs_to_the_server(
    images: dict[str, dict[str, bytes]],
) -> None:
    entries = contents(images["1.0-full"], "1.0-full")
    assert {name for name, each in entries.items() if each.uid or each.gid} == {DATA}
    assert (entries[DATA].uid, entries[DATA].gid, entries[DATA].mode) == (USER, USER, 0o700)
    assert entries["tmp"].mode == 0o1777
    assert {each.mtime for each in entries.values()} == {AT.timestamp()}
    assert entries["usr/bin/python"].linkname == PYTHON
    assert "usr/share/doc/libc6/copyright" in entries
    assert not {"usr/share/man/python.1", "usr/share/doc/libc6/changelog"} & {*entries}


def test_the_smaller_image_lacks_the_fast_engine(images: dict[str, dict[str, bytes]]) -> None:
    numpy = {f"{SITE_PACKAGES}/{each}/file" for each in ("numpy", "numpy-2.5.5.dist-info", "numpy.libs")}
    assert numpy <= {*contents(images["1.0-full"], "1.0-full")}
    assert not numpy & {*contents(images["1.0"], "1.0")}
    assert f"{SITE_PACKAGES}/starlette/file" in contents(images["1.0"], "1.0")


def test_the_image_starts_as_the_dockerfile_says() -> None:
    text = (ROOT / "deploy" / "Dockerfile").read_text()
    check, command = re.findall(r"^(?:HEALTHCHECK )?CMD (\[.*\])$", text, re.MULTILINE)
    assert CONFIG["Healthcheck"]["Test"] == ["CMD", *json.loads(check)]
    assert CONFIG["Cmd"] == json.loads(command)
    assert [*CONFIG["ExposedPorts"]] == [
        f"{each}/tcp" for each in re.findall(r"^EXPOSE (\d+)$", text, re.MULTILINE)
    ]
    assert [*CONFIG["Volumes"]] == re.findall(r"^VOLUME (\S+)$", text, re.MULTILINE)
    assert f"--uid {USER} " in text
    (settings,) = re.findall(r"^ENV (SIXTH_.*)$", text, re.MULTILINE)
    assert set(settings.split()) <= {*CONFIG["Env"]}


@pytest.mark.parametrize("processor", LINKERS)
def test_each_package_is_in_the_image_once_as_its_python_needs_it(processor: str) -> None:
    lines = [*needed((ROOT / PACKAGES).read_text(), processor)]
    packages = [Requirement(line.partition(" --hash")[0]) for line in lines]
    names = [each.name for each in packages]
    assert len(names) == len({*names}) > 30
    assert {*names} > FAST
    assert not {"colorama", "tzdata"} & {*names}, "they are for Windows"
    (numpy,) = (each for each in packages if each.name == "numpy")
    (pin,) = numpy.specifier
    assert Version(pin.version) >= Version("2.5"), "the one for Python 3.12 and later"
    assert all("--hash=sha256:" in line for line in lines)


def test_the_lock_of_the_image_has_each_package_of_debian_for_each_processor() -> None:
    lines = [line.split() for line in (ROOT / LOCK).read_text().splitlines()]
    assert {
        (processor, unquote(address.rpartition("/")[2]).partition("_")[0]) for processor, _, address in lines
    } == {(processor, package) for processor in LINKERS for package in DEBIAN}
    assert len(lines) == len(LINKERS) * len(DEBIAN)
    assert all(re.fullmatch(r"[0-9a-f]{64}", digest) for _, digest, _ in lines)


def test_a_dry_run_of_pushing_leads_to_a_registry_that_has_each_image_for_both_processors(
    archives: dict[str, Path], images: dict[str, dict[str, bytes]], tmp_path: Path
) -> None:
    if not Path(REGISTRY).exists() or not Path(SKOPEO).exists():
        pytest.skip("there is no docker-registry or no skopeo here")
    with container_registry(tmp_path) as address:
        for tag, archive in archives.items():
            there, back = f"docker://{address}/sixth:{tag}", tmp_path / f"{tag}.tar"
            skopeo("copy", "--all", "--dest-tls-verify=false", f"oci-archive:{archive}", there)
            skopeo("copy", "--all", "--src-tls-verify=false", there, f"oci-archive:{back}")
            sent, come = images[tag], files_of(back)
            assert blobs(come) == blobs(sent)
            for processor, manifest in manifests(sent, tag):
                machine = ("--override-os=linux", f"--override-arch={processor}")
                config = skopeo(*machine, "inspect", "--config", "--raw", "--tls-verify=false", there)
                assert config.encode() == blob(sent, manifest["config"], "config.v1+json")


def blobs(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return what a layout has, without what says where it begins."""
    return {name: content for name, content in files.items() if name.startswith("blobs/")}
