"""Measurements: the scalar engine that the lockstep engine is compared with, timing, and the outcome signature."""
