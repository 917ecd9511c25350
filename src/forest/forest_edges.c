#include "base/trig.h"
#include "forest/forest_space.h"

/// What tells of the edges of one sector.
typedef struct teller {
    const forest_space *space;
    fw_forest_edge_fn receive;
    void *user;
    viewpoint side;
    int sector;
} teller;

/// True if the present query put an edge on the open list.
static bool is_reached(const forest_space *space, fw_node_id id)
{
    const node_store *nodes = &space->search.nodes;
    for (uint32_t i = 0; i < nodes->page_count; i++)
        if (nodes->pages[i]->number == id >> NODE_PAGE_SHIFT) {
            const node *node = &nodes->pages[i]->nodes[node_offset(id, NODE_PAGE_SHIFT)];
            return (uint16_t)(node->stamp - nodes->stamp) <= 1;
        }
    return false;
}

/// Where a side leaves at a heading, given as radians since the sector began.
static fw_pose pose_on(const teller *teller, double turn)
{
    const double sign = teller->side.sense == TURN_LEFTWARD ? -1 : 1;
    const double heading = sign * (teller->sector * SECTOR_WIDTH + turn);
    double sine, cosine;
    trig_sincos(heading, &sine, &cosine);
    return (fw_pose){ teller->side.x + sign * teller->side.radius * sine,
                      teller->side.y - sign * teller->side.radius * cosine, trig_wrap(heading) };
}

static void tell_line(const teller *teller, const edge *along, bool reached)
{
    const fw_forest_edge told = { .kind = FW_FOREST_LINE,
                                  .segment = { .start = pose_on(teller, along->turn),
                                               .length = along->length },
                                  .is_reached = reached };
    teller->receive(&told, teller->user);
}

/// Tells of the arc from one heading of the sector to another one.
static void tell_arc(const teller *teller, fw_forest_edge_kind kind, double from, double to, bool reached)
{
    const double sign = teller->side.sense == TURN_LEFTWARD ? -1 : 1;
    if (teller->side.radius == 0 || to <= from)
        return;
    const fw_forest_edge told = { .kind = kind,
                                  .segment = { .start = pose_on(teller, from),
                                               .curvature = sign / teller->side.radius,
                                               .length = (to - from) * teller->side.radius },
                                  .is_reached = reached };
    teller->receive(&told, teller->user);
}

/// Tells of a sector's lines, and of its arc from wall to wall.
static void tell_sector(const teller *teller, const seen_sector *sector)
{
    const forest_space *space = teller->space;
    const bool has_ids = forest_space_has_numbered(space, sector);
    double begin = 0;
    for (uint32_t i = 0; i < sector->count; i++) {
        const edge *along = &space->known->edges.items[sector->first + i];
        const bool reached = has_ids && is_reached(space, space->first.count + sector->number + i);
        if (along->kind == EDGE_LINE) {
            tell_line(teller, along, reached);
        } else {
            const bool is_wall = along->kind == EDGE_WALL;
            tell_arc(teller, is_wall ? FW_FOREST_BLOCKED : FW_FOREST_ARC, begin, along->turn, reached);
            begin = along->turn;
        }
    }
}

void forest_space_tell(const forest_space *space, fw_forest_edge_fn receive, void *user)
{
    const sides *known = space->known;
    for (size_t i = 0; i < known->seen_count; i++) {
        const seen_side *seen = &known->seen[i];
        teller telling = { .space = space,
                           .receive = receive,
                           .user = user,
                           .side = side_viewpoint(space->looking.forest, known->body, seen->side) };
        for (telling.sector = 0; telling.sector < SECTORS; telling.sector++) {
            const seen_sector *sector = &seen->sectors[telling.sector];
            if (sides_are_right(known, &space->looking, seen->side, telling.sector, sector))
                tell_sector(&telling, sector);
        }
    }
    const teller start = {
        .space = space, .receive = receive, .user = user, .side = { .x = space->start.x, .y = space->start.y }
    };
    for (size_t at = 0; at < space->first.count; at++) {
        const edge *along = &space->first.items[at];
        teller telling = start;
        telling.sector = along->crosses ? sector_mirrored(along->sector) : along->sector;
        if (along->kind == EDGE_LINE)
            tell_line(&telling, along, is_reached(space, at));
    }
}
