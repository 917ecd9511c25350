#include "hierarchy/departure.h"

#include <string.h>

/// True if the graph has the same transitions for a cluster.
static bool has_same_transitions(const transition_list *list, const cluster_record *record)
{
    return memcmp(list->first, record->first, sizeof record->first) == 0 &&
           memcmp(list->items, record->transitions,
                  (size_t)cluster_record_count(record) * sizeof *list->items) == 0;
}

static NEVER_INLINE cluster_exits exits_under_overlay(abstract_space *space, cluster_box box,
                                                      const cluster_record *record)
{
    joint_load(&space->within, &space->rules, box);
    entrances_find(&space->within.over.ground, &space->rules, space->ask.table->longest,
                   space->ask.table->most_clearance, &space->found);
    return (cluster_exits){ .transitions = space->found.items,
                            .first = space->found.first,
                            .have_landmarks =
                                space->has_landmarks && record && has_same_transitions(&space->found, record),
                            .is_changed = true };
}

static inline cluster_exits exits_of(abstract_space *space, cluster_at cluster, cluster_box box)
{
    static const uint16_t none[MOVE_COUNT + 1] = { 0 };
    const cluster_record *record = departure_record(space, cluster);
    if (ground_rules_changed(&space->rules, box))
        return exits_under_overlay(space, box, record);
    return (cluster_exits){ .transitions = record ? record->transitions : NULL,
                            .first = record ? record->first : none,
                            .record = record,
                            .have_landmarks = space->has_landmarks };
}

departure departure_from(abstract_space *space, cluster_at cluster)
{
    const cluster_box box = cluster_box_of(&space->grid, cluster);
    return (departure){ cluster, box, exits_of(space, cluster, box) };
}
