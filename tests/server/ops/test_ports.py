"""Ports in use: who uses them, and the next one that is free."""

import os
import socket

from sixth.server.ops.ports import free_after, holder_of


def listener() -> socket.socket:
    return socket.create_server(("127.0.0.1", 0))


def test_the_program_that_listens_at_a_port_is_found() -> None:
    with listener() as used:
        holder = holder_of(used.getsockname()[1])
    assert holder is not None
    assert holder.process == os.getpid()
    assert holder.program


def test_nobody_holds_a_port_that_is_free() -> None:
    with listener() as used:
        port = used.getsockname()[1]
    assert holder_of(port) is None


def test_the_next_port_that_can_be_used_is_found() -> None:
    with listener() as used:
        port = used.getsockname()[1]
        free = free_after(socket.AF_INET, "127.0.0.1", port - 1)
        assert free is not None
        assert free > port
        socket.create_server(("127.0.0.1", free)).close()


def test_after_the_last_port_none_is_free() -> None:
    assert free_after(socket.AF_INET, "127.0.0.1", 65_535) is None
