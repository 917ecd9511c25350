"""Fairway: paths that units can really follow.

    >>> import fairway
    >>> room = fairway.Map.from_array([[1, 1, 1], [1, 0, 1], [1, 1, 1]])
    >>> unit = room.add_unit()
    >>> path = fairway.Planner(room).find_path(unit, (0.5, 0.5), (2.5, 2.5))
    >>> path.length
    4.0
"""
from .enums import Method, Result, Terrain
from .errors import FairwayError
from .field import Field
from .map import Map
from .overlay import Overlay
from .path import Path
from .planner import NearestOf, Planner, Within, check
from ._raw import ffi as _ffi, lib as _lib

__version__ = _ffi.string(_lib.fw_version()).decode()

__all__ = ["FairwayError", "Field", "Map", "Method", "NearestOf", "Overlay", "Path", "Planner", "Result", "Terrain",
           "Within", "check"]
