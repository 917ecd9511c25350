"""What one unit knows or fears, over a map that stays as it is."""
from ._raw import ffi, lib
from .errors import must
from .owned import Owned, created


class Overlay(Owned):
    """Blocked tiles and added costs, for maps of width x height tiles and for the requests that name it."""

    def __init__(self, width, height):
        super().__init__(created("fw_overlay", lib.fw_overlay_create, width, height, ffi.NULL), lib.fw_overlay_destroy)

    def block(self, x, y, width=1, height=1):
        must(lib.fw_overlay_block(self.pointer, x, y, width, height), "block")

    def add_cost(self, x, y, cost, width=1, height=1):
        """Each tile of length costs so much more there."""
        must(lib.fw_overlay_add_cost(self.pointer, x, y, width, height, cost), "add_cost")

    def clear(self):
        lib.fw_overlay_clear(self.pointer)
