"""Atomic writes replace a file whole or not at all, and make a folder whole or not at all."""

from pathlib import Path

import pytest

from sixth.files import new_folder, open_atomic, replace_file


def test_a_new_file_appears_when_it_is_complete(tmp_path: Path) -> None:
    target = tmp_path / "games.jsonl"
    with open_atomic(target) as file:
        file.write(b"half")
        file.flush()
        assert not target.exists()
    assert target.read_bytes() == b"half"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt(), ValueError()])
def test_a_failed_write_keeps_the_old_content(tmp_path: Path, error: BaseException) -> None:
    target = tmp_path / "games.jsonl"
    target.write_bytes(b"old")

    def write() -> None:
        with open_atomic(target) as file:
            file.write(b"new")
            raise error

    with pytest.raises(type(error)):
        write()
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_new_file_has_the_usual_permissions_and_a_replaced_one_keeps_its_own(tmp_path: Path) -> None:
    usual, new, old = tmp_path / "usual", tmp_path / "new", tmp_path / "old"
    usual.touch()
    old.touch(mode=0o600)
    for target in (new, old):
        with open_atomic(target) as file:
            file.write(b"x")
    assert new.stat().st_mode == usual.stat().st_mode
    assert old.stat().st_mode & 0o777 == 0o600


def test_a_write_follows_a_link_and_keeps_it(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    link.symlink_to(target)
    with open_atomic(link) as file:
        file.write(b"x")
    assert link.is_symlink()
    assert target.read_bytes() == b"x"


def test_a_file_can_be_replaced_by_path_with_new_permissions(tmp_path: Path) -> None:
    target = tmp_path / "copy"
    with replace_file(target, mode=0o600) as path:
        path.write_bytes(b"x")
        assert not target.exists()
    assert target.read_bytes() == b"x"
    assert target.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("name", ["no/such/folder/file", "x" * 300])
def test_an_impossible_name_raises_the_error_of_the_system(tmp_path: Path, name: str) -> None:
    with pytest.raises(OSError, match=r"No such file|too long"), open_atomic(tmp_path / name):
        pass
    assert not list(tmp_path.iterdir())


def test_a_new_folder_appears_when_it_is_complete(tmp_path: Path) -> None:
    target = tmp_path / "games"
    with new_folder(target) as folder:
        (folder / "inner").mkdir()
        (folder / "inner/file").write_text("x")
        assert not target.exists()
    assert (target / "inner/file").read_text() == "x"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt(), ValueError()])
def test_a_failed_folder_leaves_nothing(tmp_path: Path, error: BaseException) -> None:
    def write() -> None:
        with new_folder(tmp_path / "games") as folder:
            (folder / "file").write_text("x")
            raise error

    with pytest.raises(type(error)):
        write()
    assert not list(tmp_path.iterdir())


def test_a_folder_that_is_there_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("nowhere")
    for target in (tmp_path, tmp_path / "link"):
        with pytest.raises(FileExistsError), new_folder(target):
            pass
    assert [path.name for path in tmp_path.iterdir()] == ["link"]
