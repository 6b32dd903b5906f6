"""Directories on the command line: paths, or addresses such as ``s3://bucket/my-run``."""

from __future__ import annotations

from pathlib import Path

import click


def as_directory(context: click.Context, option: click.Parameter, value: str | None) -> Path | None:
    """The path that is given to an option; RecordError where an address cannot be used."""
    from simspades.records.files import located

    return None if value is None else located(value)
