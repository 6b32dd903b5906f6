"""Which vector registers a strategy's compiled steps use.

numba shows machine code only of what it has just compiled, so the steps are compiled without the cache, in a process of
their own: ``python -m simspades.bench.vectors basic steady`` prints what :func:`vector_use` returns, and with no
strategy what :func:`default_vector_use` returns.
"""

from __future__ import annotations

import dataclasses
import json
import os
import platform
import re
import subprocess
import sys
from collections.abc import Sequence

import llvmlite.binding

from simspades.errors import SimspadesError

#: Bits of the registers of each family, as they are named in x86 assembly.
_REGISTERS = {"xmm": 128, "ymm": 256, "zmm": 512}
#: Masks of AVX-512: a strategy with many conditions uses them in half of its instructions.
_MASK = re.compile(r"%k[0-7]")
#: A step's entry and exit use other registers; half of its instructions are never left to them.
LEAST_SHARE = 0.5
_INSTRUCTION = re.compile(r"\s+[a-z]")
#: Where the first function ends: the step itself, before what makes a C function of it.
_END = re.compile(r"^\.?Lfunc_end0:", re.MULTILINE)


@dataclasses.dataclass(frozen=True)
class VectorUse:
    """What the machine code of a step is made of.

    Attributes
    ----------
    width
        Bits of the widest vector registers that it uses.
    share
        How many of its instructions use registers of that width, or the masks that choose among their lanes, out of
        all. A loop over lanes that became vector code is nearly all such; the rest is the step's entry and exit.

    """

    width: int
    share: float

    @property
    def is_vector_code(self) -> bool:
        """Whether the loop over lanes became vector code, as wide as the processor allows."""
        return self.width == processor_width() and self.share >= LEAST_SHARE


def is_x86() -> bool:
    """Whether this is a processor whose vector registers we know by name."""
    return platform.machine().lower() in ("x86_64", "amd64")


def processor_width() -> int | None:
    """Bits of the processor's widest vector registers; None for a processor that we don't know."""
    if not is_x86():
        return None
    features = llvmlite.binding.get_host_cpu_features()
    if features.get("avx512f"):
        return 512
    return 256 if features.get("avx2") else 128


def read_assembly(text: str) -> VectorUse:
    """The use of vector registers in the first function of some x86 assembly.

    >>> read_assembly(" vpaddq %zmm1, %zmm2, %zmm3" + chr(10) + " retq")
    VectorUse(width=512, share=0.5)
    """
    instructions = [line for line in _END.split(text)[0].splitlines() if _INSTRUCTION.match(line)]
    uses = {name: sum(f"%{name}" in line for line in instructions) for name in _REGISTERS}
    widest = max((name for name in uses if uses[name]), key=_REGISTERS.__getitem__, default=None)
    if widest is None:
        return VectorUse(0, 0.0)
    vector = sum(f"%{widest}" in line or _MASK.search(line) is not None for line in instructions)
    return VectorUse(_REGISTERS[widest], round(vector / len(instructions), 3))


def vector_use(specs: Sequence[str]) -> dict[str, dict[str, VectorUse]]:
    """The use of vector registers by strategy and step of its own. All are compiled for it, which takes seconds."""
    return _examined(specs) if specs else {}


def default_vector_use() -> dict[str, VectorUse]:
    """The use of vector registers by the steps of the decisions that strategies leave to the defaults."""
    return _examined([])[_DEFAULTS]


#: Stands for the defaults where else the name of a strategy is.
_DEFAULTS = ""


def _examined(specs: Sequence[str]) -> dict[str, dict[str, VectorUse]]:
    if not is_x86():
        raise SimspadesError(f"the machine code of {platform.machine()} processors cannot be examined")
    answer = subprocess.run(
        [sys.executable, "-m", __name__, *specs],
        env={**os.environ, "SIMSPADES_CACHE": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    if answer.returncode != 0:
        reason = answer.stderr.strip().splitlines()
        raise SimspadesError(f"the machine code cannot be examined: {reason[-1] if reason else 'no answer'}")
    report = json.loads(answer.stdout)
    return {name: {step: VectorUse(**use) for step, use in steps.items()} for name, steps in report.items()}


def _main(specs: Sequence[str]) -> None:
    from simspades.engine.kernels import DEFAULT_STEPS, default_module, own_module, own_steps
    from simspades.strategies import load_strategy

    strategies = {spec: load_strategy(spec) for spec in specs}
    modules = {spec: (own_module(strategy), own_steps(strategy)) for spec, strategy in strategies.items()}
    report = {}
    for name, (module, steps) in (modules or {_DEFAULTS: (default_module(), DEFAULT_STEPS)}).items():
        texts = {step: getattr(module, f"{step}_step")._library.get_asm_str() for step in steps}
        report[name] = {step: dataclasses.asdict(read_assembly(text)) for step, text in texts.items()}
    print(json.dumps(report))


if __name__ == "__main__":
    _main(sys.argv[1:])
