"""Structs of the library, filled from Python's values, and as types of arrays."""
import operator

import numpy

from . import enums
from ._raw import ffi
from .errors import FairwayError

OWN_FIELDS = {"bytes", "cookie"}  # the library's own


def name_of(kind):
    """The name of a C type without `struct` or `enum`."""
    return kind.cname.split()[-1]


def enum_class(kind):
    """The enum.IntEnum of a C enumeration."""
    return getattr(enums, "".join(part.capitalize() for part in name_of(kind)[3:].split("_")))


def member(kind, value, path):
    """A member of an enumeration, by itself, by its number or by its name: "jump-points"."""
    members = enum_class(kind)
    if isinstance(value, str):
        name = value.upper().replace("-", "_")
        found = members.__members__.get("_" + name if name[:1].isdigit() else name)
        if found is None:
            names = ", ".join(sorted(member.name.lower().lstrip("_").replace("_", "-") for member in members))
            raise FairwayError(f"{path}: there is no {value!r}; there are {names}", field=path)
        return found
    return members(value)


def terrain(value):
    """The number of a terrain, by its number or its name."""
    if isinstance(value, str):
        found = enums.Terrain.__members__.get(value.upper())
        if found is None:
            names = ", ".join(name.lower() for name in enums.Terrain.__members__)
            raise FairwayError(f"there is no terrain {value!r}; there are {names}, and numbers", enums.Result.UNKNOWN_TERRAIN)
        return int(found)
    return int(value)


def whole(least=-2 ** 31, most=2 ** 31 - 1, **values):
    """The values of arguments, by their names, that must be whole numbers."""
    for name, value in values.items():
        if isinstance(value, bool) or not hasattr(value, "__index__") or not least <= operator.index(value) <= most:
            raise FairwayError(f"{name}: a whole number from {least} to {most} expected, not {value!r}", field=name)
    return [operator.index(value) for value in values.values()]


def capability(terrains):
    """The bits of some terrains, or of one."""
    terrains = [terrains] if isinstance(terrains, (str, int)) else terrains
    return sum({1 << terrain(each) for each in terrains})


def pose_of(place):
    """x, y and the heading of (x, y), (x, y, heading) or an object with these names."""
    try:
        if type(place) is tuple and len(place) == 2:
            x, y = place
            return float(x), float(y), 0.0
        if hasattr(place, "x"):
            return float(place.x), float(place.y), float(getattr(place, "heading", 0.0))
        x, y, heading = (*place, 0.0) if len(place) == 2 else place
        return float(x), float(y), float(heading)
    except (TypeError, ValueError):
        pass
    raise FairwayError(f"a place is (x, y) or (x, y, heading), not {place!r}")


def poses_of(places):
    """(n, 2) or (n, 3) numbers as poses, in an array of its own."""
    places = numpy.asarray(places, float)
    if places.shape == (0,):  # an empty list
        places = places.reshape(0, 2)
    if places.ndim != 2 or places.shape[1] not in (2, 3):
        raise FairwayError(f"places are an array of shape (n, 2) or (n, 3), not {places.shape}")
    poses = numpy.zeros((len(places), 3))
    poses[:, :places.shape[1]] = places
    return poses


def fill(struct, values, path=""):
    """Sets fields of a struct. `values` maps names of fields to values."""
    if not hasattr(values, "items"):
        raise FairwayError(f"{path}: a dictionary of its fields expected, not {values!r}", field=path)
    whole = ffi.typeof(struct)
    kinds = dict((whole.item if whole.kind == "pointer" else whole).fields)
    for name, value in values.items():
        inside = f"{path}.{name}" if path else name
        if name not in kinds or name in OWN_FIELDS:
            known = ", ".join(sorted(set(kinds) - OWN_FIELDS))
            raise FairwayError(f"{inside}: there is no such field; there are {known}", field=inside)
        kind = kinds[name].type
        if name_of(kind) == "fw_pose" and not isinstance(value, dict):
            pose = getattr(struct, name)
            pose.x, pose.y, pose.heading = pose_of(value)
        elif kind.kind == "struct":
            fill(getattr(struct, name), value, inside)
        elif kind.kind == "enum":
            setattr(struct, name, member(kind, value, inside))
        elif kind.cname == "_Bool":
            if value not in (False, True):
                raise FairwayError(f"{inside}: True or False expected, not {value!r}", field=inside)
            setattr(struct, name, bool(value))
        else:
            try:
                if kind.kind == "array":
                    if len(value) > kind.length:
                        raise FairwayError(f"{inside}: there are {len(value)}, and {kind.length} at most", field=inside)
                    for key, item in value.items() if hasattr(value, "items") else enumerate(value):
                        getattr(struct, name)[terrain(key)] = item
                else:
                    setattr(struct, name, value)
            except (TypeError, OverflowError, IndexError) as error:
                raise FairwayError(f"{inside}: {error}", field=inside) from None


def as_dict(struct):
    """A struct as a dictionary; enumerators are members of their classes."""
    result = {}
    for name, field in ffi.typeof(struct).fields:
        value = getattr(struct, name)
        if name in OWN_FIELDS or field.type.kind == "pointer":
            continue
        if field.type.kind == "struct":
            value = as_dict(value)
        elif field.type.kind == "enum":
            value = enum_class(field.type)(value)
        elif field.type.kind == "array":
            value = [as_dict(item) for item in value] if field.type.item.kind == "struct" else list(value)
        result[name] = value
    return result


_NUMBERS = {"int8_t": "i1", "uint8_t": "u1", "_Bool": "?", "bool": "?", "int32_t": "i4", "uint32_t": "u4", "float": "f4",
            "int64_t": "i8", "uint64_t": "u8", "double": "f8"}


def dtype_of(name):
    """The type of an array of structs. Fields of a struct inside, such as a pose, count as fields of the whole."""
    names, formats, offsets = [], [], []

    def add(struct, begins):
        for field, told in struct.fields:
            if told.type.kind == "struct":
                add(told.type, begins + told.offset)
                continue
            names.append(field)
            formats.append("u4" if told.type.kind == "enum" else _NUMBERS[_number_of(told.type)])
            offsets.append(begins + told.offset)

    add(ffi.typeof(name), 0)
    return numpy.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": ffi.sizeof(name)})


def _number_of(kind):
    """The name of a number; of an id, that of its type."""
    if kind.cname in _NUMBERS:
        return kind.cname
    return {4: "uint32_t", 8: "uint64_t"}[ffi.sizeof(kind)] if kind.cname.startswith("unsigned") else "int32_t"


class _Keeper:
    """Memory of the library that numpy reads, and the object that it belongs to."""

    def __init__(self, address, count, owner):
        self._owner = owner
        self.__array_interface__ = {"version": 3, "typestr": "|u1", "shape": (count,),
                                    "data": (int(ffi.cast("uintptr_t", address)), True)}


def view_of(first, count, dtype, owner):
    """A read-only array of structs in the library's memory, which keeps their owner alive."""
    if count == 0:
        return numpy.empty(0, dtype)
    return numpy.asarray(_Keeper(first, count * dtype.itemsize, owner)).view(dtype)
