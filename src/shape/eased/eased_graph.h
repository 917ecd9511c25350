#pragma once

/// The ways along a one-gear drive that keep to the curvature rate: they lead from station to station along parts of
/// the drive itself, and along curves. The cheapest way with the fewest stops is found; curves are swept only if a
/// cheapest way uses them, as in LazySP (Dellin & Srinivasa 2016).

#include "curve/eased_curve.h"
#include "shape/curved/drive.h"
#include "shape/curved/segment_list.h"

/// How the wheels may stand at a station; a drive's arc that is no circle of the unit's turns has wheels of its own.
enum { WHEELS_OTHER = 2, WHEELS_COUNT = 4 };

/// The best way to a station with wheels in one place.
typedef struct eased_node {
    double cost;      ///< infinite = none
    int32_t stops;    ///< on the way
    int32_t edge;     ///< last edge of the way; EASED_KEEPS: the drive itself
    int8_t before;    ///< wheels at the station before; after a stop at this station: wheels before the stop
    bool has_stopped; ///< the way stops at this station
} eased_node;

typedef struct eased_station {
    eased_end end;      ///< with straight wheels
    double along;       ///< tiles along the drive
    double length;      ///< of the drive up to the next station, in tiles
    double cost;        ///< of this part
    int32_t segment;    ///< the drive's segment that leads on; at the end of the drive, its last one
    int32_t first_edge; ///< of those that begin here
    int8_t arrives;     ///< wheels of the segment that leads here
    int8_t leaves;      ///< wheels of the segment that leads on
    eased_node nodes[WHEELS_COUNT];
} eased_station;

/// A curve between two stations.
typedef struct eased_edge {
    double cost; ///< a lower bound unless `is_swept`; infinite: the body may not drive it
    int32_t from, to;
    int8_t begin, end; ///< wheels at both ends
    uint8_t form;      ///< an eased_form
    bool is_swept;
} eased_edge;

typedef struct eased_graph {
    memory *memory;
    const drive_rules *rules;
    const easement *easement;
    const segment_list *drive;
    eased_station *stations;
    int32_t station_count;
    size_t station_room;
    eased_edge *edges;
    int32_t edge_count;
    size_t edge_room;
    int32_t sweeps_left; ///< curves that may still be swept; then those that are not swept count as blocked
} eased_graph;

/// Lists stations and curves.
///
/// @param drive  segments driven forward; must not change until the end
/// @return FW_OK or FW_NO_MEMORY
fw_result eased_graph_build(eased_graph *graph, const drive_rules *rules, const easement *easement,
                            const segment_list *drive);

/// Continues to find the cheapest way with the fewest stops. FW_OK, or FW_PENDING (the work is used up).
fw_result eased_graph_search(eased_graph *graph);

/// Appends the way that was found. FW_OK or FW_NO_MEMORY.
fw_result eased_graph_write(eased_graph *graph, segment_list *drawn);

/// Longest distance along the drive between the ends of a curve, in tiles.
double eased_graph_reach(const easement *easement);
