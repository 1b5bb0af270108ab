"""Files are written whole or not at all, and replace what stood there in one moment."""

from pathlib import Path

import pytest

from sixth.files import replacing, written_whole


def test_a_file_is_there_only_once_it_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "games.jsonl"
    with written_whole(target) as file:
        file.write(b"half")
        file.flush()
        assert not target.exists()
    assert target.read_bytes() == b"half"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt(), ValueError()])
def test_what_stood_there_stays_when_writing_fails(tmp_path: Path, error: BaseException) -> None:
    target = tmp_path / "games.jsonl"
    target.write_bytes(b"old")

    def write() -> None:
        with written_whole(target) as file:
            file.write(b"new")
            raise error

    with pytest.raises(type(error)):
        write()
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_new_file_has_the_usual_permissions_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    usual, new, old = tmp_path / "usual", tmp_path / "new", tmp_path / "old"
    usual.touch()
    old.touch(mode=0o600)
    for target in (new, old):
        with written_whole(target) as file:
            file.write(b"x")
    assert new.stat().st_mode == usual.stat().st_mode
    assert old.stat().st_mode & 0o777 == 0o600


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    with written_whole(link) as file:
        file.write(b"x")
    assert link.is_symlink()
    assert target.read_bytes() == b"x"


def test_a_file_may_be_written_by_its_path_and_be_given_permissions(tmp_path: Path) -> None:
    target = tmp_path / "copy"
    with replacing(target, mode=0o600) as path:
        path.write_bytes(b"x")
        assert not target.exists()
    assert target.read_bytes() == b"x"
    assert target.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("name", ["no/such/folder/file", "x" * 300])
def test_what_cannot_be_written_is_an_error_of_the_system(tmp_path: Path, name: str) -> None:
    with pytest.raises(OSError, match=r"No such file|too long"), written_whole(tmp_path / name):
        pass
    assert not list(tmp_path.iterdir())
