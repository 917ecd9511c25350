"""Requests for paths, and their goals."""
from ._raw import ffi, lib
from .areas import AreaMap
from .errors import must
from .overlay import Overlay
from .owned import kept
from .path import Path
from .structs import fill, pose_of

_OBJECTS = {"overlay": Overlay, "areas": AreaMap, "previous": Path}  # options that are objects of the library
_PLACE, _POSE = lib.FW_GOAL_PLACE, lib.FW_GOAL_POSE  # looking them up takes as long as a call


class NearestOf:
    """A goal: the cheapest to reach of several places, or of several poses if all have headings."""

    def __init__(self, places):
        self.places = list(places)

    def __repr__(self):
        return f"fairway.NearestOf({self.places!r})"


class Within:
    """A goal: any place within a radius."""

    def __init__(self, x, y, radius, heading=None):
        self.x, self.y, self.radius, self.heading = x, y, radius, heading

    def __repr__(self):
        return f"fairway.Within({self.x!r}, {self.y!r}, {self.radius!r}, heading={self.heading!r})"


class Request:
    """A request for a path, for Planner.find_path() and Planner.begin(). `unit` is a Unit or an id. It can be pickled, if
    its options can: an overlay cannot."""

    def __init__(self, unit, start, goal, **options):
        self.unit, self.start, self.goal, self.options = unit, start, goal, options

    def __reduce__(self):
        return _request, (self.unit, self.start, self.goal, self.options)

    def __repr__(self):
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"fairway.Request({self.unit!r}, {self.start!r}, {self.goal!r}{options})"


def _request(unit, start, goal, options):
    return Request(unit, start, goal, **options)


class Filled:
    """A request in the library's form, and what it points to, which lives as long."""

    def __init__(self, unit, fastest=None, **options):
        self.struct = ffi.new("fw_request *")
        must(lib.fw_request_init(self.struct, ffi.sizeof("fw_request")), "request")
        given = {name: options.pop(name) for name in _OBJECTS if name in options}
        self.kept = [kept(value, _OBJECTS[name], name, True) for name, value in given.items()]
        fill(self.struct, {"unit": unit, **options})
        for name, pointer in zip(given, self.kept):
            setattr(self.struct, name, pointer)
        if fastest is not None:
            speeds = ffi.new("fw_speed_def *")
            must(lib.fw_speed_def_init(speeds, ffi.sizeof("fw_speed_def")), "fastest")
            fill(speeds, fastest, "fastest")
            self.struct.fastest = speeds
            self.kept.append(speeds)
        self.start, self.goal = self.struct.start, self.struct.goal
        self.goal_pose = self.goal.pose
        self.poses, self.is_plain = None, True

    def set_ends(self, start, goal):
        pose, into = self.start, self.goal_pose
        pose.x, pose.y, pose.heading = pose_of(start)
        if not self.is_plain:  # nothing stays of the goal before
            self.goal.radius, self.goal.has_heading, self.is_plain = 0.0, False, True
        if isinstance(goal, (NearestOf, Within)):
            self.is_plain = False
            self._set_special(goal)
            return
        into.x, into.y, into.heading = pose_of(goal)
        self.goal.kind = _PLACE if type(goal) is tuple and len(goal) == 2 or not _has_heading(goal) else _POSE

    def _set_special(self, goal):
        into, pose = self.goal, self.goal_pose
        if isinstance(goal, NearestOf):
            self.poses = ffi.new("fw_pose[]", [pose_of(place) for place in goal.places])
            into.kind, into.set, into.count = lib.FW_GOAL_SET, self.poses, len(goal.places)
            into.has_heading = all(_has_heading(place) for place in goal.places)
            return
        into.kind, into.radius, into.has_heading = lib.FW_GOAL_RADIUS, goal.radius, goal.heading is not None
        pose.x, pose.y, pose.heading = goal.x, goal.y, goal.heading or 0.0


def _has_heading(place):
    return getattr(place, "heading", None) is not None if hasattr(place, "x") else len(place) == 3
