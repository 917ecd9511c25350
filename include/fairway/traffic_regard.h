#ifndef FAIRWAY_TRAFFIC_REGARD_H
#define FAIRWAY_TRAFFIC_REGARD_H

/// @file
/// Whom the units of a traffic regard: fliers pass over people, enemies make no room, an ambulance has the right of
/// way.

#include "fairway/traffic.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Says whom a unit regards. fw_agent_def has the same members for new units.
///
/// Two units keep clear of each other if they have a layer in common; the others it neither sees nor touches. So fliers
/// have a layer of their own, and a drawbridge may be on two. Obstacles of fw_traffic_set_obstacle() are on layer 1
/// (bit 0). Walls do not depend on layers: they are a matter of the terrains of a kind of unit.
///
/// A unit makes room for another one only if it gives way to one of the other's sides, and the other may push one of
/// its sides. Enemies that do not give way to each other hold their places: the others go round, or wait. If only one
/// of two units gives way to the other, the other one has the right of way: it comes first at narrow places and where
/// both want to go, and need not make room itself. An ambulance is on a side of its own, to which all give way, and
/// gives way to none.
///
/// @param traffic       the traffic
/// @param id            the unit
/// @param layers        one bit for each layer on which its body is; 1 by default. 0: nobody sees it
/// @param gives_way_to  sides for whose units it makes room; all by default
/// @param may_push      sides whose units it may ask to make room; all by default
/// @return FW_OK, FW_NULL_ARGUMENT, FW_UNKNOWN_UNIT or FW_START_BLOCKED (a unit that it would see now stands in its
///         way, or comes there: nothing has changed)
fw_result fw_traffic_set_regard(fw_traffic *traffic, fw_agent_id id, uint32_t layers, uint32_t gives_way_to,
                                uint32_t may_push);

#ifdef __cplusplus
}
#endif
#endif
