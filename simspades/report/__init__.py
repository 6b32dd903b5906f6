"""One page that shows what runs have to say: sentences, plots, tables and hands, in one file that needs nothing else.

:func:`simspades.report.page.build_page` makes it and :func:`simspades.report.figures.save_figures` saves its plots for
papers. Nothing is computed here: every figure comes from :mod:`simspades.analysis`.
"""
