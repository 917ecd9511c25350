"""Planners: they find paths."""
import threading
from typing import NamedTuple

import numpy

from ._raw import ffi, lib
from .enums import Method, Result
from .errors import FairwayError, must, refused
from .owned import Owned, created
from .path import SEGMENT, Path
from .structs import as_dict, fill, pose_of

#: Results that are answers: there is no path, and map and request are as they should be.
ANSWERS = {Result.UNREACHABLE, Result.NOT_FOUND, Result.START_BLOCKED, Result.GOAL_BLOCKED, Result.STALE, Result.LIMIT,
           Result.GAVE_UP, Result.ILLEGAL}

SLICE = 20_000  # work between two looks for Ctrl-C: some milliseconds


class NearestOf:
    """A goal: the cheapest to reach of several places, or of several poses if all have headings."""

    def __init__(self, places):
        self.places = list(places)


class Within:
    """A goal: any place within a radius."""

    def __init__(self, x, y, radius, heading=None):
        self.x, self.y, self.radius, self.heading = x, y, radius, heading


class _Request:
    """A request in the library's form, and what it points to."""

    def __init__(self, unit, start, goal, overlay=None, fastest=None, **options):
        self.struct = ffi.new("fw_request *")
        must(lib.fw_request_init(self.struct, ffi.sizeof("fw_request")), "request")
        self.kept = [overlay]
        fill(self.struct, {"unit": unit, "start": start, **options})
        self._set_goal(goal)
        if overlay is not None:
            self.struct.overlay = overlay.pointer
        if fastest is not None:
            speeds = ffi.new("fw_speed_def *")
            must(lib.fw_speed_def_init(speeds, ffi.sizeof("fw_speed_def")), "fastest")
            fill(speeds, fastest, "fastest")
            self.struct.fastest = speeds
            self.kept.append(speeds)

    def _set_goal(self, goal):
        into = self.struct.goal
        if isinstance(goal, NearestOf):
            poses = ffi.new("fw_pose[]", [pose_of(place) for place in goal.places])
            self.kept.append(poses)
            into.kind, into.set, into.count = lib.FW_GOAL_SET, poses, len(goal.places)
            into.has_heading = all(_has_heading(place) for place in goal.places)
            return
        is_disc = isinstance(goal, Within)
        into.has_heading = is_disc and goal.heading is not None
        into.kind = lib.FW_GOAL_RADIUS if is_disc else lib.FW_GOAL_POSE if _has_heading(goal) else lib.FW_GOAL_PLACE
        if is_disc:
            into.radius = goal.radius
            goal = (goal.x, goal.y, goal.heading or 0.0)
        into.pose.x, into.pose.y, into.pose.heading = pose_of(goal)


def _has_heading(place):
    if hasattr(place, "x"):
        return getattr(place, "heading", None) is not None
    return hasattr(place, "__len__") and len(place) == 3


class Paths(NamedTuple):
    """What find_paths() answers, as arrays: path i consists of segments[offsets[i]:offsets[i + 1]]."""

    results: numpy.ndarray  #: (n,) numbers of Result: 0 for a path
    lengths: numpy.ndarray  #: (n,) in tiles; 0 where there is no path
    costs: numpy.ndarray  #: (n,) in tiles, weighed by the costs of terrains
    offsets: numpy.ndarray  #: (n + 1,) index of each path's first segment
    segments: numpy.ndarray  #: all segments, as of Path.segments


def _poses(places):
    """(n, 2) or (n, 3) numbers as poses."""
    places = numpy.asarray(places, float)
    if places.ndim != 2 or places.shape[1] not in (2, 3):
        raise FairwayError(f"places are an array of shape (n, 2) or (n, 3), not {places.shape}")
    poses = numpy.zeros((len(places), 3))
    poses[:, :places.shape[1]] = places
    return poses


class Planner(Owned):
    """Working memory for searches on one map; one thread at a time may use it."""

    def __init__(self, on_map):
        planner = created("fw_planner", lib.fw_planner_create, on_map.pointer, ffi.NULL)
        super().__init__(planner, lib.fw_planner_destroy, on_map)
        self._map = on_map.pointer
        self._used = threading.Lock()
        self.result = Result.OK  #: of the last find_path()

    def find_path(self, unit, start, goal, **options):
        """Finds a path from a place (x, y) or (x, y, heading) to a goal: a place, NearestOf or Within.

        Options are the fields of fw_request: method="hybrid", smoothing="taut", nearest=True, overlay=..., max_work=...
        Returns the path, or None if there is none: `result` says why. Ctrl-C ends a long search.
        """
        request = _Request(unit, start, goal, **options)
        if not self._used.acquire(blocking=False):
            raise RuntimeError("another thread uses this planner: one for each thread")
        try:
            return self._search(request)
        finally:
            self._used.release()

    def find_paths(self, unit, starts, goals, **options):
        """Finds many paths in one call. `starts` and `goals` are arrays of shape (n, 2) or (n, 3): x, y and a heading.

        Returns Paths. Options are those of find_path(). Ctrl-C ends it.
        """
        goal = (0, 0, 0) if numpy.shape(goals)[-1:] == (3,) else (0, 0)  # poses or places
        starts, goals = _poses(starts), _poses(goals)
        if len(starts) != len(goals):
            raise FairwayError(f"there are {len(starts)} starts and {len(goals)} goals")
        request = _Request(unit, (0, 0), goal, **options)
        if not self._used.acquire(blocking=False):
            raise RuntimeError("another thread uses this planner: one for each thread")
        try:
            return self._find_all(request, starts, goals)
        finally:
            self._used.release()

    def _find_all(self, request, starts, goals):
        count = len(starts)
        found = Paths(numpy.zeros(count, numpy.intc), numpy.zeros(count), numpy.zeros(count),
                      numpy.zeros(count + 1, numpy.int32), numpy.zeros(16 * count + 16, SEGMENT))
        batch = ffi.new("fw_batch *")
        batch.results = ffi.cast("fw_result *", found.results.ctypes.data)
        batch.offsets = ffi.cast("int32_t *", found.offsets.ctypes.data)
        batch.lengths = ffi.cast("double *", found.lengths.ctypes.data)
        batch.costs = ffi.cast("double *", found.costs.ctypes.data)
        ends = [ffi.cast("fw_pose *", poses.ctypes.data) for poses in (starts, goals)]
        segments, result = found.segments, lib.FW_PENDING
        while result in (lib.FW_PENDING, lib.FW_BUFFER_TOO_SMALL):
            if result == lib.FW_BUFFER_TOO_SMALL:
                segments = numpy.concatenate([segments, numpy.zeros(len(segments), SEGMENT)])
            batch.segments, batch.capacity = ffi.cast("fw_segment *", segments.ctypes.data), len(segments)
            result = lib.fw_find_paths(self.pointer, request.struct, *ends, count, SLICE, batch)
        must(result, "find_paths")
        return found._replace(segments=segments[:found.offsets[-1]])

    def _search(self, request):
        begun = ffi.new("fw_search **")
        result = lib.fw_search_begin(self.pointer, request.struct, begun)
        if result != lib.FW_OK:
            raise refused(lib.fw_request_refusal(self._map, request.struct), result)
        try:
            result = lib.fw_search_step(begun[0], SLICE)
            while result == lib.FW_PENDING:
                result = lib.fw_search_step(begun[0], SLICE)
            self.result = Result(result)
            if result == lib.FW_OK:
                path = Path()
                must(lib.fw_search_best_so_far(begun[0], path.pointer), "find_path")
                return path
        finally:
            lib.fw_search_end(begun[0])
        if self.result in ANSWERS:
            return None
        raise FairwayError(f"the search failed: {self.result.name}", self.result)


def check(on_map, unit, path):
    """Judges a path by geometry of its own: a dictionary with `legal`, the `first` fault and so on."""
    report = ffi.new("fw_check_report *")
    must(lib.fw_path_check(on_map.pointer, unit, path.pointer, ffi.NULL, report), "check")
    return as_dict(report[0])


__all__ = ["Method", "NearestOf", "Paths", "Planner", "Within", "check"]
