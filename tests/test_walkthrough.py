"""The walk through three questions runs as it stands, and what it says of its tables is so."""

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[1] / "docs" / "walkthrough.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def walked(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path_factory.mktemp("walk"))
        names = {}
        for block in re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL):
            exec(block, names)
        return names


def test_both_bid_low_and_long_suits_are_not_counted(walked):
    assert (walked["bids"]["strategy"]["bias_low"] > 0.5).all()
    assert walked["features"]["bias"].is_monotonic_increasing
    assert len(walked["by"]) > 50


def test_nils_of_basic_are_not_worth_it(walked):
    value = walked["nils"]["value"].set_index("strategy")
    assert value["gain_low"]["steady"] > 0 > value["gain_high"]["basic"]
    won = walked["seats"]["games.difference"].set_index("place")
    assert won["paired"].all()
    assert won["won_low"][2] > 0


def test_bags_cost_more_than_they_score(walked):
    assert (walked["bags"]["marginal"]["points_high"] < 0).all()
    assert walked["games"]["overview.difference"]["hands_high"][0] < 0
    assert walked["win"]["won"].between(0, 1).all()
