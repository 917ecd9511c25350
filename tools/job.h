#pragma once

/// The input of a command: a map with one unit, prepared for the requested method.

#include <stdbool.h>
#include <stdio.h>

#include "fairway/areas.h"
#include "fairway/frame.h"
#include "fairway/inflate.h"
#include "fairway/map.h"
#include "fairway/overlay.h"
#include "fairway/shape.h"
#include "fairway/unit.h"
#include "io/area_names.h"
#include "io/overlay_json.h"
#include "io/reading.h"
#include "options.h"

typedef struct job {
    io_reading source; ///< what the map's file says besides its tiles
    fw_map *map;
    FILE *recording;        ///< the file of --record; null without it
    fw_frame frame;         ///< of --frame, else of the map's file; its resolution is 0 if neither states one
    const fw_frame *metres; ///< --metres: `frame`, in which options and output are; null = they are in tiles
    fw_unit_id unit;
    fw_unit_def def;     ///< of the unit, size and footprint filled in
    fw_method method;    ///< of --method; if it is FW_AUTO, the library chooses another one
    fw_speed_def speeds; ///< of --speed; the defaults without it
    io_overlay changes;  ///< the file of --overlay, and what masks change
    fw_overlay *overlay; ///< made of `changes` and `walls`; null without both
    fw_inflation walls;  ///< of --wall-cost; `highest` is 0 without it
    io_area_names names; ///< the file of --area-map
    fw_area_map *areas;  ///< method areas and --show areas: made of `names`, and of squares; else null
    bool quiet;          ///< no progress is shown
    double map_ms;       ///< time to make the map from its tiles
    double unit_ms;      ///< time to register the unit
    double prepare_ms;   ///< time to prepare the method
} job;

/// Reads the map that the first argument names, and the overlay of --overlay and of masks. The unit is added by
/// job_add_unit().
///
/// @param allocator  of the map; null = malloc and free
/// @return false after an error message; the job must be closed also then
bool job_open(const options *given, const fw_allocator *allocator, job *work);

/// Reads the name of a method; null = as it was. Returns false after an error message.
bool job_read_method(const char *name, fw_method *method);

/// Makes the area map of --area-map, or of squares or a quadtree alone, if there is none yet. Returns false after an
/// error message.
bool job_make_areas(const options *given, job *work);

/// Registers the unit of the command line and prepares the method.
///
/// @param unit  defaults for everything that the command line does not set; null = the default unit
/// @return false after an error message; the job must be closed also then
bool job_add_unit(const options *given, const fw_unit_def *unit, job *work);

/// Prepares what smoothing needs: the layer, for a unit that is searched on demand and has none. Returns false after
/// an error message.
bool job_prepare_smoothing(job *work);

/// True if the method has one neighbourhood, as FW_DIRECTIONAL_8 to _80 have, that is too small for the unit's turning
/// radius.
bool job_lacks_turns(const job *work);

/// The end of a sentence that begins with the method's name.
#define LACKS_TURNS "has no turns of this radius from some headings, only straight lines and loops"

/// Prints how long it took to make the map and the tables of the unit.
void job_print_times(const job *work);

/// @return false after an error message: the recording could not be written
bool job_close(job *work);
