#include "traffic/prices.h"

#include "base/compiler.h"
#include "map/overlay.h"
#include "traffic/agent_state.h"
#include "traffic/passages.h"

/// What a unit costs at least, and what a place costs at most, in tiles.
#define LEAST_PRICE 2.0
#define MOST_PRICE  64.0

/// Knots after which a unit that waits counts as one that stands for long.
enum { STANDS_AFTER = 20 };

/// Ways that lead through a passage, below which it costs nothing.
enum { FEWEST_WAYS = 8 };

/// Distance between two units that go through a passage one behind the other, and width of a lane, in radii.
#define FOLLOWS_AT 4.0
#define LANE       2.2

/// Distance between two places of a path that are looked at, in tiles.
#define EVERY 0.25

/// Places of a wave that looks for room: a corridor is searched for half as many tiles to both sides.
enum { MOST_WAVE = 64 };

/// True if a body at an anchor parts the free anchors around it, at a distance of its size: others cannot go round it.
/// Source: simple points of digital topology (Kong & Rosenfeld 1989).
static bool parts(const layer *free, int32_t x, int32_t y)
{
    const int32_t size = free->size,
                  sides[][4] = { { -1, -1, 1, 0 }, { 1, -1, 0, 1 }, { 1, 1, -1, 0 }, { -1, 1, 0, -1 } };
    int32_t runs = 0;
    bool before = layer_fits_anywhere(free, x - size, y - size + 1);
    for (int32_t side = 0; side < 4; side++)
        for (int32_t i = 0; i < 2 * size; i++) {
            const bool fits = layer_fits_anywhere(free, x + sides[side][0] * size + sides[side][2] * i,
                                                  y + sides[side][1] * size + sides[side][3] * i);
            runs += fits && !before;
            before = fits;
        }
    return runs > 1;
}

/// Length of the way from an anchor to the nearest one where a body parts nothing, in tiles.
static int32_t way_to_room(const layer *free, int32_t x, int32_t y)
{
    struct {
        int32_t x, y, way;
    } wave[MOST_WAVE] = { { x, y, 0 } };
    int32_t count = 1;
    for (int32_t i = 0; i < count; i++) {
        if (!parts(free, wave[i].x, wave[i].y))
            return wave[i].way;
        for (int32_t side = 0; side < 4; side++) {
            const int32_t to_x = wave[i].x + (side == 0) - (side == 1),
                          to_y = wave[i].y + (side == 2) - (side == 3);
            int32_t known = 0;
            while (known < count && (wave[known].x != to_x || wave[known].y != to_y))
                known++;
            if (known == count && count < MOST_WAVE && layer_fits_anywhere(free, to_x, to_y)) {
                wave[count].x = to_x;
                wave[count].y = to_y;
                wave[count++].way = wave[i].way + 1;
            }
        }
    }
    return MOST_WAVE / 2;
}

/// How long a unit will stand.
typedef enum standing { IS_ABOUT_TO_LEAVE, WAITS_FOR_LONG, RESTS } standing;

static standing standing_of(const fw_traffic *traffic, const agent *unit)
{
    if (unit->jam.number != NO_JAM || outline_end(&unit->plan) > traffic->clock.knot)
        return IS_ABOUT_TO_LEAVE;
    if (agent_is_at_goal(unit) || unit->order.stage == PLACE_IS_STOP)
        return RESTS;
    const bool waits =
        unit->activity == FW_AGENT_WAITS && traffic->clock.knot - unit->waits_since >= STANDS_AFTER;
    return waits ? WAITS_FOR_LONG : IS_ABOUT_TO_LEAVE;
}

/// What a unit costs that stands for long in a passage. One that waits where others can go round it costs nothing: else
/// ways would wind between all that wait in a queue.
static double price_of(const fw_traffic *traffic, const agent *unit)
{
    const standing standing = standing_of(traffic, unit);
    const double x = unit->plan.stop_x, y = unit->plan.stop_y;
    passage found;
    if (standing == IS_ABOUT_TO_LEAVE ||
        !passage_at(traffic, unit, (int32_t)floor(x), (int32_t)floor(y), &found))
        return 0;
    if (unit->order.stance == STANCE_HOLDS && standing == RESTS)
        return MOST_PRICE;
    const map_unit *kind = map_find_unit(traffic->map, kind_of(traffic, unit)->unit);
    const double corner = kind && kind->layer ? (kind->layer->size - 1) / 2.0 : 0;
    const int32_t way = kind && kind->layer
                            ? way_to_room(kind->layer, (int32_t)floor(x - corner), (int32_t)floor(y - corner))
                            : 0;
    return standing == WAITS_FOR_LONG && way == 0 ? 0 : fmax(way, LEAST_PRICE);
}

fw_result prices_look(fw_traffic *traffic)
{
    prices *prices = &traffic->around.prices;
    prices->stander_count = 0;
    for (int32_t i = 0; i < traffic->count && traffic->desk.count > 0; i++) {
        const uint32_t slot = traffic->by_id[i];
        const agent *unit = &traffic->agents[slot];
        const double price = price_of(traffic, unit);
        if (price == 0)
            continue;
        if (MEMORY_RESERVE(&traffic->memory, prices->standers, prices->stander_room,
                           (size_t)prices->stander_count + 1) != FW_OK)
            return FW_NO_MEMORY;
        prices->standers[prices->stander_count++] = (stander){ slot, price };
    }
    return FW_OK;
}

static fw_result add(fw_traffic *traffic, price added)
{
    prices *prices = &traffic->around.prices;
    if (MEMORY_RESERVE(&traffic->memory, prices->list, prices->room, (size_t)prices->count + 1) != FW_OK)
        return FW_NO_MEMORY;
    prices->list[prices->count++] = added;
    return FW_OK;
}

/// Prices the tiles from whose middles a unit would touch one that stands.
static fw_result add_stander(fw_traffic *traffic, const agent *unit, const stander *stander)
{
    const agent *other = &traffic->agents[stander->slot];
    const double x = other->plan.stop_x, y = other->plan.stop_y;
    const double reach = fmax(radius_of(traffic, unit) + radius_of(traffic, other) - 0.5, 0.5);
    const int32_t left = (int32_t)ceil(x - reach - 0.5), top = (int32_t)ceil(y - reach - 0.5),
                  right = (int32_t)ceil(x + reach - 0.5), bottom = (int32_t)ceil(y + reach - 0.5);
    return add(traffic, (price){ left, top, right - left, bottom - top, (float)stander->price });
}

/// A passage as a unit that searches sees it.
///
/// @param most  number of ways that lead through the passage at most
static busy_passage busy_passage_of(const fw_traffic *traffic, const agent *unit, const passage *at,
                                    uint32_t most)
{
    const double half = at->width / 2.0, radius = radius_of(traffic, unit);
    busy_passage busy = { .at = *at,
                          .x = at->x + (at->is_column ? 0.5 : half),
                          .y = at->y + (at->is_column ? half : 0.5),
                          .each = FOLLOWS_AT * radius / larger(floor(at->width / (LANE * radius)), 1) };
    busy.away = apart(unit->plan.stop_x, unit->plan.stop_y, busy.x, busy.y);
    busy.may_cost = most * busy.each - busy.away >= LEAST_PRICE;
    return busy;
}

/// Index of a passage among the busy ones, to which it is added if it is new; -1 if there is no memory.
///
/// @param guess  probably its index; any number
static NEVER_INLINE int32_t busy_index(fw_traffic *traffic, const agent *unit, const passage *at,
                                       uint32_t most, int32_t guess)
{
    prices *prices = &traffic->around.prices;
    if (guess < prices->busy_count && passages_are_same(&prices->busy[guess].at, at))
        return guess;
    for (int32_t i = 0; i < prices->busy_count; i++)
        if (passages_are_same(&prices->busy[i].at, at))
            return i;
    if (MEMORY_RESERVE(&traffic->memory, prices->busy, prices->busy_room, (size_t)prices->busy_count + 1) !=
        FW_OK)
        return -1;
    prices->busy[prices->busy_count] = busy_passage_of(traffic, unit, at, most);
    return prices->busy_count++;
}

/// Notes that the way of a unit leads through a busy passage.
static void count_way(const fw_traffic *traffic, uint32_t slot, busy_passage *busy)
{
    const crowd_mark *mark = &traffic->crowd.marks[slot];
    busy->ways++;
    busy->nearer += busy->may_cost && traffic->agents[slot].way.count > 0 &&
                    apart(busy->x, busy->y, mark->stop_x, mark->stop_y) < busy->away;
}

/// Finds the passages that many ways may lead through, and how many of these ways are of units that are nearer than the
/// unit that searches.
static fw_result find_busy(fw_traffic *traffic, const agent *unit)
{
    const prices *prices = &traffic->around.prices;
    const uint32_t *ways = prices->ways;
    const crossing *first = prices->crossings, *end = first + traffic->roster.slots * MOST_CROSSINGS;
    uint16_t guesses[PASSAGE_KEYS] = { 0 };
    for (const crossing *it = first; it < end; it++) {
        const uint16_t key = it->at.key;
        if (LIKELY(ways[key] < FEWEST_WAYS))
            continue;
        const int32_t index = busy_index(traffic, unit, &it->at, ways[key], guesses[key]);
        if (index < 0)
            return FW_NO_MEMORY;
        guesses[key] = (uint16_t)index;
        count_way(traffic, (uint32_t)((it - first) / MOST_CROSSINGS), &prices->busy[index]);
    }
    return FW_OK;
}

/// Prices the passages that many ways lead through at what a unit would wait there.
static fw_result add_passages(fw_traffic *traffic, const agent *unit)
{
    prices *prices = &traffic->around.prices;
    prices->busy_count = 0;
    fw_result result = prices->crossings ? find_busy(traffic, unit) : FW_OK;
    for (int32_t i = 0; i < prices->busy_count && result == FW_OK; i++) {
        const busy_passage *busy = &prices->busy[i];
        const passage *at = &busy->at;
        const double waits = busy->nearer * busy->each - busy->away;
        if (busy->ways >= FEWEST_WAYS && waits >= LEAST_PRICE)
            result = add(traffic, (price){ at->x, at->y, at->is_column ? 1 : at->width,
                                           at->is_column ? at->width : 1, (float)fmin(waits, MOST_PRICE) });
    }
    return result;
}

fw_result prices_find(fw_traffic *traffic, const agent *unit)
{
    prices *prices = &traffic->around.prices;
    prices->count = 0;
    fw_result result = add_passages(traffic, unit);
    for (int32_t i = 0; i < prices->stander_count && result == FW_OK; i++) {
        const agent *other = &traffic->agents[prices->standers[i].slot];
        if (other != unit && agent_sees(unit, other))
            result = add_stander(traffic, unit, &prices->standers[i]);
    }
    return result;
}

/// True if a place lies on the tiles of a price, or nearer to them than this.
static bool is_on(const price *at, double x, double y, double room)
{
    return x >= at->x - room && x <= at->x + at->columns + room && y >= at->y - room &&
           y <= at->y + at->rows + room;
}

/// True if a polyline leads over the tiles of a price.
static bool leads_over(const price *at, fw_pose start, const way_point *points, int32_t count)
{
    way_point from = { start.x, start.y };
    for (int32_t i = 0; i < count; i++) {
        const way_point to = points[i];
        const double length = apart(from.x, from.y, to.x, to.y);
        for (double along = 0; along < length; along += EVERY)
            if (is_on(at, from.x + along / length * (to.x - from.x),
                      from.y + along / length * (to.y - from.y), 0))
                return true;
        from = to;
    }
    return false;
}

double prices_along(const fw_traffic *traffic, fw_pose start, const way_point *points, int32_t count)
{
    double sum = 0;
    for (int32_t i = 0; i < traffic->around.prices.count; i++)
        sum += leads_over(&traffic->around.prices.list[i], start, points, count)
                   ? traffic->around.prices.list[i].cost
                   : 0;
    return sum;
}

double prices_of_path(const fw_traffic *traffic, const fw_path *path)
{
    int32_t count = 0;
    double sum = 0;
    const fw_segment *segments = fw_path_segments(path, &count);
    for (int32_t i = 0; i < traffic->around.prices.count; i++) {
        bool is_over = false;
        for (int32_t j = 0; j < count && !is_over; j++) {
            const fw_pose end = j + 1 < count ? segments[j + 1].start : traffic->desk.goal;
            is_over = leads_over(&traffic->around.prices.list[i], segments[j].start,
                                 &(way_point){ end.x, end.y }, 1);
        }
        sum += is_over ? traffic->around.prices.list[i].cost : 0;
    }
    return sum;
}

/// True if a unit's way leads over the tiles of a price.
static bool is_on_way(const price *at, const agent *unit)
{
    const way *way = &unit->way;
    return leads_over(at, agent_stop(unit), &way->points[way->next], way->count - way->next);
}

bool prices_choose(fw_traffic *traffic, const agent *unit)
{
    prices *prices = &traffic->around.prices;
    const fw_pose stop = agent_stop(unit);
    const double room = radius_of(traffic, unit) + 1;
    double most = 0;
    int32_t away = 0, kept = 0; // from both ends
    for (int32_t i = 0; i < prices->count; i++) {
        const price at = prices->list[i];
        if (is_on(&at, stop.x, stop.y, room) || is_on(&at, unit->order.goal_x, unit->order.goal_y, room))
            continue;
        prices->list[away++] = at;
        most = is_on_way(&at, unit) ? fmax(most, at.cost) : most;
    }
    for (int32_t i = 0; i < away; i++)
        if (prices->list[i].cost >= most || is_on_way(&prices->list[i], unit))
            prices->list[kept++] = prices->list[i];
    prices->count = most >= LEAST_PRICE ? kept : 0;
    return prices->count > 0;
}

fw_result prices_block(fw_traffic *traffic, const fw_overlay **overlay)
{
    prices *prices = &traffic->around.prices;
    const fw_allocator hooks = memory_hooks(&traffic->memory);
    if (!prices->overlay && fw_overlay_create(map_width(traffic->map), map_height(traffic->map), &hooks,
                                              &prices->overlay) != FW_OK)
        return FW_NO_MEMORY;
    if (overlay_copy(*overlay, prices->overlay) != FW_OK)
        return FW_NO_MEMORY;
    for (int32_t i = 0; i < prices->count; i++) {
        const price *at = &prices->list[i];
        if (fw_overlay_block(prices->overlay, at->x, at->y, at->columns, at->rows) == FW_NO_MEMORY)
            return FW_NO_MEMORY;
    }
    *overlay = prices->overlay;
    return FW_OK;
}

void prices_free(fw_traffic *traffic)
{
    prices *prices = &traffic->around.prices;
    passages_free(traffic);
    memory_give_back(&traffic->memory, prices->standers, prices->stander_room, sizeof *prices->standers);
    memory_give_back(&traffic->memory, prices->busy, prices->busy_room, sizeof *prices->busy);
    memory_give_back(&traffic->memory, prices->list, prices->room, sizeof *prices->list);
    fw_overlay_destroy(prices->overlay);
}
