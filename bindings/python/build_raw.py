"""The raw layer: all functions of the public headers, by cffi."""
import glob
import os
import platform

from cffi import FFI

HERE = os.path.dirname(os.path.abspath(__file__))
# Beside this file in a source distribution, above it in the project.
ROOTS = (os.path.join(HERE, "csources"), os.path.join(HERE, "..", ".."))
ROOT = os.path.relpath(next(root for root in ROOTS if os.path.isdir(os.path.join(root, "src"))))

builder = FFI()
with open(os.path.join(HERE, "raw.cdef"), encoding="utf-8") as header:
    builder.cdef(header.read())
builder.set_source(
    "fairway._raw",
    '#include "fairway/fairway.h"',
    sources=sorted(glob.glob(os.path.join(ROOT, "src", "**", "*.c"), recursive=True)),
    include_dirs=[os.path.join(ROOT, "include"), os.path.join(ROOT, "src")],
    # As in CMakeLists.txt: the same answers everywhere.
    extra_compile_args=["-std=c17", "-O3", "-ffp-contract=off", "-DFAIRWAY_NO_CONTRACTION", "-fno-math-errno",
                        "-fno-trapping-math", "-fvisibility=hidden"]
    + (["-fexcess-precision=fast"] if platform.machine() == "s390x" else []),
    libraries=["m"],
    py_limited_api=True,
)

if __name__ == "__main__":
    builder.compile(verbose=True)
