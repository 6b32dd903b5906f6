"""``python -m simspades`` is the command ``simspades``."""

from simspades.cli import main

main()
