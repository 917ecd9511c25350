#pragma once

/// Maps of Tiled in XML.

#include "io/reading.h"

bool io_tmx_read(io_reading *reading, io_fault *fault);
