#include "joint/stage.h"

#include <math.h>

enum { MOST_SAMPLES = 1024 }; // of a lattice, to compare offsets

void stage_init(stage *stage, memory *memory)
{
    *stage = (struct stage){ .step = STEP_BUILT };
    places_init(&stage->places, memory);
    repair_init(&stage->repair, memory);
}

void stage_release(stage *stage)
{
    places_release(&stage->places);
    repair_release(&stage->repair);
}

/// How many bodies may stand at the points of a lattice; of a large one, at some of them.
static int64_t count_standing(const places *places)
{
    const lattice *lattice = &places->lattice;
    int32_t stride = 1;
    while ((int64_t)(lattice->columns / stride) * (lattice->rows / stride) > MOST_SAMPLES)
        stride++;
    int64_t standing = 0;
    for (int32_t row = 0; row < lattice->rows; row += stride)
        for (int32_t column = 0; column < lattice->columns; column += stride) {
            const joint_place at = { lattice->x + column * lattice->spacing,
                                     lattice->y + row * lattice->spacing };
            uint8_t ranks[JOINT_MOST_GROUNDS] = { 0 };
            places_judge(places, at, at, ranks);
            for (int32_t i = 0; i < places->ground_count; i++)
                standing += ranks[i];
        }
    return standing;
}

/// Begins the lattice of a spacing, with the offset (multiples of `grid`) at which most bodies may stand.
static fw_result begin_lattice(stage *stage, double spacing, double grid)
{
    const knot *knot = stage->knot;
    const int32_t offsets = (int32_t)(spacing / grid + 0.5);
    double best_x = 0, best_y = 0;
    int64_t most = -1;
    for (int32_t i = 0; i < offsets * offsets && offsets > 1; i++) {
        const double x = (i % offsets + 1) * grid, y = (i / offsets + 1) * grid;
        const fw_result result =
            places_begin(&stage->places, knot->ranks, knot->ground_count, &stage->box, spacing, x, y);
        if (result != FW_OK)
            return result;
        const int64_t standing = count_standing(&stage->places);
        if (standing > most) {
            most = standing;
            best_x = x;
            best_y = y;
        }
    }
    return places_begin(&stage->places, knot->ranks, knot->ground_count, &stage->box, spacing, best_x,
                        best_y);
}

fw_result stage_begin(stage *stage, const knot *knot, double reach, stage_kind kind)
{
    double smallest = knot->radii[0];
    for (int32_t i = 1; i < knot->count; i++)
        smallest = fmin(smallest, knot->radii[i]);
    stage->knot = knot;
    stage->kind = kind;
    stage->reach = reach;
    stage->grid = smallest > 0.26 ? 0.5 : 0.25;
    stage->box = knot_window(knot, reach);
    const double fine = fmax(ceil(smallest / stage->grid - 1e-5), 1) * stage->grid;
    const double spacing = kind == STAGE_FINE ? fine : knot_spacing(knot);
    fw_result result = begin_lattice(stage, spacing, kind == STAGE_FINE ? stage->grid : 0.5);
    if (result != FW_OK)
        return result;
    stage->step = kind == STAGE_PLAIN ? STEP_GROW : STEP_SURVEY;
    if (kind != STAGE_PLAIN)
        return repair_begin(&stage->repair, knot, &stage->box, stage->grid);
    for (int32_t i = 0; i < knot->count && result == FW_OK; i++) {
        const knot_unit *unit = &knot->units[i];
        const joint_place goal = knot_goal(knot, i);
        result = places_seed(&stage->places, knot->asked[i].x, knot->asked[i].y, unit->ground, unit->rank);
        if (result == FW_OK)
            result = places_seed(&stage->places, goal.x, goal.y, unit->ground, unit->rank);
    }
    return result;
}

static fw_result survey(stage *stage, uint64_t *work)
{
    fw_result result = repair_survey(&stage->repair, &stage->places, work);
    if (result == FW_OK)
        result = repair_seed(&stage->repair, &stage->places);
    if (result == FW_OK)
        stage->step = STEP_GROW;
    return result;
}

/// Begins to check the places for the next body: the smallest and the largest one of each ground stand for all.
static fw_result begin_check(stage *stage)
{
    const knot *knot = stage->knot;
    while (stage->body < 2 * knot->ground_count && knot->ranks[stage->body / 2].count <= stage->body % 2)
        stage->body++;
    stage->step = stage->body < 2 * knot->ground_count ? STEP_CHECK : STEP_TIE;
    if (stage->step == STEP_TIE)
        return FW_OK;
    const int32_t ground = stage->body / 2;
    const fw_result result = places_finish(&stage->places);
    return result == FW_OK ? repair_begin_check(&stage->repair, &stage->places, ground,
                                                stage->body % 2 ? knot->ranks[ground].count - 1 : 0)
                           : result;
}

static fw_result grow(stage *stage, uint64_t *work)
{
    const double hops = ceil(stage->reach / stage->places.lattice.spacing);
    const int32_t most_hops = stage->kind != STAGE_PLAIN ? 0 : (int32_t)fmin(hops, INT32_MAX);
    const fw_result result = places_grow(&stage->places, most_hops, work);
    if (result != FW_OK)
        return result;
    stage->step = STEP_TIE;
    stage->body = 0;
    return stage->kind == STAGE_PLAIN ? FW_OK : begin_check(stage);
}

static fw_result check(stage *stage, uint64_t *work)
{
    const fw_result result = repair_check(&stage->repair, &stage->places, work);
    if (result != FW_OK)
        return result;
    stage->body++;
    return begin_check(stage);
}

static fw_result tie(stage *stage)
{
    const knot *knot = stage->knot;
    fw_result result = FW_OK;
    for (int32_t i = 0; i < knot->count && result == FW_OK; i++) {
        const joint_place goal = knot_goal(knot, i);
        result = places_add(&stage->places, knot->asked[i].x, knot->asked[i].y, &stage->starts[i]);
        if (result == FW_OK)
            result = places_add(&stage->places, goal.x, goal.y, &stage->goals[i]);
    }
    stage->step = STEP_BUILT;
    return result == FW_OK ? places_finish(&stage->places) : result;
}

fw_result stage_build(stage *stage, uint64_t *work)
{
    fw_result result = FW_OK;
    while (result == FW_OK && stage->step != STEP_BUILT)
        switch (stage->step) {
        case STEP_SURVEY:
            result = survey(stage, work);
            break;
        case STEP_GROW:
            result = grow(stage, work);
            break;
        case STEP_CHECK:
            result = check(stage, work);
            break;
        case STEP_TIE:
            result = tie(stage);
            break;
        case STEP_BUILT:
            break;
        }
    return result;
}
