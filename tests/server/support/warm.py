"""Imports of a server and its kernels, so that commands forked from this process start at once."""

import sixth.cli.site.serve
import sixth.server.ops.process
import sixth.server.ops.run  # noqa: F401
from sixth import bots
from sixth.i18n import load_catalogues
from sixth.server.web.templating.environment import ENVIRONMENT
from sixth.server.web.templating.files import pages_version

bots.get_ready()
load_catalogues()
pages_version()
for name in ENVIRONMENT.list_templates(["html"]):
    ENVIRONMENT.get_template(name)
