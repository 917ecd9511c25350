"""Forests: shortest paths of a round body among circles."""
from ._raw import ffi, lib
from .enums import Result
from .errors import FairwayError, must, text
from .map import Ground
from .owned import Owned, created, kept
from .path import Path
from .planner import ANSWERS, SLICE
from .structs import capability, fill, pose_of


class _Trees(Owned):
    """What a forest and its snapshot answer alike."""

    advice = "other threads read a snapshot()"
    called = "Forest or its snapshot"

    def tree(self, id):
        """x, y and radius of a circle."""
        circle = ffi.new("fw_tree *")
        with self.alone() as pointer:
            must(lib.fw_forest_tree(pointer, id, circle), "tree")
        return circle.x, circle.y, circle.radius

    def __len__(self):
        return lib.fw_forest_count(self.pointer)

    @property
    def version(self):
        """Grows with each edit."""
        return lib.fw_forest_version(self.pointer)


class Forest(_Trees):
    """Round obstacles."""

    def __init__(self):
        super().__init__(created("fw_forest", lib.fw_forest_create, ffi.NULL), lib.fw_forest_destroy)

    def add(self, x, y, radius):
        """Adds a circle, and returns its id."""
        id = ffi.new("fw_tree_id *")
        with self.alone() as pointer:
            must(lib.fw_forest_add(pointer, (x, y, radius), id), "add")
        return id[0]

    def move(self, id, x, y, radius):
        """Moves a circle, or changes its radius."""
        with self.alone() as pointer:
            must(lib.fw_forest_move(pointer, id, (x, y, radius)), "move")

    def remove(self, id):
        with self.alone() as pointer:
            must(lib.fw_forest_remove(pointer, id), "remove")

    def set_map(self, on_map, enter=("ground", "swamp")):
        """Makes obstacles of the tiles of a map that are none of these terrains; None takes them away."""
        terrains, ground = capability(enter), kept(on_map, Ground, "on_map", True)
        with self.alone() as pointer:
            must(lib.fw_forest_set_map(pointer, ground, terrains), "set_map")

    def snapshot(self):
        """Holds this version, for any thread, while the forest is edited."""
        return ForestSnapshot(self)

    def __repr__(self):
        return "<fairway.Forest, closed>" if self._cdata is None else f"<fairway.Forest of {len(self)} circles>"


class ForestSnapshot(_Trees):
    """One version of a forest."""

    def __init__(self, forest):
        with forest.alone() as pointer:
            taken = lib.fw_forest_snapshot(pointer)
        if taken == ffi.NULL:
            raise FairwayError("snapshot: out of memory", Result.NO_MEMORY)
        super().__init__(taken, lib.fw_forest_release, forest)


class ForestPlanner(Owned):
    """Working memory for searches in one forest."""

    def __init__(self, forest):
        planner = created("fw_forest_planner", lib.fw_forest_planner_create, kept(forest, _Trees, "forest"), ffi.NULL)
        super().__init__(planner, lib.fw_forest_planner_destroy, forest)
        self.result = Result.OK  #: of the last find_path()

    def find_path(self, start, goal, radius=0.0, **options):
        """Finds the shortest path of a round body from (x, y) to (x, y), or None: `result` says why. Options are the fields
        of fw_forest_request: turn_radius, max_work. Ctrl-C ends a long search."""
        request = ffi.new("fw_forest_request *")
        must(lib.fw_forest_request_init(request, ffi.sizeof("fw_forest_request")), "find_path")
        fill(request, {"radius": radius, **options})
        request.start_x, request.start_y, _ = pose_of(start)
        request.goal_x, request.goal_y, _ = pose_of(goal)
        path = Path()
        with self.alone() as pointer:
            must(lib.fw_forest_search_begin(pointer, request), "find_path")
            try:
                result = lib.FW_PENDING
                while result == lib.FW_PENDING:
                    result = lib.fw_forest_search_step(pointer, SLICE, path.pointer)
            finally:
                lib.fw_forest_search_end(pointer)
        self.result = Result(result)
        if result == lib.FW_OK:
            return path
        if self.result in ANSWERS:
            return None
        raise FairwayError(f"find_path: {text(lib.fw_result_text(result))}", self.result)
