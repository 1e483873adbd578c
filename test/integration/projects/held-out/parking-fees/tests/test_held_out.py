import unittest

from parking.tariff import Tariff, fee, started_hours


class HeldOut(unittest.TestCase):
    def test_hours_start_with_their_first_minute(self):
        self.assertEqual([started_hours(minutes) for minutes in (0, 1, 59, 60, 119, 120, 121)], [0, 1, 1, 1, 2, 2, 3])

    def test_the_first_minute_beyond_a_day_is_an_hour(self):
        self.assertEqual(fee(24 * 60 + 1, Tariff()), 2050)
