"""Area maps: a map cut into areas, for paths that go from area to area."""
import numpy

from ._raw import ffi, lib
from .errors import FairwayError, must
from .owned import Owned
from .structs import fill


class AreaMap(Owned):
    """The newest version of a map, cut into areas for one unit: pieces that `labels` (an array indexed [y, x], 0 = none)
    paint alike, and squares where nothing is painted; partition="quadtree" takes those of a quadtree. For
    find_path(method="areas", areas=...). Later commits do not change it."""

    def __init__(self, on_map, unit, labels=None, side=0, partition="squares"):
        definition, made = ffi.new("fw_area_map_def *"), ffi.new("fw_area_map **")
        must(lib.fw_area_map_def_init(definition, ffi.sizeof("fw_area_map_def")), "AreaMap")
        fill(definition, {"side": side, "partition": partition})
        if labels is not None:
            given = numpy.broadcast_to(labels, on_map.shape)
            labels = numpy.ascontiguousarray(given, numpy.uint16)
            if not numpy.array_equal(labels, given):
                raise FairwayError("labels are whole numbers from 0 to 65535", field="labels")
            definition.labels = ffi.from_buffer("uint16_t[]", labels)
        unit = on_map.id_of(unit)
        with on_map.alone() as pointer:
            must(lib.fw_area_map_create(pointer, unit, definition, made), "AreaMap")
        super().__init__(made[0], lib.fw_area_map_destroy)

    def at(self, x, y):
        """The area of a tile, from 0 on; -1 if the unit cannot be anchored there."""
        return lib.fw_area_map_at(self.pointer, x, y)

    def label(self, area):
        """The label that an area was painted with; 0 for squares."""
        return lib.fw_area_map_label(self.pointer, area)

    def __len__(self):
        return lib.fw_area_map_count(self.pointer)

    def __repr__(self):
        return "<fairway.AreaMap, closed>" if self._cdata is None else f"<fairway.AreaMap of {len(self)} areas>"
