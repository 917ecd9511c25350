// Maps from files; the program's argument is the folder for one.
#include <cstring>
#include <fstream>
#include <string>

#include <fairway-io/map.hpp>

#include "check.hpp"

int main(int, char **arguments) {
    const std::string name = std::string(arguments[1]) + "/yard.letters.txt";
    std::ofstream(name) << "....\n.##.\n....\n";
    fairway::io_map_def def;
    def.letters = ".=ground,#=blocked";
    const auto yard = fairway::load_map(name.c_str(), def);
    EXPECT(yard.width() == 4 && yard.height() == 3 && yard.terrain(1, 1) == FW_BLOCKED);
    try {
        (void)fairway::load_map((name + "x").c_str());
        failures++;
    } catch (const fairway::error &why) {
        EXPECT(why.result() == FW_NOT_FOUND && std::strstr(why.what(), "yard"));
    }
    return verdict("io");
}
