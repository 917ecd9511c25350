#include "forest/outlook.h"

#include <math.h>
#include <string.h>

#include "base/trig.h"
#include "forest/gaps.h"
#include "forest/gate.h"
#include "forest/wall.h"

/// A circle or a grown wall in the way.
typedef struct blocker {
    span hides;
    double x, y;       ///< its centre in the frame; of a wall: one end
    double to_x, to_y; ///< other end of a wall
    bool is_wall;
    double radius; ///< less FW_FOREST_TOUCH: lines may graze; if it is not positive, the circle hides nothing
    uint32_t slot;
    double far; ///< at this distance from the viewpoint's centre all rays that it hides have met it
    bool is_merged;
} blocker;

/// A line that touches a circle, or a wall, or the point that is looked for.
typedef struct sighting {
    double slope;
    double length;
    double radius; ///< of the circle that it touches
    uint32_t slot; ///< of it; NO_TREE: the point
    bool crosses;
    bool is_wall;
} sighting;

/// One look.
typedef struct view {
    outlook *looking;
    const viewpoint *from;
    vector axis;
    double most_slope;
    gap_list gaps;
    bool ends_in_wall;
    fw_result failed;
} view;

void outlook_free(outlook *looking)
{
    memory_give_back(looking->memory, looking->seen, looking->seen_capacity, sizeof *looking->seen);
    memory_give_back(looking->memory, looking->seen_walls, looking->seen_wall_capacity,
                     sizeof *looking->seen_walls);
    memory_give_back(looking->memory, looking->blockers, looking->blocker_capacity, sizeof(blocker));
    memory_give_back(looking->memory, looking->sightings, looking->sighting_capacity, sizeof(sighting));
}

size_t outlook_bytes(const outlook *looking)
{
    return looking->seen_capacity * sizeof *looking->seen +
           looking->seen_wall_capacity * sizeof *looking->seen_walls +
           looking->blocker_capacity * sizeof(blocker) + looking->sighting_capacity * sizeof(sighting);
}

/// Makes marks for so many items, 0 at first.
static fw_result reserve_marks(memory *memory, uint32_t **marks, size_t *capacity, size_t needed)
{
    const size_t before = *capacity;
    if (memory_reserve(memory, marks, capacity, needed, sizeof **marks) != FW_OK)
        return FW_NO_MEMORY;
    if (*capacity > before)
        memset(*marks + before, 0, (*capacity - before) * sizeof **marks);
    return FW_OK;
}

fw_result outlook_prepare(outlook *looking)
{
    const fw_forest *forest = looking->forest;
    if (reserve_marks(looking->memory, &looking->seen, &looking->seen_capacity, forest->slot_count) != FW_OK)
        return FW_NO_MEMORY;
    return reserve_marks(looking->memory, &looking->seen_walls, &looking->seen_wall_capacity,
                         forest->tiles.wall_count);
}

/// Starts a new look: no circle has come up in it.
static void begin_look(outlook *looking)
{
    if (++looking->look == 0) {
        memset(looking->seen, 0, looking->seen_capacity * sizeof *looking->seen);
        if (looking->seen_walls)
            memset(looking->seen_walls, 0, looking->seen_wall_capacity * sizeof *looking->seen_walls);
        looking->look = 1;
    }
    looking->blocker_count = looking->sighting_count = 0;
}

/// The part of an interval of headings that lies in a sector: none, one span or two.
///
/// @param most     the sector's largest slope
/// @param is_wide  from `low` to `high` it is more than half a turn
static int clip(double most, vector low, vector high, bool is_wide, span parts[2])
{
    const double first = slope_of(low), last = slope_of(high);
    const bool begins = fabs(first) <= most, ends = fabs(last) <= most;
    if (begins && ends) {
        parts[0] = (span){ first, last };
        if (first <= last)
            return 1;
        parts[0] = (span){ -most, last };
        parts[1] = (span){ first, most };
        return is_wide ? 2 : 0;
    }
    const bool is_forward = low.x > 0 || high.x > 0;
    const bool holds_all = is_wide ? high.y > 0 || low.y < 0 : low.y <= 0 && high.y >= 0 && is_forward;
    parts[0] = (span){ begins ? first : -most, ends ? last : most };
    return begins || ends || holds_all;
}

static void add_blocker(view *seen, const blocker *added)
{
    outlook *looking = seen->looking;
    if (memory_reserve(looking->memory, &looking->blockers, &looking->blocker_capacity,
                       looking->blocker_count + 1, sizeof *added) != FW_OK)
        seen->failed = FW_NO_MEMORY;
    else
        looking->blockers[looking->blocker_count++] = *added;
}

static void add_sighting(view *seen, const sighting *added)
{
    outlook *looking = seen->looking;
    if (memory_reserve(looking->memory, &looking->sightings, &looking->sighting_capacity,
                       looking->sighting_count + 1, sizeof *added) != FW_OK)
        seen->failed = FW_NO_MEMORY;
    else
        looking->sightings[looking->sighting_count++] = *added;
}

/// A line to a circle: one that turns the same way, or the other way.
static void add_line(view *seen, uint32_t slot, vector centre, double radius, bool crosses)
{
    const tangent to = tangent_to(centre.x, centre.y, (crosses ? -radius : radius) - seen->from->radius);
    const double slope = slope_of(to.along);
    if (fabs(slope) <= seen->most_slope + SECTOR_EDGE && gaps_meet(&seen->gaps, (span){ slope, slope }))
        add_sighting(
            seen,
            &(sighting){
                .slope = slope, .length = to.length, .radius = radius, .slot = slot, .crosses = crosses });
}

/// A circle that the viewpoint's does not touch.
static void consider_apart(view *seen, uint32_t slot, vector centre, double radius)
{
    const double own = seen->from->radius, less = radius - FW_FOREST_TOUCH;
    const tangent low = tangent_to(centre.x, centre.y, fmax(less, 0) - own);
    const tangent high = tangent_to(centre.x, centre.y, -fmax(less, 0) - own);
    span parts[2];
    if (!clip(seen->most_slope + GATE_SLOPE, low.along, high.along, false, parts) ||
        !gaps_meet(&seen->gaps, parts[0]))
        return;
    add_blocker(seen, &(blocker){ .hides = parts[0],
                                  .x = centre.x,
                                  .y = centre.y,
                                  .radius = less,
                                  .slot = slot,
                                  .far = own + fmax(low.length, high.length),
                                  .is_merged = less <= 0 });
    add_line(seen, slot, centre, radius, false);
    add_line(seen, slot, centre, radius, true);
}

/// A wall on the arc where another circle lies, within the sector.
static void add_wall(view *seen, vector low, vector high, bool is_wide)
{
    span parts[2] = { 0 };
    const int count = clip(seen->most_slope + SECTOR_EDGE, low, high, is_wide, parts);
    for (int i = 0; i < count; i++) {
        if (parts[i].high >= seen->most_slope)
            seen->ends_in_wall = true;
        else
            add_sighting(seen, &(sighting){ .slope = parts[i].high, .is_wall = true });
    }
}

/// A circle that overlaps the viewpoint's or touches it. Source of the cut: the radical line.
static void consider_overlapping(view *seen, uint32_t slot, vector centre, double radius)
{
    const double own = seen->from->radius, less = fmax(radius - FW_FOREST_TOUCH, 0);
    const double square = centre.x * centre.x + centre.y * centre.y, distance = sqrt(square);
    double cosine = fmin(fmax((square + own * own - less * less) / (2 * distance * own), -1), 1);
    double sine = sqrt(1 - cosine * cosine);
    if (cosine > 0 && sine * own < GATE) {
        sine = fmin(GATE / own, 1);
        cosine = sqrt(1 - sine * sine);
    }
    const double x = centre.x / distance, y = centre.y / distance;
    const vector begin = { x * sine - y * cosine, x * cosine + y * sine };
    const vector end = { -(y * cosine + x * sine), x * cosine - y * sine };
    const tangent low = tangent_to(centre.x, centre.y, less - own);
    const bool is_wide = low.along.x * end.y - low.along.y * end.x < 0;
    span parts[2];
    const int count = clip(seen->most_slope + GATE_SLOPE, low.along, end, is_wide, parts);
    for (int i = 0; i < count; i++)
        add_blocker(seen, &(blocker){ .hides = parts[i],
                                      .x = centre.x,
                                      .y = centre.y,
                                      .radius = less,
                                      .slot = slot,
                                      .far = own + low.length });
    add_line(seen, slot, centre, radius, false);
    add_wall(seen, begin, end, cosine < 0);
}

/// Adds a wall as a blocker, where headings that it hides lie in the sector.
static void add_hiding_wall(view *seen, const capsule *wall, const heading_range *hides)
{
    span parts[2];
    const int count = clip(seen->most_slope + GATE_SLOPE, hides->low, hides->high, hides->is_wide, parts);
    for (int i = 0; i < count; i++)
        if (gaps_meet(&seen->gaps, parts[i]))
            add_blocker(seen, &(blocker){ .hides = parts[i],
                                          .x = wall->ends[0].x,
                                          .y = wall->ends[0].y,
                                          .to_x = wall->ends[1].x,
                                          .to_y = wall->ends[1].y,
                                          .is_wall = true,
                                          .radius = wall->radius,
                                          .slot = NO_TREE,
                                          .far = seen->from->radius + hides->length });
}

/// A wall that came up.
static void consider_wall(view *seen, uint32_t index)
{
    outlook *looking = seen->looking;
    const viewpoint *from = seen->from;
    if (looking->seen_walls[index] == looking->look)
        return;
    looking->seen_walls[index] = looking->look;
    const wall *met = &looking->forest->tiles.walls[index];
    const capsule grown = {
        .ends = { vector_to_frame(seen->axis, from->sense, met->x - from->x, met->y - from->y),
                  vector_to_frame(seen->axis, from->sense, met->to_x - from->x, met->to_y - from->y) },
        .radius = looking->body - WALL_SHRINK - FW_FOREST_TOUCH
    };
    if (!capsule_is_met(looking->table, &grown, from->radius, GATE))
        return;
    looking->considered++;
    const double touch = from->radius + grown.radius + 2 * FW_FOREST_TOUCH;
    if (from->slot == NO_TREE || capsule_distance(&grown, (vector){ 0, 0 }) > touch) {
        const heading_range hides = capsule_hides(&grown, from->radius);
        add_hiding_wall(seen, &grown, &hides);
        return;
    }
    covered_arc arcs[2];
    for (int i = capsule_covers(&grown, from->radius, arcs) - 1; i >= 0; i--) {
        for (int j = 0; j < arcs[i].count; j++)
            add_hiding_wall(seen, &grown, &arcs[i].hides[j]);
        add_wall(seen, arcs[i].begin, arcs[i].end, false);
    }
}

/// A circle or a wall that came up.
static void consider(view *seen, uint32_t slot)
{
    outlook *looking = seen->looking;
    if (slot & WALL_ENTRY) {
        consider_wall(seen, slot & ~WALL_ENTRY);
        return;
    }
    if (looking->seen[slot] == looking->look || slot == seen->from->slot)
        return;
    looking->seen[slot] = looking->look;
    const fw_tree *circle = &looking->forest->circles[slot];
    const double radius = circle->radius + looking->body, own = seen->from->radius;
    const vector centre =
        vector_to_frame(seen->axis, seen->from->sense, circle->x - seen->from->x, circle->y - seen->from->y);
    if (!sector_is_met(looking->table, centre, own, radius + GATE))
        return;
    looking->considered++;
    const double touch = own + radius + FW_FOREST_TOUCH;
    if (seen->from->slot != NO_TREE && centre.x * centre.x + centre.y * centre.y <= touch * touch)
        consider_overlapping(seen, slot, centre, radius);
    else
        consider_apart(seen, slot, centre, radius);
}

/// Hides what circles within a distance hide.
///
/// @return false: there was none that had not come up before
static bool hide_within(view *seen, double reach)
{
    bool has_hidden = false;
    outlook *looking = seen->looking;
    for (size_t i = 0; i < looking->blocker_count; i++) {
        blocker *it = &looking->blockers[i];
        if (!it->is_merged && it->far <= reach) {
            it->is_merged = has_hidden = true;
            gaps_hide(&seen->gaps, it->hides);
        }
    }
    return has_hidden;
}

/// The rays that bound what is open of a sector, gap by gap.
typedef struct open_beams {
    beam_ray rays[MOST_GAPS][2];
} open_beams;

static beam_ray ray_at(const view *seen, const beam *cast, double slope)
{
    const double clamped = fmin(fmax(slope, -seen->most_slope), seen->most_slope);
    const double scale = 1 / sqrt(1 + clamped * clamped);
    return beam_ray_at(cast, vector_from_frame(seen->axis, seen->from->sense, scale, scale * clamped));
}

static void aim(const view *seen, const beam *cast, open_beams *open)
{
    for (int i = 0; i < seen->gaps.count; i++) {
        open->rays[i][0] = ray_at(seen, cast, seen->gaps.items[i].low);
        open->rays[i][1] = ray_at(seen, cast, seen->gaps.items[i].high);
    }
}

/// Lets all of a column come up that lies in gaps. Gaps are in order, so each shares rows with the one before only.
static void gather_column(view *seen, const beam *cast, const open_beams *open)
{
    const cell_entry *entries = cast->grid->entries;
    int32_t first, last, seen_first = 0, seen_last = -1;
    for (int i = 0; i < seen->gaps.count; i++) {
        beam_rows(cast, open->rays[i], &first, &last);
        for (int32_t row = first; row <= last; row++)
            if (row < seen_first || row > seen_last)
                for (uint32_t at = beam_cell(cast, row); at != NO_TREE; at = entries[at].next)
                    consider(seen, entries[at].slot);
        seen_first = first;
        seen_last = last;
    }
}

/// Lets circles come up, from near to far, until all headings are hidden.
static void gather(view *seen, beam *cast, sector_reach *reach)
{
    open_beams open;
    aim(seen, cast, &open);
    do {
        gather_column(seen, cast, &open);
        const double distance = beam_reach(cast);
        if (hide_within(seen, distance)) {
            gaps_drop_outside(&seen->gaps, seen->most_slope);
            if (reach)
                gaps_note_reach(&seen->gaps, seen->looking->table, distance, reach);
            aim(seen, cast, &open);
        }
        if (seen->gaps.count == 0 || seen->failed != FW_OK)
            return;
    } while (beam_next(cast));
}

/// True if anything lies in the way of a line.
static bool is_hidden(const view *seen, const sighting *line)
{
    const outlook *looking = seen->looking;
    const double slope = line->slope, scale = 1 / sqrt(1 + slope * slope), own = seen->from->radius;
    gate_watch grazed = { .count = 0 };
    if (seen->from->slot != NO_TREE)
        gate_note(&grazed, 0, 0, own, 1);
    for (size_t i = 0; i < looking->blocker_count; i++) {
        const blocker *it = &looking->blockers[i];
        if (slope < it->hides.low - GATE_SLOPE || slope > it->hides.high + GATE_SLOPE)
            continue;
        if (it->is_wall) {
            const capsule wall = { { { it->x, it->y }, { it->to_x, it->to_y } }, it->radius };
            if (capsule_blocks(&wall, own, slope, line->length))
                return true;
            continue;
        }
        const double along = (it->x + slope * it->y) * scale, aside = (it->y - slope * it->x) * scale + own;
        const double depth = it->radius * it->radius - aside * aside;
        if (slope > it->hides.low && slope < it->hides.high) {
            if (along - sqrt(fmax(depth, 0)) < line->length)
                return true;
        } else if (fabs(aside) < it->radius + GATE && along > -GATE && along < line->length + GATE) {
            const bool is_target = it->slot == line->slot;
            gate_note(&grazed, it->x, it->y, it->radius + FW_FOREST_TOUCH,
                      is_target ? line->crosses ? -1 : 1 : aside);
        }
    }
    return gate_is_passed(&grazed);
}

/// By heading; of those at the same one walls come first, whatever order circles came up in.
static bool is_before(const sighting *a, const sighting *b)
{
    if (a->slope != b->slope)
        return a->slope < b->slope;
    if (a->is_wall != b->is_wall)
        return a->is_wall;
    return a->length != b->length ? a->length < b->length : a->slot < b->slot;
}

/// Sorts sightings by heading: there are few.
static void sort(sighting *items, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const sighting moved = items[i];
        size_t at = i;
        for (; at > 0 && is_before(&moved, &items[at - 1]); at--)
            items[at] = items[at - 1];
        items[at] = moved;
    }
}

static edge edge_to(const view *seen, const sighting *line, int sector)
{
    const turn_sense sense = seen->from->sense;
    const double scale = 1 / sqrt(1 + line->slope * line->slope);
    const double aside = (line->crosses ? -line->radius : line->radius) * scale;
    const uint32_t bit = line->crosses ? !sense : sense;
    return (edge){ .contact = vector_from_frame(seen->axis, sense, aside * line->slope, -aside),
                   .turn = trig_atan2(line->slope, 1) + SECTOR_WIDTH / 2,
                   .length = line->length,
                   .target = 2 * line->slot + bit,
                   .kind = line->is_wall           ? EDGE_WALL
                           : line->slot == NO_TREE ? EDGE_GOAL
                                                   : EDGE_LINE,
                   .sector = (uint8_t)(line->crosses ? sector_mirrored(sector) : sector),
                   .crosses = line->crosses };
}

/// Where a side leaves a sector: into the next one, or against a wall.
static edge edge_on(const view *seen, const sector_table *table, int sector)
{
    const viewpoint *from = seen->from;
    const vector border = table->border[sector + 1];
    const double down = from->sense == TURN_LEFTWARD ? -1 : 1;
    return (edge){ .contact = { from->radius * border.y, -down * from->radius * border.x },
                   .turn = SECTOR_WIDTH,
                   .target = 2 * from->slot + from->sense,
                   .kind = seen->ends_in_wall ? EDGE_WALL : EDGE_ARC,
                   .sector = (uint8_t)((sector + 1) % SECTORS) };
}

/// Appends the lines that nothing hides.
static fw_result write_edges(view *seen, int sector, edge_list *edges)
{
    outlook *looking = seen->looking;
    size_t count = 0;
    for (size_t i = 0; i < looking->sighting_count; i++) {
        const sighting *line = &looking->sightings[i];
        if (line->is_wall || !is_hidden(seen, line))
            looking->sightings[count++] = *line;
    }
    sort(looking->sightings, count);
    if (memory_reserve(looking->memory, &edges->items, &edges->capacity, edges->count + count + 1,
                       sizeof *edges->items) != FW_OK)
        return FW_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        edges->items[edges->count++] = edge_to(seen, &looking->sightings[i], sector);
    if (seen->from->slot != NO_TREE)
        edges->items[edges->count++] = edge_on(seen, looking->table, sector);
    return FW_OK;
}

fw_result outlook_look(outlook *looking, const viewpoint *from, int sector, const vector *point,
                       edge_list *edges, sector_reach *reach)
{
    const sector_table *table = looking->table;
    const double most =
        table->most_slope + GATE_SLOPE; // a line on the sector's border may graze what lies beyond
    view seen = { .looking = looking,
                  .from = from,
                  .axis = table->axis[sector],
                  .most_slope = table->most_slope,
                  .gaps = { .items = { { -most, most } }, .count = 1 } };
    beam cast;
    begin_look(looking);
    for (int i = 0; reach && i < SECTOR_PARTS; i++)
        reach->parts[i] = INFINITY;
    if (point) {
        const vector there = vector_to_frame(seen.axis, from->sense, point->x - from->x, point->y - from->y);
        add_line(&seen, NO_TREE, there, 0, false);
    }
    if (beam_begin(&cast, &looking->forest->grid, table, from, sector, looking->body))
        gather(&seen, &cast, reach);
    return seen.failed == FW_OK ? write_edges(&seen, sector, edges) : seen.failed;
}
