#include "traffic/free_places.h"

#include "traffic/place_lattice.h"
#include "traffic/place_pack.h"
#include "traffic/place_turns.h"
#include "traffic/place_wave.h"

fw_result free_places_find(free_search *search)
{
    bool is_open = false;
    search->found = 0;
    const fw_result result = place_lattice_find(search, &is_open);
    return result == FW_OK && !is_open ? place_wave_find(search) : result;
}

void free_places_free(fw_traffic *traffic)
{
    rally_places *rally = &traffic->rally;
    place_lattice_free(traffic);
    place_wave_free(traffic);
    place_pack_free(traffic);
    place_turns_free(traffic);
    rally->lattice = NULL;
    rally->wave_points = NULL;
    rally->turns = NULL;
    rally->beside = NULL;
    rally->lattice_room = rally->wave_point_room = rally->turn_room = rally->beside_room = 0;
}
