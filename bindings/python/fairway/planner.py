"""Planners: they find paths."""
import contextlib
from typing import NamedTuple, Optional

import numpy

from ._raw import ffi, lib
from .enums import Barrier, Method, Result
from .errors import FairwayError, must, refused, text
from .map import Ground
from .owned import Owned, created, kept
from .path import SEGMENT, Path
from .request import Filled, NearestOf, Request, Within
from .structs import as_dict, poses_of

#: Results that are answers: there is no path, and map and request are as they should be.
ANSWERS = {Result.UNREACHABLE, Result.NOT_FOUND, Result.START_BLOCKED, Result.GOAL_BLOCKED, Result.STALE, Result.LIMIT,
           Result.GAVE_UP, Result.ILLEGAL}

SLICE_US = 20_000  # microseconds between two looks for Ctrl-C
SLICE = 2_000  # the same as work

_RESULTS = {result.value: result for result in Result}
_OK, _PENDING, _end = lib.FW_OK, lib.FW_PENDING, lib.fw_search_end  # names of this module are found faster
_tell, _TOLD = lib.fw_search_get_statistics, ffi.sizeof("fw_statistics")
_begin, _step_for, _best_so_far = lib.fw_search_begin, lib.fw_search_step_for, lib.fw_search_best_so_far
_PLAIN = (str, int, float, bool, type(None))  # options that never change


class Paths(NamedTuple):
    """What find_paths() answers, as arrays: path i consists of segments[offsets[i]:offsets[i + 1]]."""

    results: numpy.ndarray  #: (n,) numbers of Result: 0 for a path
    lengths: numpy.ndarray  #: (n,) in tiles; 0 where there is no path
    costs: numpy.ndarray  #: (n,) in tiles, weighed by the costs of terrains
    offsets: numpy.ndarray  #: (n + 1,) index of each path's first segment
    segments: numpy.ndarray  #: all segments, as of Path.segments


class Explanation(NamedTuple):
    """Why there is no path: what explain() answers."""

    result: Result  #: what find_path() answers
    barrier: Barrier  #: what is in the way
    text: str  #: the same as a sentence; "" if there is a path
    size: int  #: the largest size, up to the unit's, that gets there, where the barrier is SIZE or TERRAIN
    terrains: list  #: numbers of terrains that open a way if the unit enters them
    place: Optional[tuple]  #: (x, y) of what is in the way
    nearest: Optional[tuple]  #: (x, y) of the place nearest to the goal that the unit's square of tiles gets to


class Planner(Owned):
    """Working memory for searches on one map; one thread at a time may use it."""

    def __init__(self, on_map):
        planner = created("fw_planner", lib.fw_planner_create, kept(on_map, Ground, "on_map"), ffi.NULL)
        self._queued = {}  # ticket: its request
        super().__init__(planner, lib.fw_planner_destroy, on_map, keeps=self._queued)
        self._map = on_map.pointer
        self._id_of = on_map.id_of
        self._begun = ffi.new("fw_search **")
        self._told = ffi.new("fw_statistics *")  # of the last find_path()
        self._last = None, None  # the request that find_path() filled last: many differ in their ends only
        self.result = Result.OK  #: of the last find_path()

    def find_path(self, unit, start=None, goal=None, **options):
        """Finds a path from a place (x, y) or (x, y, heading) to a goal: a place, NearestOf or Within.

        `unit` is an id, a Unit that was added to the map, or a whole Request, alone. Options are the fields of fw_request:
        method="hybrid", smoothing="taut", nearest=True, overlay=..., max_work=...
        Returns the path, or None if there is none: `result` says why. Ctrl-C ends a long search.
        """
        if not self._used.acquire(blocking=False):
            raise RuntimeError("another thread uses this planner: one for each thread")
        try:
            return self._search(self.pointer, self._filled(unit, start, goal, options))
        finally:
            self._used.release()

    def begin(self, unit, start=None, goal=None, **options):
        """Begins a search that you run in steps. Arguments are those of find_path()."""
        with self.alone():
            return Search(self, self._filled(unit, start, goal, options, is_new=True))

    def find_paths(self, unit, starts, goals, **options):
        """Finds many paths in one call. `starts` and `goals` are arrays of shape (n, 2) or (n, 3): x, y and a heading.

        Returns Paths. Options are those of find_path(). Ctrl-C ends it.
        """
        goal = (0, 0, 0) if numpy.shape(goals)[-1:] == (3,) else (0, 0)  # poses or places
        starts, goals = poses_of(starts), poses_of(goals)
        if len(starts) != len(goals):
            raise FairwayError(f"there are {len(starts)} starts and {len(goals)} goals")
        with self.alone() as pointer:
            return self._find_all(pointer, self._filled(unit, (0, 0), goal, options), starts, goals)

    def enqueue(self, unit, start=None, goal=None, *, priority=1, **options):
        """Adds a request to the planner's queue, which run() serves. Arguments are those of find_path(); a request of priority
        2 gets twice the work of one of priority 1. Returns its ticket, for collect() and cancel()."""
        filled, ticket = self._filled(unit, start, goal, options, is_new=True), ffi.new("fw_ticket *")
        with self.alone() as pointer:
            result = lib.fw_planner_enqueue(pointer, filled.struct, priority, ticket)
            if result != lib.FW_OK:
                raise self.refused(filled, result)
            self._queued[ticket[0]] = filled
        return ticket[0]

    def run(self, work=0, microseconds=0):
        """Serves the queue until a budget is used up; 0 = no limit. True if every request has its answer."""
        with self.alone() as pointer:
            if work or microseconds:
                return lib.fw_planner_run(pointer, work, microseconds) == lib.FW_OK
            while lib.fw_planner_run(pointer, 0, SLICE_US) == lib.FW_PENDING:
                pass  # Ctrl-C ends it
            return True

    def collect(self, ticket):
        """Takes an answer out of the queue: the path, or None: `result` says why, and is PENDING if it must still wait."""
        path = Path()
        with self.alone() as pointer:
            self.result = Result(lib.fw_planner_collect(pointer, ticket, path.pointer))
            if self.result not in (Result.PENDING, Result.UNKNOWN_TICKET, Result.NO_MEMORY):
                self._queued.pop(ticket, None)
        if self.result == Result.OK:
            return path
        if self.result == Result.PENDING or self.result in ANSWERS:
            return None
        raise FairwayError(f"collect: {text(lib.fw_result_text(self.result))}", self.result)

    def answers(self):
        """Takes all answers that are there: pairs of a ticket and a path, or None."""
        while ticket := lib.fw_planner_next_answer(self.pointer):
            yield ticket, self.collect(ticket)

    def cancel(self, ticket):
        """Removes a request from the queue; one that has ended does nothing."""
        with self.alone() as pointer:
            lib.fw_planner_cancel(pointer, ticket)
            self._queued.pop(ticket, None)

    @property
    def queued(self):
        """Number of requests in the queue without an answer."""
        return lib.fw_planner_queued(self.pointer)

    def explain(self, unit, start=None, goal=None, **options):
        """Asks for a path and, if there is none, tells why. Floods the whole map: not for each unit in each tick."""
        filled, why = self._filled(unit, start, goal, options), ffi.new("fw_explanation *")
        with self.alone() as pointer:
            must(lib.fw_explain(pointer, filled.struct, why, ffi.sizeof("fw_explanation")), "explain()")
        return Explanation(Result(why.result), Barrier(why.barrier), text(why.text), why.size,
                           [terrain for terrain in range(32) if why.terrains >> terrain & 1],
                           (why.place.x, why.place.y) if why.has_place else None,
                           (why.nearest.x, why.nearest.y) if why.has_nearest else None)

    @property
    def statistics(self):
        """Expansions, work and so on of the last find_path(), as a dictionary."""
        return as_dict(self._told[0])

    def refused(self, filled, result):
        """The error for a request that the library refuses."""
        return refused(lib.fw_request_refusal(self._map, filled.struct), result)

    def _filled(self, unit, start, goal, options, is_new=False):
        if isinstance(unit, Request):
            if start is not None or goal is not None or options:
                raise TypeError("a Request has its start, goal and options")
            unit, start, goal, options = unit.unit, unit.start, unit.goal, unit.options
        if is_new or self._last[0] != (unit, options):
            self._last = None, None
            filled = Filled(self._id_of(unit), **options)
            if not is_new and all(isinstance(value, _PLAIN) for value in options.values()):
                self._last = (unit, dict(options)), filled
        else:
            filled = self._last[1]
        filled.set_ends(start, goal)
        return filled

    def _find_all(self, pointer, request, starts, goals):
        count = len(starts)
        found = Paths(numpy.zeros(count, numpy.intc), numpy.zeros(count), numpy.zeros(count),
                      numpy.zeros(count + 1, numpy.int32), numpy.empty(32 * count + 32, SEGMENT))
        batch = ffi.new("fw_batch *")
        batch.results = ffi.cast("fw_result *", found.results.ctypes.data)
        batch.offsets = ffi.cast("int32_t *", found.offsets.ctypes.data)
        batch.lengths = ffi.cast("double *", found.lengths.ctypes.data)
        batch.costs = ffi.cast("double *", found.costs.ctypes.data)
        ends = [ffi.cast("fw_pose *", poses.ctypes.data) for poses in (starts, goals)]
        segments, result = found.segments, lib.FW_PENDING
        try:
            while result in (lib.FW_PENDING, lib.FW_BUFFER_TOO_SMALL):
                if result == lib.FW_BUFFER_TOO_SMALL:
                    segments = numpy.concatenate([segments, numpy.empty(len(segments), SEGMENT)])
                batch.segments, batch.capacity = ffi.cast("fw_segment *", segments.ctypes.data), len(segments)
                result = lib.fw_find_paths(pointer, request.struct, *ends, count, SLICE, batch)
        finally:
            _end(batch.search)
        must(result, "find_paths")
        return found._replace(segments=segments[:found.offsets[-1]])

    def _search(self, pointer, filled):
        begun = self._begun
        result = _begin(pointer, filled.struct, begun)
        if result != _OK:
            raise self.refused(filled, result)
        search = begun[0]
        try:
            result = _step_for(search, SLICE_US)
            while result == _PENDING:
                result = _step_for(search, SLICE_US)
            self.result = _RESULTS[result]
            if result == _OK:
                path = Path()
                result = _best_so_far(search, path._cdata)
                if result:
                    must(result, "find_path")
                return path
        finally:
            _tell(search, self._told, _TOLD)
            _end(search)
        if self.result in ANSWERS:
            return None
        raise FairwayError(f"find_path: {text(lib.fw_result_text(result))}", self.result)


class Search(Owned):
    """A search in progress, which step() continues."""

    def __init__(self, planner, filled):
        begun = ffi.new("fw_search **")
        result = lib.fw_search_begin(planner.pointer, filled.struct, begun)
        if result != lib.FW_OK:
            raise planner.refused(filled, result)
        self._planner = planner
        super().__init__(begun[0], lib.fw_search_end, planner, keeps=filled)
        self.result = Result.PENDING  #: of the last step

    @contextlib.contextmanager
    def alone(self):
        """The pointer, for calls during which no other thread may use the planner."""
        with self._planner.alone():
            yield self.pointer

    def step(self, work=0, microseconds=None):
        """Continues by some work, or for a time; 0 = until the end. True if the search is over: `result` says how."""
        with self.alone() as pointer:
            if microseconds is None:
                result = lib.fw_search_step(pointer, work)
            else:
                result = lib.fw_search_step_for(pointer, microseconds)
        self.result = Result(result)
        if result != lib.FW_PENDING and result != lib.FW_OK and self.result not in ANSWERS:
            raise FairwayError(f"step: {text(lib.fw_result_text(result))}", self.result)
        return result != lib.FW_PENDING

    def best_so_far(self):
        """The path that was found, or the best one so far; None if there is none."""
        path = Path()
        with self.alone() as pointer:
            result = lib.fw_search_best_so_far(pointer, path.pointer)
        if result == lib.FW_OK:
            return path
        if Result(result) in ANSWERS:
            return None
        raise FairwayError(f"best_so_far: {text(lib.fw_result_text(result))}", Result(result))

    @property
    def progress(self):
        """0 .. 1; never decreases."""
        return lib.fw_search_progress(self.pointer)

    @property
    def statistics(self):
        """Expansions, work and so on, as a dictionary."""
        told = ffi.new("fw_statistics *")
        must(lib.fw_search_get_statistics(self.pointer, told, ffi.sizeof("fw_statistics")), "statistics")
        return as_dict(told[0])


def check(on_map, unit, path):
    """Judges a path by geometry of its own: a dictionary with `legal`, the `first` fault and so on."""
    report = ffi.new("fw_check_report *")
    unit = on_map.id_of(unit)
    judged = kept(path, Path, "path")
    with on_map.alone() as pointer:
        size = ffi.sizeof("fw_check_report")
        must(lib.fw_path_get_check(pointer, unit, judged, ffi.NULL, report, size), "check")
    return as_dict(report[0])


__all__ = ["Method", "NearestOf", "Paths", "Planner", "Request", "Search", "Within", "check"]
