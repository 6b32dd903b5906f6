"""A player for tests that goes everywhere: any legal call, blind or not, any gift, any answer, any legal card."""

from simspades.workbench.company import anybody

wild = anybody.named("wild")
