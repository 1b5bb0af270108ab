"""The error of a tool that cannot do what a model asks for."""


class ToolError(Exception):
    """A refusal; the text is one sentence for the model."""
