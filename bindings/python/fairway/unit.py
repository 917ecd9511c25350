"""Kinds of units."""
import collections.abc

from ._raw import ffi, lib
from .enums import FootprintKind, Method
from .errors import FairwayError, must, refused
from .structs import as_dict, fill, member


class Unit:
    """A kind of unit: the fields of fw_unit_def, such as size, footprint, turn_radius and terrain_cost. It belongs to no
    map, never changes, and can be pickled. `methods` are those whose tables a map builds at once."""

    __slots__ = ("_methods", "_fields", "_struct", "_key")

    def __init__(self, methods=(), **fields):
        self._methods = (methods,) if isinstance(methods, str) else tuple(methods)
        self._fields = fields
        self._struct = ffi.new("fw_unit_def *")
        must(lib.fw_unit_def_init(self._struct, ffi.sizeof("fw_unit_def")), "Unit")
        fill(self._struct, {**fields, "footprint": _body(fields["footprint"])} if "footprint" in fields else fields)
        for method in self._methods:
            self._struct.methods |= 1 << member(ffi.typeof("fw_method"), method, "methods")
        why = lib.fw_unit_refusal(self._struct)
        if why.result != lib.FW_OK:
            raise refused(why, why.result)
        self._key = repr(as_dict(self._struct[0]))

    @classmethod
    def of_struct(cls, struct):
        """A unit of the raw layer: a copy."""
        fields = as_dict(struct[0])
        methods = fields.pop("methods")
        return cls([method for method in Method if methods >> method & 1], **fields)

    @property
    def struct(self):
        """The definition, for calls of the raw layer: read it, do not change it."""
        return self._struct

    def as_dict(self):
        """All fields, also those that have their defaults."""
        return as_dict(self._struct[0])

    def __eq__(self, other):
        return self._key == other._key if isinstance(other, Unit) else NotImplemented

    def __hash__(self):
        return hash(self._key)

    def __reduce__(self):
        return _unit, (self._methods, self._fields)

    def __repr__(self):
        given = [f"methods={list(self._methods)}"] if self._methods else []
        given += [f"{name}={value!r}" for name, value in self._fields.items()]
        return f"fairway.Unit({', '.join(given)})"


def _body(footprint):
    """A footprint with the number of its corners, if it does not say how many there are. Without a kind, none of its fields
    would count."""
    if not isinstance(footprint, collections.abc.Mapping):
        raise FairwayError(f"footprint: a dictionary of its fields expected, not {footprint!r}", field="footprint")
    if footprint and "kind" not in footprint:
        kinds = ", ".join(sorted(each.name.lower().replace("_", "-") for each in FootprintKind))
        raise FairwayError(f"footprint.kind: one of {kinds} expected", field="footprint.kind")
    if "corners" not in footprint:
        return footprint
    corners = [corner if isinstance(corner, collections.abc.Mapping) else tuple(corner) for corner in footprint["corners"]]
    if any(len(corner) != 2 for corner in corners):
        raise FairwayError(f"footprint.corners: pairs (ahead, aside) expected, not {corners}", field="footprint.corners")
    if len(corners) > lib.FW_MOST_CORNERS:
        raise FairwayError(f"footprint.corners: there are {len(corners)}, and {lib.FW_MOST_CORNERS} at most", field="footprint.corners")
    return {"corner_count": len(corners), **footprint, "corners": corners}


def _unit(methods, fields):
    return Unit(methods, **fields)
