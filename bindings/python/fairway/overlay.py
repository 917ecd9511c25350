"""What one unit knows or fears, over a map that stays as it is."""
import numbers

import numpy

from ._raw import ffi, lib
from .enums import Result, Terrain
from .errors import FairwayError, must
from .map import Ground
from .owned import Owned, created, kept
from .path import Path
from .structs import capability, fill, whole

#: Moves on the grid, for Overlay.forbid().
_MOVES = {"E": 1, "SE": 2, "S": 4, "SW": 8, "W": 16, "NW": 32, "N": 64, "NE": 128}


class Overlay(Owned):
    """Blocked tiles, added costs, forbidden moves and a corridor, for maps of width x height tiles and for the requests
    that name it. Do not change it while a search uses it."""

    def __init__(self, width, height):
        width, height = whole(1, lib.FW_MAX_SIDE, width=width, height=height)
        super().__init__(created("fw_overlay", lib.fw_overlay_create, width, height, ffi.NULL), lib.fw_overlay_destroy)
        self._shape = height, width

    def block(self, x, y, width=1, height=1):
        rect = whole(x=x, y=y, width=width, height=height)
        with self.alone() as pointer:
            must(lib.fw_overlay_block(pointer, *rect), "block")

    def add_cost(self, x, y, cost, width=1, height=1):
        """Each tile of length costs so much more there."""
        rect = whole(x=x, y=y, width=width, height=height)
        if not isinstance(cost, numbers.Real):
            raise FairwayError(f"cost: a number expected, not {cost!r}", field="cost")
        with self.alone() as pointer:
            must(lib.fw_overlay_add_cost(pointer, *rect, cost), "add_cost")

    def set_costs(self, costs, x=0, y=0, unknown=0):
        """Sets a rectangle to the bytes of an array indexed [y, x], such as a costmap: 0 to 253 cost a 16th of a tile each, 254
        forbids the unit's centre, and 255 counts as `unknown`. What lies outside of the overlay has no effect; an array that
        fits only if its rows and columns are swapped is refused."""
        x, y = whole(x=x, y=y)
        unknown, = whole(0, 254, unknown=unknown)
        given = numpy.atleast_2d(costs)
        with numpy.errstate(invalid="ignore"):
            values = numpy.ascontiguousarray(given, numpy.uint8)
        if values.ndim != 2 or not numpy.array_equal(values, given):
            raise FairwayError("costs are whole numbers from 0 to 255, indexed [y, x]", field="costs")
        if (x, y) == (0, 0) and values.shape == self._shape[::-1] != self._shape:
            raise FairwayError(f"costs: an array of shape {self._shape}, indexed [y, x], expected, not {values.shape}: rows and "
                               "columns are swapped", Result.BAD_SIZE, "costs")
        (height, width), into = values.shape, ffi.from_buffer("uint8_t[]", values)
        with self.alone() as pointer:
            must(lib.fw_overlay_set_costs(pointer, x, y, width, height, into, width, unknown), "set_costs")

    def inflate(self, on_map, radius=0.0, decay=1.0, highest=3.0, enter=(Terrain.GROUND, Terrain.SWAMP)):
        """Gives tiles near walls costs, instead of those of set_costs(): `highest` more per tile of length up to `radius`
        tiles from a wall, the radius of the body; beyond, e^-decay a tile of it. What is not in `enter` is a wall. After a
        commit, the same call looks only at what lies near the edits."""
        if not 1 <= 16 * highest <= 254:
            raise FairwayError(f"highest: a cost per tile from 1/16 to 254/16 expected, not {highest}", field="highest")
        inflation = ffi.new("fw_inflation *")
        fill(inflation, {"capability": capability(enter), "radius": radius, "decay": decay, "highest": round(16 * highest)})
        ground = kept(on_map, Ground, "on_map")
        with on_map.alone(), self.alone() as pointer:
            must(lib.fw_map_inflate(ground, inflation, pointer), "inflate")

    def forbid(self, x, y, *moves):
        """Forbids moves out of a tile: "E", "SE", "S" and so on."""
        bits, tile = 0, whole(x=x, y=y)
        for move in moves:
            if move.upper() not in _MOVES:
                raise FairwayError(f"moves: there is no {move!r}; there are {', '.join(_MOVES)}", field="moves")
            bits |= _MOVES[move.upper()]
        with self.alone() as pointer:
            must(lib.fw_overlay_forbid(pointer, *tile, bits), "forbid")

    def corridor(self, x, y, width=1, height=1):
        """Adds a rectangle to the corridor, which searches do not leave."""
        rect = whole(x=x, y=y, width=width, height=height)
        with self.alone() as pointer:
            must(lib.fw_overlay_corridor(pointer, *rect), "corridor")

    def corridor_along(self, path, size=1, margin=0):
        """Adds the tiles along a path, and those within `margin` tiles of them, to the corridor."""
        way, wide = kept(path, Path, "path"), whole(size=size, margin=margin)
        with self.alone() as pointer:
            must(lib.fw_overlay_corridor_along(pointer, way, *wide), "corridor_along")

    def clear(self):
        with self.alone() as pointer:
            lib.fw_overlay_clear(pointer)
