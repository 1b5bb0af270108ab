"""Templates and static files: one Jinja environment, and addresses that change when a file does."""

import hashlib
import re
from collections.abc import MutableMapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

import jinja2
from jinja2 import nodes
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from sixth.i18n import LANGUAGES, gettext, ngettext
from sixth.rules.cards import FULL_DECK
from sixth.server.web.forms.refused import NOT_REFUSED
from sixth.server.web.middleware.preferences import preferences
from sixth.server.web.templating import memo_keys
from sixth.server.web.templating.colours import window_colours
from sixth.server.web.templating.memo import Memo
from sixth.server.web.text.labels import bot_text
from sixth.server.web.views.chart import totals_chart
from sixth.text import heads_text

_WEB: Final = Path(__file__).parents[1]
STATIC: Final = _WEB / "static"
MODULES: Final = ("learn", "pad", "table")
"""Folders of scripts that import each other."""

JOINED: Final = {
    "every.css": ("tokens.css", "sixth.css", "table.css"),
    "first.css": ("making.css", "together.css", "clock.css"),
    "playing.css": ("cards.css", "chart.css", "making.css", "together.css", "turn.css", "clock.css"),
}
"""Sheets sent as one file, as on a slow line each request costs more than what comes by it."""


def cards_css() -> str:
    """Return one rule a card: a name by which the browser knows the same card in two places and moves it."""
    return "".join(f".c{card}{{view-transition-name:c{card}}}\n" for card in range(1, FULL_DECK + 1))


def tokens_css() -> str:
    """Return the tokens, with those of high contrast a second time, for systems that ask for it.

    They are written once: CSS cannot say "this attribute, or else that wish of the system" of one list.
    """
    written = (STATIC / "tokens.css").read_text("utf-8")
    contrast = written.partition(':root[data-theme="contrast"]')[2].partition("}")[0]
    wished = f':root:not([data-theme="light"], [data-theme="dark"]){contrast}}}'
    return f"{written}@media (prefers-contrast: more) {{\n{wished}\n}}\n"


def made_css(name: str) -> str | None:
    """Return a sheet that is made: the cards' names, the tokens, several in one. None for any other name."""
    if name == "cards.css":
        return cards_css()
    if name == "tokens.css":
        return tokens_css()
    if name not in JOINED:
        return None
    parts = (made_css(part) or (STATIC / part).read_text("utf-8") for part in JOINED[name])
    # What is for those who work on them need not travel.
    return re.sub(r"/\*.*?\*/\s*", "", "".join(parts), flags=re.DOTALL)


@cache
def static_url(name: str) -> str:
    """Return the address of a static file; it changes with the file, so browsers may keep what they have."""
    made = made_css(name)
    data = (STATIC / name).read_bytes() if made is None else made.encode()
    return f"/static/{name}?v={hashlib.sha256(data).hexdigest()[:12]}"


@cache
def _modules_version() -> str:
    files = sorted(path for folder in MODULES for path in (STATIC / folder).glob("*.js"))
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


def module_url(name: str) -> str:
    """Return the address of a script such as `table/main.js`, which changes with any script in its folder."""
    return f"/static/v-{_modules_version()}/{name}"


@lru_cache
def modules(folder: str, *, but: str = "") -> tuple[str, ...]:
    """Return all scripts of a folder, except for the one named `but`."""
    names = sorted(file.name for file in (STATIC / folder).glob("*.js"))
    return tuple(f"{folder}/{name}" for name in names if name != but)


@lru_cache(4096)
def _escaped(text: str) -> Markup:
    return escape(text)


class _Generator(jinja2.compiler.CodeGenerator):
    """Reads an attribute, and calls what it is given, as Python does.

    Jinja would try an item of the attribute's name, too, which nothing has, and would find out what it could
    pass on to what is called, which nothing of ours wants.
    """

    def visit_Getattr(self, node: nodes.Getattr, frame: jinja2.compiler.Frame) -> None:  # noqa: N802
        self.write("(")
        self.visit(node.node, frame)
        self.write(f").{node.attr}")

    def _output_child_pre(self, node: nodes.Expr, frame: jinja2.compiler.Frame, finalize: Any) -> None:
        if frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is None:
            self.write("environment.escaped(")
        else:
            super()._output_child_pre(node, frame, finalize)

    def visit_Call(  # noqa: N802
        self,
        node: nodes.Call,
        frame: jinja2.compiler.Frame,
        forward_caller: bool = False,  # noqa: FBT001, FBT002 # as Jinja has it
    ) -> None:
        if forward_caller or node.dyn_args is not None or node.dyn_kwargs is not None:
            super().visit_Call(node, frame, forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        for given in (*node.args, *node.kwargs):
            self.visit(given, frame)
            self.write(", ")
        self.write(")")


class _Inserter(NodeTransformer):
    """Puts what is included in its place once and for all: to begin with it for each page takes long."""

    def __init__(self, environment: "_Environment") -> None:
        self._environment = environment

    def visit_Include(self, node: nodes.Include) -> nodes.Node:  # noqa: N802 # as Jinja has it
        if not isinstance(node.template, nodes.Const):
            return node
        assert self._environment.loader is not None
        name = node.template.value
        source, file, _ = self._environment.loader.get_source(self._environment, name)
        return nodes.Scope(self._environment._parse(source, name, file).body, lineno=node.lineno)


class _Environment(jinja2.Environment):
    code_generator_class = _Generator

    @staticmethod
    def escaped(value: object) -> str:
        """As `escape`, sooner: most of what is shown is safe already, a number, or was shown before."""
        kind = type(value)
        if kind is Markup:
            return value  # type: ignore[return-value]
        if kind is int:
            return str(value)
        return _escaped(value) if kind is str else escape(value)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """All that a template knows, as one: a chain of two would be gone through whenever it is used."""
        return {**self.globals, **(d or {})}

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        found = _Inserter(self).visit(super()._parse(source, name, filename))
        assert isinstance(found, nodes.Template)
        return found

    @cache  # noqa: B019 # there is one environment
    def get_template(self, *names: Any, **given: Any) -> jinja2.Template:
        """That template; none changes while the server runs."""
        return super().get_template(*names, **given)


def _environment() -> jinja2.Environment:
    environment = _Environment(
        loader=jinja2.FileSystemLoader(_WEB / "templates"),
        autoescape=True,
        # It would look at the dates of all files of a page whenever it is rendered.
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        extensions=["jinja2.ext.i18n", Memo],
    )
    environment.globals.update(
        static=static_url,
        module=module_url,
        modules=modules,
        bot_text=bot_text,
        heads_text=heads_text,
        totals_chart=totals_chart,
        window_colours=window_colours,
        follows=memo_keys,
        _=gettext,
        gettext=gettext,
        ngettext=ngettext,
        languages=LANGUAGES,
        # A page that shows a form which was refused has another.
        refused=NOT_REFUSED,
    )
    # Imported by nearly every part of a table, so it is made once.
    environment.globals["draw"] = environment.get_template("table/draw.html").module
    return environment


_ENVIRONMENT: Final = _environment()


def render(template: str, **context: object) -> str:
    """Return the page or part of a page that `template` makes of `context`; all of it is escaped."""
    return _ENVIRONMENT.get_template(template).render(context, preferences=preferences())
