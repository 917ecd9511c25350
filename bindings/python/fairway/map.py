"""Maps, the units that search on them, and snapshots."""
import contextlib

import numpy

from . import drawing
from ._raw import ffi, lib
from .enums import Method, Result, Terrain
from .errors import FairwayError, must, refused, text
from .owned import Owned, created, kept
from .structs import capability, fill, member, pose_of, terrain, whole
from .unit import Unit


_SIDES = range(1, lib.FW_MAX_SIDE + 1)  # of maps


class Ground(Owned):
    """What a map and a snapshot answer alike, as of the last commit. Places are (x, y); arrays are indexed [y, x]."""

    advice = "other threads read a snapshot()"
    called = "Map or Snapshot"
    _units: dict = {}  # Unit -> id

    @property
    def width(self):
        return lib.fw_map_width(self.pointer)

    @property
    def height(self):
        return lib.fw_map_height(self.pointer)

    @property
    def shape(self):
        """Of arrays of the map: (height, width)."""
        return self.height, self.width

    @property
    def version(self):
        """Grows with each commit."""
        return lib.fw_map_version(self.pointer)

    @property
    def units(self):
        """The registered kinds of units, by their ids."""
        return {number: unit for unit, number in self._units.items()}

    def id_of(self, unit):
        """The id of a unit that was registered here. Ids stay as they are."""
        if not isinstance(unit, Unit):
            if not isinstance(unit, (int, numpy.integer)):
                raise FairwayError(f"unit: a Unit or its id expected, not {unit!r}", field="unit")
            return int(unit)
        if unit not in self._units:
            raise FairwayError(f"unit: {unit!r} is not registered on this map, see add_unit()", Result.UNKNOWN_UNIT, "unit")
        return self._units[unit]

    def __getitem__(self, place):
        """map[y, x]: the terrain of a tile, or an array of them: map[y0:y1, x0:x1], as of the last commit."""
        if not isinstance(place, tuple) or len(place) != 2:
            raise TypeError(f"a map is indexed by [y, x], not by [{place!r}]")
        if all(isinstance(part, (int, numpy.integer)) for part in place):
            y, x = (_range(part, side).start for part, side in zip(place, self.shape))
            return lib.fw_map_terrain(self.pointer, x, y)
        return self.to_array()[place]

    def to_array(self):
        """Numbers of the terrains as of the last commit."""
        values = numpy.empty(self.shape, numpy.uint8)
        with self.alone() as pointer:
            must(lib.fw_map_read_terrains(pointer, ffi.from_buffer("uint8_t[]", values, True)), "to_array")
        return values

    def clearance(self, enter=(Terrain.GROUND, Terrain.SWAMP)):
        """Side of the largest square of terrains in `enter`, growing right and down from each tile."""
        values = numpy.empty(self.shape, numpy.int32)
        terrains, into = capability(enter), ffi.from_buffer("int32_t[]", values, True)
        with self.alone() as pointer:
            must(lib.fw_map_read_clearances(pointer, terrains, into), "clearance")
        return values

    def free(self, unit):
        """True where the unit may stand with its upper left tile."""
        values = numpy.empty(self.shape, bool)
        into = ffi.from_buffer("uint8_t[]", values.view(numpy.uint8), True)
        with self.alone() as pointer:
            must(lib.fw_map_read_fits(pointer, self.id_of(unit), into), "free")
        return values

    def regions(self, unit):
        """Labels: a path joins two tiles if theirs are equal. 0 where the unit does not fit. Others are any numbers below 2^32:
        numpy.unique() counts them; numpy.bincount() would take 16 GiB."""
        values = numpy.empty(self.shape, numpy.uint32)
        into = ffi.from_buffer("uint32_t[]", values, True)
        with self.alone() as pointer:
            must(lib.fw_map_read_regions(pointer, self.id_of(unit), into), "regions")
        return values

    def costs_from(self, unit, place, overlay=None):
        """Costs of the cheapest ways between a tile (x, y) and all others; inf where there is none.

        Ways cost the same in both directions, unless an overlay forbids moves: then they lead to the place.
        """
        from .field import Field
        with Field(self) as field:
            field.fill(unit, [place], overlay)
            return field.costs()

    def fits(self, unit, x, y):
        """True if the unit may stand with its upper left tile at (x, y)."""
        with self.alone() as pointer:
            return lib.fw_map_fits(pointer, self.id_of(unit), *whole(x=x, y=y))

    def connected(self, unit, start, goal):
        """True if a path joins two tiles; found without a search."""
        with self.alone() as pointer:
            return lib.fw_map_connected(pointer, self.id_of(unit), *start, *goal)

    def nearest_free(self, unit, place, taken=(), overlay=None):
        """The place nearest to (x, y) or (x, y, heading) where a unit may stand, as x, y and heading, whether or not it can
        get there; None if there is none. `taken` are circles (x, y, radius) of other bodies."""
        from .overlay import Overlay
        over, found = kept(overlay, Overlay, "overlay", True), ffi.new("fw_pose *")
        start, circles = ffi.new("fw_pose *", pose_of(place)), ffi.new("fw_tree[]", [(x, y, radius) for x, y, radius in taken])
        with self.alone() as pointer:
            id = self.id_of(unit)
            result = lib.fw_map_nearest_free(pointer, id, over, start[0], circles, len(circles), found)
        if result == lib.FW_NOT_FOUND:
            return None
        must(result, "nearest_free")
        return found.x, found.y, found.heading

    def snapshot(self):
        """Holds this version, for any thread, while the map is edited."""
        return Snapshot(self)

    def _repr_svg_(self):
        return drawing.map_svg(self.to_array())


class Map(Ground):
    """A map of width x height tiles. Places are (x, y); arrays are indexed [y, x]."""

    def __init__(self, width, height, fill_with=Terrain.GROUND, **options):
        definition = ffi.new("fw_map_def *")
        must(lib.fw_map_def_init(definition, ffi.sizeof("fw_map_def")), "Map")
        if width not in _SIDES or height not in _SIDES:
            raise FairwayError(f"a map has from 1 x 1 to {lib.FW_MAX_SIDE} x {lib.FW_MAX_SIDE} tiles, not {width} x {height}",
                               Result.BAD_SIZE)
        fill(definition, {"width": int(width), "height": int(height), "fill": terrain(fill_with), **options})
        super().__init__(created("fw_map", lib.fw_map_create, definition), lib.fw_map_destroy)
        self._options = options
        self._units = {}

    @classmethod
    def of_pointer(cls, pointer):
        """Takes a map of the raw layer, committed and without units, that nothing else destroys."""
        made = cls.__new__(cls)
        Owned.__init__(made, pointer, lib.fw_map_destroy)
        made._options, made._units = {}, {}
        return made

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

    def __setitem__(self, place, terrains):
        """map[y0:y1, x0:x1] = terrain or array: visible after the next commit()."""
        if not isinstance(place, tuple) or len(place) != 2:
            raise TypeError(f"a map is indexed by [y, x], not by [{place!r}]")
        rows, columns = (_range(part, side) for part, side in zip(place, self.shape))
        shape = (rows.stop - rows.start, columns.stop - columns.start)
        values = numpy.ascontiguousarray(numpy.broadcast_to(_numbers_of(terrains), shape))
        if not values.size:
            return  # an empty range, as in numpy
        with self.alone() as pointer:
            must(lib.fw_map_set_tiles(pointer, columns.start, rows.start, shape[1], shape[0],
                                      ffi.from_buffer("uint8_t[]", values), shape[1]), "Map")

    def commit(self):
        """Makes the changes since the last commit visible to all queries."""
        with self.alone() as pointer:
            must(lib.fw_map_commit(pointer), "commit")

    def discard(self):
        """Takes back the changes since the last commit."""
        with self.alone() as pointer:
            lib.fw_map_discard(pointer)

    def add_unit(self, unit=None, *, methods=(), **fields):
        """Registers a kind of unit, a Unit or its fields, and returns its id. Where a unit is asked for, the Unit will do,
        too. `methods` are those whose tables are built at once."""
        if unit is None:
            unit = Unit(methods, **fields)
        elif methods or fields:
            raise TypeError("add_unit() takes a Unit or fields, not both")
        elif not isinstance(unit, Unit):
            raise FairwayError(f"unit: Unit expected, not {type(unit).__name__}", field="unit")
        added = ffi.new("fw_unit_id *")
        with self.alone() as pointer:
            result = lib.fw_map_add_unit(pointer, unit.struct, added)
            if result != lib.FW_OK:
                raise refused(lib.fw_unit_refusal(unit.struct), result)
            self._units = {**self._units, unit: added[0]}  # a snapshot keeps those that it has
        return added[0]

    def remove_unit(self, unit):
        number = self.id_of(unit)
        with self.alone() as pointer:
            must(lib.fw_map_remove_unit(pointer, number), "remove_unit")
            self._units = {kind: other for kind, other in self._units.items() if other != number}

    def prepare(self, unit, method):
        """Builds the tables of a method for a unit."""
        unit, method = self.id_of(unit), member(ffi.typeof("fw_method"), method, "method")
        with self.alone() as pointer:
            result = lib.fw_map_prepare(pointer, unit, method)
            if result != lib.FW_OK:
                raise refused(lib.fw_map_prepare_refusal(pointer, unit, method), result)

    def terrain_name(self, number):
        """The name of a terrain; "" if it has none."""
        return text(lib.fw_map_terrain_name(self.pointer, terrain(number)))

    def name_terrain(self, number, name):
        """Names a terrain."""
        with self.alone() as pointer:
            must(lib.fw_map_set_terrain_name(pointer, number, name.encode()), "name_terrain")

    def __reduce__(self):
        """Pickles the tiles as of the last commit, the names of terrains and the units; ids change."""
        names = [self.terrain_name(number) for number in range(lib.FW_TERRAIN_COUNT)]
        return _restored, (self.to_array(), self._options, names, list(self._units))

    def __repr__(self):
        if self._cdata is None:
            return "<fairway.Map, closed>"
        return f"<fairway.Map {self.width} x {self.height}, version {self.version}>"


class Snapshot(Ground):
    """One version of a map, which stays as it is while the map is edited. Planners, traffic and fields take it for a map."""

    def __init__(self, ground):
        taken = created("fw_snapshot", lib.fw_snapshot_take, ground.pointer)
        super().__init__(lib.fw_snapshot_map(taken), lambda _: lib.fw_snapshot_release(taken), ground)
        self._units = ground._units

    @contextlib.contextmanager
    def alone(self):
        """The pointer: any number of threads may use a snapshot."""
        yield self.pointer

    def __repr__(self):
        if self._cdata is None:
            return "<fairway.Snapshot, closed>"
        return f"<fairway.Snapshot {self.width} x {self.height}, version {self.version}>"


def _restored(array, options, names, units):
    made = Map.from_array(array, **options)
    for number, name in enumerate(names):
        if name:
            made.name_terrain(number, name)
    for unit in units:
        made.add_unit(unit)
    return made


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
        stop = max(start, stop)
        if step != 1:
            raise IndexError(f"a part of a map is a range of tiles with step 1, not {part}")
        return range(start, stop)
    if not -side <= part < side:
        raise IndexError(f"there is no tile {part}: the map has {side}")
    return range(part % side, part % side + 1)


__all__ = ["Ground", "Map", "Method", "Snapshot", "Terrain"]
