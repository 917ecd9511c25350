#include "forest/forest_edges.h"
#include "base/trig.h"

/// Reports the edges of one sector.
typedef struct reporter {
    const forest_space *space;
    fw_forest_edge_fn receive;
    void *user;
    viewpoint side;
    int sector;
} reporter;

/// The pose at which an edge leaves a side.
///
/// @param turn  heading, in radians from the beginning of the sector
static fw_pose pose_on(const reporter *reporter, double turn)
{
    const double sign = reporter->side.sense == TURN_LEFTWARD ? -1 : 1;
    const double heading = sign * (reporter->sector * SECTOR_WIDTH + turn);
    double sine, cosine;
    trig_sincos(heading, &sine, &cosine);
    return (fw_pose){ reporter->side.x + sign * reporter->side.radius * sine,
                      reporter->side.y - sign * reporter->side.radius * cosine, trig_wrap(heading) };
}

static void report_line(const reporter *reporter, const edge *along, bool reached)
{
    const fw_forest_edge reported = { .kind = FW_FOREST_LINE,
                                      .segment = { .start = pose_on(reporter, along->turn),
                                                   .length = along->length },
                                      .is_reached = reached };
    reporter->receive(&reported, reporter->user);
}

/// Reports the arc between two headings of the sector.
static void report_arc(const reporter *reporter, fw_forest_edge_kind kind, double begin, double end,
                       bool reached)
{
    const double sign = reporter->side.sense == TURN_LEFTWARD ? -1 : 1;
    if (reporter->side.radius == 0 || end <= begin)
        return;
    const fw_forest_edge reported = { .kind = kind,
                                      .segment = { .start = pose_on(reporter, begin),
                                                   .curvature = sign / reporter->side.radius,
                                                   .length = (end - begin) * reporter->side.radius },
                                      .is_reached = reached };
    reporter->receive(&reported, reporter->user);
}

/// Reports the lines of a sector, and its arcs: free ones and covered ones.
static void report_sector(const reporter *reporter, const seen_sector *sector)
{
    const forest_space *space = reporter->space;
    const bool has_ids = forest_space_has_numbered(space, sector);
    double begin = 0;
    for (uint32_t i = 0; i < sector->count; i++) {
        const edge *along = &space->known->edges.items[sector->first + i];
        const bool reached =
            has_ids && node_store_reached(&space->search.nodes, space->first.count + sector->number + i);
        if (along->kind == EDGE_LINE) {
            report_line(reporter, along, reached);
        } else {
            const bool is_wall = along->kind == EDGE_WALL;
            report_arc(reporter, is_wall ? FW_FOREST_BLOCKED : FW_FOREST_ARC, begin, along->turn, reached);
            begin = along->turn;
        }
    }
}

void forest_space_report(const forest_space *space, fw_forest_edge_fn receive, void *user)
{
    const sides *known = space->known;
    for (size_t i = 0; i < known->seen_count; i++) {
        const seen_side *seen = &known->seen[i];
        reporter sector_reporter = { .space = space,
                                     .receive = receive,
                                     .user = user,
                                     .side = side_viewpoint(space->scanner.forest, known->body, seen->side) };
        for (sector_reporter.sector = 0; sector_reporter.sector < SECTORS; sector_reporter.sector++) {
            const seen_sector *sector = &seen->sectors[sector_reporter.sector];
            if (sides_are_valid(known, &space->scanner, seen->side, sector_reporter.sector, sector))
                report_sector(&sector_reporter, sector);
        }
    }
    const reporter start = {
        .space = space, .receive = receive, .user = user, .side = { .x = space->start.x, .y = space->start.y }
    };
    for (size_t id = 0; id < space->first.count; id++) {
        const edge *along = &space->first.items[id];
        reporter sector_reporter = start;
        sector_reporter.sector = along->crosses ? sector_mirrored(along->sector) : along->sector;
        if (along->kind == EDGE_LINE)
            report_line(&sector_reporter, along, node_store_reached(&space->search.nodes, id));
    }
}
