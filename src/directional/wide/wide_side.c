#include "directional/wide/wide_side.h"

#include <math.h>

#include "curve/build.h"
#include "curve/dubins.h"
#include "curve/sweep_body.h"
#include "directional/drive_route.h"

enum {
    GUIDE_SLICE = 64, ///< blocks of the guide in one go
    GUIDE_MOST = 512, ///< blocks of the guide for the estimate of one pose
    RARELY = 8        ///< one expansion in this many tries more curves to the end
};

/// Weight of the estimate.
#define WEIGHT 1.28

/// [level] side of a cell of the closed list, before it is halved with each level. Coarser cells lose
/// parking places at the finer levels, and finer ones take more time everywhere.
static const double cells[WIDE_LEVELS] = { 0.6, 0.6, 0.2857, 0.2857, 0.2857, 0.2857 };

/// [level] bits of a heading that do not count for the cell.
static const int32_t coarser[WIDE_LEVELS] = { 3, 2, 1, 1, 1, 0 };

// Distances in turning radii or, if that is longer, in a share of the body: a long body that turns tightly needs long
// steps all the same.
#define LONG_BODY 16 ///< of the reach

#define LEVEL_1_NEAR  1.5  ///< from an end
#define LEVEL_1_TIGHT 0.35 ///< room around the body
#define FINE_NEAR     0.6  ///< from an end
#define FINE_TIGHT    0.05 ///< room around the disc within the body
#define AHEAD         1.5  ///< the estimate turns to a point so far ahead on the guide's way
#define END_NEAR      3.5 ///< from the end, the estimate is at least the shortest curve, and each pose tries it
#define DRIVE_NEAR    3.0 ///< from an end, the unit may reverse wherever it is narrow
#define MOST_EXCESS   3.0 ///< by which a turn may be longer than the straight distance

static bool lies_near(double x, double y, fw_pose to, double near)
{
    const double dx = x - to.x, dy = y - to.y;
    return dx * dx + dy * dy < near * near;
}

static bool is_near_an_end(const wide_side *side, const fine_pose *pose, double near)
{
    return lies_near(pose->x, pose->y, side->begin, near) || lies_near(pose->x, pose->y, side->end, near);
}

static int32_t level_at(const wide_side *side, const fine_pose *pose)
{
    const double scale = side->motions.scale;
    const double leeway = side->leeways ? distance_map_at(side->leeways, pose->x, pose->y) : INFINITY;
    if (side->level > 1 && (is_near_an_end(side, pose, FINE_NEAR * scale) || leeway < FINE_TIGHT * scale ||
                            wide_body_room(&side->body, pose->x, pose->y, side->motions.cosine[pose->heading],
                                           side->motions.sine[pose->heading]) < FINE_TIGHT * scale))
        return side->level;
    return is_near_an_end(side, pose, LEVEL_1_NEAR * scale) || leeway < LEVEL_1_TIGHT * scale ||
           distance_map_at(side->body.distances, pose->x, pose->y) <
               side->body.body.reach + LEVEL_1_TIGHT * scale;
}

/// The cell of the closed list.
static uint64_t cell_of(const wide_side *side, const fine_pose *pose)
{
    const int32_t level = level_at(side, pose);
    const double cell = cells[level] * side->motions.scale / (1 << level);
    const int32_t shift = coarser[level], rounding = 1 << shift >> 1;
    const uint64_t heading =
        (uint64_t)((wide_heading_key(&side->motions, pose->heading) + rounding) & (WIDE_HEADINGS - 1)) >>
        shift;
    return (uint64_t)level << 60 | heading << 48 | (uint64_t)(pose->y / cell) << 24 |
           (uint64_t)(pose->x / cell);
}

static fw_pose exact_pose(const wide_side *side, const fine_pose *pose)
{
    return (fw_pose){ pose->x, pose->y, side->motions.angle[pose->heading] };
}

fw_curve wide_side_driven(const wide_side *side, const fw_curve *curve)
{
    return side->is_backward ? curve_retraced(curve) : *curve;
}

static cost price_of(const wide_side *side, const fw_curve *curve)
{
    const double price = curve_cost_sampled(side->query->charges, curve); // in either direction
    return (cost)fmin(ceil(price), (double)(COST_LIMIT / 2));
}

/// The cost of going on in a gear from a pose that was reached by a move.
static cost shift_cost(const wide_side *side, uint16_t via, fw_gear gear)
{
    return via != WIDE_NO_MOVE && gear != wide_move_gear(via) ? side->query->charges->gear_change : 0;
}

/// The length of the turn and the line to a point, in tiles.
static double turn_to(const wide_side *side, const fine_pose *pose, double x, double y)
{
    const wide_motions *motions = &side->motions;
    const double dx = x - pose->x, dy = y - pose->y, scale = 1 / motions->radius;
    const double cosine = motions->cosine[pose->heading] * scale, sine = motions->sine[pose->heading] * scale;
    const double ahead = dx * cosine + dy * sine, aside = fabs(dy * cosine - dx * sine);
    const double near = curve_turn_to_side(ahead, aside);
    const double length = near < INFINITY ? near : curve_turn_to_side(ahead, -aside);
    return motions->radius * fmin(length, scale * hypotenuse(dx, dy) + MOST_EXCESS);
}

/// The estimate of the remaining length along the guide's way, in tiles.
static double estimate_from(const wide_side *side, const fine_pose *pose)
{
    const guide_point ahead = wide_guide_ahead(&side->guide, pose->x, pose->y, AHEAD * side->motions.scale);
    if (ahead.left < INFINITY)
        return ahead.left + ahead.rate * turn_to(side, pose, ahead.x, ahead.y);
    return WEIGHT * hypotenuse(pose->x - side->end.x, pose->y - side->end.y) +
           MOST_EXCESS * side->motions.radius;
}

/// Draws the shortest curve to the end, whatever is in the way.
static bool draw_shortest(const wide_side *side, fw_pose from, fw_curve *curve)
{
    const fw_unit_def *unit = side->query->unit;
    if (unit->reverse)
        return fw_reeds_shepp(from, side->end, side->motions.radius, unit->reverse_penalty,
                              unit->gear_change_cost, curve) == FW_OK;
    return fw_dubins(from, side->end, side->motions.radius, FW_DUBINS_SHORTEST, curve) == FW_OK;
}

static cost h_of(double left)
{
    return (cost)fmin(left * MOTION_SCALE, (double)(COST_LIMIT / 4));
}

static void estimate(void *context, successor *improved, size_t count)
{
    wide_side *side = context;
    for (size_t i = 0; i < count; i++) {
        const fine_pose *pose = &side->cells.poses[improved[i].id];
        uint64_t most = GUIDE_MOST;
        (void)wide_guide_know(&side->guide, pose->x, pose->y,
                              &most); // without it, the estimate is the distance
        side->search.count.work += GUIDE_MOST - most;
        improved[i].h = h_of(estimate_from(side, pose));
    }
}

/// Grows the guide to the block of a pose. FW_OK, FW_PENDING or FW_NO_MEMORY.
static fw_result know_guide(wide_side *side, double x, double y, successors *successors)
{
    uint64_t work = GUIDE_SLICE;
    const fw_result known = wide_guide_know(&side->guide, x, y, &work);
    successors->work += GUIDE_SLICE - work;
    return known;
}

static fw_result begin(void *context, successors *successors)
{
    wide_side *side = context;
    fine_pose pose = { .x = side->begin.x, .y = side->begin.y, .heading = WIDE_BEGIN };
    const fw_result known = know_guide(side, pose.x, pose.y, successors);
    if (known != FW_OK)
        return known;
    pose.cell = cell_of(side, &pose);
    return fine_cells_push(&side->cells, &pose, 0, WIDE_NO_MOVE, successors);
}

/// Keeps a curve to the end if it is free and makes the cheapest way so far.
static bool take_curve(wide_side *side, const fw_curve *curve, uint16_t via, successors *successors)
{
    cost price = price_of(side, curve);
    if (curve->count > 0)
        price += shift_cost(side, via, curve->segments[0].gear);
    if (successors->from_g + price >= side->search.goal_g)
        return true;
    if (!wide_body_may_drive(&side->body, &side->ground, curve->segments, curve->count,
                             PASSAGE_BEGINS | PASSAGE_ENDS))
        return false;
    side->last = *curve;
    successors_push_goal(successors, price);
    return true;
}

/// Tries more curves from a pose to the end, until one is free. Near the end, the shortest one was tried before.
static void try_curves(wide_side *side, fw_pose from, bool is_near, uint16_t via, successors *successors)
{
    const double radius = side->motions.radius;
    fw_curve curve;
    if (side->any_heading) {
        for (fw_side turn = FW_SIDE_LEFT; turn <= FW_SIDE_RIGHT; turn++)
            if (fw_turn_then_straight(from, side->end.x, side->end.y, radius, turn, &curve) == FW_OK &&
                take_curve(side, &curve, via, successors))
                return;
        return;
    }
    if (!is_near) {
        if (draw_shortest(side, from, &curve))
            (void)take_curve(side, &curve, via, successors);
        return;
    }
    dubins_curve words[FW_DUBINS_WORDS];
    const dubins_frame frame = dubins_between(from, side->end, radius);
    const int count = dubins_by_length(&frame, words);
    for (int i = 0; i < count; i++) {
        dubins_segments(&frame, &words[i], &curve);
        if (take_curve(side, &curve, via, successors))
            return;
    }
}

/// True if no way from a pose to the end can cost less than the shortest curve in both gears, which is the first one
/// that is drawn.
static bool is_cheapest(const wide_side *side, const fw_curve *curve, uint16_t via)
{
    const surcharge *charges = side->query->charges;
    return !charges->is_rough && charges->full_turn == 0 &&
           (curve->count == 0 || shift_cost(side, via, curve->segments[0].gear) == 0);
}

/// What a look from a pose to the end has shown.
typedef enum end_look {
    LOOK_NO_END,   ///< the way goes on with moves
    LOOK_END,      ///< a curve leads to the end, and nothing cheaper does
    LOOK_POSTPONED ///< the curve costs more than estimated; the pose goes back to the open list
} end_look;

/// Near the end, the estimate of a pose is at least the cost of the shortest curve. This is drawn when the pose is
/// first taken from the open list, because most poses never are; if it is free and nothing can be cheaper, it is the
/// way to the end. Other curves are tried now and then.
static end_look look_to_end(wide_side *side, fine_pose *pose, uint16_t via, successors *successors)
{
    const fw_pose from = exact_pose(side, pose);
    const bool is_near = lies_near(from.x, from.y, side->end, END_NEAR * side->motions.scale);
    fw_curve curve;
    if (is_near && !side->any_heading && !pose->knows_curve && draw_shortest(side, from, &curve)) {
        pose->knows_curve = true;
        if (take_curve(side, &curve, via, successors) && is_cheapest(side, &curve, via))
            return LOOK_END;
        const cost h = h_of(curve.cost);
        if (successors->to_goal == COST_LIMIT && h > successors->from_h) {
            successors_postpone(successors, h);
            return LOOK_POSTPONED;
        }
    }
    if (successors->to_goal == COST_LIMIT &&
        ((is_near && side->any_heading) || side->search.count.expanded % RARELY == 0))
        try_curves(side, from, is_near, via, successors);
    return LOOK_NO_END;
}

/// True if a cell was reached at no greater cost.
static bool is_undercut(const wide_side *side, uint64_t cell, const successors *successors, cost step)
{
    uint32_t index;
    if (!fine_cells_find(&side->cells, cell, &index))
        return false;
    const node *known = node_store_look(&side->search.nodes, index);
    return known &&
           (known->stamp == side->search.nodes.stamp + 1 || successors_undercut(successors, known, step));
}

/// The cost of a move from a pose, without a change of gear before it. On even ground it is the same everywhere.
///
/// @param[in,out] curve  of the move; it is drawn if the cost is not known
static cost price_of_move(wide_side *side, const fine_pose *from, uint16_t move, fw_curve *curve)
{
    const bool is_same = !side->query->charges->is_rough && from->heading != WIDE_BEGIN;
    cost *known = &side->motions.price[move & ~WIDE_REVERSE][wide_move_gear(move) == FW_REVERSE];
    if (is_same && *known)
        return *known;
    wide_motions_drive(&side->motions, move, from->x, from->y, from->heading, curve);
    const cost price = price_of(side, curve);
    if (is_same)
        *known = price;
    return price;
}

/// Follows a move from a pose and pushes the pose where it ends.
static fw_result follow(wide_side *side, const fine_pose *from, uint16_t via, uint16_t move,
                        successors *successors)
{
    const motion_ground *ground = side->query->ground;
    fine_pose to = { .heading = from->heading };
    const fw_pose end = wide_motions_end(&side->motions, move, from->x, from->y, &to.heading);
    to.x = end.x;
    to.y = end.y;
    if (distance_map_cell(side->body.distances, to.x, to.y) < 0 ||
        !ground_admits(ground, BASE_MOTIONS, (int32_t)to.x, (int32_t)to.y))
        return FW_OK;
    fw_curve curve = { .count = 0 };
    const cost step = price_of_move(side, from, move, &curve) + shift_cost(side, via, wide_move_gear(move));
    to.cell = cell_of(side, &to);
    if (is_undercut(side, to.cell, successors, step))
        return FW_OK;
    if (curve.count == 0)
        wide_motions_drive(&side->motions, move, from->x, from->y, from->heading, &curve);
    if (!wide_body_may_drive(&side->body, &side->ground, curve.segments, curve.count, 0))
        return FW_OK;
    return fine_cells_push(&side->cells, &to, step, move, successors);
}

/// True if a unit that drives forward only drives on: on open ground or far from the ends, if the way leads on ahead.
/// A search with fine motions leaves nothing out.
static bool drives_on(const wide_side *side, const fine_pose *pose, int32_t level, uint16_t via)
{
    const double scale = side->motions.scale;
    if (via == WIDE_NO_MOVE || wide_move_gear(via) == FW_REVERSE ||
        (level > 0 && (side->level > 0 || is_near_an_end(side, pose, DRIVE_NEAR * scale))))
        return false;
    const guide_point ahead = wide_guide_ahead(&side->guide, pose->x, pose->y, AHEAD * scale);
    return (ahead.x - pose->x) * side->motions.cosine[pose->heading] +
               (ahead.y - pose->y) * side->motions.sine[pose->heading] >
           0;
}

static fw_result expand(void *context, fw_node_id id, const node *node, successors *successors)
{
    wide_side *side = context;
    const fine_pose pose = side->cells.poses[id];
    const fw_result known = know_guide(side, pose.x, pose.y, successors);
    if (known != FW_OK)
        return known;
    if (look_to_end(side, &side->cells.poses[id], node->via, successors) != LOOK_NO_END)
        return FW_OK;
    const int32_t level = level_at(side, &pose);
    const bool reverses = side->query->unit->reverse && !drives_on(side, &pose, level, node->via);
    uint16_t moves[WIDE_MOVES];
    const int32_t count = wide_motions_list(level, reverses, moves);
    fw_result result = FW_OK;
    for (int gear = 0; gear < (reverses ? 2 : 1); gear++)
        for (int32_t i = 0; i < count && result == FW_OK; i++)
            result =
                follow(side, &pose, node->via, (uint16_t)(moves[i] | (gear ? WIDE_REVERSE : 0)), successors);
    return result;
}

static fw_pose place(const void *context, fw_node_id id, uint16_t via)
{
    const wide_side *side = context;
    (void)via;
    fw_pose pose = exact_pose(side, &side->cells.poses[id]);
    if (side->is_backward)
        pose.heading = trig_wrap(pose.heading + FW_PI);
    return pose;
}

static const space_kind kind = { .begin = begin, .expand = expand, .estimate = estimate, .place = place };

fw_result wide_side_reset(wide_side *side, const exact_query *query, fw_pose goal, wide_blocks *blocks,
                          const distance_map *distances, const distance_map *leeways,
                          const search_limits *limits, int32_t level)
{
    const fw_unit_def *unit = query->unit;
    const bool is_backward = side->is_backward;
    side->query = query;
    side->any_heading = query->goals.any_heading;
    side->begin = is_backward ? goal : query->start;
    side->end = is_backward ? query->start : goal;
    if (is_backward) {
        side->begin.heading += FW_PI;
        side->end.heading += FW_PI;
    }
    side->end.heading = trig_wrap(side->end.heading);
    const sweep_body body = is_backward ? sweep_body_turned(query->body) : *query->body;
    side->body = wide_body_of(&body, distances);
    side->leeways = leeways;
    side->ground = (sweep_ground){ query->ground->open, query->ground->overlay, query->ground->passage };
    side->ground.passage.is_backward = is_backward;
    const double scale = fmax(unit->turn_radius, query->body->reach / LONG_BODY);
    if (wide_blocks_set(blocks, distances, side->body.inner, scale) != FW_OK)
        return FW_NO_MEMORY;
    wide_motions_set(&side->motions, unit->turn_radius, scale, side->begin.heading);
    side->level = level;
    fine_cells_clear(&side->cells);
    wide_guide_begin(&side->guide, blocks, query->charges, side->end.x, side->end.y, side->begin.x,
                     side->begin.y);
    if (best_first_reserve(&side->search, 2 * WIDE_MOVES) != FW_OK)
        return FW_NO_MEMORY;
    search_limits own = *limits;
    own.max_work = own.max_cost = 0;
    own.weight = fmax(own.weight, WEIGHT);
    best_first_reset(&side->search, &kind, &own, MOTION_SCALE);
    return FW_OK;
}

uint32_t wide_side_nearest(const wide_side *side, const search_aims *aims, double *square)
{
    return near_nodes_cheapest(&side->search.nodes, aims, place, side, square);
}

fw_result wide_side_run(wide_side *side, uint64_t work)
{
    return best_first_run(&side->search, &kind, side, work);
}
