"""From rows to answers: sums over clusters, estimates with their errors, and the summary of a run."""

from simspades.analysis.totals import Totals, no_totals, totals_of_files, totals_of_tables

__all__ = ["Totals", "no_totals", "totals_of_files", "totals_of_tables"]
