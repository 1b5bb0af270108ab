"""A push service on this machine, with browsers that read the messages of servers.

It speaks TLS with a certificate of its own, which clients have to be given. Messages are decrypted as
RFC 8291 says and signatures checked as RFC 8292 says, without the libraries that the server uses.
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
class PushMessage:
    """A message to a browser: its path and headers, its decrypted content, and its signature."""

    path: str
    headers: Mapping[str, str]
    content: dict[str, str]
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
        """The subscription, as the browser gives it to a site."""
        return {
            "endpoint": f"https://{self.service.host}{self.path}",
            "p256dh": encode(point(self.secret.public_key())),
            "auth": encode(self.auth),
        }

    @property
    def messages(self) -> list[PushMessage]:
        """The messages to this browser so far."""
        return [each for each in self.service.messages if each.path == self.path]

    def wait(self, count: int = 1) -> list[PushMessage]:
        """Wait for so many messages, and return them; more are an error."""
        with self.service.arrival:
            assert self.service.arrival.wait_for(lambda: len(self.messages) >= count, PATIENCE), (
                "no message came"
            )
        assert len(self.messages) == count
        return self.messages

    def read(self, body: bytes) -> bytes:
        """Return the text of a message to this browser (RFC 8188 and 8291, one record)."""
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
    """The service at `host`; clients need the certificate in the file `trust`.

    `answer` returns the status and headers of the answer to a message at a path; it may wait.
    """

    def __init__(self, folder: Path) -> None:
        self.trust = folder / "push-service.pem"
        self.messages: list[PushMessage] = []
        self.arrival = Condition()
        self.answer: Callable[[str], Answer] = lambda _path: (201, {})
        self.browsers: dict[str, Browser] = {}
        self.now: float | None = None
        """The time at which signatures are checked, in seconds since 1970; None for that of the clock."""
        context = SSLContext(PROTOCOL_TLS_SERVER)
        self.trust.write_bytes(_certificate())
        context.load_cert_chain(self.trust)
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.host = f"localhost:{self._server.server_port}"
        Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()

    def subscribe(self) -> Browser:
        """Return a browser with a new subscription."""
        browser = Browser(self)
        self.browsers[browser.path] = browser
        return browser

    def close(self) -> None:
        """Stop the service."""
        self._server.shutdown()
        self._server.server_close()


@contextmanager
def push_service(folder: Path) -> Iterator[PushService]:
    """A running push service with its files in this folder."""
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
            # A message without a browser is not read.
            browser = service.browsers.get(self.path)
            claims, key = check_signature(headers["authorization"], now=service.now)
            message = json.loads(browser.read(body)) if browser else {}
            with service.arrival:
                service.messages.append(PushMessage(self.path, headers, message, claims, key))
                service.arrival.notify_all()
            status, more = service.answer(self.path)
            self.send_response(status)
            for name, value in {**more, "Content-Length": "0"}.items():
                self.send_header(name, value)
            with suppress(OSError):
                # The sender may have been killed.
                self.end_headers()

        def log_message(self, *_args: object) -> None:
            pass

    return Handler


def check_signature(authorization: str, *, now: float | None = None) -> tuple[dict[str, Any], str]:
    """Check the signature of a site (RFC 8292); return its claims and its public key."""
    scheme, _, rest = authorization.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid"
    text, _, signature = parts["t"].rpartition(".")
    pair = decode(signature)
    numbers = [int.from_bytes(half, "big") for half in (pair[:32], pair[32:])]
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(parts["k"]))
    key.verify(encode_dss_signature(*numbers), text.encode(), ec.ECDSA(hashes.SHA256()))
    claims = cast("dict[str, Any]", json.loads(decode(text.partition(".")[2])))
    now = time() if now is None else now
    assert now < claims["exp"] <= now + 24 * 3600
    return claims, parts["k"]


def new_key() -> ec.EllipticCurvePrivateKey:
    """Return a key of a browser."""
    return ec.generate_private_key(ec.SECP256R1())


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """Return a public key as browsers give it."""
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encode(octets: bytes) -> str:
    """Return Base64 for URLs, without padding."""
    return urlsafe_b64encode(octets).decode().rstrip("=")


def decode(text: str) -> bytes:
    """Return the bytes of Base64 for URLs."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _certificate() -> bytes:
    key, name = new_key(), x509.Name([])
    names = [x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]
    now = datetime.now(UTC)
    certificate = (
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
    return certificate.public_bytes(Encoding.PEM) + private


@contextmanager
def serving_pushes(data: Path, service: PushService) -> Iterator[Server]:
    """A server over the folder `data` that may send to this service, and has its certificate."""
    first = f"import os; os.environ['SSL_CERT_FILE'] = {str(service.trust)!r}"
    with serving(data, options=("--push-hosts", service.host), first=first) as running:
        yield running
