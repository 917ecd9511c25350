"""Traffic: many round units that never overlap each other or a wall."""
import numpy

from ._raw import ffi, lib
from .enums import AgentActivity, Formation, Result, WaitCause
from .errors import FairwayError, must, refused
from .map import Ground
from .overlay import Overlay
from .owned import Owned, created, kept
from .structs import as_dict, dtype_of, fill, member, pose_of, view_of

STATE = dtype_of("fw_agent_state")
EVENT = dtype_of("fw_traffic_event")

#: A budget of step(): one path, however much work its search takes.
ONE_PATH = 2**64 - 2


ALL_SIDES = 2**32 - 1


def _listed(kind, call, *values):
    """The array that a function fills through its last three parameters: buffer, capacity and count."""
    count, capacity, result = ffi.new("int32_t *"), 16, lib.FW_BUFFER_TOO_SMALL
    while result == lib.FW_BUFFER_TOO_SMALL:
        found = ffi.new(f"{kind}[]", capacity)
        result = call(*values, found, capacity, count)
        capacity = count[0]
    must(result, call.__name__.removeprefix("fw_traffic_"))
    return found[0:count[0]]


def _poses(places):
    """An array that must have a name: its elements do not keep it."""
    return ffi.new("fw_pose[]", [pose_of(place) for place in places])


def places(formation, centre, spacing, count):
    """The places of a formation ("line", "column", "wedge" or "box"), as an array of x, y and heading."""
    values = numpy.empty((int(count), 3))
    shape = member(ffi.typeof("fw_formation"), formation, "formation")
    into, centre = ffi.cast("fw_pose *", values.ctypes.data), _poses([centre])
    must(lib.fw_formation_places(shape, centre[0], spacing, into, len(values)), "places")
    return values


class Traffic(Owned):
    """Units that move on one map. You choose their numbers, from 1 on."""

    def __init__(self, on_map):
        traffic = created("fw_traffic", lib.fw_traffic_create, kept(on_map, Ground, "on_map"), ffi.NULL)
        super().__init__(traffic, lib.fw_traffic_destroy, on_map)
        self._id_of = on_map.id_of

    def add(self, id, unit, start, **fields):
        """Adds a unit, which stands until it gets an order. Fields are those of fw_agent_def: top, acceleration, braking,
        lateral."""
        definition = ffi.new("fw_agent_def *")
        must(lib.fw_agent_def_init(definition, ffi.sizeof("fw_agent_def")), "add")
        fill(definition, {"id": id, "unit": self._id_of(unit), "start": start, **fields})
        with self.alone() as pointer:
            result = lib.fw_traffic_add(pointer, definition)
            if result != lib.FW_OK:
                raise refused(lib.fw_agent_refusal(pointer, definition), result)

    def remove(self, id):
        with self.alone() as pointer:
            must(lib.fw_traffic_remove(pointer, id), "remove")

    def order(self, id, place):
        """Orders a unit to a place; a new order replaces the last one."""
        x, y, _ = pose_of(place)
        with self.alone() as pointer:
            must(lib.fw_traffic_order(pointer, id, x, y), "order")

    def order_group(self, ids, places, together=False, **fields):
        """Orders units to places, one for each, so that they drive least. With `together`, they share the middle of their
        ways; fields are then those of fw_group_def."""
        ids, goals = ffi.new("fw_agent_id[]", [int(id) for id in ids]), _poses(places)
        if len(ids) != len(goals):
            raise FairwayError(f"there are {len(ids)} units and {len(goals)} places", field="places")
        if not together:
            if fields:
                raise TypeError(f"{', '.join(fields)}: only for units that go together")
            with self.alone() as pointer:
                return must(lib.fw_traffic_order_group(pointer, ids, goals, len(ids)), "order_group")
        definition = ffi.new("fw_group_def *")
        must(lib.fw_group_def_init(definition, ffi.sizeof("fw_group_def")), "order_group")
        fill(definition, fields)
        with self.alone() as pointer:
            must(lib.fw_traffic_order_together(pointer, definition, ids, goals, len(ids)), "order_together")

    def order_near(self, ids, place):
        """Orders a group to a place that need not be free: each unit gets a place of its own near it."""
        ids, (x, y, _) = ffi.new("fw_agent_id[]", [int(id) for id in ids]), pose_of(place)
        with self.alone() as pointer:
            must(lib.fw_traffic_order_near(pointer, ids, len(ids), x, y), "order_near")

    def order_along(self, id, places):
        """Orders a unit to several places, one after the other."""
        places = _poses(places)
        with self.alone() as pointer:
            must(lib.fw_traffic_order_along(pointer, id, places, len(places)), "order_along")

    def follow(self, id, other, distance):
        """Lets a unit follow another one at a distance."""
        with self.alone() as pointer:
            must(lib.fw_traffic_follow(pointer, id, other, distance), "follow")

    def stop(self, id):
        """Takes a unit's order away: it brakes, and stands where it comes to rest."""
        with self.alone() as pointer:
            must(lib.fw_traffic_stop(pointer, id), "stop")

    def hold(self, id, holds=True):
        """Lets a unit hold: where it rests, it stays, and no other unit makes it step aside."""
        with self.alone() as pointer:
            must(lib.fw_traffic_hold(pointer, id, holds), "hold")

    def halt_near(self, id, sides, radius):
        """Lets a unit halt when a unit of some sides comes near it: attack-move."""
        with self.alone() as pointer:
            must(lib.fw_traffic_halt_near(pointer, id, sides, radius), "halt_near")

    def set_sides(self, id, sides):
        """Says to which sides a unit belongs: one bit for each."""
        with self.alone() as pointer:
            must(lib.fw_traffic_set_sides(pointer, id, sides), "set_sides")

    def set_regard(self, id, layers, gives_way_to, may_push):
        """Says whom a unit sees, gives way to and may push: one bit for each layer, and for each side."""
        with self.alone() as pointer:
            must(lib.fw_traffic_set_regard(pointer, id, layers, gives_way_to, may_push), "set_regard")

    def place(self, id, place):
        """Places a unit elsewhere, where it stands: knockback, teleport. It keeps its order."""
        pose = _poses([place])
        with self.alone() as pointer:
            must(lib.fw_traffic_place(pointer, id, pose[0]), "place")

    def set_obstacle(self, id, place, radius, velocity=(0.0, 0.0)):
        """Says where a body is that the traffic does not move, before each step while it moves."""
        pose = _poses([place])
        with self.alone() as pointer:
            must(lib.fw_traffic_set_obstacle(pointer, id, pose[0], *velocity, radius), "set_obstacle")

    def remove_obstacle(self, id):
        with self.alone() as pointer:
            must(lib.fw_traffic_remove_obstacle(pointer, id), "remove_obstacle")

    def clear_rect(self, x, y, width, height):
        """Lets all units leave a rectangle of tiles, and keeps others out: a building site. Returns its number."""
        site = ffi.new("uint32_t *")
        with self.alone() as pointer:
            must(lib.fw_traffic_clear_rect(pointer, x, y, width, height, site), "clear_rect")
        return site[0]

    def release_site(self, site):
        """Ends a site: units may drive there again."""
        with self.alone() as pointer:
            must(lib.fw_traffic_release_site(pointer, site), "release_site")

    def in_rect(self, x, y, width, height, later=False):
        """Numbers of the units in a rectangle of tiles: now, or of those whose ways lead there."""
        presence = lib.FW_PRESENT_LATER if later else lib.FW_PRESENT_NOW
        with self.alone() as pointer:
            return list(_listed("fw_agent_id", lib.fw_traffic_in_rect, pointer, x, y, width, height, presence))

    def in_circle(self, x, y, radius=0.0):
        """Numbers of the units whose bodies overlap a circle now, sorted."""
        with self.alone() as pointer:
            return list(_listed("fw_agent_id", lib.fw_traffic_in_circle, pointer, x, y, radius))

    def nearest(self, x, y, sides=ALL_SIDES, besides=0, most=float("inf")):
        """The unit of some sides whose middle is nearest to a point, and its distance; None if there is none within `most`
        tiles. The unit `besides` does not count."""
        id, distance = ffi.new("fw_agent_id *"), ffi.new("double *")
        with self.alone() as pointer:
            result = lib.fw_traffic_nearest(pointer, x, y, sides, besides, most, id, distance)
        if result == lib.FW_NOT_FOUND:
            return None
        must(result, "nearest")
        return id[0], distance[0]

    def corners(self, id):
        """The corners of a unit's way that are ahead: an array of x and y."""
        with self.alone() as pointer:
            found = _listed("fw_pose", lib.fw_traffic_get_corners, pointer, id)
        return numpy.array([(pose.x, pose.y) for pose in found]).reshape(-1, 2)

    def wait(self, id):
        """How many seconds a unit has waited, and for which unit; 0.0 and 0 if it does not wait."""
        seconds, other = ffi.new("double *"), ffi.new("fw_agent_id *")
        with self.alone() as pointer:
            must(lib.fw_traffic_get_wait(pointer, id, seconds, other), "wait")
        return seconds[0], other[0]

    def cause(self, id):
        """Which rule keeps a unit where it stands, a WaitCause, and the unit that it is about, or 0."""
        cause, other = ffi.new("fw_wait_cause *"), ffi.new("fw_agent_id *")
        with self.alone() as pointer:
            must(lib.fw_traffic_get_cause(pointer, id, cause, other), "cause")
        return WaitCause(cause[0]), other[0]

    def set_speeds(self, unit, terrain_top):
        """Sets the top speeds of a kind of unit on terrains, {"swamp": 0.5}, in tiles per second; None = no terrain has one."""
        limits = ffi.new("fw_speed_def *")
        if terrain_top is not None:
            fill(limits, {"terrain_top": terrain_top})
        speeds = ffi.NULL if terrain_top is None else limits.terrain_top
        with self.alone() as pointer:
            must(lib.fw_traffic_set_speeds(pointer, self._id_of(unit), speeds), "set_speeds")

    def set_overlay(self, overlay):
        """Lays an overlay over the ground of all units, of which a copy is made; None takes it away."""
        over = kept(overlay, Overlay, "overlay", True)
        with self.alone() as pointer:
            must(lib.fw_traffic_set_overlay(pointer, over), "set_overlay")

    def set_kind_overlay(self, unit, overlay):
        """The same for a kind of unit; None = that of all units."""
        over = kept(overlay, Overlay, "overlay", True)
        with self.alone() as pointer:
            must(lib.fw_traffic_set_kind_overlay(pointer, self._id_of(unit), over), "set_kind_overlay")

    def set_unit_overlay(self, id, overlay):
        """The same for one unit; None = that of its kind."""
        over = kept(overlay, Overlay, "overlay", True)
        with self.alone() as pointer:
            must(lib.fw_traffic_set_unit_overlay(pointer, id, over), "set_unit_overlay")

    def prioritise(self, id, priority):
        """A unit of higher priority gets its path earlier."""
        with self.alone() as pointer:
            must(lib.fw_traffic_prioritise(pointer, id, priority), "prioritise")

    def step(self, seconds, budget=20_000):
        """Lets time pass. `budget` is the work that searches for paths may spend."""
        with self.alone() as pointer:
            must(lib.fw_traffic_step(pointer, seconds, budget), "step")

    @property
    def time(self):
        """Seconds since the traffic was created."""
        return lib.fw_traffic_time(self.pointer)

    def states(self):
        """The states of all units, sorted by id, as a structured array: a copy."""
        with self.alone() as pointer:
            count = ffi.new("int32_t *")
            return view_of(lib.fw_traffic_states(pointer, count), count[0], STATE, pointer).copy()

    def events(self):
        """What happened during the last step, as a structured array: a copy."""
        with self.alone() as pointer:
            count = ffi.new("int32_t *")
            return view_of(lib.fw_traffic_events(pointer, count), count[0], EVENT, pointer).copy()

    def state(self, id):
        """The state of one unit, as a dictionary."""
        state = ffi.new("fw_agent_state *")
        with self.alone() as pointer:
            must(lib.fw_traffic_get_state(pointer, id, state, ffi.sizeof("fw_agent_state")), "state")
        return as_dict(state[0])

    def save(self):
        """The whole state as bytes, for restore()."""
        size = ffi.new("size_t *")
        with self.alone() as pointer:
            lib.fw_traffic_save(pointer, ffi.NULL, 0, size)
            buffer = ffi.new("char[]", size[0])
            must(lib.fw_traffic_save(pointer, buffer, size[0], size), "save")
        return bytes(ffi.buffer(buffer, size[0]))

    def restore(self, saved):
        """Continues from a saved state; the traffic must be new. If this fails, the traffic can only be closed.

        Returns Result.OK, or Result.STALE: the map has other tiles than when it was saved."""
        with self.alone() as pointer:
            result = lib.fw_traffic_restore(pointer, ffi.from_buffer(saved), len(saved))
        if result != lib.FW_STALE:
            must(result, "restore")
        return Result(result)

    @property
    def hash(self):
        """Of what all units do and are about to do; equal on all platforms after equal calls."""
        return lib.fw_traffic_hash(self.pointer)

    def __len__(self):
        return lib.fw_traffic_count(self.pointer)

    def __repr__(self):
        if self._cdata is None:
            return "<fairway.Traffic, closed>"
        return f"<fairway.Traffic of {len(self)} units, {self.time:.2f} s>"


__all__ = ["AgentActivity", "Formation", "ONE_PATH", "Traffic", "WaitCause", "places"]
