#include <math.h>

#include "base/def.h"
#include "base/keeper.h"
#include "curve/path.h"
#include "forest/enclosure.h"
#include "forest/forest_edges.h"
#include "forest/forest_path.h"
#include "forest/forest_space.h"
#include "forest/gate.h"
#include "forest/versions.h"
#include "forest/wall.h"

/// Expansions after which a search first tests whether there is a path at all, and the factor to the next such test. A
/// test visits a quarter as many obstacles as the search has expanded nodes.
enum { WORK_BEFORE_TEST = 256, TEST_GROWTH = 8 };

/// Least radius of a body among walls, in tiles.
#define LEAST_BODY (2 * FW_TOUCH)

typedef struct forest_query {
    fw_forest_request request;
    uint64_t version;   ///< of the forest, held by the search
    fw_result ended;    ///< result; FW_PENDING: the search goes on
    bool is_under_way;  ///< the search holds a version
    uint64_t next_test; ///< expansions after which it tests whether there is a path at all
} forest_query;

struct fw_forest_planner {
    keeper kept; ///< of all memory of the planner
    const fw_forest *forest;
    sector_table table;
    page_pool pages;
    forest_space space;
    enclosure closed;
    sides known[FW_FOREST_RADII];
    uint64_t queries;
    bool has_searched;
    forest_query query;
};

fw_result fw_forest_planner_create(const fw_forest *forest, const fw_allocator *allocator,
                                   fw_forest_planner **created)
{
    if (!forest || !created)
        return FW_NULL_ARGUMENT;
    fw_forest_planner *planner = keeper_found(allocator, sizeof *planner);
    if (!planner)
        return FW_NO_MEMORY;
    memory *kept = &planner->kept.memory;
    planner->forest = forest;
    planner->pages = node_page_pool(kept, NODE_PAGE_SHIFT);
    sector_table_init(&planner->table);
    forest_space *space = &planner->space;
    space->memory = space->scanner.memory = kept;
    space->scanner.forest = forest;
    space->scanner.table = &planner->table;
    planner->closed.memory = kept;
    best_first_init(&space->search, kept, &planner->pages);
    for (int i = 0; i < FW_FOREST_RADII; i++)
        planner->known[i].memory = kept;
    *created = planner;
    return FW_OK;
}

void fw_forest_planner_destroy(fw_forest_planner *planner)
{
    if (!planner)
        return;
    fw_forest_search_end(planner);
    keeper_close(planner, sizeof *planner);
}

static const fw_forest_request defaults = { .bytes = sizeof defaults, .cookie = FOREST_REQUEST_COOKIE };

fw_result fw_forest_request_init(fw_forest_request *request, size_t bytes)
{
    return def_init(request, bytes, &defaults, sizeof defaults);
}

fw_forest_request fw_default_forest_request(void)
{
    return defaults;
}

static bool is_place(double coordinate)
{
    return fabs(coordinate) <= FW_FOREST_MOST;
}

static fw_result judge(const fw_forest_request *request)
{
    if (!request)
        return FW_BAD_DEF;
    const double numbers[] = { request->radius, request->start_x, request->start_y,
                               request->goal_x, request->goal_y,  request->turn_radius };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!isfinite(numbers[i]))
            return FW_NOT_FINITE;
    const bool are_places = is_place(request->start_x) && is_place(request->start_y) &&
                            is_place(request->goal_x) && is_place(request->goal_y);
    const bool is_body =
        request->radius >= 0 && request->radius <= FW_FOREST_MOST && request->turn_radius >= 0;
    return are_places && is_body ? FW_OK : FW_BAD_VALUE;
}

/// A place where a body is to stand.
typedef struct stand {
    const fw_forest *forest;
    double x, y, body;
    const fw_tree *touched; ///< a circle that the body touches there
} stand;

/// True if there is room for the body between a circle and the one that it touches.
static bool leaves_room(void *context, uint32_t slot)
{
    const stand *place = context;
    const fw_tree *circle = &place->forest->circles[slot], *other = place->touched;
    const double x = circle->x - place->x, y = circle->y - place->y;
    const double other_x = other->x - place->x, other_y = other->y - place->y;
    const double apart = sqrt((x - other_x) * (x - other_x) + (y - other_y) * (y - other_y));
    const bool is_between =
        circle != other && x * other_x + y * other_y <= 0 && fabs(x * other_y - y * other_x) <= GATE * apart;
    return !is_between || apart - circle->radius - other->radius - 2 * place->body > FW_FOREST_TOUCH;
}

static bool is_outside(void *context, uint32_t slot)
{
    stand *place = context;
    const fw_tree *circle = &place->forest->circles[slot];
    const double dx = circle->x - place->x, dy = circle->y - place->y, square = dx * dx + dy * dy;
    const double radius = circle->radius + place->body;
    const double least = radius - FW_FOREST_TOUCH, touch = radius + FW_FOREST_TOUCH;
    if (least > 0 && square < least * least)
        return false;
    place->touched = circle;
    return square > touch * touch ||
           trees_near(place->forest, place->x, place->y, place->body + FW_FOREST_TOUCH, leaves_room, place);
}

static bool keeps_off_wall(void *context, const wall *near)
{
    const stand *place = context;
    const capsule met = { .ends = { { near->x, near->y }, { near->to_x, near->to_y } } };
    return capsule_distance(&met, (vector){ place->x, place->y }) >=
           place->body - WALL_SHRINK - FW_FOREST_TOUCH;
}

static bool is_free(const fw_forest_planner *planner, double x, double y, double body)
{
    const fw_forest *forest = planner->forest;
    stand place = { .forest = forest, .x = x, .y = y, .body = body };
    return !blocked_tiles_at(&forest->tiles, x, y) &&
           walls_near(forest, x, y, body, keeps_off_wall, &place) &&
           trees_near(forest, x, y, body + FW_FOREST_TOUCH, is_outside, &place);
}

/// Radius by which circles grow. Among walls it is at least the amount by which walls grow less.
static double body_of(const fw_forest *forest, const fw_forest_request *request)
{
    return forest->tiles.width > 0 ? fmax(request->radius, LEAST_BODY) : request->radius;
}

/// The known sides for a body's radius, or those whose last use is the longest ago.
static sides *known_for(fw_forest_planner *planner, double body)
{
    sides *oldest = &planner->known[0];
    for (sides *known = planner->known; known < planner->known + FW_FOREST_RADII; known++) {
        if (known->used && known->body == body)
            return known;
        oldest = known->used < oldest->used ? known : oldest;
    }
    return oldest;
}

/// Size of the region that may be searched, in tiles.
static double size_of(const fw_forest *forest, const fw_forest_request *request)
{
    const fw_box all = forest->grid.width ? cells_bounds(&forest->grid) : (fw_box){ 0 };
    const double forest_size = all.max_x - all.min_x + all.max_y - all.min_y;
    const double apart = fabs(request->goal_x - request->start_x) + fabs(request->goal_y - request->start_y);
    return forest_size + apart + request->radius;
}

/// Begins the search between two different free places. FW_PENDING or FW_NO_MEMORY.
static fw_result begin_search(fw_forest_planner *planner)
{
    const fw_forest_request *request = &planner->query.request;
    const double body = body_of(planner->forest, request);
    sides *known = known_for(planner, body);
    if (sides_prepare(known, planner->forest, body) != FW_OK ||
        enclosure_prepare(&planner->closed, planner->forest) != FW_OK)
        return FW_NO_MEMORY;
    known->used = ++planner->queries;
    const search_limits limits = { .max_work = request->max_work, .weight = 1 };
    const vector start = { request->start_x, request->start_y }, goal = { request->goal_x, request->goal_y };
    if (forest_space_reset(&planner->space, known, start, goal, size_of(planner->forest, request), &limits) !=
        FW_OK)
        return FW_NO_MEMORY;
    planner->has_searched = true;
    return FW_PENDING;
}

/// Continues a search, on the version of the forest that it holds.
static fw_result go_on(fw_forest_planner *planner, const fw_forest *forest, uint64_t work)
{
    forest_space *space = &planner->space;
    forest_query *query = &planner->query;
    const vector start = space->start, goal = space->goal;
    const uint64_t *spent = &space->search.count.work,
                   end = work < UINT64_MAX - *spent ? *spent + work : UINT64_MAX;
    space->scanner.forest = forest;
    while (*spent < end) {
        const fw_result ended =
            forest_space_run(space, (end < query->next_test ? end : query->next_test) - *spent);
        if (ended != FW_PENDING || *spent < query->next_test)
            return ended;
        if (enclosure_parts(&planner->closed, forest, space->known->body, start, goal, query->next_test / 4))
            return FW_NOT_FOUND;
        query->next_test *= TEST_GROWTH;
    }
    return FW_PENDING;
}

static fw_outcome outcome_of(fw_result result)
{
    switch (result) {
    case FW_OK:
        return FW_OUTCOME_FOUND;
    case FW_UNREACHABLE:
        return FW_OUTCOME_UNREACHABLE;
    case FW_LIMIT:
        return FW_OUTCOME_LIMIT;
    default:
        return FW_OUTCOME_BLOCKED;
    }
}

/// Writes the answer of a search as a path.
static fw_result write(fw_forest_planner *planner, fw_result answer, fw_path *path)
{
    const fw_forest_request *request = &planner->query.request;
    fw_violations broken = { 0 };
    fw_result written = FW_OK;
    path_begin(path);
    const bool stays = request->start_x == request->goal_x && request->start_y == request->goal_y;
    if (answer == FW_OK && stays)
        written = path_push_line(path, request->start_x, request->start_y, request->goal_x, request->goal_y);
    else if (answer == FW_OK)
        written = forest_space_write(&planner->space, request->turn_radius, path, &broken.too_tight);
    if (written != FW_OK) {
        path_abandon(path);
        return written;
    }
    path_end(path, &(fw_path_summary){ .outcome = outcome_of(answer),
                                       .map_version = planner->query.version,
                                       .cost = path_written_length(path),
                                       .violations = broken });
    return answer;
}

static bool is_answer(fw_result result)
{
    return result == FW_OK || result == FW_UNREACHABLE || result == FW_START_BLOCKED ||
           result == FW_GOAL_BLOCKED || result == FW_LIMIT;
}

void fw_forest_search_end(fw_forest_planner *planner)
{
    if (!planner || !planner->query.is_under_way)
        return;
    planner->query.is_under_way = false;
    planner->space.scanner.forest = planner->forest;
    forest_let_go(planner->forest, planner->query.version);
}

fw_result fw_forest_search_begin(fw_forest_planner *planner, const fw_forest_request *request)
{
    if (!planner || !request)
        return FW_NULL_ARGUMENT;
    fw_forest_request room;
    request = def_whole(request, &defaults, sizeof defaults, &room);
    const fw_result judged = judge(request);
    if (judged != FW_OK)
        return judged;
    fw_forest_search_end(planner);
    planner->has_searched = false;
    planner->query = (forest_query){ .request = *request, .ended = FW_OK, .next_test = WORK_BEFORE_TEST };
    const double body = body_of(planner->forest, request);
    fw_result *ended = &planner->query.ended;
    if (!is_free(planner, request->start_x, request->start_y, body))
        *ended = FW_START_BLOCKED;
    else if (!is_free(planner, request->goal_x, request->goal_y, body))
        *ended = FW_GOAL_BLOCKED;
    else if (request->start_x != request->goal_x || request->start_y != request->goal_y)
        *ended = begin_search(planner);
    if (*ended == FW_NO_MEMORY)
        return FW_NO_MEMORY;
    planner->query.version = forest_hold(planner->forest);
    planner->query.is_under_way = true;
    return FW_OK;
}

fw_result fw_forest_search_step(fw_forest_planner *planner, uint64_t work, fw_path *path)
{
    if (!planner || !path)
        return FW_NULL_ARGUMENT;
    forest_query *query = &planner->query;
    if (!query->is_under_way)
        return FW_NOT_FOUND;
    const fw_forest *forest = forest_at(planner->forest, query->version);
    if (!forest)
        query->ended = FW_STALE;
    else if (query->ended == FW_PENDING)
        query->ended = go_on(planner, forest, work ? work : UINT64_MAX);
    if (query->ended == FW_PENDING)
        return FW_PENDING;
    const fw_result answer = query->ended == FW_NOT_FOUND ? FW_UNREACHABLE : query->ended;
    const fw_result result = is_answer(answer) ? write(planner, answer, path) : answer;
    fw_forest_search_end(planner);
    return result;
}

fw_result fw_forest_find_path(fw_forest_planner *planner, const fw_forest_request *request, fw_path *path)
{
    if (!planner || !request || !path)
        return FW_NULL_ARGUMENT;
    const fw_result begun = fw_forest_search_begin(planner, request);
    return begun == FW_OK ? fw_forest_search_step(planner, 0, path) : begun;
}

fw_result fw_forest_planner_statistics(const fw_forest_planner *planner, fw_statistics *statistics)
{
    if (!planner || !statistics)
        return FW_NULL_ARGUMENT;
    *statistics = (fw_statistics){ 0 };
    if (planner->has_searched) {
        *statistics = planner->space.search.count;
        statistics->pages = planner->space.search.nodes.page_count;
        statistics->bound = 1;
    }
    statistics->bytes = planner->kept.own.bytes;
    return FW_OK;
}

fw_result fw_forest_planner_get_statistics(const fw_forest_planner *planner, fw_statistics *statistics,
                                           size_t bytes)
{
    fw_statistics whole;
    const fw_result result = fw_forest_planner_statistics(planner, &whole);
    return result == FW_OK ? struct_give(statistics, bytes, &whole, sizeof whole) : result;
}

fw_result fw_forest_planner_edges(const fw_forest_planner *planner, fw_forest_edge_fn receive, void *user)
{
    if (!planner || !receive)
        return FW_NULL_ARGUMENT;
    if (!planner->has_searched || planner->space.known->version != planner->forest->version)
        return FW_NOT_FOUND;
    forest_space_report(&planner->space, receive, user);
    return FW_OK;
}
