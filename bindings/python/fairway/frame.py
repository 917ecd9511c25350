"""Frames: where a map lies in a world of metres."""
from typing import NamedTuple

import numpy

from ._raw import ffi, lib
from .enums import YAxis
from .errors import FairwayError, must
from .path import Path
from .structs import fill, pose_of, poses_of
from .unit import Unit


class Frame(NamedTuple):
    """Turns places, paths and units of a map, in tiles, into metres of a world and back."""

    resolution: float  #: metres a tile
    origin_x: float = 0.0  #: of the outer corner of the lower left tile (y_axis DOWN: of the upper left one), in metres
    origin_y: float = 0.0  #: of the same corner
    yaw: float = 0.0  #: of the map's x axis in the world, in radians
    y_axis: YAxis = YAxis.UP  #: of the world
    height: int = 0  #: of the map, in tiles: needed to turn places and paths, unless y_axis is DOWN

    def to_metres(self, what):
        """What lies on the map, in the world: a place (x, y) or pose (x, y, heading), an array of them, such as
        Path.sample(), or a Path, whose speeds are metres per second then."""
        if isinstance(what, Path):
            return self._path(lib.fw_frame_path_to_metres, what)
        return self._poses(lib.fw_frame_pose_to_metres, what)

    def to_tiles(self, what):
        """What lies in the world, on the map: a place, pose, array or Path as of to_metres(), or a Unit, whose lengths are
        metres."""
        if isinstance(what, Unit):
            return self._unit(what)
        if isinstance(what, Path):
            return self._path(lib.fw_frame_path_to_tiles, what)
        return self._poses(lib.fw_frame_pose_to_tiles, what)

    def as_struct(self):
        """The frame, for calls of the raw layer."""
        struct = ffi.new("fw_frame *")
        fill(struct, self._asdict(), "frame")
        return struct

    def _struct_of_places(self):
        """as_struct() of a frame that knows where places lie."""
        struct = self.as_struct()
        if struct.y_axis == lib.FW_Y_UP and self.height == 0:
            raise FairwayError("frame.height: the height of the map, in tiles, expected where y points up, not 0", field="height")
        return struct

    def _poses(self, turn, places):
        struct = self._struct_of_places()
        if numpy.ndim(places) == 2:
            poses = poses_of(places)
            first = ffi.cast("fw_pose *", poses.ctypes.data)
            for index in range(len(poses)):
                must(turn(struct, first + index, first + index), "frame")
            return poses[:, :numpy.shape(places)[1]]
        pose = ffi.new("fw_pose *", pose_of(places))
        must(turn(struct, pose, pose), "frame")
        return (pose.x, pose.y) if len(places) == 2 else (pose.x, pose.y, pose.heading)

    def _path(self, turn, path):
        made = path.copy()
        must(turn(self._struct_of_places(), made.pointer), "frame")
        return made

    def _unit(self, unit):
        struct = ffi.new("fw_unit_def *", unit.struct[0])
        must(lib.fw_frame_unit_to_tiles(self.as_struct(), struct), "frame")
        return Unit.of_struct(struct)
