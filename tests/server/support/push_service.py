"""A push service of one's own: it takes what servers send, and browsers of its own read it.

It speaks TLS with a certificate that only whoever is told of it trusts. What it reads is decrypted here from
the words of RFC 8291, and signatures are checked by those of RFC 8292, without the library that made them.
"""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from secrets import token_bytes, token_hex
from ssl import PROTOCOL_TLS_SERVER, SSLContext
from threading import Condition, Thread
from time import time
from typing import Any, cast

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from tests.server.support.serving import PATIENCE, Server, serving

Answer = tuple[int, dict[str, str]]


@dataclass
class Sent:
    """A message as it came: to which path, with which headers, what is in it, and which key signed it."""

    path: str
    headers: Mapping[str, str]
    message: dict[str, str]
    claims: dict[str, Any]
    key: str


@dataclass
class Browser:
    """A browser that has subscribed at the push service: its address there, and its own key."""

    service: "PushService"
    path: str = field(default_factory=lambda: f"/send/{token_hex(8)}")
    secret: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    auth: bytes = field(default_factory=lambda: token_bytes(16))

    @property
    def form(self) -> dict[str, str]:
        """What it tells a site that wishes to send to it."""
        return {
            "endpoint": f"https://{self.service.host}{self.path}",
            "p256dh": encoded(point(self.secret.public_key())),
            "auth": encoded(self.auth),
        }

    @property
    def came(self) -> list[Sent]:
        """The messages that have come."""
        return [each for each in self.service.sent if each.path == self.path]

    def wait(self, count: int = 1) -> list[Sent]:
        """The messages that have come, once they are so many; they may not be more."""
        with self.service.changed:
            assert self.service.changed.wait_for(lambda: len(self.came) >= count, PATIENCE), "nothing came"
        assert len(self.came) == count
        return self.came

    def read(self, body: bytes) -> bytes:
        """What is in a message to this browser (RFC 8188 and 8291, one record)."""
        salt, length = body[:16], body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self.secret.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        )
        info = b"WebPush: info\0" + point(self.secret.public_key()) + theirs
        secret = _hkdf(self.auth, shared, info, 32)
        key = _hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _hkdf(salt, secret, b"Content-Encoding: nonce\0", 12)
        assert int.from_bytes(body[16:20], "big") >= len(sealed)
        text, end, padding = AESGCM(key).decrypt(nonce, sealed, None).rpartition(b"\x02")
        assert end
        assert not padding.strip(b"\0")
        return text


class PushService:
    """The service at `host`; `trust` is the file by which its certificate is believed.

    `answer` says how it answers, by the path; it may wait.
    """

    def __init__(self, folder: Path) -> None:
        self.trust = folder / "push-service.pem"
        self.sent: list[Sent] = []
        self.changed = Condition()
        self.answer: Callable[[str], Answer] = lambda _path: (201, {})
        self.browsers: dict[str, Browser] = {}
        self.now: float | None = None
        """The moment by which signatures are checked, if it is not that of the clock."""
        context = SSLContext(PROTOCOL_TLS_SERVER)
        self.trust.write_bytes(_certificate())
        context.load_cert_chain(self.trust)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.host = f"localhost:{self._server.server_port}"
        Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def subscribe(self) -> Browser:
        """A browser with a new subscription."""
        browser = Browser(self)
        self.browsers[browser.path] = browser
        return browser

    def close(self) -> None:
        """End it."""
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def push_service(folder: Path) -> Iterator[PushService]:
    """A running push service, whose files are in that folder."""
    service = PushService(folder)
    try:
        yield service
    finally:
        service.close()


def _handler(service: PushService) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            body = self.rfile.read(int(headers["content-length"]))
            # Where a browser has gone nothing is read.
            browser = service.browsers.get(self.path)
            claims, key = signed(headers["authorization"], now=service.now)
            message = json.loads(browser.read(body)) if browser else {}
            with service.changed:
                service.sent.append(Sent(self.path, headers, message, claims, key))
                service.changed.notify_all()
            status, more = service.answer(self.path)
            self.send_response(status)
            for name, value in {**more, "Content-Length": "0"}.items():
                self.send_header(name, value)
            with suppress(OSError):
                # Who sent it may have been killed meanwhile.
                self.end_headers()

        def log_message(self, *_args: object) -> None:
            pass

    return Handler


def signed(authorization: str, *, now: float | None = None) -> tuple[dict[str, Any], str]:
    """What a site says of itself to a push service, and its key, by which it is signed."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid"
    text, _, signature = parts["t"].rpartition(".")
    pair = decoded(signature)
    numbers = [int.from_bytes(half, "big") for half in (pair[:32], pair[32:])]
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(parts["k"]))
    key.verify(encode_dss_signature(*numbers), text.encode(), ec.ECDSA(hashes.SHA256()))
    claims = cast("dict[str, Any]", json.loads(decoded(text.partition(".")[2])))
    now = time() if now is None else now
    assert now < claims["exp"] <= now + 24 * 3600
    return claims, parts["k"]


def new_key() -> ec.EllipticCurvePrivateKey:
    """A key of the kind that all of them have."""
    return ec.generate_private_key(ec.SECP256R1())


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as browsers give it."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encoded(octets: bytes) -> str:
    """Base64 for URLs, without padding."""
    return urlsafe_b64encode(octets).decode().rstrip("=")


def decoded(text: str) -> bytes:
    """What Base64 for URLs stands for."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _certificate() -> bytes:
    key, name = new_key(), x509.Name([])
    names = [x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=True)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return made.public_bytes(Encoding.PEM) + private


@contextmanager
def serving_pushes(data: Path, service: PushService) -> Iterator[Server]:
    """A server over the folder `data` that may send to this service, and believes who it is."""
    first = f"import os; os.environ['SSL_CERT_FILE'] = {str(service.trust)!r}"
    with serving(data, options=("--push-hosts", service.host), first=first) as running:
        yield running
