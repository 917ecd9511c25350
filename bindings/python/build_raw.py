"""The raw layer: all functions of the public headers, by cffi, and those of fairway-io where its libraries are installed."""
import glob
import os
import platform
import shutil
import subprocess

from cffi import FFI

HERE = os.path.dirname(os.path.abspath(__file__))
# Beside this file in a source distribution, above it in the project.
ROOTS = (os.path.join(HERE, "csources"), os.path.join(HERE, "..", ".."))
ROOT = os.path.relpath(next(root for root in ROOTS if os.path.isdir(os.path.join(root, "src"))))
IO_NEEDS = ["jansson", "libpng", "zlib"]  # as in io/CMakeLists.txt
IO_PARTS = {"yaml-0.1": "IO_HAS_YAML", "expat": "IO_HAS_EXPAT", "libzstd": "IO_HAS_ZSTD"}  # formats need them: their macros


def pkg_config(*arguments):
    """What pkg-config prints, as words; None if it fails, or is not installed."""
    if not shutil.which("pkg-config"):
        return None
    done = subprocess.run(["pkg-config", *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    return done.stdout.split() if done.returncode == 0 else None


def sources(folder):
    return sorted(glob.glob(os.path.join(ROOT, folder, "**", "*.c"), recursive=True))


def with_files():
    """Source files and flags of fairway-io; None where a library that it needs is missing."""
    if pkg_config("--exists", *IO_NEEDS) is None:
        return None
    parts = [package for package in IO_PARTS if pkg_config("--exists", package) is not None]
    macros = [(macro, "1" if package in parts else "0") for package, macro in IO_PARTS.items()]
    return {"sources": sources("io"), "include_dirs": [ROOT], "define_macros": macros,
            "extra_compile_args": pkg_config("--cflags", *IO_NEEDS, *parts),
            "extra_link_args": pkg_config("--libs", *IO_NEEDS, *parts)}


OPTIMISE = [] if "-O" in os.environ.get("CFLAGS", "") else ["-O3"]

builder = FFI()
files = with_files()
headers = {"raw.cdef": ["fairway/fairway.h"]}
if files:
    headers["io.cdef"] = [f"fairway-io/{name}" for name in sorted(os.listdir(os.path.join(ROOT, "include", "fairway-io")))
                          if name.endswith(".h")]
for name in headers:
    with open(os.path.join(HERE, name), encoding="utf-8") as header:
        builder.cdef(header.read())
files = files or {"sources": [], "include_dirs": [], "extra_compile_args": []}
builder.set_source(
    "fairway._raw",
    "\n".join(f'#include "{header}"' for included in headers.values() for header in included),
    sources=sources("src") + files.pop("sources"),
    include_dirs=[os.path.join(ROOT, "include"), os.path.join(ROOT, "src")] + files.pop("include_dirs"),
    # As in CMakeLists.txt: the same answers everywhere.
    extra_compile_args=["-std=c17", *OPTIMISE, "-ffp-contract=off", "-DFAIRWAY_NO_CONTRACTION", "-fno-math-errno",
                        "-fno-trapping-math", "-fvisibility=hidden"]
    + (["-fexcess-precision=fast"] if platform.machine() == "s390x" else []) + files.pop("extra_compile_args"),
    libraries=["m"],
    py_limited_api=True,
    **files,
)

if __name__ == "__main__":
    builder.compile(verbose=True)
