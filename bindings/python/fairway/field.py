"""Flow fields: the costs from everywhere to the nearest of some goals."""
import numpy

from ._raw import ffi, lib
from .errors import must
from .owned import Owned, created


class Field(Owned):
    """Costs and directions of a whole map, for crowds with one goal."""

    def __init__(self, on_map):
        field = created("fw_field", lib.fw_field_create, on_map.pointer, ffi.NULL)
        super().__init__(field, lib.fw_field_destroy, on_map)
        self._shape = (on_map.height, on_map.width)

    def fill(self, unit, goals, overlay=None):
        """Computes the field for tiles (x, y) as goals."""
        anchors = ffi.new("fw_anchor[]", [(int(x), int(y)) for x, y in goals])
        over = ffi.NULL if overlay is None else overlay.pointer
        must(lib.fw_field_fill(self.pointer, unit, anchors, len(anchors), over), "fill")

    def costs(self):
        """Cost from each tile, in an array indexed [y, x]; inf where there is no way."""
        height, width = self._shape
        pointer = self.pointer
        return numpy.array([[lib.fw_field_cost(pointer, x, y) for x in range(width)] for y in range(height)])
