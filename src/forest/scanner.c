#include "forest/scanner.h"

#include <math.h>
#include <string.h>

#include "base/trig.h"
#include "forest/gaps.h"
#include "forest/gate.h"
#include "forest/wall.h"

/// A circle or a grown wall that hides headings.
typedef struct blocker {
    span hides;
    double x, y;       ///< centre in the frame; of a wall: one end
    double to_x, to_y; ///< of a wall: the other end
    bool is_wall;
    double radius; ///< minus FW_FOREST_TOUCH, so that lines may graze; not positive: the circle hides nothing
    uint32_t slot;
    double far;     ///< greatest distance from the viewpoint's centre where a hidden ray meets the blocker
    bool is_merged; ///< the gaps know that its headings are hidden
} blocker;

/// A candidate for an edge: a line to a circle or to the requested point, or the end of a covered arc.
typedef struct sighting {
    double slope;
    double length;
    double radius; ///< of the circle that the line touches
    uint32_t slot; ///< of that circle; NO_TREE: the requested point
    bool crosses;  ///< as in edge
    bool is_wall;  ///< a covered arc ends the side here
} sighting;

/// State of one scan.
typedef struct view {
    scanner *scanner;
    const viewpoint *from;
    vector axis;
    double most_slope;
    gap_list gaps;
    double hidden_from; ///< greatest distance from the viewpoint's centre where hidden rays end
    bool ends_in_wall;  ///< the arc to the next sector is covered
    fw_result failed;
} view;

static fw_result reserve_marks(memory *memory, uint32_t **marks, size_t *capacity, size_t needed)
{
    const size_t before = *capacity;
    if (MEMORY_RESERVE(memory, *marks, *capacity, needed) != FW_OK)
        return FW_NO_MEMORY;
    if (*capacity > before)
        memset(*marks + before, 0, (*capacity - before) * sizeof **marks);
    return FW_OK;
}

fw_result scanner_prepare(scanner *scanner)
{
    const fw_forest *forest = scanner->forest;
    if (reserve_marks(scanner->memory, &scanner->seen, &scanner->seen_capacity, forest->slot_count) != FW_OK)
        return FW_NO_MEMORY;
    return reserve_marks(scanner->memory, &scanner->seen_walls, &scanner->seen_wall_capacity,
                         forest->tiles.wall_count);
}

/// Begins a scan: no circle has been considered in it.
static void begin_scan(scanner *scanner)
{
    if (++scanner->scan == 0) {
        memset(scanner->seen, 0, scanner->seen_capacity * sizeof *scanner->seen);
        if (scanner->seen_walls)
            memset(scanner->seen_walls, 0, scanner->seen_wall_capacity * sizeof *scanner->seen_walls);
        scanner->scan = 1;
    }
    scanner->blocker_count = scanner->sighting_count = 0;
}

/// Clips an interval of headings to a sector. The result is empty, one span or two.
///
/// @param is_wide  the interval from `low` to `high` is more than half a turn
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
    scanner *scanner = seen->scanner;
    if (MEMORY_RESERVE(scanner->memory, scanner->blockers, scanner->blocker_capacity,
                       scanner->blocker_count + 1) != FW_OK)
        seen->failed = FW_NO_MEMORY;
    else
        scanner->blockers[scanner->blocker_count++] = *added;
}

static void add_sighting(view *seen, const sighting *added)
{
    scanner *scanner = seen->scanner;
    if (MEMORY_RESERVE(scanner->memory, scanner->sightings, scanner->sighting_capacity,
                       scanner->sighting_count + 1) != FW_OK)
        seen->failed = FW_NO_MEMORY;
    else
        scanner->sightings[scanner->sighting_count++] = *added;
}

/// Adds a line to a circle that turns the same way (`crosses` is false) or the other way.
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

/// Considers a circle that does not touch the viewpoint's circle.
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

/// Adds the arc that another circle covers, within the sector, as a candidate for an EDGE_WALL.
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

/// Considers a circle that overlaps or touches the viewpoint's circle. Source of the covered arc: the radical line.
static void consider_overlapping(view *seen, uint32_t slot, vector centre, double radius)
{
    const double own = seen->from->radius, less = fmax(radius - FW_FOREST_TOUCH, 0);
    const double square = vector_dot(centre, centre), distance = sqrt(square);
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
    const bool is_wide = vector_cross(low.along, end) < 0;
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

/// Adds a wall as a blocker, if it hides headings of the sector.
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

/// Considers a wall, once in a scan.
static void consider_wall(view *seen, uint32_t index)
{
    scanner *scanner = seen->scanner;
    const viewpoint *from = seen->from;
    if (scanner->seen_walls[index] == scanner->scan)
        return;
    scanner->seen_walls[index] = scanner->scan;
    const wall *met = &scanner->forest->tiles.walls[index];
    const capsule grown = {
        .ends = { vector_to_frame(seen->axis, from->sense, met->x - from->x, met->y - from->y),
                  vector_to_frame(seen->axis, from->sense, met->to_x - from->x, met->to_y - from->y) },
        .radius = scanner->body - WALL_SHRINK - FW_FOREST_TOUCH
    };
    if (!capsule_is_met(scanner->table, &grown, from->radius, GATE))
        return;
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

/// Considers a circle or a wall, once in a scan.
static void consider(view *seen, uint32_t slot)
{
    scanner *scanner = seen->scanner;
    scanner->considered++;
    if (slot & WALL_ENTRY) {
        consider_wall(seen, slot & ~WALL_ENTRY);
        return;
    }
    if (scanner->seen[slot] == scanner->scan || slot == seen->from->slot)
        return;
    scanner->seen[slot] = scanner->scan;
    const fw_tree *circle = &scanner->forest->circles[slot];
    const double radius = circle->radius + scanner->body, own = seen->from->radius;
    const vector centre =
        vector_to_frame(seen->axis, seen->from->sense, circle->x - seen->from->x, circle->y - seen->from->y);
    if (!sector_is_met(scanner->table, centre, own, radius + GATE))
        return;
    const double touch = own + radius + FW_FOREST_TOUCH;
    if (seen->from->slot != NO_TREE && vector_dot(centre, centre) <= touch * touch)
        consider_overlapping(seen, slot, centre, radius);
    else
        consider_apart(seen, slot, centre, radius);
}

/// Removes from the gaps what blockers hide whose rays all end within a distance. Returns false if there was no new
/// blocker of this kind.
static bool hide_within(view *seen, double reach)
{
    bool has_hidden = false;
    scanner *scanner = seen->scanner;
    for (size_t i = 0; i < scanner->blocker_count; i++) {
        blocker *blocking = &scanner->blockers[i];
        if (!blocking->is_merged && blocking->far <= reach) {
            blocking->is_merged = has_hidden = true;
            seen->hidden_from = fmax(seen->hidden_from, blocking->far);
            gaps_hide(&seen->gaps, blocking->hides);
        }
    }
    return has_hidden;
}

/// The pairs of rays that bound the gaps.
typedef struct open_beams {
    beam_ray rays[MOST_GAPS][2];
} open_beams;

static beam_ray ray_at(const view *seen, const beam *cast, double slope)
{
    const double clamped = fmin(fmax(slope, -seen->most_slope), seen->most_slope);
    const double scale = 1 / sqrt(1 + clamped * clamped);
    return beam_ray_at(cast, vector_from_frame(seen->axis, seen->from->sense, scale, scale * clamped));
}

/// Computes the rays that bound the gaps.
static void aim(const view *seen, const beam *cast, open_beams *open)
{
    for (int i = 0; i < seen->gaps.count; i++) {
        open->rays[i][0] = ray_at(seen, cast, seen->gaps.items[i].low);
        open->rays[i][1] = ray_at(seen, cast, seen->gaps.items[i].high);
    }
}

/// Considers all entries of a column that lie in gaps. Gaps are in order, so a gap shares rows only with the one
/// before.
static void gather_column(view *seen, beam *cast, const open_beams *open)
{
    const cell_entry *entries = cast->grid->entries;
    row_range gathered = NO_ROWS;
    for (int i = 0; i < seen->gaps.count; i++) {
        const row_range rows = beam_rows(cast, open->rays[i]);
        for (int32_t row = rows.first; row <= rows.last; row++)
            if (row < gathered.first || row > gathered.last)
                for (uint32_t entry = beam_cell(cast, row); entry != NO_TREE; entry = entries[entry].next)
                    consider(seen, entries[entry].slot);
        gathered = rows;
    }
}

/// Considers circles and walls from near to far, until all headings are hidden.
static void gather(view *seen, beam *cast, sector_reach *reach)
{
    open_beams open;
    aim(seen, cast, &open);
    do {
        gather_column(seen, cast, &open);
        if (hide_within(seen, beam_reach(cast))) {
            gaps_drop_outside(&seen->gaps, seen->most_slope);
            if (reach)
                gaps_note_reach(&seen->gaps, seen->scanner->table, seen->hidden_from, reach);
            aim(seen, cast, &open);
        }
        if (seen->gaps.count == 0 || seen->failed != FW_OK)
            return;
    } while (beam_next(cast));
}

/// True if an obstacle blocks a line.
static bool is_hidden(const view *seen, const sighting *line)
{
    const scanner *scanner = seen->scanner;
    const double slope = line->slope, scale = 1 / sqrt(1 + slope * slope), own = seen->from->radius;
    gate_watch grazed = { .count = 0 };
    if (seen->from->slot != NO_TREE)
        gate_note(&grazed, 0, 0, own, 1);
    for (size_t i = 0; i < scanner->blocker_count; i++) {
        const blocker *blocking = &scanner->blockers[i];
        if (slope < blocking->hides.low - GATE_SLOPE || slope > blocking->hides.high + GATE_SLOPE)
            continue;
        if (blocking->is_wall) {
            const capsule wall = { { { blocking->x, blocking->y }, { blocking->to_x, blocking->to_y } },
                                   blocking->radius };
            if (capsule_blocks(&wall, own, slope, line->length))
                return true;
            continue;
        }
        const double along = (blocking->x + slope * blocking->y) * scale,
                     aside = (blocking->y - slope * blocking->x) * scale + own;
        const double depth = blocking->radius * blocking->radius - aside * aside;
        if (slope > blocking->hides.low && slope < blocking->hides.high) {
            if (along - sqrt(fmax(depth, 0)) < line->length)
                return true;
        } else if (fabs(aside) < blocking->radius + GATE && along > -GATE && along < line->length + GATE) {
            const bool is_target = blocking->slot == line->slot;
            gate_note(&grazed, blocking->x, blocking->y, blocking->radius + FW_FOREST_TOUCH,
                      is_target ? line->crosses ? -1 : 1 : aside);
        }
    }
    return gate_is_passed(&grazed);
}

/// Orders candidates by heading; at the same heading walls come first. The order does not depend on the order of cells.
static bool is_before(const sighting *a, const sighting *b)
{
    if (a->slope != b->slope)
        return a->slope < b->slope;
    if (a->is_wall != b->is_wall)
        return a->is_wall;
    return a->length != b->length ? a->length < b->length : a->slot < b->slot;
}

/// Sorts the candidates by heading. There are few: insertion sort.
static void sort(sighting *items, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const sighting moved = items[i];
        size_t place = i;
        for (; place > 0 && is_before(&moved, &items[place - 1]); place--)
            items[place] = items[place - 1];
        items[place] = moved;
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

/// The arc of a side to the end of its sector: it leads into the next sector, or is covered by another circle.
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

/// Appends the candidates that nothing hides.
static fw_result write_edges(view *seen, int sector, edge_list *edges)
{
    scanner *scanner = seen->scanner;
    size_t count = 0;
    for (size_t i = 0; i < scanner->sighting_count; i++) {
        const sighting *line = &scanner->sightings[i];
        if (line->is_wall || !is_hidden(seen, line))
            scanner->sightings[count++] = *line;
    }
    sort(scanner->sightings, count);
    if (MEMORY_RESERVE(scanner->memory, edges->items, edges->capacity, edges->count + count + 1) != FW_OK)
        return FW_NO_MEMORY;
    for (size_t i = 0; i < count; i++)
        edges->items[edges->count++] = edge_to(seen, &scanner->sightings[i], sector);
    if (seen->from->slot != NO_TREE)
        edges->items[edges->count++] = edge_on(seen, scanner->table, sector);
    return FW_OK;
}

fw_result scanner_scan(scanner *scanner, const viewpoint *from, int sector, const vector *point,
                       edge_list *edges, sector_reach *reach)
{
    const sector_table *table = scanner->table;
    const double most =
        table->most_slope + GATE_SLOPE; // a line on the sector's border may graze circles beyond it
    view seen = { .scanner = scanner,
                  .from = from,
                  .axis = table->axis[sector],
                  .most_slope = table->most_slope,
                  .gaps = { .items = { { -most, most } }, .count = 1 } };
    beam cast;
    begin_scan(scanner);
    for (int i = 0; reach && i < SECTOR_PARTS; i++)
        reach->parts[i] = INFINITY;
    if (point) {
        const vector aim_point =
            vector_to_frame(seen.axis, from->sense, point->x - from->x, point->y - from->y);
        add_line(&seen, NO_TREE, aim_point, 0, false);
    }
    if (beam_begin(&cast, &scanner->forest->grid, table, from, sector, scanner->body))
        gather(&seen, &cast, reach);
    return seen.failed == FW_OK ? write_edges(&seen, sector, edges) : seen.failed;
}
