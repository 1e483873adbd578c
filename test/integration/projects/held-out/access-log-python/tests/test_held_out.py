import pytest

from accesslog.line import LogFormatError, Request, parse_line
from accesslog.reader import read_log


def test_every_column_may_be_padded():
    line = "2026-04-09T23:59:59Z    OPTIONS  /            204       0.25s"
    assert parse_line(line) == Request("2026-04-09T23:59:59Z", "OPTIONS", "/", 204, 250)


def test_a_log_of_nothing_but_empty_lines_holds_no_request():
    assert read_log("\n\n  \n") == []


def test_a_torn_line_is_still_refused():
    with pytest.raises(LogFormatError):
        read_log("2026-04-09T23:59:59Z  GET  /\n")
