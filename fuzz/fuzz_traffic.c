// Bytes become walls, units, orders, edits and steps: no body ever touches another one, nor a wall that was there
// before it, and no unit is ever faster than it can be.
#include <math.h>
#include <stdlib.h>

#include "common/choices.h"
#include "fairway/fairway.h"

enum { SIDE = 16, KINDS = 3, MOST_IDS = 64, MOST_STEPS = 200 };

static const double radii[KINDS] = { 0.3, 0.5, 0.9 };
static const double turn_radii[KINDS] = { 0, 1.2, 0.7 };

static void expect(bool holds)
{
    if (!holds)
        abort();
}

/// What is known of a unit of the traffic.
typedef struct inhabitant {
    double radius, top;
    fw_pose pose; ///< at `town::time`
    /// A wall rose where its reservation may have led: it may end in the wall. A reservation ends after 16 knots.
    bool is_excused;
    uint32_t layers;
} inhabitant;

typedef struct town {
    fw_map *map;
    fw_unit_id kinds[KINDS];
    fw_traffic *traffic;
    inhabitant of_id[MOST_IDS];
    double time; ///< of the last judgement
} town;

static void add(choices *source, town *town)
{
    const uint32_t kind = choose_below(source, KINDS);
    fw_agent_def def = fw_default_agent_def();
    def.id = choose_below(source, MOST_IDS);
    def.unit = town->kinds[kind];
    def.start = (fw_pose){ choose_within(source, 0, SIDE), choose_within(source, 0, SIDE), 0 };
    def.top = choose_magnitude(source, 0.1, 4);
    def.acceleration = choose_magnitude(source, 0.5, 20);
    def.braking = choose_magnitude(source, 0.5, 20);
    def.lateral = choose_magnitude(source, 0.5, 20);
    def.layers = choose_one_in(source, 4) ? choose_below(source, 4) : 1;
    const fw_refusal why = fw_agent_refusal(town->traffic, &def);
    const fw_result added = fw_traffic_add(town->traffic, &def);
    expect(added == why.result);
    if (added == FW_OK)
        town->of_id[def.id] = (inhabitant){ radii[kind], def.top, def.start, false, def.layers };
}

static double apart(fw_pose a, fw_pose b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

/// Distance from a point to a tile.
static double apart_from_tile(fw_pose point, int32_t x, int32_t y)
{
    const double dx = fmax(fmax(x - point.x, point.x - (x + 1)), 0);
    const double dy = fmax(fmax(y - point.y, point.y - (y + 1)), 0);
    return hypot(dx, dy);
}

static void edit(choices *source, town *town)
{
    const int32_t x = choose_from_to(source, 0, SIDE - 1), y = choose_from_to(source, 0, SIDE - 1);
    const bool blocks = choose_one_in(source, 2);
    const uint8_t open = choose_one_in(source, 2) ? FW_SWAMP : FW_GROUND;
    expect(fw_map_set_tile(town->map, x, y, blocks ? FW_BLOCKED : open) == FW_OK);
    expect(fw_map_commit(town->map) == FW_OK);
    for (int i = 0; blocks && i < MOST_IDS; i++) {
        inhabitant *unit = &town->of_id[i];
        const double reach = unit->radius + unit->top * 16 * FW_TRAFFIC_KNOT;
        unit->is_excused = unit->is_excused || apart_from_tile(unit->pose, x, y) <= reach;
    }
}

static void judge_walls(const fw_map *map, fw_pose pose, double radius)
{
    const int32_t reach = 2, tile_x = (int32_t)pose.x, tile_y = (int32_t)pose.y;
    for (int32_t y = tile_y - reach; y <= tile_y + reach; y++)
        for (int32_t x = tile_x - reach; x <= tile_x + reach; x++) {
            const bool is_inside = x >= 0 && x < SIDE && y >= 0 && y < SIDE;
            const bool is_wall = !is_inside || fw_map_terrain(map, x, y) == FW_BLOCKED;
            expect(!is_wall || apart_from_tile(pose, x, y) >= radius - 1e-6);
        }
}

static void judge(town *town)
{
    int32_t count = 0, events = 0;
    const fw_agent_state *states = fw_traffic_states(town->traffic, &count);
    const double passed = fw_traffic_time(town->traffic) - town->time;
    for (int32_t i = 0; i < count; i++) {
        inhabitant *unit = &town->of_id[states[i].id];
        for (int32_t j = i + 1; j < count; j++)
            expect((unit->layers & town->of_id[states[j].id].layers) == 0 ||
                   apart(states[i].pose, states[j].pose) >=
                       unit->radius + town->of_id[states[j].id].radius - 1e-6);
        if (!unit->is_excused)
            judge_walls(town->map, states[i].pose, unit->radius);
        expect(states[i].speed <= unit->top + 1e-9);
        expect(apart(states[i].pose, unit->pose) <= unit->top * passed + 1e-9);
        unit->pose = states[i].pose;
    }
    town->time += passed;
    const fw_traffic_event *told = fw_traffic_events(town->traffic, &events);
    for (int32_t i = 0; i < events; i++)
        expect(fw_agent_activity_name(told[i].activity)[0] != 'u');
}

/// Goes on with a traffic that is restored from the saved state of the last one.
static void restore(town *town)
{
    size_t bytes = 0;
    expect(fw_traffic_save(town->traffic, NULL, 0, &bytes) == FW_BUFFER_TOO_SMALL);
    uint8_t *buffer = malloc(bytes);
    expect(buffer && fw_traffic_save(town->traffic, buffer, bytes, &bytes) == FW_OK);
    fw_traffic_destroy(town->traffic);
    expect(fw_traffic_create(town->map, NULL, &town->traffic) == FW_OK);
    expect(fw_traffic_restore(town->traffic, buffer, bytes) == FW_OK);
    free(buffer);
}

static void order_group(choices *source, town *town)
{
    enum { MEMBERS = 8 };
    fw_agent_id ids[MEMBERS];
    fw_pose places[MEMBERS];
    const fw_pose centre = { choose_within(source, 0, SIDE), choose_within(source, 0, SIDE),
                             choose_within(source, -4, 4) };
    const int32_t count = choose_from_to(source, 0, MEMBERS);
    for (int32_t i = 0; i < count; i++)
        ids[i] = choose_below(source, MOST_IDS);
    const fw_formation formation = (fw_formation)choose_below(source, FW_FORMATIONS);
    expect(fw_formation_places(formation, centre, choose_magnitude(source, 0.1, 3), places, count) == FW_OK);
    fw_group_def def = fw_default_group_def();
    def.own_steps = choose_within(source, 0, 12);
    def.keeps_abreast = choose_below(source, 2);
    if (choose_below(source, 2))
        fw_traffic_order_group(town->traffic, ids, places, count);
    else
        fw_traffic_order_together(town->traffic, &def, ids, places, count);
}

/// Tells units to stop, to hold, or to gather near a point.
static void tell(choices *source, town *town)
{
    enum { MEMBERS = 8 };
    fw_agent_id ids[MEMBERS];
    const fw_agent_id id = choose_below(source, MOST_IDS);
    const int32_t count = choose_from_to(source, 0, MEMBERS);
    const fw_pose places[] = { { choose_within(source, 0, SIDE), 3, 0 },
                               { 5, choose_within(source, 0, SIDE), 0 } };
    switch (choose_below(source, 5)) {
    case 0:
        fw_traffic_stop(town->traffic, id);
        break;
    case 1:
        fw_traffic_hold(town->traffic, id, choose_below(source, 2));
        break;
    case 2:
        fw_traffic_follow(town->traffic, id, choose_below(source, MOST_IDS), choose_within(source, 0, 5));
        break;
    case 3:
        fw_traffic_order_along(town->traffic, id, places, choose_from_to(source, 0, 2));
        break;
    default:
        for (int32_t i = 0; i < count; i++)
            ids[i] = choose_below(source, MOST_IDS);
        fw_traffic_order_near(town->traffic, ids, count, choose_within(source, -1, SIDE + 1),
                              choose_within(source, -1, SIDE + 1));
        break;
    }
}

/// Begins or ends a building site, and looks who is there.
static void clear_or_release(choices *source, town *town)
{
    fw_agent_id ids[MOST_IDS];
    int32_t count = 0, others = 0;
    uint32_t site = choose_below(source, 8);
    const int32_t x = choose_from_to(source, 0, SIDE), y = choose_from_to(source, 0, SIDE),
                  width = choose_from_to(source, 0, 5), height = choose_from_to(source, 0, 5);
    const fw_result now =
        fw_traffic_in_rect(town->traffic, x, y, width, height, FW_PRESENT_NOW, ids, MOST_IDS, &count);
    expect(fw_traffic_in_rect(town->traffic, x, y, width, height, FW_PRESENT_LATER, ids, MOST_IDS, &others) ==
           now);
    expect(count <= others);
    if (choose_below(source, 2))
        fw_traffic_clear_rect(town->traffic, x, y, width, height, &site);
    else
        fw_traffic_release_site(town->traffic, site);
}

/// Sets or removes an obstacle, or places a unit elsewhere.
static void interfere(choices *source, town *town)
{
    const fw_agent_id id = choose_below(source, MOST_IDS);
    const fw_pose pose = { choose_within(source, 0, SIDE), choose_within(source, 0, SIDE), 1 };
    switch (choose_below(source, 3)) {
    case 0:
        fw_traffic_set_obstacle(town->traffic, id % 4, pose, choose_within(source, -3, 3),
                                choose_within(source, -3, 3), choose_within(source, 0, 2));
        break;
    case 1:
        fw_traffic_remove_obstacle(town->traffic, id % 4);
        break;
    default:
        if (fw_traffic_place(town->traffic, id, pose) == FW_OK) {
            town->of_id[id].pose = pose;
            town->of_id[id].is_excused = false;
        }
        break;
    }
}

/// Counts marks, up to 50.
static bool count_mark(const fw_mark *mark, void *user)
{
    int32_t *count = user;
    expect(mark->shape != FW_MARK_TILES && isfinite(mark->line.length));
    return ++*count < 50;
}

/// Asks what games ask; the answers agree with each other.
static void ask(choices *source, town *town)
{
    fw_agent_id ids[MOST_IDS], nearest = 0, other = 0;
    fw_pose corners[4];
    int32_t count = 0, again = 0;
    double distance = 0, seconds = 0;
    const fw_agent_id id = choose_below(source, MOST_IDS);
    const double x = choose_within(source, 0, SIDE), y = choose_within(source, 0, SIDE),
                 radius = choose_within(source, 0, 6);
    expect(fw_traffic_in_circle(town->traffic, x, y, radius, ids, MOST_IDS, &count) == FW_OK);
    expect(fw_traffic_in_box(town->traffic, x - radius, y - radius, x + radius, y + radius, ids, MOST_IDS,
                             &again) == FW_OK);
    expect(count <= again);
    fw_traffic_set_sides(town->traffic, id, choose_below(source, 4));
    fw_traffic_halt_near(town->traffic, id, choose_below(source, 4), radius);
    const fw_result found = fw_traffic_nearest(town->traffic, x, y, 1, id, radius, &nearest, &distance);
    expect(found == FW_NOT_FOUND || (nearest != id && distance <= radius && count > 0));
    fw_traffic_get_corners(town->traffic, id, corners, 4, &count);
    expect(fw_traffic_get_wait(town->traffic, id, &seconds, &other) != FW_OK || seconds >= -1e-9);
    fw_wait_cause cause = FW_CAUSE_NONE;
    expect(fw_traffic_get_cause(town->traffic, id, &cause, &other) != FW_OK || *fw_wait_cause_text(cause));
    count = 0;
    expect(fw_inspect_traffic(town->traffic, count_mark, &count) == FW_OK && count <= 50);
    const fw_result set = fw_traffic_set_user(town->traffic, id, id + 1);
    expect(fw_traffic_get_user(town->traffic, id) == (set == FW_OK ? id + 1 : 0));
    const uint64_t hash = fw_traffic_hash(town->traffic);
    expect(hash == fw_traffic_hash(town->traffic));
}

/// Changes whom a unit regards.
static void regard(choices *source, town *town)
{
    const fw_agent_id id = choose_below(source, MOST_IDS);
    const uint32_t layers = choose_below(source, 4);
    if (fw_traffic_set_regard(town->traffic, id, layers, choose_below(source, 4), choose_below(source, 4)) ==
        FW_OK)
        town->of_id[id].layers = layers;
}

/// Lays something over the ground of all units, of a kind or of a unit, or takes it away.
static void lay(choices *source, town *town)
{
    double tops[FW_TERRAIN_COUNT] = { 0 };
    tops[FW_SWAMP] = choose_within(source, .1, 3);
    const fw_unit_id kind = town->kinds[choose_below(source, KINDS)];
    fw_overlay *overlay = NULL;
    if (choose_below(source, 3) > 0) {
        const int32_t x = (int32_t)choose_below(source, SIDE), y = (int32_t)choose_below(source, SIDE);
        expect(fw_overlay_create(SIDE, SIDE, NULL, &overlay) == FW_OK);
        fw_overlay_add_cost(overlay, x, y, 3, 2, (float)choose_below(source, 9));
        fw_overlay_forbid(overlay, x, y, (uint8_t)choose_below(source, 256));
        if (choose_below(source, 4) == 0)
            fw_overlay_block(overlay, y, x, 1, 2);
    }
    switch (choose_below(source, 4)) {
    case 0:
        fw_traffic_set_overlay(town->traffic, overlay);
        break;
    case 1:
        fw_traffic_set_kind_overlay(town->traffic, kind, overlay);
        break;
    case 2:
        fw_traffic_set_unit_overlay(town->traffic, choose_below(source, MOST_IDS), overlay);
        break;
    default:
        fw_traffic_set_speeds(town->traffic, kind, choose_below(source, 3) > 0 ? tops : NULL);
        break;
    }
    fw_overlay_destroy(overlay);
}

static uint64_t choose_budget(choices *source)
{
    const uint32_t work = choose_below(source, 500);
    return work == 499 ? FW_ONE_PATH : work;
}

static void act(choices *source, town *town)
{
    switch (choose_below(source, 15)) {
    case 0:
        add(source, town);
        break;
    case 1:
        fw_traffic_order(town->traffic, choose_below(source, MOST_IDS), choose_within(source, -1, SIDE + 1),
                         choose_within(source, -1, SIDE + 1));
        break;
    case 2:
        edit(source, town);
        break;
    case 3:
        fw_traffic_remove(town->traffic, choose_below(source, MOST_IDS));
        break;
    case 4:
        restore(town);
        break;
    case 5:
        order_group(source, town);
        break;
    case 6:
        fw_traffic_prioritise(town->traffic, choose_below(source, MOST_IDS),
                              choose_from_to(source, 0, FW_MAX_PRIORITY + 1));
        break;
    case 7:
        tell(source, town);
        break;
    case 8:
        clear_or_release(source, town);
        break;
    case 9:
        interfere(source, town);
        break;
    case 10:
        ask(source, town);
        break;
    case 11:
        regard(source, town);
        break;
    case 12:
        lay(source, town);
        break;
    default:
        expect(fw_traffic_step(town->traffic, choose_magnitude(source, 1e-3, 2), choose_budget(source)) ==
               FW_OK);
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    town town = { .map = NULL };
    choices source = choices_of_bytes(bytes, size);
    fw_map_def def = fw_default_map_def();
    def.width = def.height = SIDE;
    expect(fw_map_create(&def, &town.map) == FW_OK);
    for (int i = 0; i < KINDS; i++) {
        fw_unit_def kind = fw_default_unit_def();
        kind.size = 0;
        kind.footprint = fw_circle(radii[i]);
        kind.turn_radius = turn_radii[i];
        kind.reverse = i == 1;
        kind.methods = FW_METHOD_BIT(FW_GRID);
        expect(fw_map_add_unit(town.map, &kind, &town.kinds[i]) == FW_OK);
    }
    for (uint32_t walls = choose_below(&source, 24); walls > 0; walls--)
        edit(&source, &town);
    expect(fw_traffic_create(town.map, NULL, &town.traffic) == FW_OK);
    for (int steps = 0; steps < MOST_STEPS && !choices_are_over(&source); steps++) {
        act(&source, &town);
        judge(&town);
    }
    expect(fw_traffic_time(town.traffic) >= 0 && fw_traffic_bytes(town.traffic) > 0);
    fw_traffic_destroy(town.traffic);
    fw_map_destroy(town.map);
    return 0;
}
