"""Whole games for a learner that decides in one seat: the kernel of the vector environment."""
