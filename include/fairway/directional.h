#ifndef FAIRWAY_DIRECTIONAL_H
#define FAIRWAY_DIRECTIONAL_H

/// @file
/// Directional A*: what its tables hold. Searches are asked for through fw_request::method.

#include <stddef.h>
#include <stdint.h>

#include "fairway/map.h"
#include "fairway/path.h"
#include "fairway/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The motions that a unit has for a method. Source: Pinter 2001, figures 12 and 13.
typedef struct fw_motion_summary {
    int32_t headings; ///< 8 or 16
    int32_t motions;  ///< all motions over all headings
    double branching; ///< motions a heading, mean
    double unpruned;  ///< motions a heading before those were dropped that are sums of others
    int32_t reach;    ///< tiles from the start that a motion gets at most
    size_t bytes;     ///< memory of the tables
    bool complete;    ///< false when the ring is too small for the unit's turning radius to turn in
} fw_motion_summary;

/// What the tables of a prepared unit hold.
///
/// @param map           committed map
/// @param id            the unit
/// @param method        a directional method
/// @param[out] summary  the figures
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT, FW_BAD_VALUE, FW_NOT_PREPARED or FW_NOT_SUPPORTED
fw_result fw_map_motions(const fw_map *map, fw_unit_id id, fw_method method, fw_motion_summary *summary);

#ifdef __cplusplus
}
#endif
#endif
