"""The raw layer: every C function, struct and constant, as cffi gives them."""
from typing import Any

ffi: Any
lib: Any
