"""Messages to a browser: encrypted for it alone (RFC 8291), and signed by the site (RFC 8292)."""

import hashlib
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from sixth.rules.game import Impossible

# The libraries are those of the extra `server`; without them the site has no such feature.
if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric import ec

_LENGTH: Final = 512
"""Bytes of every message before it is encrypted, so that its length reveals nothing."""

_SECRET_BYTES: Final = 16
"""Bytes of the secret that a browser gives to the site beside its key."""

_SIGNED_FOR_S: Final = 12 * 3600
"""Seconds; push services accept signatures for a day at most."""

_TOPIC_LENGTH: Final = 32
"""Characters, the most that push services accept."""


def new_key() -> str:
    """Return a new key for the site, in PEM."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    new, format = ec.generate_private_key(ec.SECP256R1()), serialization.PrivateFormat.PKCS8
    return new.private_bytes(serialization.Encoding.PEM, format, serialization.NoEncryption()).decode()


def public_key(key: str) -> str:
    """Return the public half of a site's key, for browsers, in Base64 for URLs."""
    from cryptography.hazmat.primitives import serialization

    public, format = _private(key).public_key(), serialization.PublicFormat.UncompressedPoint
    return _encode(public.public_bytes(serialization.Encoding.X962, format))


def check_keys(p256dh: str, auth: str) -> None:
    """Check that messages can be encrypted with these keys of a browser.

    Raises:
        Refusal: they are damaged.
    """
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decode(p256dh))
        if len(_decode(auth)) == _SECRET_BYTES:
            return
    except (Error, ValueError, UnsupportedAlgorithm):
        pass
    raise Impossible("push-keys", "The notification data from your browser is damaged; please try again.")


def encrypt(message: Mapping[str, str], p256dh: str, auth: str) -> bytes:
    """Return a message so that only the browser with these keys can read it."""
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    text = json.dumps(message, ensure_ascii=False).encode().ljust(_LENGTH)
    body: bytes = http_ece.encrypt(
        text,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_decode(p256dh),
        auth_secret=_decode(auth),
        version="aes128gcm",
    )
    return body


def headers(key: str, *, origin: str, site: str, topic: str, now: int, ttl: int) -> dict[str, str]:
    """Return the headers of a message to the push service at `origin`, signed with `key` by the host `site`.

    `now` is in milliseconds since 1970. The push service keeps the message for its browser for `ttl` seconds,
    or until another one of the same topic comes.
    """
    import py_vapid

    claims = {"aud": origin, "exp": now // 1000 + _SIGNED_FOR_S, "sub": f"https://{site}"}
    # The site may have a host name that is not one of the internet, so the check is not strict.
    signed: dict[str, str] = py_vapid.Vapid02(_private(key), conf={"no-strict": True}).sign(claims)
    return signed | {
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(ttl),
        "Topic": topic,
        "Urgency": "normal",
    }


def topic_of(table: str, endpoint: str) -> str:
    """Return the topic in which a message replaces the last one; each browser has its own.

    Browsers of players at one table may have the same push service.
    """
    return _encode(hashlib.sha256(f"{table} {endpoint}".encode()).digest())[:_TOPIC_LENGTH]


def _private(key: str) -> "ec.EllipticCurvePrivateKey":
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    private = serialization.load_pem_private_key(key.encode(), password=None)
    assert isinstance(private, ec.EllipticCurvePrivateKey)
    return private


def _encode(body: bytes) -> str:
    return urlsafe_b64encode(body).decode().rstrip("=")


def _decode(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
