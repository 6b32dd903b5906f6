"""The steps of the library's players, and the default decisions, are vector code, as wide as the processor allows."""

import textwrap

import pytest

from simspades.bench.vectors import default_vector_use, processor_width, read_assembly, vector_use
from simspades.engine.kernels import DEFAULT_STEPS, own_steps
from simspades.engine.layout import STEPS
from simspades.strategies.library import LIBRARY
from simspades.workbench.company import anybody

pytestmark = pytest.mark.skipif(processor_width() is None, reason="the machine code of this processor is not known")

#: Those with functions of their own: others are the same with other numbers, and the same machine code.
PLAYERS = list({(player.bid, player.play, player.blind): name for name, player in LIBRARY.items()}.values())

#: Its play goes through the cards one by one and leaves the loop early, which no vector code can follow.
LOOPING = textwrap.dedent(
    """
    from simspades import Strategy

    def bid(v):
        return 3

    def play(v):
        cards = v.legal
        while cards & (cards - 1) and cards & v.played == 0:
            cards &= cards - 1
        return cards & -cards

    looping = Strategy(bid=bid, play=play)
    """
)


@pytest.fixture(scope="module")
def uses(tmp_path_factory):
    path = tmp_path_factory.mktemp("strategies") / "looping.py"
    path.write_text(LOOPING)
    specs = [*PLAYERS, f"{path}:looping"]
    return dict(zip([*PLAYERS, "looping"], vector_use(specs).values(), strict=True))


@pytest.fixture(scope="module")
def default_uses():
    return default_vector_use()


@pytest.mark.parametrize(("name", "step"), [(name, step) for name in PLAYERS for step in own_steps(LIBRARY[name])])
def test_steps_are_vector_code(uses, name, step):
    use = uses[name][step]
    assert use.is_vector_code, use


@pytest.mark.parametrize("step", DEFAULT_STEPS)
def test_the_defaults_are_vector_code(default_uses, step):
    use = default_uses[step]
    assert use.is_vector_code, use


def test_every_step_is_examined():
    # an announcement that nobody wrote is made by the step of the bid
    assert {*DEFAULT_STEPS, *own_steps(LIBRARY["basic"])} == set(STEPS) - {"announce"}
    assert set(own_steps(anybody)) == set(STEPS)


@pytest.mark.parametrize("step", ["lead", "follow"])
def test_a_step_that_is_no_vector_code_is_noticed(uses, step):
    assert not uses["looping"][step].is_vector_code


def test_only_the_first_function_counts():
    text = " vpaddq %ymm1, %ymm2, %ymm3\n.Lfunc_end0:\n movq %rax, %rbx\n"
    assert (read_assembly(text).width, read_assembly(text).share) == (256, 1.0)


def test_scalar_code_has_no_width():
    assert (read_assembly(" movq %rax, %rbx\n retq").width, read_assembly("").share) == (0, 0.0)


def test_masks_belong_to_vector_code():
    use = read_assembly(" vpcmpgtq %zmm1, %zmm2, %k1\n korb %k1, %k2, %k1\n movq %rax, %rbx\n retq\n")
    assert (use.width, use.share) == (512, 0.5)
