"""A key by which a value is found again because it is the same object, so that nothing in it is compared."""

from typing import Generic, TypeVar

T = TypeVar("T")


class IdentityKey(Generic[T]):
    """A value that is looked up by what it is, not by what it holds.

    For values that cannot change. Whoever holds the key holds the value, so nothing else comes to its place.
    """

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, IdentityKey) and self.value is other.value
