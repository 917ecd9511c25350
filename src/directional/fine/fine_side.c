#include "directional/fine/fine_side.h"

#include <math.h>

#include "curve/dubins.h"
#include "curve/segment.h"
#include "directional/ends/connections.h"
#include "directional/fine/fine_inside.h"
#include "directional/fine/fine_write.h"
#include "grid/field_grow.h"

enum {
    FIELD_AFTER = 1024, ///< expansions before the field of distances grows: most pockets are smaller
    RARELY = 16,        ///< far from the end, one expansion in this many tries a curve to the end
    MANY_GOALS = 64,    ///< if there are more goals, curves are tried only to goals within 2 tiles
    SHOTS = 8, ///< most curves to different goals that an expansion tries, unless the search is thorough
    NO_MOVE = FINE_ARC | FINE_STRIDE ///< `via` of the pose where the search begins: no move has both bits
};

/// Weight of the estimate: any path will do, so poses nearer to the end come first.
#define GREED 1.5

/// Costs that exceed a whole number by less than this count as that number: the lengths of mirrored curves differ by
/// rounding.
#define ROUNDING 1e-6

/// Places that differ by less, in tiles along either axis, are the same.
#define SAME_PLACE 1e-9

/// The tile of the world that a pose of a search lies on.
static fine_tile tile_of(const fine_side *side, const fine_pose *pose)
{
    return fine_frame_tile(side->frame, pose->x, pose->y, 0.5);
}

static bool is_same_place(fw_pose a, fw_pose b)
{
    return fabs(a.x - b.x) <= SAME_PLACE && fabs(a.y - b.y) <= SAME_PLACE;
}

static bool is_at_goal(const fine_side *side, fw_pose world)
{
    const goal_set *goals = &side->query->goals;
    const fw_pose pose = fine_frame_enter(side->frame, world);
    const lattice_pose tile = { (int32_t)floor(pose.x), (int32_t)floor(pose.y), -1 };
    int32_t i = goal_set_next_near(goals, tile, 1, 0);
    while (i >= 0 && !is_same_place(pose, goals->items[i].pose))
        i = goal_set_next_near(goals, tile, 1, i + 1);
    return i >= 0;
}

/// The ends of a curve that are ends of the path, as PASSAGE_ bits.
static unsigned ends_of(const fine_side *side, const fw_curve *driven)
{
    if (driven->count == 0)
        return PASSAGE_BEGINS | PASSAGE_ENDS;
    const bool begins = is_same_place(driven->segments[0].start, side->query->start);
    const bool ends = is_at_goal(side, segment_end(&driven->segments[driven->count - 1]));
    return (begins ? PASSAGE_BEGINS : 0u) | (ends ? PASSAGE_ENDS : 0u);
}

/// True if the unit may drive a curve of the search; gives its cost.
///
/// @param[out] price  in 1 / MOTION_SCALE tile
static bool is_free(const fine_side *side, const fw_curve *curve, cost *price)
{
    const exact_query *query = side->query;
    const fw_curve driven = fine_driven(side, curve);
    const connection_query connection = {
        .ground = { query->ground->open, query->ground->overlay, query->ground->passage }, .body = query->body
    };
    if (!connections_curve_is_free(&connection, &driven, ends_of(side, &driven)))
        return false;
    const double exact = curve_cost(query->charges, query->map, &driven);
    *price = (cost)fmin(ceil(exact - ROUNDING), (double)(COST_LIMIT / 2));
    return true;
}

/// The room around a tile, which decides on the size of cells there.
typedef enum fine_room {
    ROOM_NARROW, ///< something is blocked on two sides
    ROOM_BESIDE, ///< something is blocked on one side only
    ROOM_OPEN,   ///< nothing is blocked
    ROOM_NEAR    ///< the place where a search with short steps begins, and what is near
} fine_room;

/// The sides on which something is blocked around a tile, as bits: in rows above (1) and below (2), in columns left (4)
/// and right (8). The tile's own row and column count for both sides.
static uint32_t blocked_sides(const fine_side *side, int32_t x, int32_t y)
{
    const motion_ground *ground = side->query->ground;
    const int32_t reach = side->open_reach, left = x - reach;
    uint64_t blocked[3] = { 0 }; // above, beside, below
    for (int32_t dy = -reach; dy <= reach; dy++) {
        const int32_t row = y + dy;
        uint64_t closed = row < 0 || row >= ground->open->height || left <= -WORD_BITS
                              ? UINT64_MAX
                              : ~layer_window(ground->open, left, row);
        if (ground->overlay)
            closed |= overlay_blocked(ground->overlay, left, row);
        blocked[(dy >= 0) + (dy > 0)] |= closed & bits_below(2 * reach + 1);
    }
    const uint64_t all = blocked[0] | blocked[1] | blocked[2], to_left = bits_below(reach);
    const bool own_column = all >> reach & 1;
    return (uint32_t)((blocked[0] || blocked[1]) | (blocked[2] || blocked[1]) << 1 |
                      ((all & to_left) || own_column) << 2 | (all >> reach > 1 || own_column) << 3);
}

static fine_room room_at(const fine_side *side, const fine_pose *pose)
{
    const fw_pose place = { pose->x, pose->y, 0 };
    if (side->near_begin > 0 && pose_distance(side->begin, place) <= side->near_begin)
        return ROOM_NEAR;
    const fine_tile tile = tile_of(side, pose);
    const uint32_t blocked = blocked_sides(side, tile.x, tile.y);
    const bool is_narrow = (blocked & 3) == 3 && (blocked & 12) == 12;
    return blocked == 0 ? ROOM_OPEN : is_narrow ? ROOM_NARROW : ROOM_BESIDE;
}

/// The cell of a pose. If the gear counts, it is part of the cell. A unit that reverses turns within a cell: by a part
/// of a step at a time, or where steps are short, by a part.
static uint64_t cell_of(const fine_side *side, const fine_pose *pose, bool in_reverse)
{
    const fine_moves *moves = &side->moves;
    const int32_t parts = moves->parts / moves->parts_of_step;
    const bool tells_all = side->query->unit->reverse || side->is_thorough;
    const struct {
        double to_a_tile; ///< cells, along each axis
        int32_t sectors;  ///< of headings
    } cells[] = { [ROOM_NARROW] = { side->to_a_tile, parts },
                  [ROOM_BESIDE] = { side->to_a_tile, tells_all || parts < 32 ? parts : 32 },
                  [ROOM_OPEN] = { 1, parts < 16 ? parts : 16 },
                  [ROOM_NEAR] = { side->near_to_a_tile, moves->parts } };
    const fine_room room = room_at(side, pose);
    const uint64_t x = (uint64_t)(pose->x * cells[room].to_a_tile);
    const uint64_t y = (uint64_t)(pose->y * cells[room].to_a_tile);
    const int32_t sectors = cells[room].sectors;
    const uint64_t heading =
        sectors == moves->parts ? pose->heading : (uint64_t)fine_sector_of(moves, pose->heading, sectors);
    return (uint64_t)room << 62 | (in_reverse ? UINT64_C(1) << 61 : 0) | heading << 40 | y << 20 | x;
}

static bool keeps_gear(const fine_side *side)
{
    return side->query->unit->reverse && side->query->charges->gear_change > 0;
}

/// The cost of going on in a gear from a pose.
static cost shift_cost(const fine_side *side, uint16_t via, fw_gear gear)
{
    const fw_gear reached_in = via & FINE_REVERSE ? FW_REVERSE : FW_FORWARD;
    return keeps_gear(side) && via != NO_MOVE && gear != reached_in ? side->query->charges->gear_change : 0;
}

/// The estimate of the remaining cost: the largest of the distance around obstacles, if the field knows it, the
/// straight distance and, near the end, the shortest curve.
static cost estimate_from(const fine_side *side, const fine_pose *pose)
{
    const exact_query *query = side->query;
    double left = 0;
    if (!side->is_backward) {
        const fine_tile tile = tile_of(side, pose);
        const uint32_t known = grid_field_settled(side->field, tile.x, tile.y);
        left = known == FIELD_UNKNOWN ? 0 : (double)known / FIELD_STRAIGHT;
    }
    if (query->goals.count == 1) {
        const fw_pose exact = { pose->x, pose->y, fine_heading_of(&side->moves, pose->heading) };
        const double straight = pose_distance(side->end, exact);
        left = fmax(left, straight);
        if (!query->goals.any_heading && !query->unit->reverse && straight < side->near_end) {
            const dubins_frame frame = dubins_between(exact, side->end, query->unit->turn_radius);
            left = fmax(left, dubins_length(&frame));
        }
    }
    return (cost)fmin(left * MOTION_SCALE, (double)(COST_LIMIT / 4));
}

static void estimate(void *context, successor *improved, size_t count)
{
    const fine_side *side = context;
    for (size_t i = 0; i < count; i++)
        improved[i].h = estimate_from(side, &side->cells.poses[improved[i].id]);
}

static fw_result push_pose(fine_side *side, fine_pose *pose, cost step, uint16_t via, successors *successors)
{
    pose->cell = cell_of(side, pose, keeps_gear(side) && (via & FINE_REVERSE));
    return fine_cells_push(&side->cells, pose, step, via, successors);
}

static fw_result begin(void *context, successors *successors)
{
    fine_side *side = context;
    fine_pose pose = { .x = side->begin.x,
                       .y = side->begin.y,
                       .heading = fine_heading_of_begin(&side->moves) };
    return push_pose(side, &pose, 0, NO_MOVE, successors);
}

/// Finds a free curve from a pose to another. A unit that reverses tries the Reeds-Shepp curve first, then the Dubins
/// curves, shortest first.
static bool find_curve(const fine_side *side, fw_pose from, fw_pose to, fw_curve *curve, cost *price)
{
    const fw_unit_def *unit = side->query->unit;
    const double radius = unit->turn_radius;
    if (side->query->goals.any_heading) {
        for (fw_side turn = FW_SIDE_LEFT; turn <= FW_SIDE_RIGHT; turn++)
            if (fw_turn_then_straight(from, to.x, to.y, radius, turn, curve) == FW_OK &&
                is_free(side, curve, price))
                return true;
        return false;
    }
    if (unit->reverse &&
        fw_reeds_shepp(from, to, radius, unit->reverse_penalty, unit->gear_change_cost, curve) == FW_OK &&
        is_free(side, curve, price))
        return true;
    dubins_curve words[FW_DUBINS_WORDS];
    const dubins_frame frame = dubins_between(from, to, radius);
    const int count = dubins_by_length(&frame, words);
    for (int i = 0; i < count; i++) {
        dubins_segments(&frame, &words[i], curve);
        if (is_free(side, curve, price))
            return true;
    }
    return false;
}

/// True if a curve to the end is tried from a pose: near the end from each pose, elsewhere from one in RARELY.
static bool is_worth_a_shot(const fine_side *side, fw_node_id id, fw_pose pose, fw_pose end)
{
    return id % RARELY == 0 || pose_distance(end, pose) <= side->near_end;
}

/// Tries curves from a pose to some of several goals around it.
static bool find_curve_to_one(const fine_side *side, fw_pose pose, fw_curve *curve, cost *price)
{
    const goal_set *goals = &side->query->goals;
    const int32_t x = (int32_t)pose.x, y = (int32_t)pose.y;
    const int32_t reach = goals->count > MANY_GOALS ? 2 : (int32_t)fmin(side->near_end, MANY_GOALS);
    const int32_t most = side->is_thorough ? goals->count : SHOTS;
    int32_t shots = 0;
    for (int32_t row = y - reach; row <= y + reach; row++)
        for (int32_t i = goal_set_from(goals, x - reach, row);
             i < goals->count && goals->items[i].tile.y == row && goals->items[i].tile.x <= x + reach; i++)
            if (++shots > most || find_curve(side, pose, goals->items[i].pose, curve, price))
                return shots <= most;
    return false;
}

/// A curve from a pose to the end, if one is tried and is free.
static bool reaches_end(const fine_side *side, fw_node_id id, fw_pose pose, fw_curve *curve, cost *price)
{
    if (side->query->goals.count > 1)
        return find_curve_to_one(side, pose, curve, price);
    return is_worth_a_shot(side, id, pose, side->end) && find_curve(side, pose, side->end, curve, price);
}

/// Follows a move from a pose and pushes the pose where it ends.
static fw_result follow(fine_side *side, const fine_pose *from, uint16_t from_via, uint16_t move,
                        successors *successors, bool *is_blocked)
{
    const motion_ground *ground = side->query->ground;
    fine_pose to = { .heading = from->heading };
    fw_curve curve;
    cost price;
    const fw_pose pose = { from->x, from->y, fine_heading_of(&side->moves, from->heading) };
    const fw_pose end = fine_move_drive(&side->moves, move, pose, &to.heading, &curve);
    to.x = end.x;
    to.y = end.y;
    *is_blocked = !is_free(side, &curve, &price);
    const fine_tile point = fine_frame_tile(side->frame, to.x, to.y, ground->table->offset);
    if (*is_blocked || !ground_admits(ground, BASE_MOTIONS, point.x, point.y))
        return FW_OK;
    price += shift_cost(side, from_via, move & FINE_REVERSE ? FW_REVERSE : FW_FORWARD);
    return push_pose(side, &to, price, move, successors);
}

/// Follows all moves of a pace, in both gears if the unit has them.
static fw_result follow_all(fine_side *side, const fine_pose *from, uint16_t via, fine_pace pace,
                            successors *successors, bool *is_blocked)
{
    uint16_t moves[128];
    const int32_t count = fine_moves_list(&side->moves, from->heading, pace, moves);
    fw_result result = FW_OK;
    *is_blocked = false;
    for (int gear = 0; gear < (side->query->unit->reverse ? 2 : 1); gear++)
        for (int32_t i = 0; i < count && result == FW_OK; i++) {
            bool blocked;
            const uint16_t move = (uint16_t)(moves[i] | (gear ? FINE_REVERSE : 0));
            result = follow(side, from, via, move, successors, &blocked);
            *is_blocked |= blocked;
        }
    return result;
}

/// Grows the field of distances until it knows the tile of a pose, once the search has expanded FIELD_AFTER poses.
/// FW_OK, FW_PENDING (the field must grow), FW_NO_MEMORY, or FW_NOT_FOUND: no way leads on from the tile.
static fw_result know_distance(const fine_side *side, const fine_pose *pose, successors *successors)
{
    grid_field *field = side->field;
    const fine_tile tile = tile_of(side, pose);
    if (side->is_backward || side->search.count.expanded < FIELD_AFTER ||
        grid_field_settled(field, tile.x, tile.y) != FIELD_UNKNOWN)
        return FW_OK;
    uint64_t work = FIELD_SLICE;
    const fw_result reached = grid_field_settle(field, tile.x, tile.y, &work);
    successors->work += FIELD_SLICE - work;
    return reached == FW_OK && grid_field_at(field, tile.x, tile.y) == FIELD_UNKNOWN ? FW_NOT_FOUND : reached;
}

static fw_result expand(void *context, fw_node_id id, const node *node, successors *successors)
{
    fine_side *side = context;
    const fine_pose pose = side->cells.poses[id];
    const fw_result known = know_distance(side, &pose, successors);
    if (known != FW_OK)
        return known == FW_NOT_FOUND ? FW_OK : known;
    const fw_pose exact = { pose.x, pose.y, fine_heading_of(&side->moves, pose.heading) };
    fw_curve curve;
    cost price;
    if (reaches_end(side, id, exact, &curve, &price)) {
        if (curve.count > 0)
            price += shift_cost(side, node->via, curve.segments[0].gear);
        if (successors->from_g + price < side->search.goal_g)
            side->last = curve;
        successors_push_goal(successors, price);
    }
    bool is_blocked = true;
    fw_result result = FW_OK;
    const fine_room room = room_at(side, &pose);
    if (room == ROOM_NEAR)
        return follow_all(side, &pose, node->via, FINE_PACE_SHORT, successors, &is_blocked);
    if (room == ROOM_OPEN)
        result = follow_all(side, &pose, node->via, FINE_PACE_STRIDE, successors, &is_blocked);
    if (is_blocked && result == FW_OK)
        result = follow_all(side, &pose, node->via, FINE_PACE_STEP, successors, &is_blocked);
    return result;
}

static fw_pose place(const void *context, fw_node_id id, uint16_t via)
{
    const fine_side *side = context;
    const fine_pose *pose = &side->cells.poses[id];
    (void)via;
    return fine_frame_leave(side->frame,
                            (fw_pose){ pose->x, pose->y, fine_heading_of(&side->moves, pose->heading) });
}

static const space_kind kind = { .begin = begin, .expand = expand, .estimate = estimate, .place = place };

fw_result fine_side_reset(fine_side *side, const fine_search *fine)
{
    const exact_query *query = &fine->present;
    const double radius = query->unit->turn_radius;
    const fw_pose start = fine_frame_enter(&fine->frame, query->start), goal = query->goals.items[0].pose;
    side->query = query;
    side->field = fine->field;
    side->frame = &fine->frame;
    side->begin = side->is_backward ? goal : start;
    side->end = side->is_backward ? start : goal;
    if (side->is_backward) {
        side->begin.heading = trig_wrap(side->begin.heading + FW_PI);
        side->end.heading = trig_wrap(side->end.heading + FW_PI);
    }
    const fine_turns turns = query->unit->reverse ? FINE_TURNS_SMALL
                             : fine->is_thorough  ? FINE_TURNS_HALVED
                                                  : FINE_TURNS_USUAL;
    side->moves = fine_moves_for(radius, turns, side->begin.heading, fine->fineness);
    side->near_begin = fine->fineness > 0 ? 2 * query->body->reach + 2 : 0;
    side->near_to_a_tile = fine->fineness > 0 ? 2 << fine->fineness : 0;
    side->is_thorough = fine->is_thorough;
    side->to_a_tile = fine->is_thorough ? 8 : 4;
    side->open_reach = (int32_t)fmin(ceil(query->body->reach) + 1, 31);
    side->near_end = 4 * radius + 4;
    fine_cells_clear(&side->cells);
    if (best_first_reserve(&side->search, 2 * (size_t)fine_moves_most(&side->moves)) != FW_OK)
        return FW_NO_MEMORY;
    search_limits side_limits = fine->limits;
    side_limits.max_work = 0;
    side_limits.weight = fmax(side_limits.weight, GREED);
    best_first_reset(&side->search, &kind, &side_limits, MOTION_SCALE / 4);
    return FW_OK;
}

fw_result fine_side_run(fine_side *side, uint64_t work)
{
    return best_first_run(&side->search, &kind, side, work);
}
