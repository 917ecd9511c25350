"""Fairway: paths that units can really follow.

    >>> import fairway
    >>> room = fairway.Map.from_array([[1, 1, 1], [1, 0, 1], [1, 1, 1]])
    >>> unit = room.add_unit()
    >>> path = fairway.Planner(room).find_path(unit, (0.5, 0.5), (2.5, 2.5))
    >>> path.length
    4.0
"""
from .areas import AreaMap
from .enums import AgentActivity, AgentReason, Barrier, Fault, IoFormat, Method, Outcome, Result, Terrain, TrafficNews, WaitCause
from .errors import FairwayError
from .field import Field
from .files import MapFile, NamedPlace, NamedUnit, convert_costs, read, save
from .forest import Forest, ForestPlanner, ForestSnapshot
from .frame import Frame
from .map import Map, Snapshot
from .overlay import Overlay
from .path import Path
from .planner import Explanation, Paths, Planner, Search, check
from .request import NearestOf, Request, Within
from .traffic import ONE_PATH, Traffic, places
from .unit import Unit
from ._raw import ffi as _ffi, lib as _lib

__version__ = _ffi.string(_lib.fw_version()).decode()

__all__ = ["AgentActivity", "AgentReason", "AreaMap", "Barrier", "Explanation", "FairwayError", "Fault", "Field", "Forest", "ForestPlanner",
           "ForestSnapshot", "Frame", "IoFormat", "Map", "MapFile", "Method", "NamedPlace", "NamedUnit", "NearestOf", "ONE_PATH", "Outcome",
           "Overlay", "Path", "Paths", "Planner", "Request", "Result", "Search", "Snapshot", "Terrain", "Traffic", "TrafficNews", "Unit",
           "WaitCause", "Within", "check", "convert_costs", "places", "read", "save"]
