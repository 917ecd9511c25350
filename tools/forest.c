#include "command.h"
#include "complain.h"

int run_forest(const options *given)
{
    (void)given;
    complain("fairway forest is not part of this build");
    return EXIT_BAD;
}
