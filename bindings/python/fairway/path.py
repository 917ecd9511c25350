"""Paths: lines and arcs."""
import numpy

from ._raw import ffi, lib
from .enums import Outcome
from .errors import must
from .owned import Owned, created
from .structs import as_dict

SEGMENT = numpy.dtype({"names": ["x", "y", "heading", "curvature", "length", "gear"],
                       "formats": ["f8", "f8", "f8", "f8", "f8", "i4"],
                       "offsets": [0, 8, 16, 24, 32, 40], "itemsize": 48})


class Path(Owned):
    """A path. Its arrays keep it alive, and are read-only."""

    def __init__(self):
        super().__init__(created("fw_path", lib.fw_path_create, ffi.NULL), lib.fw_path_destroy)

    @property
    def length(self):
        """In tiles."""
        return lib.fw_path_length(self.pointer)

    @property
    def summary(self):
        """Outcome, method, cost, violations and so on."""
        summary = ffi.new("fw_path_summary *")
        must(lib.fw_path_summarise(self.pointer, summary), "summary")
        return as_dict(summary[0])

    @property
    def cost(self):
        """In tiles, weighed by the costs of terrains."""
        return self.summary["cost"]

    @property
    def segments(self):
        """A structured array, without a copy: where each line or arc starts, its curvature, length and gear."""
        count = ffi.new("int32_t *")
        first = lib.fw_path_segments(self.pointer, count)
        if count[0] == 0:
            return numpy.empty(0, SEGMENT)
        return numpy.asarray(_Keeper(first, count[0] * SEGMENT.itemsize, self._cdata)).view(SEGMENT)

    def sample(self, step=0.5):
        """Poses at most `step` tiles apart, as an (n, 3) array of x, y and heading."""
        length = self.length
        count = max(int(numpy.ceil(length / step)), 1) + 1
        pose = ffi.new("fw_pose *")
        cursor = ffi.new("int32_t *")
        poses = numpy.empty((count, 3))
        for i, distance in enumerate(numpy.linspace(0.0, length, count)):
            must(lib.fw_path_pose_following(self.pointer, distance, cursor, pose), "sample")
            poses[i] = pose.x, pose.y, pose.heading
        return poses

    def pose_at(self, distance):
        """x, y and heading after a distance."""
        pose = ffi.new("fw_pose *")
        must(lib.fw_path_pose_at(self.pointer, distance, pose), "pose_at")
        return pose.x, pose.y, pose.heading

    def __repr__(self):
        if self._cdata is None:
            return "<fairway.Path, closed>"
        summary = self.summary
        return (f"<fairway.Path {Outcome(summary['outcome']).name.lower()}, {summary['length']:.2f} tiles, "
                f"{summary['segment_count']} segments>")


class _Keeper:
    """Memory of the library that numpy reads, and the object that it belongs to."""

    def __init__(self, address, count, owner):
        self._owner = owner
        self.__array_interface__ = {"version": 3, "typestr": "|u1", "shape": (count,),
                                    "data": (int(ffi.cast("uintptr_t", address)), True)}
