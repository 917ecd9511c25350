"""Objects of the library that Python owns."""
import contextlib
import threading
import weakref

from ._raw import ffi
from .errors import FairwayError, must


def created(kind, create, *values):
    """The object that a function creates through its last pointer."""
    pointer = ffi.new(f"{kind} **")
    must(create(*values, pointer), kind[3:])
    return pointer[0]


def kept(owned, kind, name, is_optional=False):
    """Where an object is that a caller hands over: it lives as long as what this returns, whoever closes it. Null for None."""
    if owned is None and is_optional:
        return ffi.NULL
    if not isinstance(owned, kind):
        raise FairwayError(f"{name}: {kind.called or kind.__name__} expected, not {type(owned).__name__}", field=name)
    return owned.kept()


class _Handle:
    """An object of the library, and who uses it: its Python object, and pointers that keep it.

    The collector of cycles finalizes in any order, and so does the end of a program. Handles are out of its reach: a map is
    destroyed after its planners.
    """

    __slots__ = ("pointer", "_destroy", "_keeps", "_users", "_alive")

    def __init__(self, pointer, destroy, keeps):
        self.pointer, self._destroy, self._keeps = pointer, destroy, keeps
        self._users, self._alive = [None], [None]  # append() and pop() of a list are atomic

    def hold(self):
        self._users.append(None)
        return self

    def release(self):
        self._users.pop()
        if self._users:
            return
        try:
            self._alive.pop()
        except IndexError:
            return  # another thread destroys it
        self._destroy(self.pointer)
        self._keeps = None


class Owned:
    """An object in the library's memory. It is destroyed when nobody needs it any more: close(), the end of a `with`
    block and the garbage collector let it go; a planner keeps its map. One thread at a time may use it."""

    advice = "one for each thread"
    called = ""  # in messages, where the name of the class is not public

    def __init__(self, pointer, destroy, *needed, keeps=None):
        """`needed` are objects that must live longer; `keeps` are values of Python that must."""
        self._cdata = pointer
        self._used = threading.Lock()
        self._handle = _Handle(pointer, destroy, [keeps, *(other.kept() for other in needed)])
        self._let_go = weakref.finalize(self, self._handle.release)

    def kept(self):
        """The pointer, which keeps the object as long as it lives itself."""
        self.pointer  # raises if it was closed
        handle = self._handle.hold()
        return ffi.gc(handle.pointer, lambda _: handle.release())

    @property
    def pointer(self):
        """Where the object is, for calls of the raw layer."""
        if self._cdata is None:
            raise ValueError(f"this {type(self).__name__} was closed")
        return self._cdata

    @contextlib.contextmanager
    def alone(self):
        """The pointer, for calls during which no other thread may use the object."""
        if not self._used.acquire(blocking=False):
            raise RuntimeError(f"another thread uses this {type(self).__name__.lower()}: {self.advice}")
        try:
            yield self.pointer
        finally:
            self._used.release()

    def close(self):
        """Lets the object go. What was closed cannot be used."""
        if self._cdata is None:
            return
        with self.alone():
            self._cdata = None
            self._let_go()

    def __reduce__(self):
        """Two objects must not own the same memory: what has no values of its own to hand on is neither copied nor pickled."""
        raise TypeError(f"a {type(self).__name__} cannot be copied or pickled")

    def __repr__(self):
        return f"<fairway.{type(self).__name__}{', closed' if self._cdata is None else ''}>"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
