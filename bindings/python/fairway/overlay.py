"""What one unit knows or fears, over a map that stays as it is."""
from ._raw import ffi, lib
from .errors import FairwayError, must
from .owned import Owned, created, kept
from .path import Path

#: Moves on the grid, for Overlay.forbid().
_MOVES = {"E": 1, "SE": 2, "S": 4, "SW": 8, "W": 16, "NW": 32, "N": 64, "NE": 128}


class Overlay(Owned):
    """Blocked tiles, added costs, forbidden moves and a corridor, for maps of width x height tiles and for the requests
    that name it. Do not change it while a search uses it."""

    def __init__(self, width, height):
        super().__init__(created("fw_overlay", lib.fw_overlay_create, width, height, ffi.NULL), lib.fw_overlay_destroy)

    def block(self, x, y, width=1, height=1):
        with self.alone() as pointer:
            must(lib.fw_overlay_block(pointer, x, y, width, height), "block")

    def add_cost(self, x, y, cost, width=1, height=1):
        """Each tile of length costs so much more there."""
        with self.alone() as pointer:
            must(lib.fw_overlay_add_cost(pointer, x, y, width, height, cost), "add_cost")

    def forbid(self, x, y, *moves):
        """Forbids moves out of a tile: "E", "SE", "S" and so on."""
        bits = 0
        for move in moves:
            if move.upper() not in _MOVES:
                raise FairwayError(f"moves: there is no {move!r}; there are {', '.join(_MOVES)}", field="moves")
            bits |= _MOVES[move.upper()]
        with self.alone() as pointer:
            must(lib.fw_overlay_forbid(pointer, x, y, bits), "forbid")

    def corridor(self, x, y, width=1, height=1):
        """Adds a rectangle to the corridor, which searches do not leave."""
        with self.alone() as pointer:
            must(lib.fw_overlay_corridor(pointer, x, y, width, height), "corridor")

    def corridor_along(self, path, size=1, margin=0):
        """Adds the tiles along a path, and those within `margin` tiles of them, to the corridor."""
        way = kept(path, Path, "path")
        with self.alone() as pointer:
            must(lib.fw_overlay_corridor_along(pointer, way, size, margin), "corridor_along")

    def clear(self):
        with self.alone() as pointer:
            lib.fw_overlay_clear(pointer)
