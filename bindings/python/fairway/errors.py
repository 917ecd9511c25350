"""What goes wrong."""
from ._raw import ffi, lib
from .enums import Result


class FairwayError(ValueError):
    """A mistake in what was asked. `result` is the library's result, `field` the part that is wrong, or ""."""

    def __init__(self, message, result=Result.BAD_VALUE, field=""):
        super().__init__(message)
        self.result = result
        self.field = field


def text(pointer):
    return ffi.string(pointer).decode()


#: What is wrong with the arguments of calls for which a result may mean only one thing.
_WRONG = {
    (Result.BAD_VALUE, "order_group"): "a unit is named twice, or two bodies would overlap at two of the places",
    (Result.BAD_VALUE, "order_near"): "a unit is named twice",
    (Result.BAD_VALUE, "order_along"): "there must be a place",
    (Result.BAD_VALUE, "follow"): "the distance must not be negative, and a unit cannot follow itself",
    (Result.BAD_VALUE, "halt_near"): "the radius must not be negative",
    (Result.BAD_VALUE, "in_circle"): "the radius must not be negative",
    (Result.BAD_VALUE, "nearest"): "`most` must not be negative",
    (Result.BAD_VALUE, "step"): "seconds must be from 0 to 60",
    (Result.BAD_VALUE, "set_obstacle"): "the id must not be 0, and the radius must be above 0 and at most 1024",
    (Result.BAD_VALUE, "remove_obstacle"): "there is no obstacle with this id",
    (Result.BAD_VALUE, "release_site"): "there is no site with this number any more",
    (Result.BAD_VALUE, "restore"): "these bytes are no saved traffic, of a later version, or damaged",
    (Result.BAD_VALUE, "sample"): "the step must be above 0",
    (Result.BAD_VALUE, "convert_costs"): "`highest` must be from 1/16 to 253/16",
    (Result.BAD_VALUE, "frame"): "the resolution must be from 1e-6 to 1e6, the origin from -1e9 to 1e9, the yaw from -1e6 to 1e6, "
                                 "and the height from 0 to 16384",
    (Result.NOT_FINITE, "frame"): "a number of the frame, or of what it turns, is not finite",
    (Result.BAD_VALUE, "inflate"): "the radius must be from 0 to 64 tiles, and the decay from 1/256 to 16",
    (Result.BAD_SIZE, "set_costs"): "an array of at least 1 x 1 costs expected",
    (Result.BAD_VALUE, "add_cost"): "the cost must not be negative, and at most 255 with what was added before",
    (Result.BAD_SIZE, "convert_costs"): "an array of at least 1 x 1 costs expected",
    (Result.BAD_SIZE, "pose_at_time"): "the path has no speeds, see profile()",
    (Result.BAD_SIZE, "clear_rect"): "width and height must be positive",
    (Result.BAD_SIZE, "in_rect"): "width and height must be positive",
    (Result.BAD_SIZE, "block"): "width and height must be positive",
    (Result.BAD_SIZE, "add_cost"): "width and height must be positive",
    (Result.BAD_SIZE, "corridor"): "width and height must be positive",
}


def must(result, call):
    """Raises unless a call returned FW_OK."""
    if result != 0:
        what = _WRONG.get((result, call)) or text(lib.fw_result_text(result))
        raise FairwayError(f"{call}: {what}", Result(result))


def refused(why, result):
    """The error that says why something was refused."""
    if why.result == lib.FW_OK:
        return FairwayError(text(lib.fw_result_text(result)), Result(result))
    field, other = text(why.field), text(why.other)
    place = f"{field} with {other}" if other else field
    return FairwayError(f"{place}: {text(why.reason)}", Result(why.result), field)
