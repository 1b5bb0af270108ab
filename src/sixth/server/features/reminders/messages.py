"""Messages to a browser: encrypted for it alone (RFC 8291), and signed by the site (RFC 8292)."""

import hashlib
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Mapping
from typing import Final

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from sixth.rules.game import Impossible

_LENGTH: Final = 512
"""Bytes of every message before it is encrypted, so that none says anything by its length."""

_SECRET_BYTES: Final = 16
"""Of what a browser and the site share, beside the browser's key."""

_SIGNED_FOR_S: Final = 12 * 3600
"""A push service believes a signature for a day at most."""

_TOPIC_LENGTH: Final = 32
"""Characters, the most there may be."""


def new_key() -> str:
    """Return a key for the site, in PEM."""
    return (
        generate_private_key(SECP256R1())
        .private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        .decode()
    )


def public_key(key: str) -> str:
    """Return the half of a site's key that browsers are given, in Base64 for URLs."""
    return _encoded(_point(_private(key).public_key()))


def check_keys(p256dh: str, auth: str) -> None:
    """Refuse keys with which nothing can be encrypted.

    Raises:
        Refusal: they are damaged.
    """
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), _decoded(p256dh))
        if len(_decoded(auth)) == _SECRET_BYTES:
            return
    except (Error, ValueError, UnsupportedAlgorithm):
        pass
    raise Impossible("push-keys", "The notification data from your browser is damaged; please try again.")


def encrypted(message: Mapping[str, str], p256dh: str, auth: str) -> bytes:
    """Return a message as only the browser can read it that has given these keys."""
    import http_ece

    text = json.dumps(message, ensure_ascii=False).encode().ljust(_LENGTH)
    found: bytes = http_ece.encrypt(
        text,
        private_key=generate_private_key(SECP256R1()),
        dh=_decoded(p256dh),
        auth_secret=_decoded(auth),
        version="aes128gcm",
    )
    return found


def headers(key: str, *, origin: str, site: str, topic: str, now: int, ttl: int) -> dict[str, str]:
    """Return the headers of a message to the push service at `origin`, signed with `key` by the host `site`.

    It waits there for `ttl` seconds from `now` (in milliseconds since 1970) for its browser, or until another
    of the same topic comes.
    """
    import py_vapid

    claims = {"aud": origin, "exp": now // 1000 + _SIGNED_FOR_S, "sub": f"https://{site}"}
    # What stands for the site is a host, which need not look like one on the internet.
    signed: dict[str, str] = py_vapid.Vapid02(_private(key), conf={"no-strict": True}).sign(claims)
    return signed | {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(ttl),
        "Topic": topic,
        "Urgency": "normal",
    }


def topic_of(table: str, endpoint: str) -> str:
    """Return by what a message replaces the one before: the same for no two browsers, which sit together."""
    return _encoded(hashlib.sha256(f"{table} {endpoint}".encode()).digest())[:_TOPIC_LENGTH]


def _private(key: str) -> EllipticCurvePrivateKey:
    found = load_pem_private_key(key.encode(), password=None)
    assert isinstance(found, EllipticCurvePrivateKey)
    return found


def _point(key: EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _encoded(octets: bytes) -> str:
    return urlsafe_b64encode(octets).decode().rstrip("=")


def _decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
