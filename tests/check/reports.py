"""Reports that several tests look at: each program is checked once in a run of the tests."""

from functools import cache


@cache
def report_on(check, student):
    return check(student)


def codes(report):
    """The codes of the faults."""
    return [finding.code for finding in report.findings if not finding.remark]


def remarks(report):
    """The codes of the remarks."""
    return {finding.code for finding in report.findings if finding.remark}
