"""Programs as people write them: the counted copies agree with the programs themselves."""

import contextlib
import io

from tests.trace.programs import programs


def test_a_counted_copy_does_what_the_program_does():
    for program in programs():
        expected = program.expected()
        function, args, kwargs = program.start()
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                result = function(*args, **kwargs)
        except Exception as error:
            assert type(error).__name__ == expected.error, program.name
        else:
            assert repr(result) == repr(expected.result), program.name
            assert not expected.error


def test_every_call_has_its_move_and_every_guilty_line_is_in_the_program():
    for program in programs():
        lines = [line.strip() for line in program.source.splitlines()]
        assert all(line in lines for line in program.guilty), program.name
        for root in program.expected().searches:
            assert all(node.moves for node in root.walk() if node is not root), program.name


def test_a_right_program_returns_the_best_of_what_it_searched():
    """The counters themselves are right: without cut-offs and sums, a value follows from the children's values."""
    for program in programs():
        nodes = [node for root in program.expected().searches for node in root.walk()]
        if program.kind or any(node.window or node.cut for node in nodes):
            continue
        for node in nodes:
            values = [child.value for child in node.children]
            best = {"max": max, "min": min, "own": lambda values: max(-value for value in values)}.get(node.role)
            if values and best and "cache" not in program.about:
                assert node.value == best(values), (program.name, node)
