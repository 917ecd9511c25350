#include "map/regions_parts.h"

#include <string.h>

/// @file
/// New labels by searching around what changed.
///
/// New nodes and old ones that touched lost nodes are the seeds; nodes known to be connected form a class. A
/// class claims a label when it holds old nodes with it. What a class has not searched yet carries one of the
/// labels that it claims, because labels can only change at new nodes and these are all expanded at the
/// start. So the search may stop as soon as every label has at most one claim with nodes left to expand, and
/// every class too: that claim keeps the label for the class, and what must be relabelled has been found.
///
/// Classes are searched in turns, so the work follows the smaller side of a split. Beyond SEARCH_NODES nodes
/// labelling the whole layer bounds the work.

enum { SEARCH_NODES = 256, SEARCH_TABLE = 1024, NONE = UINT16_MAX };

typedef struct search_node {
    node_id id;
    uint32_t label;       ///< before; 0 for a new node
    uint16_t parent;      ///< towards the root of the class
    uint16_t next;        ///< in the queue of a claim
    uint16_t first_claim; ///< of the class, at its root
} search_node;

typedef struct claim {
    uint32_t label;
    uint16_t owner;      ///< some node of the class
    uint16_t head, tail; ///< queue of nodes to expand
    uint16_t next;       ///< claim of the class
    bool merged;         ///< into another one
} claim;

typedef struct search {
    regions *of;
    int node_count;
    int claim_count;
    search_node nodes[SEARCH_NODES];
    claim claims[SEARCH_NODES];
    uint32_t class_label[SEARCH_NODES]; ///< [root] in the end
    uint16_t table[SEARCH_TABLE];       ///< node by id, open addressing; index + 1
} search;

static uint16_t root_of(search *in, uint16_t node)
{
    while (in->nodes[node].parent != node)
        node = in->nodes[node].parent = in->nodes[in->nodes[node].parent].parent;
    return node;
}

/// The place of an id in the table.
static uint16_t *entry_of(search *in, node_id id)
{
    uint32_t at = (uint32_t)(id * UINT32_C(0x9e3779b1)) >> 22;
    while (in->table[at] && in->nodes[in->table[at] - 1].id != id)
        at = (at + 1) & (SEARCH_TABLE - 1);
    return &in->table[at];
}

/// A node in a class of its own; NONE when there are too many.
static uint16_t add_node(search *in, node_id id, uint16_t *entry)
{
    if (in->node_count == SEARCH_NODES)
        return NONE;
    const uint16_t node = (uint16_t)in->node_count++;
    *entry = (uint16_t)(node + 1);
    in->nodes[node] = (search_node){
        .id = id,
        .label = block_labels_of(regions_view(in->of, node_block(id)))[node_component(id)],
        .parent = node,
        .next = NONE,
        .first_claim = NONE,
    };
    return node;
}

static void queue_node(search *in, claim *by, uint16_t node)
{
    if (by->head == NONE)
        by->head = node;
    else
        in->nodes[by->tail].next = node;
    by->tail = node;
}

/// Finds or adds a node; an old one that was not known claims its label.
static uint16_t seed(search *in, node_id id)
{
    uint16_t *entry = entry_of(in, id);
    if (*entry)
        return (uint16_t)(*entry - 1);
    const uint16_t node = add_node(in, id, entry);
    if (node == NONE || !in->nodes[node].label)
        return node;
    const uint16_t first = (uint16_t)in->claim_count++;
    in->claims[first] =
        (claim){ .label = in->nodes[node].label, .owner = node, .head = node, .tail = node, .next = NONE };
    in->nodes[node].first_claim = first;
    return node;
}

/// The claim of a class on a label, NONE if there is none.
static uint16_t find_claim(const search *in, uint16_t root, uint32_t label)
{
    uint16_t at = in->nodes[root].first_claim;
    while (at != NONE && in->claims[at].label != label)
        at = in->claims[at].next;
    return at;
}

static void merge_claim(search *in, claim *into, claim *from)
{
    from->merged = true;
    if (from->head == NONE)
        return;
    queue_node(in, into, from->head);
    into->tail = from->tail;
}

static void join_classes(search *in, uint16_t a, uint16_t b)
{
    a = root_of(in, a);
    b = root_of(in, b);
    if (a == b)
        return;
    in->nodes[b].parent = a;
    for (uint16_t at = in->nodes[b].first_claim, next; at != NONE; at = next) {
        next = in->claims[at].next;
        const uint16_t same = find_claim(in, a, in->claims[at].label);
        if (same != NONE)
            merge_claim(in, &in->claims[same], &in->claims[at]);
        else {
            in->claims[at].next = in->nodes[a].first_claim;
            in->nodes[a].first_claim = at;
        }
    }
}

/// New nodes, joined to all their neighbours. All of them are expanded before anything is decided.
static bool seed_new_nodes(search *in, const touched_block *touched)
{
    const region_block *record = in->of->slots[touched->block].staged;
    node_id found[NEIGHBOURS_MAX];
    for (int i = 0; i < record->border_count; i++) {
        if (block_labels_of(record)[i])
            continue;
        const uint16_t node = seed(in, node_of(touched->block, i));
        if (node == NONE)
            return false;
        const int count = regions_neighbours(in->of, touched->block, &record->sides[i], found);
        for (int k = 0; k < count; k++) {
            const uint16_t neighbour = seed(in, found[k]);
            if (neighbour == NONE)
                return false;
            join_classes(in, node, neighbour);
        }
    }
    return true;
}

/// Old nodes that touched lost ones. They are found at the lost sides in the new records, because a node that
/// stays has kept its sides.
static bool seed_neighbours_of_lost(search *in, const touched_block *touched)
{
    const region_block *old = in->of->slots[touched->block].now;
    node_id found[NEIGHBOURS_MAX];
    for (int i = 0; i < old->border_count; i++) {
        if (!(touched->lost[i / WORD_BITS] >> i % WORD_BITS & 1))
            continue;
        const int count = regions_neighbours(in->of, touched->block, &old->sides[i], found);
        for (int k = 0; k < count; k++)
            if (seed(in, found[k]) == NONE)
                return false;
    }
    return true;
}

static bool is_unfinished(const claim *of)
{
    return !of->merged && of->head != NONE;
}

/// Is there another unfinished claim on this label, or by this class?
static bool is_contested(search *in, const claim *of)
{
    const uint16_t root = root_of(in, of->owner);
    for (int i = 0; i < in->claim_count; i++) {
        const claim *other = &in->claims[i];
        if (other != of && is_unfinished(other) &&
            (other->label == of->label || root_of(in, other->owner) == root))
            return true;
    }
    return false;
}

/// Expands the first node of a claim's queue.
static bool expand(search *in, claim *by)
{
    const uint16_t node = by->head;
    const node_id id = in->nodes[node].id;
    by->head = in->nodes[node].next;
    in->nodes[node].next = NONE;

    node_id found[NEIGHBOURS_MAX];
    const side_masks *sides = &regions_view(in->of, node_block(id))->sides[node_component(id)];
    const int count = regions_neighbours(in->of, node_block(id), sides, found);
    for (int k = 0; k < count; k++) {
        uint16_t *entry = entry_of(in, found[k]);
        if (*entry) {
            join_classes(in, node, (uint16_t)(*entry - 1));
            continue;
        }
        const uint16_t neighbour = add_node(in, found[k], entry);
        if (neighbour == NONE)
            return false;
        const uint16_t root = root_of(in, node);
        in->nodes[neighbour].parent = root;
        queue_node(in, &in->claims[find_claim(in, root, in->nodes[neighbour].label)], neighbour);
    }
    return true;
}

/// Searches in turns until no unfinished claim is contested; false: too many nodes.
static bool search_contested(search *in)
{
    bool again = true;
    while (again) {
        again = false;
        for (int i = 0; i < in->claim_count; i++) {
            claim *by = &in->claims[i];
            if (!is_unfinished(by) || !is_contested(in, by))
                continue;
            if (!expand(in, by))
                return false;
            again = true;
        }
    }
    return true;
}

static bool is_given(search *in, uint32_t label)
{
    for (int i = 0; i < in->claim_count; i++)
        if (in->class_label[root_of(in, in->claims[i].owner)] == label)
            return true;
    return false;
}

/// Gives classes labels that they claim: first those that are not searched to their end, then what is left
/// over.
static void give_claimed_labels(search *in)
{
    memset(in->class_label, 0, sizeof in->class_label);
    for (int finished = 0; finished < 2; finished++)
        for (int i = 0; i < in->claim_count; i++) {
            const claim *by = &in->claims[i];
            uint32_t *label = &in->class_label[root_of(in, by->owner)];
            if (by->merged || is_unfinished(by) == (bool)finished || *label || is_given(in, by->label))
                continue;
            *label = by->label;
        }
}

/// Writes down each node whose label is new, with fresh labels for classes that have none.
static fw_result write_redo(search *in)
{
    regions *of = in->of;
    const size_t most = (size_t)in->node_count;
    if (memory_reserve(of->from, (void **)&of->redo, &of->redo_capacity, most, sizeof *of->redo) != FW_OK)
        return FW_NO_MEMORY;
    for (int i = 0; i < in->node_count; i++) {
        const search_node *node = &in->nodes[i];
        uint32_t *label = &in->class_label[root_of(in, (uint16_t)i)];
        if (!*label)
            *label = label_take(of->from, &of->labels, &of->taken);
        if (!*label)
            return FW_NO_MEMORY;
        if (*label != node->label)
            of->redo[of->redo_count++] = (relabelling){ node->id, node->label, *label };
    }
    return FW_OK;
}

/// Seeds and searches; false: too many nodes.
static bool find_classes(search *in)
{
    const regions *of = in->of;
    for (size_t i = 0; i < of->touched_count; i++)
        if (of->touched[i].has_new && !seed_new_nodes(in, &of->touched[i]))
            return false;
    for (size_t i = 0; i < of->touched_count; i++)
        if ((of->touched[i].lost[0] | of->touched[i].lost[1]) &&
            !seed_neighbours_of_lost(in, &of->touched[i]))
            return false;
    return search_contested(in);
}

fw_result regions_settle(regions *of)
{
    search in;
    in.of = of;
    in.node_count = in.claim_count = 0;
    memset(in.table, 0, sizeof in.table);
    if (!find_classes(&in))
        return regions_label_all(of);
    give_claimed_labels(&in);
    return write_redo(&in);
}
