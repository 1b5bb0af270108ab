"""A package index on this machine: what twine uploads to it, pip installs from it."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread


@contextmanager
def package_index(folder: Path) -> Iterator[str]:
    """Yield the address of an index that keeps its files in `folder`.

    Packages are sent to /legacy/ with some key, as to PyPI, and found at /simple/sixth/ (PEP 503).
    """
    folder.mkdir()

    class Index(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            kind = f"Content-Type: {self.headers['content-type']}\r\n\r\n".encode()
            body = self.rfile.read(int(self.headers["content-length"]))
            fields: dict[str, bytes] = {}
            for part in message_from_bytes(kind + body).walk():
                name = part.get_param("name", header="content-disposition")
                if isinstance(name, str):
                    fields[name] = part.get_payload(decode=True)  # type: ignore[assignment]
                if file := part.get_filename():
                    fields["filename"] = file.encode()
            fits = hashlib.sha256(fields["content"]).hexdigest().encode() == fields["sha256_digest"]
            if self.path != "/legacy/" or not self.headers["authorization"] or not fits:
                self._answer(403, b"")
                return
            (folder / Path(fields["filename"].decode()).name).write_bytes(fields["content"])
            self._answer(200, b"")

        def do_GET(self) -> None:
            if self.path == "/simple/sixth/":
                self._answer(200, "".join(links(folder)).encode())
                return
            file = folder / Path(self.path).name
            known = self.path.startswith("/files/") and file.is_file()
            self._answer(
                200 if known else 404, file.read_bytes() if known else b"", "application/octet-stream"
            )

        def _answer(self, status: int, body: bytes, kind: str = "text/html") -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", f"{len(body)}")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Index) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def links(folder: Path) -> Iterator[str]:
    """Yield a link to each file with its checksum, which pip compares."""
    yield "<!doctype html><title>sixth</title>"
    for file in sorted(folder.iterdir()):
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        yield f'<a href="/files/{file.name}#sha256={digest}">{file.name}</a>'
