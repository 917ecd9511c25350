"""Objects of the library that Python owns."""
from ._raw import ffi
from .errors import must


def created(kind, create, *values):
    """The object that a function creates through its last pointer."""
    pointer = ffi.new(f"{kind} **")
    must(create(*values, pointer), kind)
    return pointer[0]


class Owned:
    """An object in the library's memory. It is destroyed when nobody needs it any more: close(), the end of a `with`
    block and the garbage collector let it go; a planner keeps its map."""

    def __init__(self, pointer, destroy, *needed):
        self._cdata = ffi.gc(pointer, destroy)
        # What the object needs lives as long as it does, whatever becomes of the Python objects.
        self._needed = [other.pointer for other in needed]

    @property
    def pointer(self):
        """Where the object is, for calls of the raw layer."""
        if self._cdata is None:
            raise ValueError(f"this {type(self).__name__} was closed")
        return self._cdata

    def close(self):
        """Lets the object go. What was closed cannot be used."""
        self._cdata = None
        self._needed = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
