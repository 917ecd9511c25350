#pragma once

/// Points and directions in the plane.

#include <math.h>

typedef struct vector {
    double x, y;
} vector;

static inline vector vector_between(vector from, vector to)
{
    return (vector){ to.x - from.x, to.y - from.y };
}

/// The point that lies so many lengths of a direction beyond a point.
static inline vector vector_beyond(vector from, vector along, double lengths)
{
    return (vector){ from.x + along.x * lengths, from.y + along.y * lengths };
}

static inline double vector_dot(vector a, vector b)
{
    return a.x * b.x + a.y * b.y;
}

/// Positive if b points toward growing headings from a.
static inline double vector_cross(vector a, vector b)
{
    return a.x * b.y - a.y * b.x;
}

/// As hypot(), but every platform rounds a square root alike.
static inline double hypotenuse(double x, double y)
{
    return sqrt(x * x + y * y);
}

static inline double vector_length(vector v)
{
    return hypotenuse(v.x, v.y);
}

static inline double vector_distance(vector a, vector b)
{
    return vector_length(vector_between(a, b));
}
