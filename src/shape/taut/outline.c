#include "shape/taut/outline.h"

#include "base/must_hold.h"
#include "base/trig.h"
#include "curve/line_cost.h"
#include "curve/segment.h"

static fw_result reserve(outline *outline, memory *memory, int32_t more)
{
    return MEMORY_RESERVE(memory, outline->segments, outline->room, (size_t)outline->count + (size_t)more);
}

static void add(outline *outline, fw_pose start, double curvature, double length)
{
    must_hold(outline->segments);
    if (length > 0)
        outline->segments[outline->count++] =
            (fw_segment){ .start = start, .curvature = curvature, .length = length, .gear = FW_FORWARD };
}

/// Appends a line. If the last segment is a line of the same string with the same heading, this line becomes longer
/// instead.
static void extend_line(outline *outline, int32_t first_of_string, fw_pose start, double length)
{
    fw_segment *last = outline->count > first_of_string ? &outline->segments[outline->count - 1] : NULL;
    if (last && last->curvature == 0 && last->start.heading == start.heading)
        last->length += length;
    else
        add(outline, start, 0, length);
}

fw_result outline_add_line(outline *outline, memory *memory, const way_rules *rules, vector begin, vector end)
{
    if (reserve(outline, memory, 1) != FW_OK)
        return FW_NO_MEMORY;
    fw_segment line;
    segment_set_line(&line, begin.x + rules->lift, begin.y + rules->lift, end.x + rules->lift,
                     end.y + rules->lift);
    add(outline, line.start, 0, line.length);
    return FW_OK;
}

/// The point where a line touches a disc, on the map.
static vector touching_point(const funnel_link *disc, vector along, double lift)
{
    const vector touch = funnel_touch(disc, along);
    return (vector){ touch.x + lift, touch.y + lift };
}

/// A turn around a disc, from the end of one line to the beginning of the next.
typedef struct disc_turn {
    fw_pose start;
    double angle;            ///< signed
    double radius;           ///< with the sign of `angle`
    double heading;          ///< at the end of the turn
    int32_t first_of_string; ///< first segment of the string
} disc_turn;

/// Appends tangents of a disc instead of an arc. The heading changes by the same part of the angle at each bend.
/// Returns false if one of the tangents is not free; then nothing is appended.
static bool add_tangents(outline *outline, const way_rules *rules, const disc_turn *around, int32_t parts)
{
    const int32_t before = outline->count;
    const fw_segment last = outline->count ? outline->segments[outline->count - 1] : (fw_segment){ 0 };
    double half_sine, half_cosine;
    trig_sincos(around->angle / parts / 2, &half_sine, &half_cosine);
    const double half = around->radius * half_sine / half_cosine;
    vector at = { around->start.x - rules->lift, around->start.y - rules->lift };
    bool is_free = true;
    for (int32_t i = 0; i <= parts && is_free; i++) {
        const double heading =
            i < parts ? trig_wrap(around->start.heading + i * around->angle / parts) : around->heading;
        const double length = i == 0 || i == parts ? half : 2 * half;
        double sine, cosine;
        trig_sincos(heading, &sine, &cosine);
        const vector next = { at.x + length * cosine, at.y + length * sine };
        is_free = way_is_free(rules, at, next);
        extend_line(outline, around->first_of_string,
                    (fw_pose){ at.x + rules->lift, at.y + rules->lift, heading }, length);
        at = next;
    }
    if (!is_free) {
        outline->count = before;
        if (outline->count)
            outline->segments[outline->count - 1] = last;
    }
    return is_free;
}

/// Appends a turn as an arc, or as tangents.
static fw_result add_turn(outline *outline, memory *memory, const way_rules *rules, const disc_turn *around,
                          bool only_lines)
{
    const int32_t fewest = (int32_t)fmax(ceil(fabs(around->angle) / (FW_PI / 4)), 1);
    for (int32_t parts = fewest; only_lines && parts <= 64 * fewest; parts *= 2) {
        if (reserve(outline, memory, parts + 2) != FW_OK)
            return FW_NO_MEMORY;
        if (add_tangents(outline, rules, around, parts))
            return FW_OK;
    }
    add(outline, around->start, 1 / around->radius, around->angle * around->radius);
    return FW_OK;
}

/// Number of a string's lines whose headings are computed together.
enum { BATCH = 16 };

typedef struct string_lines {
    double x[BATCH], y[BATCH]; ///< unit vectors
    double heading[BATCH];
} string_lines;

static void find_lines(string_lines *lines, const funnel_link *first, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        const vector along = first[i].along;
        const double length = vector_length(along);
        const double scale = length > 0 ? length : 1;
        lines->x[i] = along.x / scale;
        lines->y[i] = along.y / scale;
    }
    trig_atan2_each(count, lines->y, lines->x, lines->heading);
}

/// Appends the turn around the disc before the next link, and the line to this link.
static fw_result add_link(outline *outline, memory *memory, const way_rules *rules, const funnel *pulled,
                          const string_lines *lines, bool only_lines)
{
    const int32_t left = pulled->count - outline->next, index = (outline->next - 1) % BATCH;
    const funnel_link *next = &pulled->string[outline->next], *disc = next - 1;
    const vector along = { lines->x[index], lines->y[index] };
    const vector begin = touching_point(disc, along, rules->lift);
    const vector end = touching_point(next, along, rules->lift);
    const double heading = lines->heading[index];
    if (outline->next > 1 && disc->offset != 0) {
        const fw_pose last = outline->string_end;
        const disc_turn around = { last, trig_wrap(heading - last.heading), disc->offset, heading,
                                   outline->first_of_string };
        if (add_turn(outline, memory, rules, &around, only_lines) != FW_OK ||
            (only_lines && reserve(outline, memory, 2 * left) != FW_OK))
            return FW_NO_MEMORY;
    }
    extend_line(outline, outline->first_of_string, (fw_pose){ begin.x, begin.y, heading },
                vector_distance(begin, end));
    outline->string_end = (fw_pose){ end.x, end.y, heading };
    return FW_OK;
}

fw_result outline_begin_string(outline *outline, memory *memory, const funnel *pulled)
{
    outline->first_of_string = outline->count;
    outline->next = 1;
    return reserve(outline, memory, 2 * pulled->count);
}

fw_result outline_add_string(outline *outline, memory *memory, const way_rules *rules, const funnel *pulled,
                             bool only_lines)
{
    string_lines lines = { 0 };
    while (outline->next < pulled->count) {
        const int32_t left = pulled->count - outline->next,
                      end = outline->next + (left < BATCH ? left : BATCH);
        if (shaping_pauses(rules->ground.work))
            return FW_PENDING;
        shaping_charge(rules->ground.work, 0);
        find_lines(&lines, &pulled->string[outline->next], end - outline->next);
        for (; outline->next < end; outline->next++)
            if (add_link(outline, memory, rules, pulled, &lines, only_lines) != FW_OK)
                return FW_NO_MEMORY;
    }
    return FW_OK;
}

path_total outline_total(const way_rules *rules, const fw_segment *segments, int32_t count)
{
    path_total total = { 0 };
    for (int32_t i = 0; i < count; i++) {
        total.length += segments[i].length;
        if (!rules->is_even)
            total.cost +=
                segment_cost(rules->ground.map, rules->ground.unit, rules->ground.overlay, &segments[i]);
    }
    if (rules->is_even)
        total.cost = total.length * rules->ground.unit->cheapest / COST_ONE;
    return total;
}

fw_result outline_judge(outline *outline, const way_rules *rules, bool *is_free)
{
    *is_free = true;
    for (; outline->next < outline->count && *is_free; outline->next++) {
        if (shaping_pauses(rules->ground.work))
            return FW_PENDING;
        const fw_segment *segment = &outline->segments[outline->next];
        shaping_charge(rules->ground.work, segment->length);
        *is_free = mover_may_drive(&rules->mover, segment);
        if (outline->next == 0 || !*is_free)
            continue;
        const fw_pose end = segment_end(segment - 1);
        *is_free = mover_may_turn(&rules->mover, end, trig_wrap(segment->start.heading - end.heading));
    }
    return FW_OK;
}

fw_result outline_write(const outline *outline, double cost, const path_stretches *impossible, fw_path *path)
{
    int32_t count;
    const fw_segment standing = { .start = fw_path_segments(path, &count)->start };
    fw_path_summary summary = *path_shown(path);
    summary.cost = cost;
    summary.violations.impossible = impossible->count;
    path_begin(path);
    fw_result pushed =
        outline->count ? path_push_all(path, outline->segments, outline->count) : path_push(path, &standing);
    for (int32_t i = 0; i < impossible->count && pushed == FW_OK; i++)
        pushed = path_push_impossible(path, impossible->borders[2 * i],
                                      fmin(impossible->borders[2 * i + 1], path_written_length(path)));
    if (pushed == FW_OK)
        path_end(path, &summary);
    else
        path_abandon(path);
    return pushed;
}
