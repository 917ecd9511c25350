#include "curve/contact_curve.h"

#include <math.h>

/// How far outside of its square a curve still counts as crossing, in tiles: for rounding.
#define BESIDE 1e-9

/// Adds a curve.
static void add(contact_curves *curves, double away, contact_curve curve)
{
    if (away > curves->most + BESIDE)
        return;
    if (curves->count < MOST_CONTACT_CURVES)
        curves->items[curves->count++] = curve;
    else
        curves->is_full = true;
}

void contact_curves_add_line(contact_curves *curves, double across_x, double across_y, double reach)
{
    const double half = curves->side / 2;
    const double middle = (curves->x + half) * across_x + (curves->y + half) * across_y;
    const double away = fabs(curves->near.x * across_x + curves->near.y * across_y - reach);
    if (fabs(reach - middle) <= half * (fabs(across_x) + fabs(across_y)) + BESIDE)
        add(curves, away, (contact_curve){ .x = across_x, .y = across_y, .reach = reach });
}

void contact_curves_add_circle(contact_curves *curves, double x, double y, double radius)
{
    const double half = curves->side / 2;
    const double off_x = fabs(x - curves->x - half), off_y = fabs(y - curves->y - half);
    const double nearest = hypotenuse(fmax(off_x - half, 0), fmax(off_y - half, 0));
    const double farthest = hypotenuse(off_x + half, off_y + half);
    const double away = fabs(hypotenuse(curves->near.x - x, curves->near.y - y) - radius);
    if (radius >= nearest - BESIDE && radius <= farthest + BESIDE)
        add(curves, away, (contact_curve){ .is_circle = true, .x = x, .y = y, .reach = radius });
}

vector contact_curve_nearest(const contact_curve *curve, vector to)
{
    if (!curve->is_circle) {
        const double off = to.x * curve->x + to.y * curve->y - curve->reach;
        return (vector){ to.x - off * curve->x, to.y - off * curve->y };
    }
    const double dx = to.x - curve->x, dy = to.y - curve->y, away = hypotenuse(dx, dy);
    if (away == 0)
        return (vector){ curve->x + curve->reach, curve->y };
    return (vector){ curve->x + dx * (curve->reach / away), curve->y + dy * (curve->reach / away) };
}

static int lines_meet(const contact_curve *one, const contact_curve *other, vector meet[2])
{
    const double sine = one->x * other->y - one->y * other->x;
    if (fabs(sine) < BESIDE)
        return 0;
    meet[0] = (vector){ (one->reach * other->y - other->reach * one->y) / sine,
                        (other->reach * one->x - one->reach * other->x) / sine };
    return 1;
}

/// The points on both sides of a point, `half` tiles away along the line across (x, y).
static int points_beside(double middle_x, double middle_y, double x, double y, double square, vector meet[2])
{
    if (square < -BESIDE)
        return 0;
    const double half = sqrt(fmax(square, 0));
    meet[0] = (vector){ middle_x - half * y, middle_y + half * x };
    meet[1] = (vector){ middle_x + half * y, middle_y - half * x };
    return 2;
}

static int line_meets_circle(const contact_curve *line, const contact_curve *circle, vector meet[2])
{
    const double off = line->reach - (circle->x * line->x + circle->y * line->y);
    return points_beside(circle->x + off * line->x, circle->y + off * line->y, line->x, line->y,
                         circle->reach * circle->reach - off * off, meet);
}

/// Two circles meet on a line across the line through their centres.
static int circles_meet(const contact_curve *one, const contact_curve *other, vector meet[2])
{
    const double dx = other->x - one->x, dy = other->y - one->y, away = hypotenuse(dx, dy);
    if (away < BESIDE)
        return 0;
    const double off = (away * away + one->reach * one->reach - other->reach * other->reach) / (2 * away);
    const double x = dx / away, y = dy / away;
    return points_beside(one->x + off * x, one->y + off * y, x, y, one->reach * one->reach - off * off, meet);
}

int contact_curves_meet(const contact_curve *one, const contact_curve *other, vector meet[2])
{
    if (one->is_circle && other->is_circle)
        return circles_meet(one, other, meet);
    if (one->is_circle)
        return line_meets_circle(other, one, meet);
    return other->is_circle ? line_meets_circle(one, other, meet) : lines_meet(one, other, meet);
}
