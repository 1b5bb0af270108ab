"""The two ceremonies of passkeys (WebAuthn): the options for a browser, and the checks of its answers.

The library is imported with the first ceremony, which takes a sixth of a second.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from sixth.server.people.person import Person

TIMEOUT_MS: Final = 5 * 60 * 1000
"""Milliseconds for which a browser may be asked for a passkey, and its answer is taken."""

_MAX_ID_LENGTH: Final = 1_400
"""Letters of the id of a passkey, which has 1,023 bytes at most."""

_PORTS: Final = {"http": 80, "https": 443}


class WrongAnswerError(Exception):
    """The answer of a browser is malformed, or does not prove that it has the passkey."""


class RelyingParty(NamedTuple):
    """The site as passkeys know it: its domain, and its origin (scheme, host and port)."""

    domain: str
    origin: str


class PasskeyKey(NamedTuple):
    """The part of a passkey by which its signatures are checked; id and COSE key are in base64url."""

    credential_id: str
    public_key: str
    sign_count: int


def relying_party(url: str) -> RelyingParty | None:
    """Return the site at this URL as passkeys know it; None where browsers allow none.

    They ask for TLS and a domain, or for `localhost`.
    """
    try:
        parts = urlsplit(url)
        domain, port = parts.hostname or "", parts.port
    except ValueError:
        return None
    is_address = ":" in domain or domain.rpartition(".")[2].isdigit()
    if domain != "localhost" and (parts.scheme != "https" or is_address or not domain):
        return None
    shown_port = "" if port in (None, _PORTS.get(parts.scheme)) else f":{port}"
    return RelyingParty(domain, f"{parts.scheme}://{domain}{shown_port}")


def creation_options(party: RelyingParty, person: Person, challenge: bytes, known: Iterable[str]) -> str:
    """Return the options with which a browser makes a passkey for a person, as JSON.

    A device that has one of the passkeys with the ids `known` makes no other.
    """
    import webauthn
    from webauthn.helpers import structs

    options = webauthn.generate_registration_options(
        rp_id=party.domain,
        rp_name="Sixth",
        user_id=person.id.encode(),
        user_name=person.name,
        challenge=challenge,
        timeout=TIMEOUT_MS,
        authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
        exclude_credentials=[
            structs.PublicKeyCredentialDescriptor(id=webauthn.base64url_to_bytes(each)) for each in known
        ],
    )
    return webauthn.options_to_json(options)


def request_options(party: RelyingParty, challenge: bytes) -> str:
    """Return the options with which a browser uses any of its passkeys for this site, as JSON."""
    import webauthn

    options = webauthn.generate_authentication_options(
        rp_id=party.domain, challenge=challenge, timeout=TIMEOUT_MS
    )
    return webauthn.options_to_json(options)


def check_new(answer: str, party: RelyingParty, challenge: bytes) -> PasskeyKey:
    """Return the key of a new passkey from the answer to `creation_options` (JSON).

    Raises:
        WrongAnswerError: the answer is malformed, or for another challenge, ceremony or site.
    """
    import webauthn
    from webauthn.helpers import bytes_to_base64url

    with _errors_mapped():
        new = webauthn.verify_registration_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=party.domain,
            expected_origin=party.origin,
        )
    key = PasskeyKey(
        bytes_to_base64url(new.credential_id), bytes_to_base64url(new.credential_public_key), new.sign_count
    )
    if len(key.credential_id) > _MAX_ID_LENGTH:
        raise WrongAnswerError
    return key


def credential_id(answer: str) -> str:
    """Return the id of the passkey with which a browser answers `request_options`, unchecked.

    Raises:
        WrongAnswerError: the answer is malformed.
    """
    from webauthn.helpers import bytes_to_base64url, parse_authentication_credential_json

    with _errors_mapped():
        return bytes_to_base64url(parse_authentication_credential_json(answer).raw_id)


def check_answer(answer: str, party: RelyingParty, challenge: bytes, key: PasskeyKey) -> int:
    """Return the count of signatures that a passkey sends with its answer to `request_options` (JSON).

    Raises:
        WrongAnswerError: the answer is malformed, not by this key, for another challenge, ceremony or site,
            or its count has not gone up.
    """
    import webauthn

    with _errors_mapped():
        return webauthn.verify_authentication_response(
            credential=answer,
            expected_challenge=challenge,
            expected_rp_id=party.domain,
            expected_origin=party.origin,
            credential_public_key=webauthn.base64url_to_bytes(key.public_key),
            credential_current_sign_count=key.sign_count,
        ).new_sign_count


@contextmanager
def _errors_mapped() -> Iterator[None]:
    try:
        yield
    except Exception as error:  # Malformed answers make its parsers raise errors of many libraries.
        raise WrongAnswerError from error
