"""The kernel: one NumPy record is one table, changed by `step` alone."""
