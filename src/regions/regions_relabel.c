#include "regions/regions_relabel.h"

#include <string.h>

#include "base/hash.h"
#include "base/union_find.h"
#include "regions/regions_graph.h"
#include "regions/regions_whole.h"

/// The search for new labels around the nodes that have changed.
///
/// The seeds are the new nodes, and the old nodes that touched lost nodes. Nodes that are known to be connected form a
/// class. A class claims each label that its old nodes carry. Nodes of a class that the search has not reached yet
/// carry one of the labels that the class claims, because labels only change at new nodes, and all new nodes are
/// expanded at the start. So the search may stop when at most one claim on each label, and at most one claim of each
/// class, has nodes left to expand: this claim keeps the label for the class, and all nodes that need another label are
/// known.
///
/// Claims take turns, so that the work is proportional to the smaller side of a split. The number of nodes is limited;
/// beyond the limit, the classes of all nodes of the layer are found.

enum {
    SEARCH_NODES = 128,
    SEARCH_CLAIMS = 128,
    SEARCH_ENTRIES = 4 * SEARCH_NODES,
    NONE = UINT16_MAX,
};

typedef struct search_node {
    node_id id;
    uint32_t label;       ///< the label so far; 0 for a new node
    uint16_t next;        ///< in the queue of a claim
    uint16_t first_claim; ///< at a root: of the class
    uint16_t unfinished;  ///< at a root: claims of the class with nodes to expand
    uint32_t class_label; ///< at a root: the label that the class will carry
} search_node;

/// A label that is claimed.
typedef struct claimed_label {
    uint32_t label;
    uint16_t unfinished; ///< claims on it with nodes to expand
    bool given;          ///< to a class
} claimed_label;

typedef struct claim {
    uint16_t label;      ///< index of the claimed label
    uint16_t owner;      ///< some node of the class
    uint16_t head, tail; ///< queue of nodes to expand
    uint16_t next;       ///< claim of the class
    bool merged;         ///< into another one
} claim;

typedef struct search {
    regions *regions;
    int node_count, claim_count, label_count;
    search_node nodes[SEARCH_NODES];
    uint32_t parents[SEARCH_NODES];   ///< towards the root of the class, by union_find.h
    uint16_t entries[SEARCH_ENTRIES]; ///< node by id, open addressing: index + 1, or 0
    claim claims[SEARCH_CLAIMS];
    claimed_label labels[SEARCH_CLAIMS];
} search;

static uint16_t root_of(search *search, uint16_t node)
{
    return (uint16_t)union_find_root(search->parents, node);
}

/// The entry of an id, 0 if the id is not known yet.
static uint16_t *entry_of(search *search, node_id id)
{
    const uint32_t mask = SEARCH_ENTRIES - 1;
    uint32_t at = hash_32(id) >> 16 & mask;
    while (search->entries[at] && search->nodes[search->entries[at] - 1].id != id)
        at = (at + 1) & mask;
    return &search->entries[at];
}

/// Adds a node in a class of its own; NONE if there are too many nodes.
static uint16_t add_node(search *search, node_id id, uint16_t *entry)
{
    if (search->node_count == SEARCH_NODES)
        return NONE;
    const uint16_t node = (uint16_t)search->node_count++;
    *entry = (uint16_t)(node + 1);
    search->parents[node] = node;
    search->nodes[node] = (search_node){
        .id = id,
        .label = block_labels_of(regions_view(search->regions, node_block(id)))[node_component(id)],
        .next = NONE,
        .first_claim = NONE,
    };
    return node;
}

/// Notes that a claim has nodes to expand again (1), or has none left (-1).
static void count_unfinished(search *search, const claim *claim, int change)
{
    search_node *root = &search->nodes[root_of(search, claim->owner)];
    claimed_label *label = &search->labels[claim->label];
    root->unfinished = (uint16_t)(root->unfinished + change);
    label->unfinished = (uint16_t)(label->unfinished + change);
}

/// Appends a chain of nodes to the queue of a claim.
static void queue_nodes(search *search, claim *claim, uint16_t head, uint16_t tail)
{
    if (claim->head == NONE) {
        claim->head = head;
        count_unfinished(search, claim, 1);
    } else
        search->nodes[claim->tail].next = head;
    claim->tail = tail;
}

static uint16_t next_in_queue(search *search, claim *claim)
{
    const uint16_t node = claim->head;
    claim->head = search->nodes[node].next;
    search->nodes[node].next = NONE;
    if (claim->head == NONE)
        count_unfinished(search, claim, -1);
    return node;
}

static uint16_t index_of_label(search *search, uint32_t label)
{
    int i = 0;
    while (i < search->label_count && search->labels[i].label != label)
        i++;
    if (i == search->label_count)
        search->labels[search->label_count++] = (claimed_label){ .label = label };
    return (uint16_t)i;
}

/// Finds or adds a node. An old node that is added claims its label. NONE if there are too many nodes or claims.
static uint16_t seed(search *search, node_id id)
{
    uint16_t *entry = entry_of(search, id);
    if (*entry)
        return (uint16_t)(*entry - 1);
    const uint16_t node = add_node(search, id, entry);
    if (node == NONE || !search->nodes[node].label)
        return node;
    if (search->claim_count == SEARCH_CLAIMS)
        return NONE;
    const uint16_t first = (uint16_t)search->claim_count++;
    claim *added = &search->claims[first];
    *added = (claim){
        .label = index_of_label(search, search->nodes[node].label), .owner = node, .head = NONE, .next = NONE
    };
    search->nodes[node].first_claim = first;
    queue_nodes(search, added, node, node);
    return node;
}

/// The claim of a class on a label, NONE if there is none.
static uint16_t find_claim(const search *search, uint16_t root, uint16_t label)
{
    uint16_t at = search->nodes[root].first_claim;
    while (at != NONE && search->claims[at].label != label)
        at = search->claims[at].next;
    return at;
}

static void merge_claim(search *search, claim *into, claim *from)
{
    from->merged = true;
    if (from->head == NONE)
        return;
    count_unfinished(search, from, -1);
    queue_nodes(search, into, from->head, from->tail);
    from->head = NONE;
}

static void join_classes(search *search, uint16_t a, uint16_t b)
{
    a = root_of(search, a);
    b = root_of(search, b);
    if (a == b)
        return;
    search->parents[b] = a;
    search->nodes[a].unfinished = (uint16_t)(search->nodes[a].unfinished + search->nodes[b].unfinished);
    for (uint16_t at = search->nodes[b].first_claim, next; at != NONE; at = next) {
        next = search->claims[at].next;
        const uint16_t same = find_claim(search, a, search->claims[at].label);
        if (same != NONE)
            merge_claim(search, &search->claims[same], &search->claims[at]);
        else {
            search->claims[at].next = search->nodes[a].first_claim;
            search->nodes[a].first_claim = at;
        }
    }
}

/// Makes the new nodes of a block seeds, and joins them to all their neighbours.
static bool seed_new_nodes(search *search, const touched_block *touched)
{
    const region_block *record = search->regions->slots[touched->block].staged;
    node_id found[NEIGHBOURS_MAX];
    for (int i = 0; i < record->border_count; i++) {
        if (block_labels_of(record)[i])
            continue;
        const uint16_t node = seed(search, node_of(touched->block, i));
        if (node == NONE)
            return false;
        const int count = regions_neighbours(search->regions, touched->block, &record->sides[i], found);
        for (int k = 0; k < count; k++) {
            const uint16_t neighbour = seed(search, found[k]);
            if (neighbour == NONE)
                return false;
            join_classes(search, node, neighbour);
        }
    }
    return true;
}

/// Makes the old nodes that touched lost nodes of a block seeds. The new records have them at the sides of the lost
/// nodes, because a node that stays keeps its sides.
static bool seed_neighbours_of_lost(search *search, const touched_block *touched)
{
    const region_block *old = search->regions->slots[touched->block].now;
    node_id found[NEIGHBOURS_MAX];
    for (int i = 0; i < old->border_count; i++) {
        if (!bits_is_set(touched->lost, (size_t)i))
            continue;
        const int count = regions_neighbours(search->regions, touched->block, &old->sides[i], found);
        for (int k = 0; k < count; k++)
            if (seed(search, found[k]) == NONE)
                return false;
    }
    return true;
}

/// True if another claim on the same label, or another claim of the same class, has nodes to expand too.
static bool is_contested(search *search, const claim *claim)
{
    return claim->head != NONE && (search->labels[claim->label].unfinished > 1 ||
                                   search->nodes[root_of(search, claim->owner)].unfinished > 1);
}

/// Expands the first node of a claim's queue. A neighbour that the search meets first is an old node with this label.
/// If there are too many nodes, the node that was expanded waits again.
static bool expand(search *search, claim *claim)
{
    const uint16_t node = next_in_queue(search, claim), label = claim->label;
    const node_id id = search->nodes[node].id;
    const side_masks *sides = &regions_view(search->regions, node_block(id))->sides[node_component(id)];
    node_id found[NEIGHBOURS_MAX];
    search->regions->memory->visited += NEIGHBOUR_WORDS;
    const int count = regions_neighbours(search->regions, node_block(id), sides, found);
    for (int k = 0; k < count; k++) {
        uint16_t *entry = entry_of(search, found[k]);
        if (*entry) {
            join_classes(search, node, (uint16_t)(*entry - 1));
            continue;
        }
        const uint16_t neighbour = add_node(search, found[k], entry), root = root_of(search, node);
        claim = &search->claims[find_claim(search, root, label)];
        if (neighbour == NONE) {
            queue_nodes(search, claim, node, node);
            return false;
        }
        search->parents[neighbour] = root;
        queue_nodes(search, claim, neighbour, neighbour);
    }
    return true;
}

/// Searches in turns until no claim is contested. A claim that is not contested stays so.
static bool search_contested(search *search)
{
    uint16_t turns[SEARCH_CLAIMS];
    int count = search->claim_count;
    for (int i = 0; i < count; i++)
        turns[i] = (uint16_t)i;
    while (count > 0) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            claim *claim = &search->claims[turns[i]];
            if (!is_contested(search, claim))
                continue;
            if (!expand(search, claim))
                return false;
            turns[kept++] = turns[i];
        }
        count = kept;
    }
    return true;
}

/// Adds all seeds; false: too many nodes.
static bool sow(search *search)
{
    const regions *regions = search->regions;
    for (size_t i = 0; i < regions->touched_count; i++)
        if (regions->touched[i].has_new && !seed_new_nodes(search, &regions->touched[i]))
            return false;
    for (size_t i = 0; i < regions->touched_count; i++)
        if ((regions->touched[i].lost[0] | regions->touched[i].lost[1]) &&
            !seed_neighbours_of_lost(search, &regions->touched[i]))
            return false;
    return true;
}

/// Gives classes labels that they claim: first by claims that still have nodes to expand, then by the others.
static void give_claimed_labels(search *search)
{
    for (int finished = 0; finished < 2; finished++)
        for (int i = 0; i < search->claim_count; i++) {
            const claim *claim = &search->claims[i];
            claimed_label *label = &search->labels[claim->label];
            search_node *root = &search->nodes[root_of(search, claim->owner)];
            if (claim->merged || (claim->head == NONE) != (bool)finished || root->class_label || label->given)
                continue;
            root->class_label = label->label;
            label->given = true;
        }
}

/// Lists each node whose label changes. A class without a label gets an unused one.
static fw_result write_redo(search *search)
{
    give_claimed_labels(search);
    for (int i = 0; i < search->node_count; i++) {
        const search_node *node = &search->nodes[i];
        uint32_t *label = &search->nodes[root_of(search, (uint16_t)i)].class_label;
        if (regions_note_label(search->regions, node->id, node->label, label) != FW_OK)
            return FW_NO_MEMORY;
    }
    return FW_OK;
}

/// Joins the classes of unfinished claims that all nodes of the layer connect. Returns true if no claim is contested
/// any more.
static bool join_connected(search *search, const node_classes *all)
{
    uint32_t roots[SEARCH_CLAIMS];
    bool is_decided = true;
    for (int i = 0; i < search->claim_count; i++) {
        const node_id owner = search->nodes[search->claims[i].owner].id;
        const region_slot *slot = &search->regions->slots[node_block(owner)];
        roots[i] = union_find_root(all->parents, slot->first_node + (uint32_t)node_component(owner));
        for (int k = 0; k < i && search->claims[i].head != NONE; k++)
            if (roots[k] == roots[i])
                join_classes(search, search->claims[k].owner, search->claims[i].owner);
    }
    for (int i = 0; i < search->claim_count; i++)
        is_decided = is_decided && !is_contested(search, &search->claims[i]);
    return is_decided;
}

/// Decides by all nodes what the search has left open. Most regions that are cut somewhere stay connected elsewhere, so
/// that few labels change; else all nodes are labelled.
static fw_result settle_widely(search *search)
{
    node_classes all;
    if (regions_find_classes(search->regions, &all) != FW_OK)
        return FW_NO_MEMORY;
    const fw_result result =
        join_connected(search, &all) ? write_redo(search) : regions_label_classes(search->regions, &all);
    regions_drop_classes(search->regions, &all);
    return result;
}

fw_result regions_settle(regions *regions)
{
    search search;
    search.regions = regions;
    search.node_count = search.claim_count = search.label_count = 0;
    memset(search.entries, 0, sizeof search.entries);
    if (!sow(&search))
        return regions_label_all(regions);
    return search_contested(&search) ? write_redo(&search) : settle_widely(&search);
}
