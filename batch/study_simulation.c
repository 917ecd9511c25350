// The simulations of a study: densities, seeds, parameters.
#include <stdlib.h>

#include "batch/study_fields.h"

enum { MOST_VALUES = 100000, MOST_PARAMETERS = 64 };

static bool read_density(const json_place *item, void *into, void *user)
{
    (void)user;
    return json_read_number(item, 1e-6, 0.5, into);
}

static bool read_seed(const json_place *item, void *into, void *user)
{
    int64_t seed = 0;
    (void)user;
    if (!json_read_whole(item, 0, INT64_C(1) << 52, &seed))
        return false;
    *(uint64_t *)into = (uint64_t)seed;
    return true;
}

static bool read_parameters(const json_place *item, void *into, void *user)
{
    static const char *const keys[] = { "name", "budget", "cadence", NULL };
    study_parameters *parameters = into;
    const json_place name = json_at(item, "name"), budget = json_at(item, "budget"),
                     cadence = json_at(item, "cadence");
    int64_t work = 20000;
    (void)user;
    parameters->cadence = 1;
    if (!fields_expect(item, keys, "parameters") || !fields_read_name(&name, parameters->name) ||
        (budget.value && !json_read_whole(&budget, 1, INT64_C(1) << 52, &work)) ||
        (cadence.value && !json_read_whole(&cadence, 1, 100000, &parameters->cadence)))
        return false;
    parameters->budget = (uint64_t)work;
    return true;
}

static bool read_speed(const json_place *place, study_simulation *into)
{
    static const char *const keys[] = { "top", "accelerate", "brake", "lateral", NULL };
    double *const values[] = { &into->top, &into->acceleration, &into->braking, &into->lateral };
    into->top = 2;
    into->acceleration = into->braking = into->lateral = 4;
    if (!place->value)
        return true;
    if (!fields_expect(place, keys, "a speed"))
        return false;
    for (int i = 0; keys[i]; i++) {
        const json_place value = json_at(place, keys[i]);
        if (value.value && !json_read_number(&value, 1e-6, 1e6, values[i]))
            return false;
    }
    return true;
}

bool study_read_simulation(const json_place *top, study *read)
{
    static const char *const keys[] = { "time", "dt", "densities", "seeds", "parameters", "speed", NULL };
    study_simulation *into = &read->simulation;
    const json_place all = json_at(top, "simulate"), dt = json_at(&all, "dt"),
                     densities = json_at(&all, "densities"), seeds = json_at(&all, "seeds"),
                     parameters = json_at(&all, "parameters"), speed = json_at(&all, "speed");
    into->dt = 0.05;
    if (!fields_expect(&all, keys, "a simulation") || !json_number_at(&all, "time", 1e-3, 1e6, &into->time) ||
        (dt.value && !json_read_number(&dt, 1e-3, 1, &into->dt)) || !read_speed(&speed, into) ||
        !fields_read_list(&densities, sizeof *into->densities, MOST_VALUES, read_density, NULL,
                          (void **)&into->densities, &into->density_count) ||
        !fields_read_list(&seeds, sizeof *into->seeds, MOST_VALUES, read_seed, NULL, (void **)&into->seeds,
                          &into->seed_count))
        return false;
    if (parameters.value) {
        if (!fields_read_list(&parameters, sizeof *into->parameters, MOST_PARAMETERS, read_parameters, NULL,
                              (void **)&into->parameters, &into->parameters_count))
            return false;
    } else {
        into->parameters = calloc(1, sizeof *into->parameters);
        if (!into->parameters)
            return io_fail_without_memory(top->fault, top->file);
        *into->parameters = (study_parameters){ .name = "usual", .budget = 20000, .cadence = 1 };
        into->parameters_count = 1;
    }
    for (int32_t i = 0; i < read->map_count; i++)
        read->maps[i].query_count = (uint64_t)into->density_count * (uint64_t)into->seed_count;
    return true;
}
