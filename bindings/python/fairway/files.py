"""Maps in files: MovingAI, pictures, ROS, Tiled, LDtk, letters and numbers."""
import os
from typing import NamedTuple, Optional

import numpy

from ._raw import ffi, lib
from .enums import IoFormat, Result
from .errors import FairwayError, must, text
from .frame import Frame
from .map import Ground, Map
from .owned import kept
from .structs import as_dict, fill, member
from .unit import Unit


class NamedPlace(NamedTuple):
    """An object of a file: a rectangle in tiles, or a point, of size 0."""

    name: str
    kind: str  #: its class in the editor
    x: float  #: of its left side
    y: float  #: of its upper side
    width: float
    height: float


class NamedUnit(NamedTuple):
    """A unit that a file puts on its map. It is not added to it: `map.add_unit(named.unit)`."""

    name: str
    kind: str  #: its class in the editor
    unit: Unit
    at: tuple  #: x, y, heading


class MapFile(NamedTuple):
    """A map that was read, and what its file says besides."""

    map: Map
    format: IoFormat
    frame: Optional[Frame]  #: where the map lies in the world; None if the file does not say
    left: int  #: the file's column of the map's tile 0,0
    top: int  #: the file's row of the same tile
    terrain_costs: dict  #: costs that the file states, by the numbers of terrains: `terrain_cost` of a unit
    places: list  #: of NamedPlace
    warnings: list  #: sentences: what the reader assumed or left out
    units: list  #: of NamedUnit


def read(file, *, name=None, letters=None, level=None, layer=None, world=None, unknown="apart", covered=None,
         allow_outside=False):
    """Reads a map from a file, by its path, or from the bytes of one. Returns a MapFile.

    `letters` says what letters or numbers mean: "E=ground,#=blocked". `level`, `layer` and `world` choose a part of an LDtk
    file; world="" joins all levels. `unknown` cells of a ROS map are a terrain of their own ("apart"), "free" or "blocked".
    Shapes of Tiled block tiles of which they cover more than the share `covered`. `name` is that of bytes, in messages.
    `allow_outside` opens neighbours in other folders. docs/maps.md describes formats.
    """
    _demand_files("reads")
    definition, fault, found = ffi.new("fw_io_map_def *"), ffi.new("fw_io_fault *"), ffi.new("fw_io_map **")
    must(lib.fw_io_map_def_init(definition, ffi.sizeof("fw_io_map_def")), "read")
    strings = {"name": name, "letters": letters, "level": level, "layer": layer, "world": world}
    given = {option: _characters(option, value) for option, value in strings.items() if value is not None}
    if covered is not None:
        given["covered"] = covered
    fill(definition, {"unknown": unknown, "allow_outside": allow_outside, **given})
    if isinstance(file, (bytes, bytearray, memoryview)):
        result = lib.fw_io_map_read(ffi.from_buffer(file), len(memoryview(file).cast("B")), definition, found, fault)
    else:
        result = lib.fw_io_map_load(os.fsencode(file), definition, found, fault)
    if result != lib.FW_OK:
        raise _error(fault, result)
    try:
        return _taken(found[0])
    finally:
        lib.fw_io_map_free(found[0])


def _characters(option, value):
    if not isinstance(value, str):
        raise FairwayError(f"{option}: str expected, not {type(value).__name__}", field=option)
    return ffi.new("char[]", value.encode())


def _taken(found):
    costs = {number: cost for number, cost in enumerate(found.terrain_cost) if cost}
    places = [NamedPlace(text(place.name), text(place.kind), place.x, place.y, place.width, place.height)
              for place in found.places[0:found.place_count]]
    units = [NamedUnit(text(unit.name), text(unit.kind), Unit.of_struct(unit.unit), (unit.at.x, unit.at.y, unit.at.heading))
             for unit in found.units[0:found.unit_count]]
    warnings = [text(sentence) for sentence in found.warnings[0:found.warning_count]]
    frame = Frame(**as_dict(found.frame)) if found.frame.resolution else None
    return MapFile(Map.of_pointer(lib.fw_io_map_take(found)), IoFormat(found.format), frame, found.left, found.top, costs,
                   places, warnings, units)


def save(on_map, file, *, format="unknown", frame=None, places=()):
    """Writes the committed tiles of a map. The file's name decides the format: .map, .png, .yaml (ROS) or .tmj (Tiled)."""
    _demand_files("writes")
    definition, fault = ffi.new("fw_io_save_def *"), ffi.new("fw_io_fault *")
    must(lib.fw_io_save_def_init(definition, ffi.sizeof("fw_io_save_def")), "save")
    definition.format = member(ffi.typeof("fw_io_format"), format, "format")
    strings = [[ffi.new("char[]", part.encode()) for part in place[:2]] for place in places]
    listed = ffi.new("fw_io_place[]", [(*names, *place[2:]) for names, place in zip(strings, places)])
    definition.places, definition.place_count = listed, len(listed)
    struct = ffi.NULL if frame is None else frame.as_struct()
    definition.frame = struct
    ground = kept(on_map, Ground, "on_map")
    with on_map.alone():
        result = lib.fw_io_map_save(ground, os.fsencode(file), definition, fault)
    if result != lib.FW_OK:
        raise _error(fault, result)


def convert_costs(kind, costmap, highest=3.0):
    """The costs of a robot's costmap, for Overlay.set_costs(). `kind` is "costmap-2d" for the bytes of nav2 (0 to 255), or
    "occupancy-grid" for a message (-1 to 100). The costmap is indexed [y, x] with the lowest row first, as in ROS; the
    result has the upper row first. The most expensive cells that are not forbidden cost `highest` more per tile."""
    _demand_files("converts")
    given = numpy.asarray(costmap)
    if given.ndim != 2 or given.dtype.kind not in "iu" or (given.size and not -128 <= given.min() <= given.max() <= 255):
        raise FairwayError("costmap: whole numbers from -128 to 255 expected, indexed [y, x]", field="costmap")
    values = numpy.ascontiguousarray(given.astype(numpy.uint8))
    costs = numpy.empty(values.shape, numpy.uint8)
    kind = member(ffi.typeof("fw_io_costs"), kind, "kind")
    height, width = values.shape
    must(lib.fw_io_costs_convert(kind, ffi.from_buffer("uint8_t[]", values), width, height, highest,
                                 ffi.from_buffer("uint8_t[]", costs, True)), "convert_costs")
    return costs


def _demand_files(verb):
    if not hasattr(lib, "fw_io_map_load"):
        raise FairwayError(f"this build of fairway {verb} no files: jansson, libpng or zlib was missing when it was installed",
                           Result.NOT_SUPPORTED)


def _error(fault, result):
    return FairwayError(ffi.string(fault.text).decode(errors="replace") or text(lib.fw_result_text(result)), Result(result))
