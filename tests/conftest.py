"""Settings for all tests."""

import logging
from collections.abc import Iterator
from unittest.mock import patch

import pytest
from hypothesis import settings

from maintext.methods.fused import scant

# The same examples on every run, so that a red run is always the change's own; `--hypothesis-profile=explore` looks further.
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.register_profile("explore", max_examples=2000, deadline=None)
settings.load_profile("repeatable")


@pytest.fixture(scope="module")
def small_pages_too() -> Iterator[None]:
    """The kernel decides on small pages too, which else are left to numpy: most pages in tests are small."""
    with patch.object(scant, "LITTLE", -1):
        yield


@pytest.fixture(autouse=True)
def _logger_as_it_was() -> Iterator[None]:
    """The command sets up the package's logger for its process, which tests that run after it share."""
    log = logging.getLogger("maintext")
    handlers, propagate, level = log.handlers, log.propagate, log.level
    yield
    log.handlers, log.propagate = handlers, propagate
    log.setLevel(level)
