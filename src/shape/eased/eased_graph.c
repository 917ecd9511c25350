#include "shape/eased/eased_graph.h"

#include <math.h>

#include "base/trig.h"
#include "curve/segment.h"

/// Stations of a long line: so many from each end. Along shorter lines and along arcs, stations are everywhere.
enum { STATIONS_AT_END = 5 };

/// Largest angle between neighbouring stations of an arc, in radians.
#define STATION_TURN 0.5

/// Reach of a curve in lengths of a turn with its transition curves.
#define REACH 6.0

/// Curves that are longer than the part of the drive that they replace by this factor, and two radii, are not tried.
#define LONGEST 1.5

/// Curves that are swept for each station, at most.
enum { SWEEPS_EACH = 16 };

/// A curvature is that of the turning circle, up to this share.
#define SAME_CURVATURE 1e-6

/// `eased_node::edge` of a way that comes along the drive itself.
enum { EASED_KEEPS = -1 };

/// The length of a turn by one radian with both of its transition curves.
static double turn_size(const easement *easement)
{
    return easement->radius + easement->length;
}

double eased_graph_reach(const easement *easement)
{
    return REACH * turn_size(easement);
}

/// The place of wheels in an array of nodes.
static int node_index(int wheels)
{
    return wheels - WHEELS_LEFT;
}

static int8_t wheels_of(const easement *easement, double curvature)
{
    const double turns = curvature * easement->radius;
    if (turns == 0)
        return WHEELS_STRAIGHT;
    if (fabs(fabs(turns) - 1) > SAME_CURVATURE)
        return WHEELS_OTHER;
    return turns > 0 ? WHEELS_RIGHT : WHEELS_LEFT;
}

static fw_result add_station(eased_graph *graph, fw_pose at, int32_t segment, double along, double length)
{
    if (MEMORY_RESERVE(graph->memory, graph->stations, graph->station_room, (size_t)graph->station_count + 1))
        return FW_NO_MEMORY;
    const fw_segment *leads = &graph->drive->segments[segment];
    eased_station *station = &graph->stations[graph->station_count];
    *station = (eased_station){ .along = along, .length = length, .segment = segment };
    station->end.at = at;
    trig_sincos(at.heading, &station->end.sine, &station->end.cosine);
    station->leaves = wheels_of(graph->easement, leads->curvature);
    station->arrives =
        graph->station_count ? graph->stations[graph->station_count - 1].leaves : station->leaves;
    const fw_segment part = { .start = at, .curvature = leads->curvature, .length = length };
    station->cost = drive_cost(graph->rules, &part);
    graph->station_count++;
    return FW_OK;
}

/// Adds stations at the start of a segment and along it: everywhere if it is short, else near its ends.
static fw_result add_stations(eased_graph *graph, int32_t index, double along)
{
    const fw_segment *segment = &graph->drive->segments[index];
    const double spacing =
        segment->curvature == 0 ? turn_size(graph->easement) / 3 : STATION_TURN / fabs(segment->curvature);
    const double parts = fmax(ceil(segment->length / spacing), 1);
    const bool has_gap = parts > 2 * STATIONS_AT_END;
    const int32_t count = has_gap ? 2 * STATIONS_AT_END : (int32_t)parts;
    double at = 0;
    for (int32_t i = 0; i < count; i++) {
        const bool is_gap = has_gap && i == STATIONS_AT_END - 1;
        const double step = is_gap    ? segment->length - spacing * (count - 1)
                            : has_gap ? spacing
                                      : segment->length / parts;
        if (add_station(graph, segment_pose_at(segment, at), index, along + at, step) != FW_OK)
            return FW_NO_MEMORY;
        at += step;
    }
    return FW_OK;
}

static fw_result list_stations(eased_graph *graph)
{
    const segment_list *drive = graph->drive;
    double along = 0;
    graph->station_count = 0;
    for (int32_t i = 0; i < drive->count; i++) {
        if (add_stations(graph, i, along) != FW_OK)
            return FW_NO_MEMORY;
        along += drive->segments[i].length;
    }
    return add_station(graph, drive->end, drive->count - 1, along, 0);
}

/// The places in which the wheels may stand when a curve begins or ends at a station.
///
/// @param[out] list  wheels, as many as are returned
static int list_wheels(const eased_graph *graph, int32_t station, int8_t list[WHEELS_COUNT])
{
    const eased_station *at = &graph->stations[station];
    int count = 0;
    list[count++] = WHEELS_STRAIGHT;
    const bool stands = station == 0 || station + 1 == graph->station_count;
    for (int wheels = WHEELS_LEFT; wheels <= WHEELS_RIGHT; wheels++)
        if (wheels != WHEELS_STRAIGHT && (stands || at->arrives == wheels || at->leaves == wheels))
            list[count++] = (int8_t)wheels;
    return count;
}

static fw_result add_edge(eased_graph *graph, const eased_edge *edge)
{
    if (MEMORY_RESERVE(graph->memory, graph->edges, graph->edge_room, (size_t)graph->edge_count + 1))
        return FW_NO_MEMORY;
    graph->edges[graph->edge_count++] = *edge;
    return FW_OK;
}

static void ends_of(const eased_graph *graph, const eased_edge *edge, eased_end *from, eased_end *to)
{
    *from = graph->stations[edge->from].end;
    *to = graph->stations[edge->to].end;
    from->wheels = (wheels)edge->begin;
    to->wheels = (wheels)edge->end;
}

/// Adds the curves of all forms between two stations, for wheels in given places.
static fw_result add_curves(eased_graph *graph, int32_t from, int32_t to, int8_t begin, int8_t end)
{
    const double replaced = graph->stations[to].along - graph->stations[from].along;
    const double most = LONGEST * replaced + 2 * graph->easement->radius;
    eased_edge edge = { .from = from, .to = to, .begin = begin, .end = end };
    eased_end ends[2];
    ends_of(graph, &edge, &ends[0], &ends[1]);
    for (edge.form = 0; edge.form < EASED_FORM_COUNT; edge.form++) {
        const double length = eased_length(graph->easement, &ends[0], &ends[1], (eased_form)edge.form);
        if (!(length <= most))
            continue;
        edge.cost = length * graph->rules->ground.unit->cheapest / COST_ONE;
        if (add_edge(graph, &edge) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// Adds the curves from a station to those within reach on other segments.
static fw_result add_curves_from(eased_graph *graph, int32_t from)
{
    const double reach = eased_graph_reach(graph->easement);
    int8_t begins[WHEELS_COUNT], ends[WHEELS_COUNT];
    const int begin_count = list_wheels(graph, from, begins);
    for (int32_t to = from + 1; to < graph->station_count; to++) {
        const eased_station *a = &graph->stations[from], *b = &graph->stations[to];
        if (a->segment == b->segment && b->end.at.heading == a->end.at.heading)
            continue; // both on one line
        if (b->along - a->along > reach && to > from + 1)
            break;
        const int end_count = list_wheels(graph, to, ends);
        for (int i = 0; i < begin_count; i++)
            for (int j = 0; j < end_count; j++)
                if (add_curves(graph, from, to, begins[i], ends[j]) != FW_OK)
                    return FW_NO_MEMORY;
    }
    return FW_OK;
}

fw_result eased_graph_build(eased_graph *graph, const drive_rules *rules, const easement *easement,
                            const segment_list *drive)
{
    graph->rules = rules;
    graph->easement = easement;
    graph->drive = drive;
    graph->edge_count = 0;
    fw_result built = list_stations(graph);
    for (int32_t i = 0; i < graph->station_count && built == FW_OK; i++) {
        graph->stations[i].first_edge = graph->edge_count;
        built = add_curves_from(graph, i);
    }
    graph->sweeps_left = SWEEPS_EACH * graph->station_count;
    return built;
}

static bool is_better(const eased_node *a, const eased_node *b)
{
    return a->stops < b->stops || (a->stops == b->stops && a->cost < b->cost);
}

static void improve(eased_station *station, int wheels, eased_node way)
{
    eased_node *node = &station->nodes[node_index(wheels)];
    if (way.cost < INFINITY && is_better(&way, node))
        *node = way;
}

/// The wheels in which the best way arrives at a station.
static int best_wheels(const eased_station *station)
{
    int best = WHEELS_LEFT;
    for (int wheels = WHEELS_LEFT; wheels <= WHEELS_OTHER; wheels++)
        if (is_better(&station->nodes[node_index(wheels)], &station->nodes[node_index(best)]))
            best = wheels;
    return best;
}

/// Lets the best way to a station stop there and turn the wheels, if the drive's curvature jumps there.
static void stop_at(eased_station *station)
{
    if (station->arrives == station->leaves && station->leaves != WHEELS_OTHER)
        return;
    const int best = best_wheels(station);
    eased_node way = station->nodes[node_index(best)];
    way.stops += way.cost < INFINITY;
    way.before = (int8_t)best;
    way.has_stopped = true;
    for (int wheels = WHEELS_LEFT; wheels <= WHEELS_OTHER; wheels++)
        improve(station, wheels, way);
}

/// Leads all ways at a station on: along the drive, and along curves.
static void expand(eased_graph *graph, int32_t index)
{
    eased_station *station = &graph->stations[index];
    const eased_node *kept = &station->nodes[node_index(station->leaves)];
    improve(&station[1], station->leaves,
            (eased_node){ .cost = kept->cost + station->cost,
                          .stops = kept->stops,
                          .edge = EASED_KEEPS,
                          .before = station->leaves });
    for (int32_t i = station->first_edge; i < station[1].first_edge; i++) {
        const eased_edge *edge = &graph->edges[i];
        const eased_node *node = &station->nodes[node_index(edge->begin)];
        improve(
            &graph->stations[edge->to], edge->end,
            (eased_node){
                .cost = node->cost + edge->cost, .stops = node->stops, .edge = i, .before = edge->begin });
    }
}

/// Finds the best way, given what is known of the curves' costs.
static void find_way(eased_graph *graph)
{
    const eased_node none = { .cost = INFINITY, .stops = INT32_MAX };
    for (int32_t i = 0; i < graph->station_count; i++)
        for (int wheels = 0; wheels < WHEELS_COUNT; wheels++)
            graph->stations[i].nodes[wheels] = i ? none : (eased_node){ 0 };
    for (int32_t i = 0; i + 1 < graph->station_count; i++) {
        if (i > 0)
            stop_at(&graph->stations[i]);
        expand(graph, i);
    }
}

/// Goes back by one station along the best way.
///
/// @param[in,out] station, wheels  a node of the way; then the node before it
/// @return the edge between both; EASED_KEEPS: the drive itself
static int32_t go_back(const eased_graph *graph, int32_t *station, int *wheels)
{
    const eased_node *node = &graph->stations[*station].nodes[node_index(*wheels)];
    if (node->has_stopped)
        node = &graph->stations[*station].nodes[node_index(node->before)];
    *station = node->edge == EASED_KEEPS ? *station - 1 : graph->edges[node->edge].from;
    *wheels = node->before; // NOLINT(bugprone-signed-char-misuse): -1, 0 or 1
    return node->edge;
}

/// Finds out if the body may drive a curve, and what it costs.
static void sweep(eased_graph *graph, eased_edge *edge)
{
    eased_end from, to;
    eased_curve drawn;
    ends_of(graph, edge, &from, &to);
    edge->is_swept = true;
    if (graph->sweeps_left-- <= 0) {
        edge->cost = INFINITY;
        return;
    }
    eased_draw(graph->easement, &from, &to, (eased_form)edge->form, &drawn);
    shaping_charge(graph->rules->ground.work,
                   graph->stations[edge->to].along - graph->stations[edge->from].along);
    edge->cost = drive_is_free(graph->rules, drawn.segments, drawn.count)
                     ? drive_costs(graph->rules, drawn.segments, drawn.count)
                     : INFINITY;
}

/// Sweeps the curves of the best way that were not swept yet. Returns true if there were none.
static bool sweep_way(eased_graph *graph)
{
    int32_t station = graph->station_count - 1;
    int wheels = best_wheels(&graph->stations[station]);
    bool is_known = true;
    while (station > 0) {
        const int32_t edge = go_back(graph, &station, &wheels);
        if (edge == EASED_KEEPS || graph->edges[edge].is_swept)
            continue;
        sweep(graph, &graph->edges[edge]);
        is_known = false;
    }
    return is_known;
}

fw_result eased_graph_search(eased_graph *graph)
{
    do {
        if (shaping_pauses(graph->rules->ground.work))
            return FW_PENDING;
        find_way(graph);
    } while (!sweep_way(graph));
    return FW_OK;
}

static fw_result write_edge(const eased_graph *graph, int32_t index, segment_list *drawn)
{
    eased_end from, to;
    eased_curve curve;
    const eased_edge *edge = &graph->edges[index];
    ends_of(graph, edge, &from, &to);
    eased_draw(graph->easement, &from, &to, (eased_form)edge->form, &curve);
    for (int32_t i = 0; i < curve.count; i++)
        if (segment_list_add(drawn, graph->memory, &curve.segments[i]) != FW_OK)
            return FW_NO_MEMORY;
    return FW_OK;
}

static fw_result write_kept(const eased_graph *graph, int32_t index, segment_list *drawn)
{
    const eased_station *station = &graph->stations[index];
    const fw_segment part = { .start = station->end.at,
                              .curvature = graph->drive->segments[station->segment].curvature,
                              .length = station->length };
    return segment_list_add(drawn, graph->memory, &part);
}

/// Goes back along the way and notes at each station, in `first_edge`, the edge that leads on; then writes the way.
fw_result eased_graph_write(eased_graph *graph, segment_list *drawn)
{
    int32_t station = graph->station_count - 1, next = station;
    int wheels = best_wheels(&graph->stations[station]);
    while (station > 0) {
        const int32_t edge = go_back(graph, &station, &wheels);
        graph->stations[station].first_edge = edge;
    }
    fw_result written = FW_OK;
    for (int32_t i = 0; i < next && written == FW_OK;) {
        const int32_t edge = graph->stations[i].first_edge;
        written = edge == EASED_KEEPS ? write_kept(graph, i, drawn) : write_edge(graph, edge, drawn);
        i = edge == EASED_KEEPS ? i + 1 : graph->edges[edge].to;
    }
    return written;
}
