"""Settings for all tests."""

from hypothesis import settings

# The same examples on every run, so that a red run is always the change's own; `--hypothesis-profile=explore` looks further.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("explore", max_examples=2000, deadline=None)
settings.load_profile("repeatable")
