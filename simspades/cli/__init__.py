"""The command line: one module a command, loaded only when it is used.

``main`` is the console script. It turns every :class:`~simspades.errors.SimspadesError` into one sentence on stderr
and exit status 2, and an interrupt into status 130; ``--debug`` shows the traceback instead.
"""

from __future__ import annotations

import importlib
import sys
import traceback

import click

from simspades.errors import SimspadesError

#: command -> one line of help; the module ``simspades.cli.<command>`` holds a click command named ``command``.
#: The line stands here too so that ``--help`` imports nothing; a test holds the two together.
COMMANDS = {
    "run": "Play hands or games and write a run directory.",
    "summary": "Show a run in one screen, each figure with its error.",
    "analyze": "Answer a subject's questions about one run, or several side by side.",
    "report": "Make one page of tables and plots that works offline.",
    "match": "Play strategies against each other on the same deals, with sides exchanged.",
    "sweep": "Play a study of rule sets, line-ups and parameters on common deals.",
    "tune": "Find better parameters for a strategy, then check them on fresh deals.",
    "replay": "Play one hand of a run again and show it trick by trick.",
    "referee": "Judge hand records, one JSON object a line, from FILE or - for standard input.",
    "score": "Score hands from their calls and tricks, one JSON object a line, from FILE or - for standard input.",
    "rules": "List, show, check and compare rule sets.",
    "strategies": "Start, check, list and show strategies.",
    "bench": "Measure speed on this machine as ratios, and the outcome signature.",
}


class LazyGroup(click.Group):
    """A group whose commands are imported when they are called, so that ``--help`` stays quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"simspades.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="simspades", message="%(prog)s %(version)s")
@click.option("--debug", is_flag=True, help="Show the traceback of a failure.")
def cli(debug: bool) -> None:
    """A fast and exact Monte Carlo simulator of the card game Spades, under every rule variant."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit with its status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        status = cli.main(args=arguments, prog_name="simspades", standalone_mode=False)
    except SimspadesError as error:
        if "--debug" in arguments:
            traceback.print_exception(error)
        else:
            print(f"simspades: {error}", file=sys.stderr)
        sys.exit(2)
    except click.exceptions.Abort:
        print("simspades: interrupted", file=sys.stderr)
        sys.exit(130)
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        sys.exit(2)
    except click.ClickException as error:
        print(_sentence(error), file=sys.stderr)
        sys.exit(2)
    sys.exit(status if isinstance(status, int) else 0)


def _sentence(error: click.ClickException) -> str:
    """What was wrong with the command line, and where to read what would be right, on one line."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "simspades"
    message = " ".join(error.format_message().split()).rstrip(".")
    return f"{command}: {message[:1].lower()}{message[1:]}; see {command} --help"
