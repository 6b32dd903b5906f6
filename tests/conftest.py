"""Settings for all tests."""

from hypothesis import settings

# the first call of a compiled function compiles it, so a time limit for one example would only measure that;
# the same examples every time, so that a failure in CI is a failure at home
settings.register_profile("simspades", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("simspades")
