"""The OCI image layout: an index of images by tag and processor, their configurations and their layers.

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
    folder: Path,
    images: Mapping[str, Mapping[str, Sequence[Layer]]],
    labels: Mapping[str, str],
    at: datetime,
) -> None:
    """Write what leads to the layers in `folder`/blobs/sha256: those of each tag and processor."""
    tags = []
    for tag, processors in images.items():
        manifests = [
            {
                **_manifest(folder, processor, layers, labels, at),
                "platform": {"architecture": processor, "os": "linux"},
            }
            for processor, layers in processors.items()
        ]
        index = _blob(folder, "index.v1+json", {**_head("index.v1+json"), "manifests": manifests})
        tags.append({**index, "annotations": {"org.opencontainers.image.ref.name": tag}})
    (folder / "index.json").write_bytes(_encode({**_head("index.v1+json"), "manifests": tags}))
    (folder / "oci-layout").write_bytes(_encode({"imageLayoutVersion": "1.0.0"}))


def _manifest(
    folder: Path, processor: str, layers: Sequence[Layer], labels: Mapping[str, str], at: datetime
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
        "config": _blob(folder, "config.v1+json", config),
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
    return _blob(folder, "manifest.v1+json", manifest)


def _head(kind: str) -> dict[str, Any]:
    return {"schemaVersion": 2, "mediaType": _TYPE + kind}


def _encode(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), sort_keys=True).encode()


def _blob(folder: Path, kind: str, value: object) -> dict[str, Any]:
    """Write JSON as a blob; return its descriptor."""
    content = _encode(value)
    digest = hashlib.sha256(content).hexdigest()
    (folder / "blobs" / "sha256" / digest).write_bytes(content)
    return {"mediaType": _TYPE + kind, "digest": f"sha256:{digest}", "size": len(content)}
