#include "joint/search.h"

#include <string.h>

#include "base/hash.h"
#include "base/must_hold.h"

enum { FIRST_SLOTS = 256 };

void search_init(search *search, memory *memory)
{
    *search = (struct search){ .memory = memory };
    stepper_init(&search->stepper, memory);
}

void search_release(search *search)
{
    memory *memory = search->memory;
    stepper_release(&search->stepper);
    memory_give_back(memory, search->columns.places, search->columns.places_capacity,
                     sizeof *search->columns.places);
    memory_give_back(memory, search->columns.moves, search->columns.moves_capacity,
                     sizeof *search->columns.moves);
    memory_give_back(memory, search->columns.orders, search->columns.orders_capacity,
                     sizeof *search->columns.orders);
    memory_give_back(memory, search->columns.ages, search->columns.ages_capacity,
                     sizeof *search->columns.ages);
    memory_give_back(memory, search->columns.goals, search->columns.goals_capacity,
                     sizeof *search->columns.goals);
    memory_give_back(memory, search->nodes, search->node_capacity, sizeof *search->nodes);
    memory_give_back(memory, search->constraints, search->constraint_capacity, sizeof *search->constraints);
    memory_give_back(memory, search->stack, search->stack_capacity, sizeof *search->stack);
    memory_give_back(memory, search->slots, search->slot_capacity, sizeof *search->slots);
    search_init(search, memory);
}

static size_t row_of(const search *search, int32_t node)
{
    return (size_t)node * (size_t)search->stepper.unit_count;
}

static fw_result push(search *search, int32_t node)
{
    const fw_result result = MEMORY_RESERVE(search->memory, search->stack, search->stack_capacity,
                                            (size_t)search->stack_count + 1);
    if (result == FW_OK)
        search->stack[search->stack_count++] = node;
    return result;
}

static fw_result add_constraint(search *search, int32_t node, search_constraint constraint)
{
    const fw_result result = MEMORY_RESERVE(search->memory, search->constraints, search->constraint_capacity,
                                            (size_t)search->constraint_count + 1);
    if (result != FW_OK)
        return result;
    search_node *owner = &search->nodes[node];
    const int32_t number = search->constraint_count++;
    constraint.next = -1;
    search->constraints[number] = constraint;
    if (owner->last_constraint >= 0)
        search->constraints[owner->last_constraint].next = number;
    else
        owner->first_constraint = number;
    owner->last_constraint = number;
    return FW_OK;
}

static uint64_t hash_of(const int32_t *places, int32_t count)
{
    uint64_t hash = 0;
    for (int32_t i = 0; i < count; i++)
        hash = hash_64((hash ^ hash >> 29) + (uint64_t)places[i] + 1);
    return hash;
}

static int32_t *slot_of(const search *search, uint64_t hash)
{
    return &search->slots[hash >> 32 & (uint64_t)(search->slot_count - 1)];
}

/// Lets the hash table have room for one node more.
static fw_result reserve_slot(search *search)
{
    if (search->node_count < search->slot_count)
        return FW_OK;
    const int32_t count = search->slot_count ? 2 * search->slot_count : FIRST_SLOTS;
    const fw_result result =
        MEMORY_RESERVE(search->memory, search->slots, search->slot_capacity, (size_t)count);
    if (result != FW_OK)
        return result;
    must_hold(search->slots);
    search->slot_count = count;
    memset(search->slots, 0xff, (size_t)count * sizeof *search->slots);
    for (int32_t i = 0; i < search->node_count; i++) {
        int32_t *slot = slot_of(search, search->nodes[i].hash);
        search->nodes[i].same_slot = *slot;
        *slot = i;
    }
    return FW_OK;
}

static int32_t find(const search *search, const int32_t *places, uint64_t hash)
{
    const size_t bytes = (size_t)search->stepper.unit_count * sizeof *places;
    int32_t node = *slot_of(search, hash);
    while (node >= 0 &&
           (search->nodes[node].hash != hash || memcmp(search_places(search, node), places, bytes) != 0))
        node = search->nodes[node].same_slot;
    return node;
}

static fw_result reserve_node(search *search)
{
    memory *memory = search->memory;
    const size_t needed = row_of(search, search->node_count + 1);
    fw_result result = reserve_slot(search);
    if (result == FW_OK)
        result = MEMORY_RESERVE(memory, search->nodes, search->node_capacity, (size_t)search->node_count + 1);
    if (result == FW_OK)
        result = MEMORY_RESERVE(memory, search->columns.places, search->columns.places_capacity, needed);
    if (result == FW_OK)
        result = MEMORY_RESERVE(memory, search->columns.moves, search->columns.moves_capacity, needed);
    if (result == FW_OK)
        result = MEMORY_RESERVE(memory, search->columns.orders, search->columns.orders_capacity, needed);
    if (result == FW_OK)
        result = MEMORY_RESERVE(memory, search->columns.ages, search->columns.ages_capacity, needed);
    if (result == FW_OK && search->has_groups)
        result = MEMORY_RESERVE(memory, search->columns.goals, search->columns.goals_capacity, needed);
    return result;
}

/// Who of two units of equal age decides first: those that go before those that are parked, then by the run.
static bool is_before(const search *search, uint8_t a, uint8_t b)
{
    const stepper *stepper = &search->stepper;
    const knot_unit *one = &stepper->units[a], *other = &stepper->units[b];
    if (one->is_parked != other->is_parked)
        return other->is_parked;
    if (stepper->run == 0)
        return one->ways[one->start] != other->ways[other->start]
                   ? one->ways[one->start] > other->ways[other->start]
                   : a < b;
    const uint64_t key = joint_chance(stepper->run, a, UINT32_MAX),
                   other_key = joint_chance(stepper->run, b, UINT32_MAX);
    return key != other_key ? key < other_key : a < b;
}

/// Sorts the units of a node: those that have been away from their goals for longest decide first.
static void sort_units(const search *search, uint8_t *order, const uint16_t *ages)
{
    for (int32_t i = 1; i < search->stepper.unit_count; i++) {
        const uint8_t unit = order[i];
        int32_t j = i;
        while (j > 0 && (ages[order[j - 1]] < ages[unit] ||
                         (ages[order[j - 1]] == ages[unit] && is_before(search, unit, order[j - 1])))) {
            order[j] = order[j - 1];
            j--;
        }
        order[j] = unit;
    }
}

static void give_goal(const search *search, int32_t unit, uint8_t goal)
{
    search->stepper.units[unit].goal = search->first_goals[goal];
    search->stepper.units[unit].ways = search->first_ways[goal];
}

static uint64_t square(uint16_t way)
{
    return (uint64_t)way * way;
}

/// Exchanges goals between units at their next places, as long as the sum of the squares of their ways falls.
static void exchange_goals(const search *search, uint8_t *goals)
{
    knot_unit *units = search->stepper.units;
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (int32_t i = 1; i < search->stepper.unit_count; i++)
            for (int32_t j = units[i].group; j < i; j++) {
                const knot_unit *a = &units[i], *b = &units[j];
                if (a->group != b->group || square(b->ways[a->next]) + square(a->ways[b->next]) >=
                                                square(a->ways[a->next]) + square(b->ways[b->next]))
                    continue;
                const uint8_t goal = goals[i];
                goals[i] = goals[j];
                goals[j] = goal;
                give_goal(search, i, goals[i]);
                give_goal(search, j, goals[j]);
                goes_on = true;
            }
    }
}

/// The unit of the same group that is at the goal of a unit; -1: none is, or the unit itself.
static int32_t find_occupant(const search *search, int32_t unit)
{
    const knot_unit *units = search->stepper.units;
    for (int32_t i = units[unit].group; i < search->stepper.unit_count; i++)
        if (units[i].next == units[unit].goal)
            return i != unit && units[i].group == units[unit].group ? i : -1;
    return -1;
}

/// Lets units stay that stand at each other's goals in a ring: without room, they could not turn it.
static void open_rings(const search *search, uint8_t *goals)
{
    const int32_t count = search->stepper.unit_count;
    for (int32_t i = 0; i < count; i++) {
        int32_t ring[JOINT_MOST_UNITS], length = 0;
        for (int32_t unit = i; unit >= 0 && length < count; unit = find_occupant(search, unit)) {
            if (length > 0 && unit == i)
                break;
            ring[length++] = unit;
        }
        if (length < 2 || find_occupant(search, ring[length - 1]) != i)
            continue;
        uint8_t goal = goals[ring[length - 1]]; // at which the first one stands
        for (int32_t j = 0; j < length; j++) {
            const uint8_t next = goals[ring[j]];
            goals[ring[j]] = goal;
            give_goal(search, ring[j], goal);
            goal = next;
        }
    }
}

int32_t search_owner(const search *search, int32_t node, int32_t goal)
{
    const uint8_t *goals = search->has_groups ? search->columns.goals + row_of(search, node) : NULL;
    int32_t owner = goals ? 0 : goal;
    while (goals && goals[owner] != goal)
        owner++;
    return owner;
}

/// Finds the goals of a new node's units, and gives them to the units.
static void choose_goals(search *search, int32_t node, int32_t parent)
{
    const size_t count = (size_t)search->stepper.unit_count;
    uint8_t *goals = search->columns.goals + row_of(search, node);
    if (parent >= 0)
        memcpy(goals, search->columns.goals + row_of(search, parent), count);
    for (size_t i = 0; i < count && parent < 0; i++)
        goals[i] = (uint8_t)i;
    exchange_goals(search, goals);
    open_rings(search, goals);
}

/// Adds a node for the places that the stepper's units have moved to. Memory is reserved for it.
static fw_result add_node(search *search, int32_t parent, uint64_t hash)
{
    const stepper *stepper = &search->stepper;
    const int32_t count = stepper->unit_count, node = search->node_count++;
    int32_t *places = search->columns.places + row_of(search, node);
    uint8_t *order = search->columns.orders + row_of(search, node);
    uint16_t *ages = search->columns.ages + row_of(search, node);
    int32_t away = 0;
    if (search->has_groups)
        choose_goals(search, node, parent);
    for (int32_t i = 0; i < count; i++) {
        const knot_unit *unit = &stepper->units[i];
        const uint16_t age = parent < 0 ? 0 : search->columns.ages[row_of(search, parent) + (size_t)i];
        places[i] = unit->next;
        away += unit->next != unit->goal;
        ages[i] = unit->next == unit->goal ? 0 : age == UINT16_MAX ? age : (uint16_t)(age + 1);
        order[i] = parent < 0 ? (uint8_t)i : search->columns.orders[row_of(search, parent) + (size_t)i];
    }
    if (parent >= 0)
        memcpy(search->columns.moves + row_of(search, node), stepper->order, (size_t)count);
    sort_units(search, order, ages);
    int32_t *slot = slot_of(search, hash);
    search->nodes[node] = (search_node){ hash, parent, *slot, -1, -1 };
    *slot = node;
    if (parent < 0 || away < search->least_away) {
        search->best = node;
        search->least_away = away;
    }
    if (away == 0)
        search->found = node;
    const fw_result result = add_constraint(search, node, (search_constraint){ .parent = -1 });
    return result == FW_OK ? push(search, node) : result;
}

fw_result search_begin(search *search, const places *places, knot_unit *units, int32_t unit_count,
                       uint64_t run)
{
    fw_result result = stepper_begin(&search->stepper, places, units, unit_count);
    search->stepper.run = run;
    search->stepper.steps = 0;
    search->node_count = search->constraint_count = search->stack_count = 0;
    search->found = -1;
    search->has_groups = false;
    for (int32_t i = 0; i < unit_count; i++) {
        search->first_goals[i] = units[i].goal;
        search->first_ways[i] = units[i].ways;
        search->has_groups |= units[i].group != i;
    }
    if (search->slots)
        memset(search->slots, 0xff, (size_t)search->slot_count * sizeof *search->slots);
    if (result == FW_OK)
        result = reserve_node(search);
    if (result != FW_OK)
        return result;
    int32_t *starts = search->columns.places;
    for (int32_t i = 0; i < unit_count; i++)
        starts[i] = units[i].start;
    stepper_place(&search->stepper, starts);
    return add_node(search, -1, hash_of(starts, unit_count));
}

/// Adds the children of a constraint: all places that the next unit may go to.
static fw_result constrain(search *search, int32_t node, int32_t constraint)
{
    const stepper *stepper = &search->stepper;
    const int32_t depth = search->constraints[constraint].depth;
    if (depth >= stepper->unit_count)
        return FW_OK;
    const int32_t number = search->columns.orders[row_of(search, node) + (size_t)depth];
    const knot_unit *unit = &stepper->units[number];
    const int32_t place = search_places(search, node)[number];
    const places *places = stepper->places;
    const int32_t first = places->first[place], count = places->first[place + 1] - first;
    const int32_t shift =
        (int32_t)(joint_chance(stepper->run, (uint64_t)node, (uint64_t)constraint) % (uint64_t)(count + 1));
    fw_result result = FW_OK;
    for (int32_t i = 0; i <= count && result == FW_OK; i++) {
        const int32_t option = (i + shift) % (count + 1);
        const place_arc *arc =
            option < count ? &places->arcs[first + option] : NULL; // the last one: it stays
        if (arc && !knot_unit_may(places, unit, arc))
            continue;
        result = add_constraint(search, node,
                                (search_constraint){ .parent = constraint,
                                                     .place = arc ? arc->to : place,
                                                     .unit = (int16_t)number,
                                                     .depth = (int16_t)(depth + 1) });
    }
    return result;
}

/// Lets those units decide that a constraint and its ancestors bind, the first ancestor first.
static bool obey(search *search, int32_t constraint)
{
    int16_t chain[JOINT_MOST_UNITS];
    int32_t places[JOINT_MOST_UNITS], count = 0;
    for (const search_constraint *c = &search->constraints[constraint]; c->parent >= 0;
         c = &search->constraints[c->parent]) {
        chain[count] = c->unit;
        places[count++] = c->place;
    }
    stepper *stepper = &search->stepper;
    while (count-- > 0) {
        const knot_unit *unit = &stepper->units[chain[count]];
        if (unit->state == STEP_DECIDED ? unit->next != places[count]
                                        : !stepper_decide(stepper, chain[count], places[count]))
            return false;
    }
    return true;
}

fw_result search_expand(search *search, search_answer *answer)
{
    stepper *stepper = &search->stepper;
    *answer = search->found >= 0 ? SEARCH_FOUND : SEARCH_OPEN;
    if (search->found >= 0)
        return FW_OK;
    while (search->stack_count && search->nodes[search->stack[search->stack_count - 1]].first_constraint < 0)
        search->stack_count--;
    if (search->stack_count == 0) {
        *answer = SEARCH_EXHAUSTED;
        return FW_OK;
    }
    fw_result result = reserve_node(search);
    if (result != FW_OK)
        return result;
    const int32_t node = search->stack[search->stack_count - 1];
    search_node *owner = &search->nodes[node];
    const int32_t constraint = owner->first_constraint;
    owner->first_constraint = search->constraints[constraint].next;
    if (owner->first_constraint < 0)
        owner->last_constraint = -1;
    result = constrain(search, node, constraint);
    if (result != FW_OK)
        return result;
    for (int32_t i = 0; i < stepper->unit_count && search->has_groups; i++)
        give_goal(search, i, search->columns.goals[row_of(search, node) + (size_t)i]);
    stepper_place(stepper, search_places(search, node));
    if (!obey(search, constraint))
        return FW_OK;
    const uint8_t *order = search->columns.orders + row_of(search, node);
    for (int32_t i = 0; i < stepper->unit_count; i++)
        if (stepper->units[order[i]].state == STEP_OPEN)
            stepper_decide(stepper, order[i], -1);
    int32_t *next = search->columns.places + row_of(search, search->node_count);
    for (int32_t i = 0; i < stepper->unit_count; i++)
        next[i] = stepper->units[i].next;
    const uint64_t hash = hash_of(next, stepper->unit_count);
    const int32_t known = find(search, next, hash);
    if (known >= 0)
        return known == node ? FW_OK : push(search, known);
    result = add_node(search, node, hash);
    *answer = search->found >= 0 ? SEARCH_FOUND : SEARCH_OPEN;
    return result;
}
