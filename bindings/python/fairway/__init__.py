"""Fairway: paths that units can really follow.

    >>> import fairway
    >>> room = fairway.Map.from_array([[1, 1, 1], [1, 0, 1], [1, 1, 1]])
    >>> unit = room.add_unit()
    >>> path = fairway.Planner(room).find_path(unit, (0.5, 0.5), (2.5, 2.5))
    >>> path.length
    4.0
"""
from .enums import AgentActivity, Barrier, Method, Outcome, Result, Terrain
from .errors import FairwayError
from .field import Field
from .forest import Forest, ForestPlanner, ForestSnapshot
from .map import Map, Snapshot
from .overlay import Overlay
from .path import Path
from .planner import Explanation, Paths, Planner, Search, check
from .request import NearestOf, Request, Within
from .traffic import ONE_PATH, Traffic, places
from .unit import Unit
from ._raw import ffi as _ffi, lib as _lib

__version__ = _ffi.string(_lib.fw_version()).decode()

__all__ = ["AgentActivity", "Barrier", "Explanation", "FairwayError", "Field", "Forest", "ForestPlanner", "ForestSnapshot",
           "Map", "Method", "NearestOf", "ONE_PATH", "Outcome", "Overlay", "Path", "Paths", "Planner", "Request", "Result",
           "Search", "Snapshot", "Terrain", "Traffic", "Unit", "Within", "check", "places"]
