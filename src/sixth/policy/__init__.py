"""The policy in plain Python: its file of weights, its features of a view, and its neural networks.

`sim.policy` has the same as kernels, which play millions of rounds; this room plays where nothing but Python
is installed. Tests hold the two to each other.
"""
