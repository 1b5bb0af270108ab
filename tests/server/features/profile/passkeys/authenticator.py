"""A device with passkeys, and the browser before it, as WebAuthn describes them."""

import hashlib
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

_PRESENT, _VERIFIED, _HAS_KEY = 0x01, 0x04, 0x40


def encode(data: bytes) -> str:
    """Return bytes in base64url."""
    return urlsafe_b64encode(data).decode().rstrip("=")


@dataclass
class Device:
    """A device with one passkey, in a browser that is at `origin`; `count` is that of its signatures."""

    origin: str
    domain: str = ""
    count: int = 0
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    id: bytes = field(default_factory=lambda: secrets.token_bytes(32))

    def make(self, question: dict[str, Any]) -> str:
        """Return the answer to the question to make a passkey."""
        numbers = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32) for number in (numbers.x, numbers.y))
        cose = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        attested = bytes(16) + len(self.id).to_bytes(2) + self.id + cose
        data = self._data(_HAS_KEY) + attested
        body = {"fmt": "none", "attStmt": {}, "authData": data}
        return self._answer("webauthn.create", question, attestationObject=cbor2.dumps(body))

    def use(self, question: dict[str, Any]) -> str:
        """Return the answer to the question to use a passkey."""
        self.count += 1
        data = self._data()
        client = self._client("webauthn.get", question)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        return self._answer("webauthn.get", question, authenticatorData=data, signature=signature)

    def _data(self, flags: int = 0) -> bytes:
        domain = self.domain or self.origin.split("/")[2].split(":")[0]
        flags |= _PRESENT | _VERIFIED
        return hashlib.sha256(domain.encode()).digest() + bytes([flags]) + self.count.to_bytes(4)

    def _client(self, kind: str, question: dict[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": question["challenge"], "origin": self.origin}).encode()

    def _answer(self, kind: str, question: dict[str, Any], **parts: bytes) -> str:
        parts["clientDataJSON"] = self._client(kind, question)
        response = {name: encode(part) for name, part in parts.items()}
        return json.dumps(
            {"id": encode(self.id), "rawId": encode(self.id), "type": "public-key", "response": response}
        )


def user_id(question: dict[str, Any]) -> str:
    """Return the id of the person for whom a passkey is to be made."""
    text: str = question["user"]["id"]
    return urlsafe_b64decode(text + "=" * (-len(text) % 4)).decode()
