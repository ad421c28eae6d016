"""What a report shows of a value, whatever it is."""

import numpy as np

from minimax_lab.check.report import shown_value


def test_an_array_is_shown_although_it_is_neither_true_nor_false():
    for array in np.array([[1, 0], [0, -1]]), np.array([]):
        assert "".join(shown_value(array).split()) == "".join(str(array).split()).replace("-", "−")
