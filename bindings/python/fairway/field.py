"""Flow fields: the costs from everywhere to the nearest of some goals."""
import numpy

from ._raw import ffi, lib
from .errors import must
from .map import Ground
from .overlay import Overlay
from .owned import Owned, created, kept
from .structs import pose_of

#: (dx, dy) of each FW_MOVE_ bit, by its number; 0 stands.
_DIRECTIONS = numpy.zeros((256, 2), numpy.int8)
for _bit, _step in enumerate([(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]):
    _DIRECTIONS[1 << _bit] = _step


class Field(Owned):
    """Costs and directions of a whole map, for crowds with one goal."""

    def __init__(self, on_map):
        field = created("fw_field", lib.fw_field_create, kept(on_map, Ground, "on_map"), ffi.NULL)
        super().__init__(field, lib.fw_field_destroy, on_map)
        self._shape = on_map.shape
        self._id_of = on_map.id_of

    def fill(self, unit, goals, overlay=None):
        """Searches backward from tiles (x, y), on the map as of its newest commit."""
        anchors = ffi.new("fw_anchor[]", [(int(x), int(y)) for x, y, _ in map(pose_of, goals)])
        over = kept(overlay, Overlay, "overlay", True)
        with self.alone() as pointer:
            must(lib.fw_field_fill(pointer, self._id_of(unit), anchors, len(anchors), over), "fill")

    def costs(self):
        """Cost from each tile, in an array indexed [y, x]; inf where there is no way."""
        height, width = self._shape
        values = numpy.empty(self._shape)
        with self.alone() as pointer:
            must(lib.fw_field_read_costs(pointer, width, height, ffi.from_buffer("double[]", values, True)), "costs")
        return values

    def directions(self):
        """The first step from each tile, as dx and dy in an array of shape (height, width, 2); 0, 0 at a goal, and where
        there is no way."""
        height, width = self._shape
        steps = numpy.empty(self._shape, numpy.uint8)
        with self.alone() as pointer:
            must(lib.fw_field_read_steps(pointer, width, height, ffi.from_buffer("uint8_t[]", steps, True)), "directions")
        return _DIRECTIONS[steps]

    def __repr__(self):
        return "<fairway.Field, closed>" if self._cdata is None else f"<fairway.Field of {self._shape} tiles>"
