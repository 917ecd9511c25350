#include "command_table.h"

#include <string.h>

#include "command.h"

const command command_table[] = {
    { "route", COMMAND_ROUTE, "MAP", 1, 1, "find one path",
      "there is a path to the goal, or to what --nearest or a limit asked for",
      "no such path; start or goal is blocked for the unit; or the path breaks rules that nobody waived",
      "fairway route rooms.map --from 2,2 --to 60,60 --svg path.svg --json path.json", run_route },
    { "bench", COMMAND_BENCH, "MAP [SCEN|QUERIES.csv] ...", 1, MOST_ARGUMENTS,
      "run every query of .scen files or pose lists, by several methods", NULL, NULL,
      "fairway bench rooms.map rooms.scen --method astar,jump-points", run_bench },
    { "compare", COMMAND_COMPARE, "MAP", 1, 1, "find one path by several methods: a table, and one picture",
      "a method has found a path", "no method has found one",
      "fairway compare rooms.map --from 2,2 --to 60,60 --svg methods.svg", run_compare },
    { "check", COMMAND_CHECK, "MAP PATH.json", 2, 2, "validate a path with the independent checker",
      "the path is legal", "the path is illegal, or the file holds none", "fairway check rooms.map path.json",
      run_check },
    { "info", COMMAND_INFO, "MAP", 1, 1,
      "size, terrains, regions, memory, build times; a unit's layer and clearance", NULL, NULL,
      "fairway info rooms.map --size 2", run_info },
    { "generate", COMMAND_GENERATE, "KIND", 1, 1,
      "make a map: rooms | maze | random | caves | city | terrain; or a scene: trees", NULL, NULL,
      "fairway generate rooms --size 64x64 -o rooms.map", run_generate },
    { "convert", COMMAND_CONVERT, "MAP", 1, 1, "write a map in another format: MovingAI, PNG, ROS, Tiled",
      NULL, NULL, "fairway convert rooms.map -o rooms.tmj", run_convert },
    { "forest", COMMAND_FOREST, "SCENE.txt", 1, 1, "shortest path among circles", "there is a path",
      "there is none, or start or goal is blocked", "fairway forest trees.txt --svg trees.svg", run_forest },
    { "simulate", COMMAND_SIMULATE, "SCENARIO.json|MAP", 1, 1, "move many units at once, tick by tick",
      "all that can arrive have arrived", "some have not arrived in time",
      "fairway simulate rooms.map --scen rooms.scen --svg units.svg", run_simulate },
    { "batch", COMMAND_BATCH, "STUDY.json", 1, 1,
      "answer millions of queries, or run many simulations, on all cores or with mpirun", NULL, NULL,
      "fairway batch study.json", run_batch },
    { "replay", COMMAND_REPLAY, "FILE.fwrec", 1, 1,
      "repeat a recording of a program's calls, and name the first answer that differs",
      "all answers are as recorded", "an answer differs, or the replay crashed", "fairway replay calls.fwrec",
      run_replay },
    { "completion", COMMAND_COMPLETION, "bash|zsh|fish", 1, 1,
      "print a script that lets this shell complete commands and options", NULL, NULL,
      "source <(fairway completion bash)", run_completion },
    { "manual", COMMAND_MANUAL, "fairway|COMMAND", 1, 1, "print the manual page of a command, for man", NULL,
      NULL, "fairway manual route | man -l -", run_manual },
};

const int command_count = sizeof command_table / sizeof *command_table;

const char *const usual_done = "it ran";
const char *const usual_bad =
    "wrong use or input, a method that this unit or build does not have, no memory, or an "
    "output that cannot be written";

const command *command_of(const char *name)
{
    for (int i = 0; i < command_count; i++)
        if (strcmp(command_table[i].name, name) == 0)
            return &command_table[i];
    return NULL;
}

const char *command_name(int bits)
{
    for (int i = 0; i < command_count; i++)
        if (command_table[i].bit & bits)
            return command_table[i].name;
    return "";
}
