#include "plan/places.h"

#include <math.h>

#include "curve/free_place.h"
#include "fairway/place.h"
#include "map/overlay.h"

/// What tells if the unit may stand at a place.
typedef struct stand {
    const map_version *map;
    const query *query;
    bool by_body;   ///< the body must touch nothing
    bool by_anchor; ///< a path on the grid must be able to begin there
} stand;

static bool may_stand(const void *context, fw_pose place)
{
    const stand *stand = context;
    const query *query = stand->query;
    pose_anchor anchor;
    if (!anchor_under(query->unit, &place, &anchor))
        return false;
    return (!stand->by_body || query_body_stands(query, place, false)) &&
           (!stand->by_anchor || query_stands(stand->map, query, &place, false, &anchor));
}

/// Finds the place nearest to a pose where the unit may stand, with the same heading.
///
/// @param most        greatest distance, in tiles; may be infinite
/// @param taken       [disc * taken_count] places of other bodies; null = none
/// @param most_work   0 = no limit
/// @param[out] place  not written if there is none
/// @param[out] work   of the search
/// @return FW_OK, FW_NOT_FOUND, or FW_LIMIT: there may be one
static fw_result find_place(const stand *stand, fw_pose from, double most, const fw_tree *taken,
                            int32_t taken_count, uint64_t most_work, fw_pose *place, uint64_t *work)
{
    const map_unit *unit = stand->query->unit;
    const fw_overlay *overlay = stand->query->request.overlay;
    const bool is_point = stand->by_anchor && corners_are_cut(unit->def.corners) && unit->layer;
    const bool is_square = !stand->by_body && unit->outgrows_size; // stands where a circle of its size does
    const free_place_query asked = { .from = from,
                                     .most = most,
                                     .open = is_point ? unit->layer : unit->body,
                                     .overlay = overlay_is_empty(overlay) ? NULL : overlay,
                                     .lift = is_point ? unit->centre_offset : 0,
                                     .least = unit->centre_offset,
                                     .shape = is_point    ? fw_circle(FW_TOUCH)
                                              : is_square ? fw_circle(unit->def.size / 2.0)
                                                          : unit->def.footprint,
                                     .body = unit->def.footprint,
                                     .taken = taken,
                                     .taken_count = taken_count,
                                     .grid = !stand->by_anchor                ? 0
                                             : is_point || unit->def.size % 2 ? 0.5
                                                                              : 1,
                                     .may_stand = may_stand,
                                     .context = stand,
                                     .most_work = most_work };
    if (free_place_find(&asked, place, work))
        return FW_OK;
    return most_work > 0 && *work >= most_work ? FW_LIMIT : FW_NOT_FOUND;
}

fw_result query_move_start(const map_version *map, query *query, uint64_t most_work, uint64_t *work)
{
    const fw_pose asked = query->request.start;
    const double most =
        query->request.nearest || query->nearest != NEAREST_NEVER ? INFINITY : query->request.start_slack;
    const bool drives = query_is_by_body(query);
    const stand stand = { .map = map, .query = query, .by_body = drives, .by_anchor = !drives };
    fw_pose place;
    *work = 0;
    if (most == 0)
        return FW_START_BLOCKED;
    const fw_result found = find_place(&stand, asked, most, NULL, 0, most_work, &place, work);
    if (found != FW_OK)
        return found == FW_LIMIT ? FW_LIMIT : FW_START_BLOCKED;
    query->asked_start = asked;
    query->start_shift =
        sqrt((place.x - asked.x) * (place.x - asked.x) + (place.y - asked.y) * (place.y - asked.y));
    query->request.start = place;
    const bool stands = anchor_under(query->unit, &place, &query->start) && query_stands_at_start(map, query);
    return stands ? FW_OK : FW_START_BLOCKED;
}

/// Judges the discs of fw_map_nearest_free().
static fw_result judge_taken(const fw_tree *taken, int32_t count)
{
    if (count < 0)
        return FW_BAD_SIZE;
    if (count > 0 && !taken)
        return FW_NULL_ARGUMENT;
    for (int32_t i = 0; i < count; i++) {
        if (!isfinite(taken[i].x) || !isfinite(taken[i].y) || !isfinite(taken[i].radius))
            return FW_NOT_FINITE;
        if (taken[i].radius < 0)
            return FW_BAD_VALUE;
    }
    return FW_OK;
}

fw_result fw_map_nearest_free(const fw_map *map, fw_unit_id unit, const fw_overlay *overlay, fw_pose from,
                              const fw_tree *taken, int32_t taken_count, fw_pose *place)
{
    const map_version *version = map_version_of(map);
    if (!version || !place)
        return FW_NULL_ARGUMENT;
    query query = { .unit = map_find_unit(version, unit),
                    .request = { .start = from, .goal = fw_goal_at(from.x, from.y), .overlay = overlay } };
    if (!query.unit)
        return FW_UNKNOWN_UNIT;
    if (!isfinite(from.x) || !isfinite(from.y) || !isfinite(from.heading))
        return FW_NOT_FINITE;
    if (overlay && !overlay_fits(overlay, map_width(version), map_height(version)))
        return FW_WRONG_MAP;
    const fw_result judged = judge_taken(taken, taken_count);
    if (judged != FW_OK)
        return judged;
    const fw_unit_def *def = &query.unit->def;
    const bool drives = def->turn_radius > 0;
    const stand stand = { .map = version,
                          .query = &query,
                          .by_body = drives || (query.unit->outgrows_size && !corners_are_cut(def->corners)),
                          .by_anchor = !drives };
    uint64_t work;
    return find_place(&stand, from, INFINITY, taken, taken_count, 0, place, &work);
}
