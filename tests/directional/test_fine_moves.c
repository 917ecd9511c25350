// The moves of the fine search: where they lead, and how their headings are told apart.
#include <math.h>

#include "base/random.h"
#include "base/trig.h"
#include "common/unit.h"
#include "curve/segment.h"
#include "directional/fine/fine_moves.h"

static const double radii[] = { 1.0 / 64, 0.3, 1, 2.5, 3, 16, 1024 };
enum { RADII = sizeof radii / sizeof *radii };

TEST(mirrored_headings_lie_in_mirrored_sectors)
{
    for (int i = 0; i < RADII; i++)
        for (fine_turns turns = FINE_TURNS_USUAL; turns <= FINE_TURNS_HALVED; turns++)
            for (int32_t sectors = 16; sectors <= 32; sectors += 16) {
                const fine_moves moves = fine_moves_for(radii[i], turns, 0, 0);
                for (int32_t part = 0; part < moves.parts; part++) {
                    const int32_t mirrored = (moves.parts - part) % moves.parts;
                    const int32_t sum = fine_sector_of(&moves, (fine_heading)part, sectors) +
                                        fine_sector_of(&moves, (fine_heading)mirrored, sectors);
                    assert_int_equal(sum % sectors, 0);
                }
            }
}

/// So that headings of an askew start are not searched beside those of the compass.
TEST(a_turn_from_an_askew_heading_ends_along_the_compass_within_the_step)
{
    random_source source = { 17 };
    for (int i = 0; i < 200; i++) {
        const double begin = random_within(&source, -FW_PI, FW_PI);
        const fine_moves moves =
            fine_moves_for(radii[i % RADII], (fine_turns)(i % 3), begin, i % (FINEST + 1));
        const double lengths[] = { moves.short_step, moves.step, moves.stride };
        uint16_t listed[128];
        assert_in_range(fine_moves_most(&moves), 1, 128);
        assert_true(fine_heading_of_begin(&moves) == FINE_BEGIN);
        for (int pace = i % (FINEST + 1) ? FINE_PACE_SHORT : FINE_PACE_STEP; pace <= FINE_PACE_STRIDE; pace++)
            for (int32_t k = fine_moves_list(&moves, FINE_BEGIN, (fine_pace)pace, listed) - 1; k >= 0; k--) {
                fw_curve curve;
                fine_heading heading = FINE_BEGIN;
                const fw_pose end =
                    fine_move_drive(&moves, listed[k], (fw_pose){ 5, 5, begin }, &heading, &curve);
                assert_true(curve.length <= lengths[pace] + 1e-9);
                assert_true(fabs(trig_wrap(end.heading - fine_heading_of(&moves, heading))) < 1e-9);
                assert_true(heading == FINE_BEGIN ? curve.segments[0].curvature == 0 : heading < moves.parts);
            }
    }
}

/// A start that faces along the compass has no heading of its own, whatever it was rounded to.
TEST(a_start_along_the_compass_shares_its_headings)
{
    for (int i = 0; i < RADII; i++)
        for (int eighth = -8; eighth <= 8; eighth++) {
            const fine_moves moves = fine_moves_for(radii[i], FINE_TURNS_USUAL, eighth * FW_PI / 4, 0);
            const fine_heading heading = fine_heading_of_begin(&moves);
            assert_int_equal(heading, (eighth + 8) % 8 * moves.parts / 8);
        }
}

/// Where a cell holds one pose of a heading, a line that ends within the cell leads nowhere.
TEST(lines_lead_out_of_small_cells_and_the_widest_turn_needs_no_line)
{
    for (int i = 0; i < RADII; i++)
        for (fine_turns turns = FINE_TURNS_USUAL; turns <= FINE_TURNS_HALVED; turns++) {
            const fine_moves moves = fine_moves_for(radii[i], turns, 0, 0);
            const double widest = moves.step_turns * moves.angle;
            uint16_t listed[128];
            int arcs = 0;
            assert_true(moves.step > sqrt(2) / 4);
            for (int32_t k = fine_moves_list(&moves, 0, FINE_PACE_STEP, listed) - 1; k >= 0; k--) {
                fw_curve curve;
                fine_heading heading = 0;
                const fw_pose end =
                    fine_move_drive(&moves, listed[k], (fw_pose){ 5, 5, 0 }, &heading, &curve);
                const bool is_arc = curve.count == 1 && curve.segments[0].curvature != 0;
                arcs += is_arc && fabs(fabs(trig_wrap(end.heading)) - fabs(trig_wrap(widest))) < 1e-9;
            }
            assert_int_equal(arcs, 2);
        }
}

/// A search with short steps has cells of 1 / (2 << fineness) tile where it takes them.
TEST(short_steps_turn_by_less_each_time_and_lead_out_of_their_cells)
{
    for (int i = 0; i < RADII; i++) {
        double turn = fine_moves_for(radii[i], FINE_TURNS_SMALL, 0, 0).angle;
        for (int32_t fineness = 1; fineness <= FINEST; fineness++) {
            const fine_moves moves = fine_moves_for(radii[i], FINE_TURNS_SMALL, 0, fineness);
            assert_true(moves.parts < FINE_BEGIN && moves.parts % 8 == 0);
            assert_true(moves.angle <= turn / 2 + 1e-12);
            assert_true(moves.short_step > sqrt(2) / (2 << fineness));
            assert_true(moves.angle * radii[i] <= moves.short_step + 1e-9);
            turn = moves.angle;
        }
    }
}
