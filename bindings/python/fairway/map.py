"""Maps, and the units that search on them."""
import numpy

from ._raw import ffi, lib
from .enums import Method, Result, Terrain
from .errors import FairwayError, must, refused
from .owned import Owned, created
from .structs import fill, member, terrain


class Map(Owned):
    """A map of width x height tiles. Places are (x, y); arrays are indexed [y, x]."""

    def __init__(self, width, height, fill_with=Terrain.GROUND, **options):
        definition = ffi.new("fw_map_def *")
        must(lib.fw_map_def_init(definition, ffi.sizeof("fw_map_def")), "Map")
        fill(definition, {"width": int(width), "height": int(height), "fill": terrain(fill_with), **options})
        super().__init__(created("fw_map", lib.fw_map_create, definition), lib.fw_map_destroy)

    @classmethod
    def from_array(cls, array, **options):
        """A map from an array indexed [y, x]: numbers of terrains, or bools, of which true can be passed."""
        array = numpy.asarray(array)
        if array.ndim != 2:
            raise FairwayError(f"a map is an array of shape (height, width), not {array.shape}", Result.BAD_SIZE)
        made = cls(array.shape[1], array.shape[0], **options)
        made[:, :] = array
        made.commit()
        return made

    @property
    def width(self):
        return lib.fw_map_width(self.pointer)

    @property
    def height(self):
        return lib.fw_map_height(self.pointer)

    @property
    def version(self):
        """Grows with each commit."""
        return lib.fw_map_version(self.pointer)

    def __setitem__(self, place, terrains):
        """map[y0:y1, x0:x1] = terrain or array: visible after the next commit()."""
        rows, columns = (_range(part, side) for part, side in zip(place, (self.height, self.width)))
        shape = (rows.stop - rows.start, columns.stop - columns.start)
        values = numpy.ascontiguousarray(numpy.broadcast_to(_numbers_of(terrains), shape))
        must(lib.fw_map_set_tiles(self.pointer, columns.start, rows.start, shape[1], shape[0],
                                  ffi.from_buffer("uint8_t[]", values), shape[1]), "Map")

    def to_array(self):
        """Numbers of the terrains as of the last commit, indexed [y, x]."""
        values = numpy.empty((self.height, self.width), numpy.uint8)
        for y in range(self.height):
            for x in range(self.width):
                values[y, x] = lib.fw_map_terrain(self.pointer, x, y)
        return values

    def commit(self):
        """Makes the changes since the last commit visible to all queries."""
        must(lib.fw_map_commit(self.pointer), "commit")

    def discard(self):
        """Takes back the changes since the last commit."""
        lib.fw_map_discard(self.pointer)

    def add_unit(self, methods=(), **fields):
        """Registers a kind of unit and returns its id. `methods` are those whose tables are built at once."""
        definition = ffi.new("fw_unit_def *")
        must(lib.fw_unit_def_init(definition, ffi.sizeof("fw_unit_def")), "add_unit")
        fill(definition, fields)
        for method in methods:
            definition.methods |= 1 << member(ffi.typeof("fw_method"), method, "methods")
        added = ffi.new("fw_unit_id *")
        result = lib.fw_map_add_unit(self.pointer, definition, added)
        if result != lib.FW_OK:
            raise refused(lib.fw_unit_refusal(definition), result)
        return added[0]

    def remove_unit(self, unit):
        must(lib.fw_map_remove_unit(self.pointer, unit), "remove_unit")

    def prepare(self, unit, method):
        """Builds the tables of a method for a unit."""
        result = lib.fw_map_prepare(self.pointer, unit, member(ffi.typeof("fw_method"), method, "method"))
        must(result, "prepare")

    def fits(self, unit, x, y):
        """True if the unit may stand with its upper left tile at (x, y)."""
        return lib.fw_map_fits(self.pointer, unit, x, y)

    def connected(self, unit, start, goal):
        """True if a path joins two tiles; found without a search."""
        return lib.fw_map_connected(self.pointer, unit, *start, *goal)

    def __repr__(self):
        return f"<fairway.Map {self.width} x {self.height}, version {self.version}>"


def _numbers_of(terrains):
    """Terrains, by name or by number, as the library stores them."""
    given = numpy.asarray(terrain(terrains) if isinstance(terrains, str) else terrains)
    with numpy.errstate(invalid="ignore"):
        numbers = given.astype(numpy.uint8)
    if not numpy.array_equal(numbers, given):
        raise FairwayError("terrains are whole numbers from 0 to 31, or true and false", Result.UNKNOWN_TERRAIN)
    return numbers


def _range(part, side):
    if isinstance(part, slice):
        start, stop, step = part.indices(side)
        if step != 1 or stop <= start:
            raise IndexError(f"a part of a map is a range of tiles with step 1, not {part}")
        return range(start, stop)
    if not -side <= part < side:
        raise IndexError(f"there is no tile {part}: the map has {side}")
    return range(part % side, part % side + 1)


__all__ = ["Map", "Method", "Terrain"]
