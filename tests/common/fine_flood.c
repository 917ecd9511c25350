#include "common/fine_flood.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "curve/segment.h"
#include "curve/sweep_arc.h"
#include "curve/sweep_body.h"
#include "curve/sweep_line.h"
#include "fairway/curve.h"

enum {
    HEADINGS_APART = FLOOD_HEADINGS / 8, ///< between those of the compass
    PHASES = FLOOD_PARTS * FLOOD_PARTS,
    MOST_STEPS = 1024, ///< out of a heading
    MOST_ROWS = FLOOD_MOST_SIDE,
    ASIDE = 16, ///< tiles that a step may touch to the left of its start, and one less to the right
    FAR = 4,    ///< tiles that long steps lead away, along each axis
    FINE_SIDE = FLOOD_MOST_SIDE * FLOOD_PARTS,
    POSES = FINE_SIDE * FINE_SIDE * FLOOD_HEADINGS,
    MARGIN = FLOOD_MOST_SIDE + ASIDE
};

/// Tiles around the start of a step, one bit each.
typedef struct step_mask {
    int32_t top, count;
    uint32_t rows[MOST_ROWS]; ///< bit ASIDE is the start's column
} step_mask;

typedef struct fine_step {
    int8_t dx, dy; ///< positions
    uint8_t end;
    fw_curve curve;          ///< from the point (0, 0)
    step_mask masks[PHASES]; ///< for each place of the start within its tile
} fine_step;

struct fine_flood {
    sweep_body body;
    double radius;
    fine_step *steps[FLOOD_HEADINGS];
    int count[FLOOD_HEADINGS];
    int side;                                       ///< positions along the map's longer side
    uint64_t blocked[FLOOD_MOST_SIDE + 2 * MARGIN]; ///< bit MARGIN is column 0
    int32_t came_from[POSES];                       ///< NOT_SEEN, or the pose before
    uint16_t came_by[POSES];
    int32_t queue[POSES];
    int32_t goal;
};

enum { NOT_SEEN = -1 };

static double fine_heading(int heading)
{
    return heading * (2 * FW_PI / FLOOD_HEADINGS);
}

static double turn_of(const fw_curve *curve)
{
    double turn = 0;
    for (int i = 0; i < curve->count; i++)
        turn += fabs(curve->segments[i].curvature) * curve->segments[i].length;
    return turn;
}

static bool touches(const sweep_body *body, const fw_segment *segment, const sweep_arc *arc, int x, int y)
{
    if (segment->curvature != 0)
        return sweep_arc_touches(body, arc, x, y);
    const fw_pose end = segment_end(segment);
    return sweep_line_touches(body, segment->start.x, segment->start.y, end.x, end.y, x, y);
}

/// Enters the tiles that a segment touches into rows, of which the first is that of tile -ASIDE; looks around points
/// along it.
///
/// @return whether they all lie near enough
static bool enter_segment(const sweep_body *body, const fw_segment *segment, uint32_t *rows)
{
    const sweep_arc arc = segment->curvature != 0 ? sweep_arc_of(segment) : (sweep_arc){ 0 };
    const double reach = body->reach + 0.5;
    const int points = 1 + (int)(2 * segment->length);
    uint32_t tested[2 * ASIDE] = { 0 };
    for (int point = 0; point <= points; point++) {
        const fw_pose at = segment_pose_at(segment, segment->length * point / points);
        const int left = (int)floor(at.x - reach), right = (int)floor(at.x + reach);
        const int top = (int)floor(at.y - reach), bottom = (int)floor(at.y + reach);
        if (left < -ASIDE || right >= ASIDE || top < -ASIDE || bottom >= ASIDE)
            return false;
        for (int y = top; y <= bottom; y++)
            for (int x = left; x <= right; x++) {
                const uint32_t bit = UINT32_C(1) << (x + ASIDE);
                if (!(tested[y + ASIDE] & bit) && touches(body, segment, &arc, x, y))
                    rows[y + ASIDE] |= bit;
                tested[y + ASIDE] |= bit;
            }
    }
    return true;
}

/// The tiles touched by a curve from a point within tile (0, 0); false where they are too many for any map.
static bool fill_mask(const sweep_body *body, const fw_curve *curve, double x, double y, step_mask *mask)
{
    uint32_t rows[2 * ASIDE] = { 0 };
    for (int i = 0; i < curve->count; i++) {
        fw_segment segment = curve->segments[i];
        segment.start.x += x;
        segment.start.y += y;
        if (!enter_segment(body, &segment, rows))
            return false;
    }
    int top = 0, bottom = 2 * ASIDE - 1;
    while (!rows[top])
        top++;
    while (!rows[bottom])
        bottom--;
    mask->top = top - ASIDE;
    mask->count = bottom - top + 1;
    if (mask->count > MOST_ROWS)
        return false;
    memcpy(mask->rows, rows + top, (size_t)mask->count * sizeof *rows);
    return true;
}

/// Adds the shortest curve to a pose, if it turns by no more than that.
static void add_step(fine_flood *flood, int from, int dx, int dy, int end, double most_turn)
{
    fine_step *next = &flood->steps[from][flood->count[from]];
    const fw_pose start = { 0, 0, fine_heading(from) };
    const fw_pose goal = { (double)dx / FLOOD_PARTS, (double)dy / FLOOD_PARTS, fine_heading(end) };
    if (flood->count[from] == MOST_STEPS ||
        fw_dubins(start, goal, flood->radius, FW_DUBINS_SHORTEST, &next->curve) != FW_OK ||
        next->curve.count == 0 || turn_of(&next->curve) > most_turn + 1e-9)
        return;
    next->dx = (int8_t)dx;
    next->dy = (int8_t)dy;
    next->end = (uint8_t)end;
    for (int phase = 0; phase < PHASES; phase++)
        if (!fill_mask(&flood->body, &next->curve, (double)(phase % FLOOD_PARTS) / FLOOD_PARTS,
                       (double)(phase / FLOOD_PARTS) / FLOOD_PARTS, &next->masks[phase]))
            return;
    flood->count[from]++;
}

/// All curves out of a heading, those to places near by and those of the methods.
static void collect_steps(fine_flood *flood, int from)
{
    const int far = FAR * FLOOD_PARTS, near = (int)(FLOOD_PARTS + 2 * flood->radius);
    for (int dy = -far; dy <= far; dy++)
        for (int dx = -far; dx <= far; dx++)
            for (int end = 0; end < FLOOD_HEADINGS; end++) {
                const bool is_whole = dx % FLOOD_PARTS == 0 && dy % FLOOD_PARTS == 0 &&
                                      from % HEADINGS_APART == 0 && end % HEADINGS_APART == 0;
                if (is_whole)
                    add_step(flood, from, dx, dy, end, 2 * FW_PI);
                else if (abs(dx) <= near && abs(dy) <= near)
                    add_step(flood, from, dx, dy, end, FW_PI / 2);
            }
}

fine_flood *fine_flood_create(const fw_unit_def *unit)
{
    fine_flood *flood = calloc(1, sizeof *flood);
    if (!flood)
        return NULL;
    flood->body = sweep_body_of(&unit->footprint);
    flood->radius = unit->turn_radius;
    for (int from = 0; from < FLOOD_HEADINGS; from++) {
        flood->steps[from] = malloc(MOST_STEPS * sizeof *flood->steps[from]);
        if (!flood->steps[from]) {
            fine_flood_destroy(flood);
            return NULL;
        }
        collect_steps(flood, from);
    }
    return flood;
}

void fine_flood_destroy(fine_flood *flood)
{
    for (int from = 0; flood && from < FLOOD_HEADINGS; from++)
        free(flood->steps[from]);
    free(flood);
}

void fine_flood_look(fine_flood *flood, const fw_map *map)
{
    const int32_t width = fw_map_width(map), height = fw_map_height(map);
    flood->side = (width > height ? width : height) * FLOOD_PARTS;
    memset(flood->blocked, 0xff, sizeof flood->blocked);
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            if (fw_map_terrain(map, x, y) != FW_BLOCKED)
                flood->blocked[y + MARGIN] &= ~(UINT64_C(1) << (x + MARGIN));
}

static int32_t pose_index(int x, int y, int heading)
{
    return (y * FINE_SIDE + x) * FLOOD_HEADINGS + heading;
}

/// Tile centres lie half way between corners.
static int32_t index_of(lattice_pose at)
{
    return pose_index(at.x * FLOOD_PARTS + FLOOD_PARTS / 2, at.y * FLOOD_PARTS + FLOOD_PARTS / 2,
                      at.heading * HEADINGS_APART);
}

static bool is_free(const fine_flood *flood, const step_mask *mask, int tile_x, int tile_y)
{
    const uint64_t *blocked = &flood->blocked[tile_y + mask->top + MARGIN];
    uint64_t hit = 0;
    for (int32_t i = 0; i < mask->count; i++)
        hit |= blocked[i] >> (tile_x + MARGIN - ASIDE) & mask->rows[i];
    return hit == 0;
}

/// Appends what can be reached from a pose by a step.
static void follow(fine_flood *flood, int32_t at, int stride, int32_t *end)
{
    const int heading = at % FLOOD_HEADINGS;
    const int x = at / FLOOD_HEADINGS % FINE_SIDE, y = at / FLOOD_HEADINGS / FINE_SIDE;
    const int phase = y % FLOOD_PARTS * FLOOD_PARTS + x % FLOOD_PARTS;
    for (int i = 0; i < flood->count[heading]; i++) {
        const fine_step *step = &flood->steps[heading][i];
        const int to_x = x + step->dx, to_y = y + step->dy;
        if (step->end % stride || to_x < 0 || to_y < 0 || to_x >= flood->side || to_y >= flood->side)
            continue;
        const int32_t to = pose_index(to_x, to_y, step->end);
        if (flood->came_from[to] != NOT_SEEN ||
            !is_free(flood, &step->masks[phase], x / FLOOD_PARTS, y / FLOOD_PARTS))
            continue;
        flood->came_from[to] = at;
        flood->came_by[to] = (uint16_t)i;
        flood->queue[(*end)++] = to;
    }
}

bool fine_flood_reaches(fine_flood *flood, lattice_pose from, lattice_pose to, int stride)
{
    int32_t next = 0, end = 0;
    memset(flood->came_from, 0xff, sizeof flood->came_from);
    flood->goal = index_of(to);
    flood->queue[end++] = index_of(from);
    flood->came_from[flood->queue[0]] = flood->queue[0];
    while (next < end && flood->came_from[flood->goal] == NOT_SEEN)
        follow(flood, flood->queue[next++], stride, &end);
    return flood->came_from[flood->goal] != NOT_SEEN;
}

fw_result fine_flood_write(const fine_flood *flood, fw_path *path)
{
    int32_t count = 0;
    for (int32_t at = flood->goal; flood->came_from[at] != at; at = flood->came_from[at])
        count += flood->steps[flood->came_from[at] % FLOOD_HEADINGS][flood->came_by[at]].curve.count;
    fw_segment *segments = malloc(((size_t)count + 1) * sizeof *segments);
    if (!segments)
        return FW_NO_MEMORY;
    int32_t first = count;
    for (int32_t at = flood->goal; flood->came_from[at] != at; at = flood->came_from[at]) {
        const int32_t before = flood->came_from[at];
        const fw_curve *curve = &flood->steps[before % FLOOD_HEADINGS][flood->came_by[at]].curve;
        first -= curve->count;
        for (int i = 0; i < curve->count; i++) {
            fw_segment *segment = &segments[first + i];
            *segment = curve->segments[i];
            segment->start.x += (double)(before / FLOOD_HEADINGS % FINE_SIDE) / FLOOD_PARTS;
            segment->start.y += (double)(before / FLOOD_HEADINGS / FINE_SIDE) / FLOOD_PARTS;
        }
    }
    const fw_result written = fw_path_set(path, segments, count, NULL);
    free(segments);
    return written;
}
