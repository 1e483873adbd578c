import pytest

from station.calibration import UnknownSensor, corrected
from station.reading import Reading
from station.sheet import parse_sheet


def test_blanks_of_any_number_count_for_nothing():
    assert parse_sheet("T1   =  -0.3\n  T2=0.1") == {"T1": -0.3, "T2": 0.1}


def test_a_spaced_sheet_does_not_list_every_sensor():
    with pytest.raises(UnknownSensor):
        corrected(Reading(6, "T3", 7.4), parse_sheet("T1 = -0.3"))
