#include "traffic/free_places.h"

#include "traffic/place_lattice.h"
#include "traffic/place_wave.h"

fw_result free_places_find(free_search *search)
{
    bool is_open = false;
    search->found = 0;
    const fw_result result = place_lattice_find(search, &is_open);
    return result == FW_OK && !is_open ? place_wave_find(search) : result;
}
