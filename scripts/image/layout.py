"""The OCI image layout: an index of images by processor, their configurations and their layers.

https://github.com/opencontainers/image-spec says what the fields mean.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from scripts.image.layers import DATA, USER, Layer

PORT: Final = 6106

_TYPE: Final = "application/vnd.oci.image."

_HEALTH: Final = f"import urllib.request as web; web.urlopen('http://127.0.0.1:{PORT}/healthz', timeout=5)"

CONFIG: Final[dict[str, Any]] = {
    "User": f"{USER}:{USER}",
    "ExposedPorts": {f"{PORT}/tcp": {}},
    "Env": [
        "PATH=/usr/local/bin:/usr/bin",
        f"HOME=/{DATA}",
        "SIXTH_HOST=0.0.0.0",
        f"SIXTH_PORT={PORT}",
    ],
    "Cmd": ["sixth", "serve"],
    "Volumes": {f"/{DATA}": {}},
    "WorkingDir": f"/{DATA}",
    "StopSignal": "SIGTERM",
    # Not of the specification, but what Docker and Podman read.
    "Healthcheck": {"Test": ["CMD", "python", "-c", _HEALTH]},
}
"""How a container of the image starts; `deploy/Dockerfile` says the same."""


def write_layout(
    folder: Path, source: Path, images: Mapping[str, Sequence[Layer]], tag: str, at: datetime
) -> None:
    """Write an image with a tag into a folder, from its layers in `source`, for each processor."""
    blobs = folder / "blobs/sha256"
    blobs.mkdir(parents=True)
    for layer in {each.digest for layers in images.values() for each in layers}:
        (blobs / layer).hardlink_to(source / layer)
    labels = {
        "org.opencontainers.image.title": "Sixth",
        "org.opencontainers.image.version": tag.partition("-")[0],
        "org.opencontainers.image.licenses": "MIT",
    }
    manifests = [
        {
            **_manifest(blobs, processor, layers, labels, at),
            "platform": {"architecture": processor, "os": "linux"},
        }
        for processor, layers in images.items()
    ]
    index = _blob(blobs, "index.v1+json", {**_head("index.v1+json"), "manifests": manifests})
    # Podman gives the image this name.
    index["annotations"] = {"org.opencontainers.image.ref.name": f"sixth:{tag}"}
    (folder / "index.json").write_bytes(_encode({**_head("index.v1+json"), "manifests": [index]}))
    (folder / "oci-layout").write_bytes(_encode({"imageLayoutVersion": "1.0.0"}))


def _manifest(
    blobs: Path, processor: str, layers: Sequence[Layer], labels: Mapping[str, str], at: datetime
) -> dict[str, Any]:
    """Write the configuration and the manifest of one image; return the descriptor of the manifest."""
    created = f"{at:%Y-%m-%dT%H:%M:%SZ}"
    config = {
        "created": created,
        "architecture": processor,
        "os": "linux",
        "config": {**CONFIG, "Labels": dict(labels)},
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{each.diff_id}" for each in layers]},
        "history": [{"created": created, "created_by": each.what} for each in layers],
    }
    manifest = {
        **_head("manifest.v1+json"),
        "config": _blob(blobs, "config.v1+json", config),
        "layers": [
            {
                "mediaType": f"{_TYPE}layer.v1.tar+gzip",
                "digest": f"sha256:{each.digest}",
                "size": each.size,
            }
            for each in layers
        ],
        "annotations": {**labels, "org.opencontainers.image.created": created},
    }
    return _blob(blobs, "manifest.v1+json", manifest)


def _head(kind: str) -> dict[str, Any]:
    return {"schemaVersion": 2, "mediaType": _TYPE + kind}


def _encode(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), sort_keys=True).encode()


def _blob(blobs: Path, kind: str, value: object) -> dict[str, Any]:
    """Write JSON as a blob; return its descriptor."""
    content = _encode(value)
    digest = hashlib.sha256(content).hexdigest()
    (blobs / digest).write_bytes(content)
    return {"mediaType": _TYPE + kind, "digest": f"sha256:{digest}", "size": len(content)}
