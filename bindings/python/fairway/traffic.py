"""Traffic: many round units that never overlap each other or a wall."""
import numpy

from ._raw import ffi, lib
from .enums import AgentActivity, Formation
from .errors import must, refused
from .owned import Owned, created
from .structs import as_dict, dtype_of, fill, member, pose_of, view_of

STATE = dtype_of("fw_agent_state")
EVENT = dtype_of("fw_traffic_event")

#: A budget of step(): one path, however much work its search takes.
ONE_PATH = 2**64 - 2


def _poses(places):
    return ffi.new("fw_pose[]", [pose_of(place) for place in places])


def places(formation, centre, spacing, count):
    """The places of a formation ("line", "column", "wedge" or "box"), as an array of x, y and heading."""
    values = numpy.empty((int(count), 3))
    shape = member(ffi.typeof("fw_formation"), formation, "formation")
    into = ffi.cast("fw_pose *", values.ctypes.data)
    must(lib.fw_formation_places(shape, _poses([centre])[0], spacing, into, len(values)), "places")
    return values


class Traffic(Owned):
    """Units that move on one map. You choose their numbers, from 1 on."""

    def __init__(self, on_map):
        traffic = created("fw_traffic", lib.fw_traffic_create, on_map.pointer, ffi.NULL)
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
            raise ValueError(f"there are {len(ids)} units and {len(goals)} places")
        if not together:
            if fields:
                raise TypeError(f"{', '.join(fields)}: only for units that go together")
            with self.alone() as pointer:
                return must(lib.fw_traffic_order_group(pointer, ids, goals, len(ids)), "order_group")
        definition = ffi.new("fw_group_def *")
        must(lib.fw_group_def_init(definition, ffi.sizeof("fw_group_def")), "order_group")
        fill(definition, fields)
        with self.alone() as pointer:
            must(lib.fw_traffic_order_together(pointer, definition, ids, goals, len(ids)), "order_group")

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
        """Continues from a saved state; the traffic must be new. If this fails, the traffic can only be closed."""
        with self.alone() as pointer:
            must(lib.fw_traffic_restore(pointer, ffi.from_buffer(saved), len(saved)), "restore")

    def __len__(self):
        return lib.fw_traffic_count(self.pointer)

    def __repr__(self):
        if self._cdata is None:
            return "<fairway.Traffic, closed>"
        return f"<fairway.Traffic of {len(self)} units, {self.time:.2f} s>"


__all__ = ["AgentActivity", "Formation", "ONE_PATH", "Traffic", "places"]
