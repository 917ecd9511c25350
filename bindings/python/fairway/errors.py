"""What goes wrong."""
from ._raw import ffi, lib
from .enums import Result


class FairwayError(Exception):
    """A mistake in what was asked. `result` is the library's result, `field` the part that is wrong, or ""."""

    def __init__(self, message, result=Result.BAD_VALUE, field=""):
        super().__init__(message)
        self.result = result
        self.field = field


def text(pointer):
    return ffi.string(pointer).decode()


def must(result, call):
    """Raises unless a call returned FW_OK."""
    if result != 0:
        raise FairwayError(f"{call}: {text(lib.fw_result_text(result))}", Result(result))


def refused(why, result):
    """The error that says why something was refused."""
    if why.result == lib.FW_OK:
        return FairwayError(text(lib.fw_result_text(result)), Result(result))
    field, other = text(why.field), text(why.other)
    place = f"{field} with {other}" if other else field
    return FairwayError(f"{place}: {text(why.reason)}", Result(why.result), field)
