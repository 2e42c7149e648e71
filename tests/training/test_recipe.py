"""The name of a recipe: it changes with all that a model depends on."""

import pytest

from training import recipe
from training.recipe import recipe_name


def test_models_of_other_seeds_pages_and_settings_are_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {recipe_name(1, "pages"), recipe_name(2, "pages"), recipe_name(1, "others")}
    others = (("TEACHERS", 1), ("FORMAT", 99), ("REWRITTEN", 0.1), ("EDITION", 99), ("CEILING", 16.0))
    for number, (setting, value) in enumerate(others, start=len(known) + 1):
        monkeypatch.setattr(recipe, setting, value)
        known.add(recipe_name(1, "pages"))
        assert len(known) == number
