"""Paths: lines and arcs."""
import numpy

from . import drawing
from ._raw import ffi, lib
from .enums import Outcome
from .errors import must, refused
from .map import Ground
from .owned import Owned, kept
from .structs import as_dict, dtype_of, fill, pose_of, view_of

SEGMENT = dtype_of("fw_segment")
SPEED = dtype_of("fw_speed_sample")

_POINTER, _NULL = ffi.typeof("fw_path **"), ffi.NULL  # queries make many paths
_create, _destroy = lib.fw_path_create, lib.fw_path_destroy


class Path(Owned):
    """A path. Its arrays keep it alive, and are read-only."""

    def __init__(self):
        made = ffi.new(_POINTER)
        result = _create(_NULL, made)
        if result:
            must(result, "path")
        self._cdata = ffi.gc(made[0], _destroy)  # arrays keep it; no object of the library does

    def close(self):
        """Lets the path go; arrays of it stay."""
        self._cdata = None

    def kept(self):
        return self.pointer

    @classmethod
    def from_segments(cls, segments, **claimed):
        """A path of lines and arcs: an array like `segments`. `claimed` are fields of its summary."""
        segments = numpy.ascontiguousarray(segments, SEGMENT)
        made = cls()
        summary = ffi.new("fw_path_summary *", {"outcome": lib.FW_OUTCOME_FOUND})
        summary.length = summary.cost = segments["length"].sum()
        fill(summary, claimed)
        first = ffi.cast("fw_segment *", segments.ctypes.data)
        must(lib.fw_path_set(made.pointer, first, len(segments), summary), "from_segments")
        return made

    def copy(self):
        """A path of its own, with the same segments and speeds."""
        made = Path()
        must(lib.fw_path_copy(self.pointer, made.pointer), "copy")
        return made

    @property
    def length(self):
        """In tiles."""
        return lib.fw_path_length(self.pointer)

    @property
    def summary(self):
        """Outcome, method, cost, violations and so on."""
        summary = ffi.new("fw_path_summary *")
        must(lib.fw_path_get_summary(self.pointer, summary, ffi.sizeof("fw_path_summary")), "summary")
        return as_dict(summary[0])

    @property
    def cost(self):
        """In tiles, weighed by the costs of terrains."""
        return self.summary["cost"]

    @property
    def segments(self):
        """A structured array, without a copy: x, y and heading where each line or arc starts, curvature, length, gear."""
        count = ffi.new("int32_t *")
        return view_of(lib.fw_path_segments(self.pointer, count), count[0], SEGMENT, self.pointer)

    @property
    def speeds(self):
        """The speed profile, without a copy: at, speed and time of each sample; empty if there is none. See profile()."""
        count = ffi.new("int32_t *")
        return view_of(lib.fw_path_speeds(self.pointer, count), count[0], SPEED, self.pointer)

    def profile(self, on_map=None, **limits):
        """A copy of the path with the fastest speed profile: limits are the fields of fw_speed_def, such as top=2."""
        definition = ffi.new("fw_speed_def *")
        must(lib.fw_speed_def_init(definition, ffi.sizeof("fw_speed_def")), "profile")
        fill(definition, limits)
        made = self.copy()
        ground = kept(on_map, Ground, "on_map", True)
        result = lib.fw_path_profile(ground, definition, made.pointer, ffi.NULL)
        if result != lib.FW_OK:
            raise refused(lib.fw_speed_refusal(definition), result)
        return made

    def nearest(self, place):
        """The place on the path that is nearest to (x, y): its distance along the path, and how far away it is."""
        (x, y, _), found = pose_of(place), ffi.new("double[]", 2)
        must(lib.fw_path_nearest(self.pointer, x, y, found, found + 1), "nearest")
        return found[0], found[1]

    @property
    def duration(self):
        """Driving time in seconds by the speed profile; 0 if there is none."""
        return lib.fw_path_duration(self.pointer)

    def sample(self, step=0.5):
        """Poses at most `step` tiles apart, as an (n, 3) array of x, y and heading."""
        count = ffi.new("int32_t *")
        result = lib.fw_path_sample(self.pointer, step, ffi.NULL, 0, count)
        poses = numpy.empty((count[0], 3))
        if result == lib.FW_BUFFER_TOO_SMALL:
            result = lib.fw_path_sample(self.pointer, step, ffi.cast("fw_pose *", poses.ctypes.data), len(poses), count)
        must(result, "sample")
        return poses

    def pose_at(self, distance):
        """x, y and heading after a distance."""
        pose = ffi.new("fw_pose *")
        must(lib.fw_path_pose_at(self.pointer, distance, pose), "pose_at")
        return pose.x, pose.y, pose.heading

    def pose_at_time(self, seconds):
        """x, y and heading after a time, by the speed profile."""
        pose = ffi.new("fw_pose *")
        must(lib.fw_path_pose_at_time(self.pointer, seconds, pose, ffi.NULL), "pose_at_time")
        return pose.x, pose.y, pose.heading

    def __len__(self):
        """Number of segments."""
        return len(self.segments)

    def __iter__(self):
        """The segments."""
        return iter(self.segments)

    def __reduce__(self):
        summary = self.summary
        del summary["segment_count"]
        return _restored, (self.segments.copy(), summary, self.speeds.copy())

    def _repr_svg_(self):
        return drawing.path_svg(self.segments, self.pose_at(self.length)[:2] if len(self) else (0, 0))

    def __repr__(self):
        if self._cdata is None:
            return "<fairway.Path, closed>"
        summary = self.summary
        return (f"<fairway.Path {Outcome(summary['outcome']).name.lower()}, length {summary['length']:.2f}, "
                f"{summary['segment_count']} segments>")


def _restored(segments, summary, speeds):
    made = Path.from_segments(segments, **summary)
    first = ffi.cast("fw_speed_sample *", speeds.ctypes.data)
    must(lib.fw_path_set_speeds(made.pointer, first, len(speeds)), "pickle")
    return made
