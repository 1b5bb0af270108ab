"""Static files as they are sent."""

import shutil
import subprocess
from pathlib import Path

from sixth.server.web.templating.files import sent_files


def test_every_script_is_one_as_it_is_sent(tmp_path: Path) -> None:
    node = shutil.which("node")
    assert node, "There is no Node; scripts/programs installs it where it can."
    for name, sent in sent_files().items():
        if name.endswith(".js"):
            script = tmp_path / "script.mjs"
            script.write_text(sent, encoding="utf-8")
            done = subprocess.run([node, "--check", script], capture_output=True, text=True, check=False)
            assert done.returncode == 0, (name, done.stderr)
