#include "nearest_name.h"

#include <string.h>

enum { LONGEST = 32 };

static int least_of(int a, int b)
{
    return a < b ? a : b;
}

/// Source: Damerau 1964, restricted to swaps of neighbours. Of longer names only the first LONGEST letters count.
int name_distance(const char *a, const char *b)
{
    const int rows = least_of((int)strlen(a), LONGEST);
    const int columns = least_of((int)strlen(b), LONGEST);
    int cost[LONGEST + 1][LONGEST + 1];
    for (int i = 0; i <= rows; i++)
        cost[i][0] = i;
    for (int j = 0; j <= columns; j++)
        cost[0][j] = j;
    for (int i = 1; i <= rows; i++)
        for (int j = 1; j <= columns; j++) {
            const int changed = cost[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            cost[i][j] = least_of(changed, 1 + least_of(cost[i - 1][j], cost[i][j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                cost[i][j] = least_of(cost[i][j], 1 + cost[i - 2][j - 2]);
        }
    return cost[rows][columns];
}

const char *nearer_name(const char *name, const char *best, const char *guess)
{
    const int distance = name_distance(name, guess);
    if (strlen(guess) <= 2 || 3 * distance > (int)strlen(guess) + 2)
        return best;
    return !best || distance < name_distance(name, best) ? guess : best;
}
