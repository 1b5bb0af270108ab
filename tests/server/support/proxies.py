"""nginx and Caddy with the examples in `deploy/`, in front of processes of the tests."""

import getpass
import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

DEPLOY = Path(__file__).parents[3] / "deploy"
NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
CADDY = shutil.which("caddy") or "/usr/bin/caddy"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def certificate(folder: Path) -> ssl.SSLContext:
    """Make a certificate for localhost in this folder; return a context that trusts it."""
    subject = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost")
    files = ("-keyout", folder / "key.pem", "-out", folder / "cert.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *subject, *files],
        check=True,
        capture_output=True,
    )
    return ssl.create_default_context(cafile=str(folder / "cert.pem"))


def adapt(example: str, changes: Iterable[tuple[str, str]]) -> str:
    """Return an example of `deploy/` with its lines about /docs/, and with changes that must each apply."""
    text = (DEPLOY / example).read_text()
    lines = r"(?m)^([ \t]+)# (?=location |redir |handle_path |[ \t]+\w|\})"
    for pattern, by in ((lines, r"\1"), *changes):
        text, count = re.subn(pattern, by, text)
        assert count, pattern
    return text


@contextmanager
def nginx(folder: Path, ports: Sequence[int]) -> Iterator[tuple[str, ssl.SSLContext]]:
    """nginx by the example, with these ports, and a name, a certificate and docs of the tests."""
    trust, port = certificate(folder), free_port()
    text = adapt(
        "nginx/sixth.conf",
        (
            (r"\n *listen \[::\][^;]*;", ""),
            (r"listen 80;", f"listen 127.0.0.1:{free_port()};"),
            (r"listen 443 ", f"listen 127.0.0.1:{port} "),
            (r"sixth\.example\.org", "localhost"),
            (r"/etc/letsencrypt/live/localhost/fullchain.pem", str(folder / "cert.pem")),
            (r"/etc/letsencrypt/live/localhost/privkey.pem", str(folder / "key.pem")),
            (r"/var/www/sixth-docs/", f"{folder}/docs/"),
            (r"\n *server 127\.0\.0\.1:8000;", ""),
            *(
                (f"# server 127.0.0.1:{8001 + at} ", f"server 127.0.0.1:{port} ")
                for at, port in enumerate(ports)
            ),
        ),
    )
    (folder / "sixth.conf").write_text(text)
    places = "".join(
        f"{each}_temp_path {folder}/{each};" for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    build = subprocess.run([NGINX, "-V"], check=True, capture_output=True, text=True).stderr
    types = Path(re.findall(r"--conf-path=(\S+)", build)[0]).with_name("mime.types")
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/log; events {{ worker_connections 512; }}"
        # Started by root, nginx would switch to a user who cannot read the folders of the tests.
        f"user {getpass.getuser()};"
        f"http {{ include {types}; {places} include {folder}/sixth.conf; }}"
    )
    command = [NGINX, "-p", str(folder), "-e", str(folder / "log"), "-c", str(folder / "nginx.conf")]
    check = subprocess.run([*command, "-t"], check=False, capture_output=True, text=True)
    assert check.returncode == 0, check.stderr
    with running(command):
        yield f"https://localhost:{port}", trust


@contextmanager
def caddy(folder: Path, ports: Sequence[int]) -> Iterator[tuple[str, ssl.SSLContext]]:
    """Caddy by the example, with these ports, and a name, a certificate and docs of the tests."""
    trust, port = certificate(folder), free_port()
    text = adapt(
        "caddy/Caddyfile",
        (
            (
                r"sixth\.example\.org \{",
                f"https://localhost:{port} {{\n\ttls {folder}/cert.pem {folder}/key.pem",
            ),
            (r"/var/www/sixth-docs", f"{folder}/docs"),
            (r"\n\t\tto 127\.0\.0\.1:8000", ""),
            (r"# to 127\.0\.0\.1:8001 .*", "to " + " ".join(f"127.0.0.1:{port}" for port in ports)),
        ),
    )
    # Its ports for commands and for plain HTTP are off, as other programs on this machine may have them.
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{text}")
    command = [CADDY, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    homes = {"XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with (folder / "log").open("w") as log, running(command, env=os.environ | homes, stderr=log):
        yield f"https://localhost:{port}", trust


@contextmanager
def running(command: Sequence[str], **how: Any) -> Iterator[None]:
    """A program that runs until the context ends."""
    with subprocess.Popen(command, **how) as process:
        try:
            yield
        finally:
            process.terminate()
