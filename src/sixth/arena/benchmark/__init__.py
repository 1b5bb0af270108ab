"""The benchmark: a bot against fixed pools at fixed deals, with a result that can be checked.

`definition` says what is played, `playing` plays it, and `result_file` works a result out again.
"""
