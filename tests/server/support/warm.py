"""Imports what a server needs, and loads its kernels: what is forked from such a process begins at once."""

import sixth.cli.serve
import sixth.server.ops.process
import sixth.server.ops.run  # noqa: F401
from sixth import bots
from sixth.i18n import load_catalogues

bots.get_ready()
load_catalogues()
