"""Matrix games against linear programs of SciPy."""

import numpy as np
import pytest
from scipy.optimize import linprog

from sixth.sim.solver.matrix import MAX_CHOICES, new_tableau, row_worths, solve_matrix
from tests.sim.solver.brute_force import game_value

AT, OUT = 7, 200


def matrices(count: int) -> list[np.ndarray]:
    rng = np.random.default_rng(1)
    drawn = []
    for number in range(count):
        shape = tuple(rng.integers(1, MAX_CHOICES + 1, 2))
        spread = (0.8, 3.0, 20.0)[number % 3]
        matrix = rng.normal(scale=spread, size=shape)
        drawn.append(matrix if number % 4 == 0 else matrix.round())
    return drawn


def memory(matrix: np.ndarray) -> np.ndarray:
    rows, columns = matrix.shape
    work = np.full(300, 99.0)
    for i in range(rows):
        work[AT + i * MAX_CHOICES :][:columns] = matrix[i]
    return work


def test_value_and_strategies_are_those_of_linear_programs() -> None:
    for matrix in matrices(600):
        rows, columns = matrix.shape
        work = memory(matrix)
        value = solve_matrix(new_tableau(), work, AT, rows, columns, OUT)
        x, y = work[OUT:][:rows], work[OUT + MAX_CHOICES :][:columns]
        assert value == pytest.approx(game_value(matrix), abs=1e-7)
        assert x.sum() == pytest.approx(1, abs=1e-12)
        assert y.sum() == pytest.approx(1, abs=1e-12)
        assert min(x.min(), y.min()) >= 0
        # Neither gains by any other choice.
        assert (matrix @ y).max() <= value + 1e-10
        assert (x @ matrix).min() >= value - 1e-10


def test_a_row_is_worth_what_the_most_punishing_optimal_columns_leave_it() -> None:
    for matrix in matrices(200):
        rows, columns = matrix.shape
        work = memory(matrix)
        value = row_worths(new_tableau(), work, AT, rows, columns, OUT)
        for i in range(rows):
            least = linprog(
                matrix[i],
                A_ub=matrix,
                b_ub=np.full(rows, value + 1e-10),
                A_eq=np.ones((1, columns)),
                b_eq=[1],
                bounds=[(0, None)] * columns,
            )
            assert work[OUT + i] == pytest.approx(least.fun, abs=1e-6)
