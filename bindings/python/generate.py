#!/usr/bin/python3
"""usage: bindings/python/generate.py [--check]

Writes raw.cdef and io.cdef, the public headers as cffi reads them, fairway/enums.py and fairway/options.py, from
bindings/api.json and bindings/io.json. --check fails if the files differ from what would be written.
"""
import json
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def description(name):
    with open(os.path.join(HERE, "..", name), encoding="utf-8") as file:
        return json.load(file)


API, IO = description("api.json"), description("io.json")


def declared(type_name, name):
    """A C declaration of a name."""
    array = re.fullmatch(r"(.*)(\[\d+\])", type_name)
    if array:
        return f"{array[1]} {name}{array[2]}"
    if "(*)" in type_name:
        return type_name.replace("(*)", f"(*{name})")
    return f"{type_name}{'' if type_name.endswith('*') else ' '}{name}"


def signature(call, name):
    result = call["result"]["type"] if call.get("result") else "void"
    parameters = ", ".join(declared(part["type"], part["name"]) for part in call["parameters"]) or "void"
    return f"{declared(result, name)}({parameters});"


def enumeration(listed):
    values = ", ".join(f"{value['name']} = {value['value']}" for value in listed["values"])
    return f"typedef enum {{ {values} }} {listed['name']};" if listed["name"] else f"enum {{ {values} }};"


def raw_header(api):
    lines = ["// Made from bindings/*.json by generate.py. Do not edit."]
    for constant in api["constants"]:
        if constant["type"] == "double":
            lines.append(f"static const double {constant['name']};")
        else:
            lines.append(f"#define {constant['name']} {constant['value']}")
    lines += [enumeration(listed) for listed in api["enums"]]
    lines += [f"typedef {number['type']} {number['name']};" for number in api["numbers"]]
    lines += [f"typedef struct {opaque['name']} {opaque['name']};" for opaque in api["opaque"]]
    lines += [f"typedef struct {struct['name']} {struct['name']};" for struct in api["structs"]]
    for call in api["callbacks"]:
        lines.append("typedef " + signature(call, f"(*{call['name']})"))
    for struct in api["structs"]:
        fields = " ".join(declared(field["type"], field["name"]) + ";" for field in struct["fields"])
        lines.append(f"struct {struct['name']} {{ {fields} }};")
    lines += [signature(call, call["name"]) for call in api["functions"]]
    return "\n".join(lines) + "\n"


def counts_others(value):
    return value["name"].endswith("_COUNT") or re.match(r"(the )?number of", value.get("doc") or "", re.IGNORECASE)


def members_of(listed):
    """The enumerators without the part that all names begin with."""
    values = [value for value in listed["values"] if not counts_others(value)]
    prefix = os.path.commonprefix([value["name"] for value in values])
    prefix = prefix[:prefix.rfind("_") + 1] if len(values) > 1 else "FW_"
    for value in values:
        name = value["name"][len(prefix):]
        yield (name if not name[0].isdigit() else "_" + name), value


def class_name(name):
    return "".join(part.capitalize() for part in name[3:].split("_"))


def text_of(doc):
    return (doc or "").replace("\\", "\\\\").replace('"', '\\"')


def enums_module():
    lines = ['"""Enumerations of the library. Made from bindings/api.json by generate.py: do not edit."""', "import enum",
             "", "", "class _Named(enum.IntEnum):", '    """Numbers that print their names, in all versions of Python."""', "",
             "    __str__ = enum.Enum.__str__", "", "    def __format__(self, spec):",
             "        return format(int(self), spec) if spec else str(self)"]
    for listed in API["enums"] + IO["enums"]:
        is_terrains = listed["values"][0]["name"] == "FW_BLOCKED"
        if not listed["name"] and not is_terrains:
            continue
        name = "Terrain" if is_terrains else class_name(listed["name"])
        doc = "Terrains of a map." if is_terrains else text_of(listed.get("doc"))
        lines += ["", "", f"class {name}(_Named):", f'    """{doc}"""', ""]
        for member, value in members_of(listed):
            lines.append(f"    {member} = {value['value']}")
    return "\n".join(lines) + "\n"


# Structs whose fields are options of a call: the name of their class, and fields that are arguments or nobody's business.
OPTIONS = {
    "fw_map_def": ("MapOptions", {"width", "height", "fill"}),
    "fw_unit_def": ("UnitFields", {"methods"}),
    "fw_request": ("RequestOptions", {"unit", "start", "goal"}),
    "fw_agent_def": ("AgentFields", {"id", "unit", "start"}),
    "fw_group_def": ("GroupFields", set()),
    "fw_speed_def": ("SpeedFields", set()),
    "fw_forest_request": ("ForestOptions", {"radius", "start_x", "start_y", "goal_x", "goal_y"}),
}
POINTERS = {"overlay": "Overlay", "fastest": "SpeedFields", "areas": "AreaMap", "previous": "Path"}  # others cannot be given


def python_type(field):
    kind = field["type"]
    if field["name"] in POINTERS:
        return f'Optional["{POINTERS[field["name"]]}"]'
    array = re.fullmatch(r"(.*)\[\d+\]", kind)
    if array:
        return "Union[Mapping[Union[int, str], float], Sequence[float]]"
    if kind in {listed["name"] for listed in API["enums"]}:
        return f"Union[enums.{class_name(kind)}, str, int]"
    if kind in {struct["name"] for struct in API["structs"]}:
        return "Mapping[str, Any]"
    return {"bool": "bool", "double": "float", "float": "float"}.get(kind, "int")


def options_module():
    lines = ['"""What keyword arguments may be, for editors and type checkers. Made from bindings/api.json by generate.py: do not',
             'edit."""', "from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, TypedDict, Union", "",
             "from . import enums", "", "if TYPE_CHECKING:", "    from . import AreaMap, Overlay, Path"]
    structs = {struct["name"]: struct for struct in API["structs"]}
    for name, (shown, arguments) in OPTIONS.items():
        lines += ["", "", f"class {shown}(TypedDict, total=False):", f'    """Fields of {name}."""', ""]
        for field in structs[name]["fields"]:
            is_pointer = field["type"].endswith("*") or field["type"].endswith("_fn")
            if field["name"] in arguments | {"bytes", "cookie"} or is_pointer and field["name"] not in POINTERS:
                continue
            lines.append(f"    {field['name']}: {python_type(field)}")
    return "\n".join(lines) + "\n"


def main():
    is_check = "--check" in sys.argv[1:]
    stale = []
    for name, text in (("raw.cdef", raw_header(API)), ("io.cdef", raw_header(IO)), (os.path.join("fairway", "enums.py"), enums_module()),
                       (os.path.join("fairway", "options.py"), options_module())):
        path = os.path.join(HERE, name)
        if not is_check:
            with open(path, "w", encoding="utf-8") as output:
                output.write(text)
        else:
            with open(path, encoding="utf-8") as present:
                if present.read() != text:
                    stale.append(name)
    if stale:
        sys.exit(f"bindings/python: {', '.join(stale)} out of date: run bindings/python/generate.py")


if __name__ == "__main__":
    main()
