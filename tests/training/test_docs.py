"""The Python of docs/training.md runs as it stands there; what would train for long is only compiled."""

from tests.pages import code_blocks, run_page


def test_the_page_on_training_runs() -> None:
    names = run_page("training.md")
    for block in code_blocks("training.md", "py"):
        assert set(compile(block, "training.md", "exec").co_names) <= set(names)
