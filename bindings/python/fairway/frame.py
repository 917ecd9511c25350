"""Frames: where a map lies in a world of metres."""
from typing import NamedTuple

from ._raw import ffi, lib
from .enums import YAxis
from .errors import must
from .structs import fill, pose_of


class Frame(NamedTuple):
    """Turns places and poses of a map, in tiles, into metres of a world and back."""

    resolution: float  #: metres a tile
    origin_x: float = 0.0  #: of the outer corner of the lower left tile (y_axis DOWN: of the upper left one), in metres
    origin_y: float = 0.0  #: of the same corner
    yaw: float = 0.0  #: of the map's x axis in the world, in radians
    y_axis: YAxis = YAxis.UP  #: of the world
    height: int = 0  #: of the map, in tiles; has no effect with DOWN

    def to_metres(self, place):
        """A place (x, y) or pose (x, y, heading) of the map, in the world."""
        return self._turned(lib.fw_frame_pose_to_metres, place)

    def to_tiles(self, place):
        """A place (x, y) or pose (x, y, heading) of the world, on the map."""
        return self._turned(lib.fw_frame_pose_to_tiles, place)

    def as_struct(self):
        """The frame, for calls of the raw layer."""
        struct = ffi.new("fw_frame *")
        fill(struct, self._asdict(), "frame")
        return struct

    def _turned(self, turn, place):
        pose = ffi.new("fw_pose *", pose_of(place))
        must(turn(self.as_struct(), pose, pose), "frame")
        return (pose.x, pose.y) if len(place) == 2 else (pose.x, pose.y, pose.heading)
