"""The search: Optuna proposes, the deals judge.

All trials play the same deals, so that the luck of the cards is the same for all of them and a search on few deals sees
fine differences; its best value is all the more fitted to these deals. The sampler is Optuna's tree-structured Parzen
estimator (Bergstra et al., NeurIPS 2011), which asks for no gradient, no smoothness and no exact values, and takes
whole numbers as they are. It is seeded: what it proposes depends on the seed and the values found so far alone. So a
search is resumed by asking it again and answering from the file as far as that goes.
"""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from simspades.errors import RecordError, SimspadesError
from simspades.records.files import append_line
from simspades.studies.tune.space import Parameter, Values

TRIALS_NAME = "trials.jsonl"

#: Random trials before the sampler begins to learn: as many whatever the number of trials, as more may be asked for.
STARTUP = 8


class Trial(NamedTuple):
    """Values that were tried, and their advantage on the deals of the search, with its standard error."""

    number: int
    values: Values
    advantage: float
    se: float | None


class Notebook:
    """The trials so far, a line each in ``trials.jsonl``; only in memory without a directory."""

    def __init__(self, directory: Path | None) -> None:
        self._path = directory and directory / TRIALS_NAME
        self._known: dict[str, tuple[float, float | None]] = {}
        if self._path and self._path.exists():
            text = self._path.read_text(encoding="utf-8")
            for line in text.splitlines():
                self._read(line)
            if text and not text.endswith("\n"):  # of a search that was killed while it wrote
                append_line(self._path, "")

    def __len__(self) -> int:
        return len(self._known)

    def find(self, values: Values) -> tuple[float, float | None] | None:
        """What these values gave, if they were tried."""
        return self._known.get(_key(values))

    def note(self, trial: Trial) -> None:
        """Write a trial down."""
        self._known[_key(trial.values)] = trial.advantage, trial.se
        if self._path:
            append_line(self._path, json.dumps(trial._asdict()))

    def _read(self, line: str) -> None:
        try:
            document = json.loads(line)
            self._known[_key(document["values"])] = document["advantage"], document["se"]
        except ValueError:
            return  # half a line
        except (KeyError, TypeError):
            raise RecordError(f"{self._path} is damaged: it has the line {line[:60]!r}") from None


def search(
    parameters: Sequence[Parameter],
    start: Values,
    n_trials: int,
    seed: int,
    notebook: Notebook,
    measure: Callable[[Values], tuple[float, float | None]],
) -> Iterator[Trial]:
    """Try ``n_trials`` sets of values, the strategy's own first; values that are in the notebook are not measured."""
    optuna = _optuna()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of what is new in Optuna
        sampler = optuna.samplers.TPESampler(seed=seed % 2**32, multivariate=True, n_startup_trials=STARTUP)
    study = optuna.create_study(direction="maximize", sampler=sampler)
    if all(parameter.low <= start[parameter.name] <= parameter.high for parameter in parameters):
        study.enqueue_trial({parameter.name: start[parameter.name] for parameter in parameters})
    for number in range(n_trials):
        asked = study.ask()
        values = {parameter.name: _suggest(asked, parameter) for parameter in parameters}
        found = notebook.find(values)
        if found is None:
            found = measure(values)
            notebook.note(Trial(number, values, *found))
        study.tell(asked, found[0])
        yield Trial(number, values, *found)


def _suggest(asked: Any, parameter: Parameter) -> int | float:
    if parameter.whole:
        value = asked.suggest_int(parameter.name, parameter.low, parameter.high, step=parameter.step or 1)
    else:
        value = asked.suggest_float(parameter.name, parameter.low, parameter.high, step=parameter.step)
    return parameter.tidy(value)


def _optuna() -> Any:
    try:
        import optuna
    except ImportError:
        raise SimspadesError("tune needs Optuna: pip install 'simspades[tune]'") from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna


def _key(values: Values) -> str:
    return json.dumps(values, sort_keys=True)
