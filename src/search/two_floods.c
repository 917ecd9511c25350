#include "search/two_floods.h"

#include "base/must_hold.h"

enum { BUCKET_SHIFT = 3 }; ///< log2 of the width of the buckets of the open lists, in tiles

/// What is known of a node.
typedef enum node_access {
    ACCESS_UNKNOWN,
    ACCESS_ASKED,   ///< it leads to the node in question
    ACCESS_REACHED, ///< the first node leads to it
    ACCESS_CUT_OFF  ///< the first node does not lead to it
} node_access;

void two_floods_init(two_floods *floods, page_pool *pool, const flood_graph *graph, void *context)
{
    *floods = (two_floods){ .graph = graph, .context = context, .question = NO_SLOT };
    node_store_init(&floods->nodes, pool);
    open_list_init(&floods->ahead, pool->memory);
    open_list_init(&floods->back, pool->memory);
}

static node_access access_of(const two_floods *floods, uint32_t slot)
{
    const node *node = node_of(&floods->nodes, slot);
    return node->stamp == floods->nodes.stamp ? (node_access)node->via : ACCESS_UNKNOWN;
}

static void set_access(two_floods *floods, uint32_t slot, node_access access)
{
    node *node = node_of(&floods->nodes, slot);
    node->stamp = floods->nodes.stamp;
    node->via = (uint16_t)access;
}

/// Adds a node to an open list, in the order of distances from a target.
static fw_result open_node(two_floods *floods, open_list *open, uint32_t slot, fw_node_id target)
{
    const uint32_t away = floods->graph->distance(floods->context, node_id_of(&floods->nodes, slot), target);
    return open_list_push(open, &(open_entry){ .f = away, .id = slot, .slot = slot });
}

/// Adds a node to those that can be reached, if it is not one of them.
static fw_result reach(two_floods *floods, uint32_t slot)
{
    if (access_of(floods, slot) == ACCESS_REACHED)
        return FW_OK;
    set_access(floods, slot, ACCESS_REACHED);
    const uint32_t target = floods->question != NO_SLOT ? floods->question : slot;
    return open_node(floods, &floods->ahead, slot, node_id_of(&floods->nodes, target));
}

/// Adds a node to those that lead to the node in question.
static fw_result lead(two_floods *floods, uint32_t slot)
{
    if (MEMORY_RESERVE(floods->back.memory, floods->asked, floods->asked_capacity, floods->asked_count + 1) !=
        FW_OK)
        return FW_NO_MEMORY;
    floods->asked[floods->asked_count++] = slot;
    set_access(floods, slot, ACCESS_ASKED);
    return open_node(floods, &floods->back, slot, floods->first);
}

fw_result two_floods_visit(two_floods *floods, fw_node_id id)
{
    const uint32_t slot = node_store_slot(&floods->nodes, id);
    if (slot == NO_SLOT)
        return FW_NO_MEMORY;
    const node_access access = access_of(floods, slot);
    if (access == (floods->is_backward ? ACCESS_REACHED : ACCESS_ASKED) &&
        reach(floods, floods->question) != FW_OK) // the floods meet
        return FW_NO_MEMORY;
    if (!floods->is_backward) {
        must_hold(access != ACCESS_CUT_OFF);
        return reach(floods, slot);
    }
    return access == ACCESS_UNKNOWN ? lead(floods, slot) : FW_OK;
}

/// Each node is added to an open list once.
static bool is_outdated(const void *context, const open_entry *entry)
{
    (void)context;
    (void)entry;
    return false;
}

/// Expands the next node of a flood. FW_OK, FW_PENDING (nothing was expanded yet), FW_NOT_FOUND (the flood has no node
/// left) or FW_NO_MEMORY.
static fw_result advance(two_floods *floods, bool backward)
{
    open_entry next;
    const fw_result popped =
        open_list_pop(backward ? &floods->back : &floods->ahead, is_outdated, NULL, &next);
    if (popped != FW_OK)
        return popped;
    floods->is_backward = backward;
    return floods->graph->expand(floods->context, node_id_of(&floods->nodes, next.slot), backward);
}

/// Ends the question, and decides on the nodes that lead to the node in question and were not reached.
static void end_question(two_floods *floods, node_access decided)
{
    for (size_t i = 0; i < floods->asked_count; i++)
        if (access_of(floods, floods->asked[i]) == ACCESS_ASKED)
            set_access(floods, floods->asked[i], decided);
    floods->asked_count = 0;
    floods->question = NO_SLOT;
}

static fw_result begin_question(two_floods *floods, uint32_t slot)
{
    floods->question = slot;
    open_list_reset(&floods->back, BUCKET_SHIFT);
    return lead(floods, slot);
}

/// Lets both floods expand a node each. If one of them has none left, ends the question.
///
/// @return as advance()
static fw_result take_turns(two_floods *floods)
{
    const fw_result back = advance(floods, true);
    if (back == FW_NOT_FOUND)
        end_question(floods, ACCESS_CUT_OFF);
    if (back == FW_NOT_FOUND || back == FW_NO_MEMORY || access_of(floods, floods->question) == ACCESS_REACHED)
        return back;
    const fw_result ahead = advance(floods, false);
    if (ahead == FW_NOT_FOUND) {
        floods->is_complete = true;
        end_question(floods, ACCESS_UNKNOWN);
    }
    return ahead;
}

fw_result two_floods_begin(two_floods *floods, fw_node_id first)
{
    node_store_reset(&floods->nodes);
    open_list_reset(&floods->ahead, BUCKET_SHIFT);
    floods->asked_count = 0;
    floods->question = NO_SLOT;
    floods->is_complete = false;
    floods->first = first;
    const uint32_t slot = node_store_slot(&floods->nodes, first);
    return slot == NO_SLOT ? FW_NO_MEMORY : reach(floods, slot);
}

fw_result two_floods_ask(two_floods *floods, fw_node_id id, uint64_t *work, bool *is_reached)
{
    const uint32_t slot = node_store_slot(&floods->nodes, id);
    if (slot == NO_SLOT)
        return FW_NO_MEMORY;
    if (slot != floods->question)
        end_question(floods, ACCESS_UNKNOWN);
    if (!floods->is_complete && access_of(floods, slot) == ACCESS_UNKNOWN &&
        begin_question(floods, slot) != FW_OK)
        return FW_NO_MEMORY;
    for (; access_of(floods, slot) == ACCESS_ASKED; --*work) {
        if (*work == 0)
            return FW_PENDING;
        if (take_turns(floods) == FW_NO_MEMORY)
            return FW_NO_MEMORY;
    }
    end_question(floods, ACCESS_UNKNOWN);
    *is_reached = access_of(floods, slot) == ACCESS_REACHED;
    return FW_OK;
}
